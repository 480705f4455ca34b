#![deny(clippy::float_arithmetic)]

use crate::cells::members;
use crate::count;
use crate::edges::{Edge, EdgeScratch, Edges};
use crate::geometry::Geometry;
use crate::layer::Layer;
use crate::lines::{LineFinder, Status};
use crate::numerators::Lane;
use crate::plan::Plan;
use crate::reach::Marks;
use crate::rounding;
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
    pub(crate) next: Option<Next<'a>>,
    /// The numerators of that layer; empty when only values are asked for.
    pub(crate) next_pairs: &'a [[C; 2]],
    /// The slots to which games lead, where the stones themselves do not tell.
    pub(crate) reached: Option<&'a Marks>,
}

/// The layer of the children, and how blocks lie in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Next<'a> {
    pub(crate) layer: &'a Layer,
    pub(crate) edges: &'a Edges,
}

/// The block after a move.
#[derive(Debug)]
pub(crate) struct Child<'a> {
    /// The cell on which the stone comes to lie.
    pub(crate) cell: u32,
    /// The number of the block.
    pub(crate) block: usize,
    /// Its occupied set.
    pub(crate) set: u64,
    /// Where the parent's slots lie in it.
    pub(crate) edge: Edge<'a>,
}

impl Next<'_> {
    /// Calls `visit` with the block after every move from the block of `set`.
    pub(crate) fn for_each_child(
        self,
        geometry: &Geometry,
        scratch: &mut EdgeScratch,
        set: u64,
        mut visit: impl FnMut(Child<'_>),
    ) {
        for cell in members(geometry.open(set)) {
            let child = set | 1 << cell;
            let (canonical, symmetry) = geometry.canonical(child);
            let block = self.layer.block(canonical).expect("every canonical set has a block");
            let edge = if canonical == child {
                self.edges.direct(scratch, set, cell)
            } else {
                self.edges.scattered(scratch, (set, cell), (canonical, symmetry))
            };
            visit(Child { cell, block, set: canonical, edge });
        }
    }
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
            Some(next) => self.gather(*next, &mut scratch.edge, set, codes, pairs),
            None => codes.fill(DRAW),
        }
        self.finish(scratch, block, set, codes, pairs);
        count::block(self.plan.geometry(), self.subsets, set, codes)
    }

    /// Takes the best of the children's values and the sum of their numerators, as if no game had ended yet.
    fn gather<P: Lane + From<C>>(
        &self,
        next: Next<'_>,
        scratch: &mut EdgeScratch,
        set: u64,
        codes: &mut [Code],
        pairs: &mut [[P; 2]],
    ) {
        let (geometry, board) = (self.plan.geometry(), self.plan.board());
        let first_moves = next.edges.first_moves();
        codes.fill(if first_moves { Code::MIN } else { Code::MAX });
        // They are zero already, but a page of memory that is first read costs the system a second turn when written.
        pairs.fill([P::default(); 2]);
        let moves = geometry.open(set).count_ones();
        let factor = |child| match self.plan.denominators() {
            Some(all) => {
                let factor = all.of(board, set) / u128::from(moves) / all.of(board, child);
                (factor > 1).then(|| P::of(factor))
            }
            None => P::from_f64(rounding::share(moves)),
        };
        next.for_each_child(geometry, scratch, set, |Child { block, set, edge, .. }| {
            // Two closures and not one function pointer, which would be called for every slot.
            let children = next.layer.codes(block);
            if first_moves {
                merge(codes, children, edge, |code: Code, after| code.max(after));
            } else {
                merge(codes, children, edge, |code: Code, after| code.min(after));
            }
            if !pairs.is_empty() {
                let slots = next.layer.slots_per_block;
                let children = &self.next_pairs[block * slots..][..slots];
                add(pairs, children, edge, factor(set));
            }
        });
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
        if !pairs.is_empty() {
            let certain = P::of(self.plan.denominators().map_or(1, |all| all.of(board, set)));
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

/// Adds the numerators of a child, brought to the denominator of the parent by a factor, if there is one.
fn add<P: Lane + From<C>, C: Lane>(
    parent: &mut [[P; 2]],
    child: &[[C; 2]],
    edge: Edge<'_>,
    factor: Option<P>,
) {
    let Some(factor) = factor else {
        merge(parent, child, edge, |[a, b], [c, d]| {
            [a.wrapping_add(&P::from(c)), b.wrapping_add(&P::from(d))]
        });
        return;
    };
    let scaled = |lane: C| P::from(lane).wrapping_mul(&factor);
    merge(parent, child, edge, |[a, b], [c, d]| {
        [a.wrapping_add(&scaled(c)), b.wrapping_add(&scaled(d))]
    });
}

/// Brings what a child says to every slot of its parent.
pub(crate) fn merge<P: Copy, C: Copy>(
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
            // Read in order first: reads that jump about in memory far away would each wait for it.
            let child = child.to_vec();
            for (parent, &slot) in parent.iter_mut().zip(slots) {
                *parent = combine(*parent, child[slot as usize]);
            }
        }
    }
}
