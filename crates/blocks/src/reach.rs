use crate::batches::for_each_block;
use crate::cells::members;
use crate::edges::{Edge, EdgeScratch, Edges};
use crate::lines::{LineFinder, Status};
use crate::plan::Plan;
use crate::solve::OnProgress;
use crate::subsets::Subsets;
use crate::{Pass, Stopped};

/// The slots of a layer to which some game leads, one bit each.
#[derive(Debug, Clone)]
pub(crate) struct Marks {
    words_per_block: usize,
    words: Vec<u64>,
}

impl Marks {
    /// Makes every slot unreachable to which no game leads.
    pub(crate) fn restrict(&self, block: usize, statuses: &mut [Status]) {
        let words = &self.words[block * self.words_per_block..];
        for (statuses, word) in statuses.chunks_mut(64).zip(words) {
            for (bit, status) in statuses.iter_mut().enumerate() {
                if word >> bit & 1 == 0 {
                    *status = Status::Unreachable;
                }
            }
        }
    }
}

#[derive(Debug, Default)]
struct Scratch {
    edge: EdgeScratch,
    finder: LineFinder,
    statuses: Vec<Status>,
}

/// Marks, in every layer up to that of `last`, the slots to which games lead.
///
/// Where stones fall the stones alone do not tell: the order of a stack leaves a player no choice. One pass forward
/// does; two layers take a byte a slot while it runs.
pub(crate) fn forward(
    plan: &Plan,
    last: u8,
    progress: &mut OnProgress<'_>,
) -> Result<Vec<Marks>, Stopped> {
    let geometry = plan.geometry();
    let mut layers = vec![Marks { words_per_block: 1, words: vec![1] }];
    let mut sets = vec![0];
    // For every slot of the layer before, 1 if games lead there and go on.
    let mut goes_on = vec![1_u8];
    for ply in 1..=last {
        let edges = Edges::from_ply(ply - 1);
        let slots = edges.child_slots();
        let subsets = Subsets::of_ply(ply);
        let (parents, parent_slots) = (sets, edges.parent().len());
        sets = geometry.canonical_sets(ply);
        let mut reached = vec![0_u8; sets.len() * slots];
        let words_per_block = slots.div_ceil(64);
        let mut words = vec![0_u64; sets.len() * words_per_block];

        let work = |scratch: &mut Scratch, (set, reached, words): (u64, &mut [u8], &mut [u64])| {
            for cell in members(geometry.exposed(set)) {
                let parent = set & !(1 << cell);
                let (canonical, _) = geometry.canonical(parent);
                let block = parents.binary_search(&canonical).expect("parents have blocks");
                let goes_on = &goes_on[block * parent_slots..][..parent_slots];
                let edge = if canonical == parent {
                    edges.direct(&mut scratch.edge, parent, cell)
                } else {
                    let (symmetry, origin) = geometry.origin((canonical, parent), cell);
                    edges.scattered(&mut scratch.edge, (canonical, origin), (set, symmetry))
                };
                spread(goes_on, reached, edge);
            }
            for (word, reached) in words.iter_mut().zip(reached.chunks(64)) {
                *word =
                    (0..).zip(reached).fold(0, |word, (bit, &one)| word | u64::from(one) << bit);
            }
            scratch.statuses.resize(slots, Status::InProgress);
            let statuses = &mut scratch.statuses;
            scratch.finder.statuses(geometry.lines(), set, &subsets, ply % 2 == 1, statuses);
            for (reached, status) in reached.iter_mut().zip(&*statuses) {
                *reached &= u8::from(*status == Status::InProgress);
            }
        };
        let blocks =
            sets.iter().zip(reached.chunks_mut(slots)).zip(words.chunks_mut(words_per_block));
        let blocks = blocks.map(|((&set, reached), words)| (set, reached, words));
        for_each_block((Pass::Forward, ply), slots, blocks, work, |(), ()| (), progress)?;
        goes_on = reached;
        layers.push(Marks { words_per_block, words });
    }
    Ok(layers)
}

/// Marks the slots to which the marked slots of a parent lead.
fn spread(parent: &[u8], child: &mut [u8], edge: Edge<'_>) {
    match edge {
        Edge::Runs(runs) => {
            for run in runs {
                let parent = &parent[run.parent..][..run.length];
                let child = &mut child[run.child..][..run.length];
                for (child, parent) in child.iter_mut().zip(parent) {
                    *child |= parent;
                }
            }
        }
        Edge::Slots(slots) => {
            for (parent, &slot) in parent.iter().zip(slots) {
                child[slot as usize] |= parent;
            }
        }
    }
}
