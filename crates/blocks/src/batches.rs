use rayon::prelude::*;

use crate::solve::OnProgress;
use crate::{Pass, Progress, Stopped};

/// About how many slots to work through between two calls of the progress callback.
const SLOTS_OF_BATCH: usize = 1 << 22;

/// The fewest blocks of a batch, so that every thread has some.
const LEAST_BLOCKS_OF_BATCH: usize = 64;

/// Works through the blocks of a layer in parallel, and adds up what they give by `add`, in which order cannot matter.
///
/// Each thread that takes part has its own scratch memory. `progress` hears of every batch and may end the work.
pub(crate) fn for_each_block<T, S, R>(
    (pass, ply): (Pass, u8),
    slots_per_block: usize,
    mut blocks: impl ExactSizeIterator<Item = T>,
    work: impl Fn(&mut S, T) -> R + Sync,
    add: impl Fn(R, R) -> R + Sync,
    progress: &mut OnProgress<'_>,
) -> Result<R, Stopped>
where
    T: Send,
    S: Default + Send,
    R: Default + Send,
{
    let total = blocks.len();
    let batch = (SLOTS_OF_BATCH / slots_per_block).max(LEAST_BLOCKS_OF_BATCH);
    let mut sum = R::default();
    while blocks.len() > 0 {
        let batch: Vec<_> = blocks.by_ref().take(batch).collect();
        let results = batch.into_par_iter().map_init(S::default, &work);
        sum = add(sum, results.reduce(R::default, &add));
        progress(Progress { pass, ply, blocks_done: total - blocks.len(), blocks: total })?;
    }
    Ok(sum)
}
