use std::ops::Add as _;
use std::sync::Arc;

use crate::batches::for_each_block;
use crate::block::{BlockPass, Next, Task};
use crate::edges::Edges;
use crate::layer::Layer;
use crate::numerators::{Lane, LaneWidth, Numerators};
use crate::plan::Plan;
use crate::reach::{self, Marks};
use crate::sink::{LayerSink, Solved};
use crate::subsets::Subsets;
use crate::summary::{LayerSummary, Summary};
use crate::{BlocksError, Stopped};

/// How far a run has come: called after every batch of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Which pass is running.
    pub pass: Pass,
    /// The ply of its layer.
    pub ply: u8,
    /// Blocks of the layer that are done.
    pub blocks_done: usize,
    /// Blocks of the layer.
    pub blocks: usize,
}

/// Hears of the progress, and may end the run.
pub(crate) type OnProgress<'a> = dyn FnMut(Progress) -> Result<(), Stopped> + 'a;

/// The passes of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// From ply 0 on, marking what can be reached; only where stones fall.
    Forward,
    /// From the last ply to ply 0, finding values.
    Backward,
}

/// Solves what is planned, layer by layer from the last ply to ply 0.
///
/// Each layer is handed to `sink` when it is whole; only two are kept here. `progress` is called after every batch of
/// blocks and may end the run. The result does not depend on the number of threads.
///
/// # Errors
/// When the board is too large, the sink fails, or `progress` ends the run.
pub fn solve(
    plan: &Plan,
    sink: &mut dyn LayerSink,
    mut progress: impl FnMut(Progress) -> Result<(), Stopped>,
) -> Result<Summary, BlocksError> {
    // All that is large is compiled once, not once for every closure.
    run(plan, sink, &mut progress)
}

fn run(
    plan: &Plan,
    sink: &mut dyn LayerSink,
    progress: &mut OnProgress<'_>,
) -> Result<Summary, BlocksError> {
    let board = plan.board();
    Plan::expect_solvable(board)?;
    let (mut next, mut by_ply) = match sink.begin(plan)? {
        Some(resume) => (Some(resume.layer), resume.by_ply),
        None => (None, Vec::new()),
    };
    by_ply.reverse();
    let left = next.as_ref().map_or(board.cells() + 1, |layer| layer.ply());
    let mut marks = match left.checked_sub(1) {
        Some(last) if board.gravity() => reach::forward(plan, last, progress)?,
        _ => Vec::new(),
    };
    for ply in (0..left).rev() {
        let edges = next.as_ref().map(|_| Edges::from_ply(ply));
        let children = next.as_deref().zip(edges.as_ref());
        let children = children.map(|(layer, edges)| Next { layer, edges });
        let layer = solve_layer(plan, ply, children, marks.pop().as_ref(), progress)?;
        let layer = Arc::new(layer);
        by_ply.push(layer.summary());
        sink.take(&Solved { plan, layer: &layer, next: children })?;
        next = Some(layer);
    }
    by_ply.reverse();
    let start = next.and_then(|layer| layer.entry(0, 0)).expect("the start can be reached");
    Ok(Summary { total: by_ply.iter().copied().sum(), by_ply, start })
}

fn solve_layer(
    plan: &Plan,
    ply: u8,
    next: Option<Next<'_>>,
    reached: Option<&Marks>,
    progress: &mut OnProgress<'_>,
) -> Result<Layer, Stopped> {
    use LaneWidth as Width;
    use Numerators::{Double, Eight, Four, None as Nothing, Sixteen, Two};

    let subsets = match next {
        Some(next) => next.edges.parent(),
        None => &Subsets::of_ply(ply),
    };
    let job = LayerJob { plan, ply, subsets, next, reached };
    let no_children = Two(Vec::new());
    let children = next.map_or(&no_children, |next| &next.layer.numerators);
    match (plan.layer(ply).width, children) {
        (None, _) => job.run::<u16, u16>(&[], |_| Nothing, progress),
        (Some(Width::Two), Two(pairs)) => job.run(pairs, Two, progress),
        (Some(Width::Four), Two(pairs)) => job.run(pairs, Four, progress),
        (Some(Width::Four), Four(pairs)) => job.run(pairs, Four, progress),
        (Some(Width::Eight), Two(pairs)) => job.run(pairs, Eight, progress),
        (Some(Width::Eight), Four(pairs)) => job.run(pairs, Eight, progress),
        (Some(Width::Eight), Eight(pairs)) => job.run(pairs, Eight, progress),
        (Some(Width::Sixteen), Two(pairs)) => job.run(pairs, Sixteen, progress),
        (Some(Width::Sixteen), Four(pairs)) => job.run(pairs, Sixteen, progress),
        (Some(Width::Sixteen), Eight(pairs)) => job.run(pairs, Sixteen, progress),
        (Some(Width::Sixteen), Sixteen(pairs)) => job.run(pairs, Sixteen, progress),
        (Some(Width::Double), Two(pairs)) => job.run(pairs, Double, progress),
        (Some(Width::Double), Double(pairs)) => job.run(pairs, Double, progress),
        (Some(_), _) => unreachable!("denominators grow towards the start"),
    }
}

/// A layer to be solved.
struct LayerJob<'a> {
    plan: &'a Plan,
    ply: u8,
    subsets: &'a Subsets,
    next: Option<Next<'a>>,
    reached: Option<&'a Marks>,
}

impl LayerJob<'_> {
    /// Solves the layer with lanes `P`, over a next layer with numerators `children` of lanes `C`.
    fn run<P: Lane + From<C>, C: Lane>(
        self,
        children: &[[C; 2]],
        wrap: fn(Vec<[P; 2]>) -> Numerators,
        progress: &mut OnProgress<'_>,
    ) -> Result<Layer, Stopped> {
        let Self { plan, ply, subsets, next, reached } = self;
        let sets = plan.geometry().canonical_sets(ply);
        let slots = subsets.len();
        let mut codes = vec![0; sets.len() * slots];
        let wants_playouts = plan.layer(ply).width.is_some();
        let mut pairs = vec![[P::default(); 2]; if wants_playouts { codes.len() } else { 0 }];
        let pass = BlockPass { plan, ply, subsets, next, next_pairs: children, reached };

        let mut pairs_left = pairs.chunks_mut(slots);
        let blocks = sets.iter().zip(codes.chunks_mut(slots)).enumerate();
        let tasks = blocks.map(|(block, (&set, codes))| {
            let pairs = pairs_left.next().unwrap_or_default();
            Task { block, set, codes, pairs }
        });
        let work = |scratch: &mut _, task| pass.solve(scratch, task);
        let place = (Pass::Backward, ply);
        let summary = for_each_block(place, slots, tasks, work, LayerSummary::add, progress)?;
        Ok(Layer {
            board: plan.board(),
            ply,
            sets,
            slots_per_block: slots,
            codes,
            numerators: wrap(pairs),
            denominators: plan.denominators().cloned(),
            summary,
        })
    }
}
