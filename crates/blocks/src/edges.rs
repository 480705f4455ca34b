use exactplay_game::Symmetry;

use crate::cells::{binomial, members_below, sets_of};
use crate::geometry::images;
use crate::subsets::Subsets;

/// Where the slots of a parent block lie in the block of one of its children: for every slot, the slot after the move.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Edge<'a> {
    /// Stretch by stretch; together the stretches cover the parent's slots in order.
    Runs(&'a [Run]),
    /// Slot by slot.
    Slots(&'a [u32]),
}

/// A stretch of slots that stays together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// Where it begins in the parent block.
    pub(crate) parent: usize,
    /// Where it begins in the child block.
    pub(crate) child: usize,
    /// How many slots it has.
    pub(crate) length: usize,
}

/// How the blocks of one ply lie in those of the next.
///
/// A new stone is numbered among those already there, and moves the numbers of the stones above it up by one. Where it
/// lands in the high half, the slots of a row stay together; where it lands in the low half, the rows stay rows, and
/// within each the slots spread out alike. When the child is stored as one of its images, slots scatter.
#[derive(Debug)]
pub(crate) struct Edges {
    parent: Subsets,
    /// Cut one stone higher than `parent`, so that a stone in the low half leaves the high half as it was.
    child: Subsets,
    /// 1 when the player who moved first is the one to move, else 0.
    new: u32,
    /// For a stone that lands at place `split + i`: the stretches.
    runs: Vec<Vec<Run>>,
    /// For a stone that lands at place i below the split: where each low half, in the order of `parent.lows()`, comes to
    /// stand in its row.
    offsets: Vec<Vec<u32>>,
}

/// Memory that is used again from edge to edge.
#[derive(Debug, Default)]
pub(crate) struct EdgeScratch {
    high: Vec<u32>,
    low: Vec<u32>,
    slots: Vec<u32>,
}

impl Edges {
    /// The edges from blocks of `stones` stones, fewer than 32.
    pub(crate) fn from_ply(stones: u8) -> Self {
        let new = u32::from(stones.is_multiple_of(2));
        let parent = Subsets::of_ply(stones);
        let (stones, split) = (parent.stones(), parent.split());
        let child = Subsets::new(stones + 1, parent.ones() + new, split + 1);
        let runs = (split..=stones).map(|place| runs(&parent, &child, place, new)).collect();
        let offsets = (0..split).map(|place| {
            let lows = parent.lows().iter();
            lows.map(|&low| child.low_rank(inserted(low, place, new))).collect()
        });
        let offsets = offsets.collect();
        Self { parent, child, new, runs, offsets }
    }

    /// The slots of a parent block.
    pub(crate) fn parent(&self) -> &Subsets {
        &self.parent
    }

    /// How many slots a child block has.
    pub(crate) fn child_slots(&self) -> usize {
        self.child.len()
    }

    /// Whether the player who moved first is the one to move.
    pub(crate) fn first_moves(&self) -> bool {
        self.new == 1
    }

    /// The edge from the block of the set `parent` to that of `parent` with `cell`, when both are stored as they are.
    pub(crate) fn direct<'a>(
        &'a self,
        scratch: &'a mut EdgeScratch,
        parent: u64,
        cell: u32,
    ) -> Edge<'a> {
        let (place, split) = (members_below(parent, cell), self.parent.split());
        if let Some(above) = place.checked_sub(split) {
            return Edge::Runs(&self.runs[above as usize]);
        }
        let offsets = &self.offsets[place as usize];
        scratch.slots.resize(self.parent.len(), 0);
        for row in self.parent.rows() {
            let start = self.child.row_start(row.high);
            let offsets = &offsets[self.parent.group(row.low_ones)];
            for (slot, offset) in scratch.slots[row.slots].iter_mut().zip(offsets) {
                *slot = start.wrapping_add(*offset);
            }
        }
        Edge::Slots(&scratch.slots)
    }

    /// The edge from the block of the set `parent` to the block of `child`, which is the image under `symmetry` of
    /// `parent` with `cell`.
    pub(crate) fn scattered<'a>(
        &'a self,
        scratch: &'a mut EdgeScratch,
        (parent, cell): (u64, u32),
        (child, symmetry): (u64, &Symmetry),
    ) -> Edge<'a> {
        let bit = |cell| 1_u32 << members_below(child, cell);
        let mut stones = [0; 32];
        for (stone, image) in stones.iter_mut().zip(images(symmetry, parent)) {
            *stone = bit(image);
        }
        let EdgeScratch { high, low, slots } = scratch;
        let (low_stones, high_stones) = stones.split_at(self.parent.split() as usize);

        let new = images(symmetry, 1 << cell).map(bit).sum::<u32>() * self.new;
        high.clear();
        high.push(new);
        for half in 1..1_usize << (self.parent.stones() - self.parent.split()) {
            high.push(high[half & (half - 1)] | high_stones[half.trailing_zeros() as usize]);
        }
        low.clear();
        low.push(0);
        for (place, stone) in self.parent.low_steps() {
            low.push(low[place] | low_stones[stone as usize]);
        }

        slots.resize(self.parent.len(), 0);
        for row in self.parent.rows() {
            let high = high[row.high];
            let low = &low[self.parent.group(row.low_ones)];
            for (slot, low) in slots[row.slots].iter_mut().zip(low) {
                *slot = self.child.rank(high | low);
            }
        }
        Edge::Slots(slots)
    }
}

/// The stretches when a stone lands at `place`, which must not be below the split of `parent`.
fn runs(parent: &Subsets, child: &Subsets, place: u32, new: u32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut start = 0;
    // The subsets that agree from `place` up stand next to each other, before and after.
    for above in 0..1_u32 << (parent.stones() - place) {
        let Some(below) = parent.ones().checked_sub(above.count_ones()) else { continue };
        let length = usize::try_from(binomial(place, below)).expect("slots fit");
        let Some(least) = sets_of(below, place).next() else { continue };
        let least = u32::try_from(least).expect("a mask");
        let child = child.rank(inserted(above << place | least, place, new)) as usize;
        match runs.last_mut() {
            Some(run) if run.child + run.length == child => run.length += length,
            _ => runs.push(Run { parent: start, child, length }),
        }
        start += length;
    }
    runs
}

/// A mask after a stone has been numbered `place`, which belongs to the player who moved first if `new` is 1.
fn inserted(mask: u32, place: u32, new: u32) -> u32 {
    let below = mask & ((1 << place) - 1);
    (mask ^ below) << 1 | new << place | below
}

#[cfg(test)]
mod tests {
    use exactplay_game::Player;

    use super::*;
    use crate::Board;
    use crate::cells::{compress, expand, members};
    use crate::geometry::Geometry;

    fn slots(edge: Edge<'_>) -> Vec<u32> {
        match edge {
            Edge::Slots(slots) => slots.to_vec(),
            Edge::Runs(runs) => {
                let mut next = 0;
                let slots = runs.iter().flat_map(|run| {
                    assert_eq!(run.parent, next);
                    next += run.length;
                    run.child..run.child + run.length
                });
                slots.map(|slot| u32::try_from(slot).unwrap()).collect()
            }
        }
    }

    /// Every edge leads each subset of the parent to the subset of the child that the move and the symmetry make of it.
    #[test]
    fn edges_lead_to_the_slot_after_the_move() {
        let boards = [Board::mnk(3, 3, 3, Player::O), Board::connect(4, 3, 3, Player::O)];
        for geometry in boards.map(|board| Geometry::new(board.unwrap())) {
            let mut scratch = EdgeScratch::default();
            for stones in 0..geometry.board().cells() {
                let edges = Edges::from_ply(stones);
                let child_slots = Subsets::of_ply(stones + 1);
                assert_eq!(edges.child_slots(), child_slots.len());
                for parent in geometry.canonical_sets(stones) {
                    for cell in members(geometry.open(parent)) {
                        let (child, symmetry) = geometry.canonical(parent | 1 << cell);
                        let masks = sets_of(edges.parent().ones(), edges.parent().stones());
                        let expected = masks.map(|mask| {
                            let mine = u64::from(edges.first_moves()) << cell;
                            let first = symmetry.set(expand(mask, parent) | mine);
                            child_slots.rank(compress(first, child))
                        });
                        let expected: Vec<_> = expected.collect();
                        let scattered =
                            edges.scattered(&mut scratch, (parent, cell), (child, symmetry));
                        assert_eq!(slots(scattered), expected);
                        if child == parent | 1 << cell {
                            assert_eq!(slots(edges.direct(&mut scratch, parent, cell)), expected);
                        }
                    }
                }
            }
        }
    }
}
