#![deny(clippy::float_arithmetic)]

use crate::cells::members;
use crate::count;
use crate::edges::{Edge, EdgeScratch, Edges};
use crate::layer::Layer;
use crate::lines::{LineFinder, Status};
use crate::numerators::Lane;
use crate::plan::Plan;
use crate::reach::Marks;
use crate::subsets::Subsets;
use crate::summary::LayerSummary;
use crate::value::{Code, DRAW, UNREACHABLE, won};

/// What the blocks of one layer are solved from. `C` is the lane of the next layer.
#[derive(Debug)]
pub(crate) struct BlockPass<'a, C> {
    pub(crate) plan: &'a Plan,
    pub(crate) ply: u8,
    /// The slots of a block.
    pub(crate) subsets: &'a Subsets,
    /// The layer of the children; there is none after the last ply.
    pub(crate) next: Option<Next<'a, C>>,
    /// The slots to which games lead, where the stones themselves do not tell.
    pub(crate) reached: Option<&'a Marks>,
}

/// The layer of the children.
#[derive(Debug)]
pub(crate) struct Next<'a, C> {
    pub(crate) edges: &'a Edges,
    pub(crate) layer: &'a Layer,
    /// The layer's numerators; empty when only values are asked for.
    pub(crate) pairs: &'a [[C; 2]],
}

/// A block to be solved: its number, its occupied set, and where its slots are to be written.
#[derive(Debug)]
pub(crate) struct Task<'a, P> {
    pub(crate) block: usize,
    pub(crate) set: u64,
    pub(crate) codes: &'a mut [Code],
    /// Zeros; empty when only values are asked for.
    pub(crate) pairs: &'a mut [[P; 2]],
}

/// Memory that is used again from block to block.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    edge: EdgeScratch,
    finder: LineFinder,
    statuses: Vec<Status>,
}

impl<C: Lane> BlockPass<'_, C> {
    /// Solves a block, and counts its positions.
    pub(crate) fn solve<P: Lane + From<C>>(
        &self,
        scratch: &mut Scratch,
        task: Task<'_, P>,
    ) -> LayerSummary {
        let Task { block, set, codes, pairs } = task;
        match &self.next {
            Some(next) => self.gather(next, &mut scratch.edge, set, codes, pairs),
            None => codes.fill(DRAW),
        }
        self.finish(scratch, block, set, codes, pairs);
        count::block(self.plan.geometry(), self.subsets, set, codes)
    }

    /// Takes the best of the children's values and the sum of their numerators, as if no game had ended yet.
    fn gather<P: Lane + From<C>>(
        &self,
        next: &Next<'_, C>,
        scratch: &mut EdgeScratch,
        set: u64,
        codes: &mut [Code],
        pairs: &mut [[P; 2]],
    ) {
        let (geometry, board) = (self.plan.geometry(), self.plan.board());
        let (edges, slots) = (next.edges, next.layer.slots_per_block);
        let first_moves = edges.first_moves();
        codes.fill(if first_moves { Code::MIN } else { Code::MAX });
        let open = geometry.open(set);
        let common = self.plan.denominators().map(|denominators| {
            (denominators, denominators.of(board, set) / u128::from(open.count_ones()))
        });
        for cell in members(open) {
            let child = set | 1 << cell;
            let (canonical, symmetry) = geometry.canonical(child);
            let child_block = next.layer.block(canonical).expect("every canonical set has a block");
            let edge = if canonical == child {
                edges.direct(scratch, set, cell)
            } else {
                edges.scattered(scratch, (set, cell), (canonical, symmetry))
            };
            let child_codes = next.layer.codes(child_block);
            if first_moves {
                merge(codes, child_codes, edge, Code::max);
            } else {
                merge(codes, child_codes, edge, Code::min);
            }
            if let Some((denominators, share)) = common {
                let child_pairs = &next.pairs[child_block * slots..][..slots];
                match share / denominators.of(board, canonical) {
                    1 => merge(pairs, child_pairs, edge, |[a, b], [c, d]| {
                        [a.wrapping_add(&P::from(c)), b.wrapping_add(&P::from(d))]
                    }),
                    factor => {
                        let scaled = |c: C| P::from(c).wrapping_mul(&P::of(factor));
                        merge(pairs, child_pairs, edge, |[a, b], [c, d]| {
                            [a.wrapping_add(&scaled(c)), b.wrapping_add(&scaled(d))]
                        });
                    }
                }
            }
        }
    }

    /// Writes what is known without looking ahead: games that have ended, and slots to which none leads.
    fn finish<P: Lane>(
        &self,
        scratch: &mut Scratch,
        block: usize,
        set: u64,
        codes: &mut [Code],
        pairs: &mut [[P; 2]],
    ) {
        let board = self.plan.board();
        let first_moved_last = self.ply % 2 == 1;
        let statuses = &mut scratch.statuses;
        statuses.resize(codes.len(), Status::InProgress);
        let lines = self.plan.geometry().lines();
        scratch.finder.statuses(lines, set, self.subsets, first_moved_last, statuses);
        if let Some(marks) = self.reached {
            marks.restrict(block, statuses);
        }
        let end = won(board, self.ply, first_moved_last);
        for (code, status) in codes.iter_mut().zip(&*statuses) {
            match status {
                Status::InProgress => {}
                Status::Won => *code = end,
                Status::Unreachable => *code = UNREACHABLE,
            }
        }
        if let Some(denominators) = self.plan.denominators() {
            let certain = P::of(denominators.of(board, set));
            let none = P::default();
            let end = if first_moved_last { [certain, none] } else { [none, certain] };
            for (pair, status) in pairs.iter_mut().zip(&*statuses) {
                match status {
                    Status::InProgress => {}
                    Status::Won => *pair = end,
                    Status::Unreachable => *pair = [none; 2],
                }
            }
        }
    }
}

/// Brings what a child says to every slot of its parent.
fn merge<P: Copy, C: Copy>(
    parent: &mut [P],
    child: &[C],
    edge: Edge<'_>,
    combine: impl Fn(P, C) -> P,
) {
    match edge {
        Edge::Runs(runs) => {
            for run in runs {
                let parent = &mut parent[run.parent..][..run.length];
                let child = &child[run.child..][..run.length];
                for (parent, &child) in parent.iter_mut().zip(child) {
                    *parent = combine(*parent, child);
                }
            }
        }
        Edge::Slots(slots) => {
            for (parent, &slot) in parent.iter_mut().zip(slots) {
                *parent = combine(*parent, child[slot as usize]);
            }
        }
    }
}
