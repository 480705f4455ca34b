//! Which discs are enclosed between two others, for all moves at once and for one.

use crate::cells;

/// A square board on which enclosed discs turn over; cell `x * size + y` is column `x`, row `y` from the top.
#[derive(Debug, Clone)]
pub(crate) struct Outflank {
    size: u8,
    all: u64,
    /// The cells that are neither in the top nor in the bottom row.
    inner: u64,
    /// For every cell the cells beyond it, in the four directions to greater cells and in the four to lesser ones.
    rays: Vec<[[u64; 4]; 2]>,
}

impl Outflank {
    /// The board of `size` x `size` cells.
    pub(crate) fn new(size: u8) -> Self {
        const GREATER: [(i8, i8); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
        let columns = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
        let rays = columns.clone().map(|cell| {
            [
                GREATER.map(|step| ray(size, cell, step)),
                GREATER.map(|(x, y)| ray(size, cell, (-x, -y))),
            ]
        });
        let rows = columns.clone().filter(|&(_, y)| y > 0 && y < size - 1);
        Self {
            size,
            all: u64::MAX >> (64 - size * size),
            inner: rows.fold(0, |inner, (x, y)| inner | 1 << (x * size + y)),
            rays: rays.collect(),
        }
    }

    /// The empty cells on which a disc of `own` would enclose discs of `other`.
    #[inline]
    pub(crate) fn mobility(&self, own: u64, other: u64) -> u64 {
        let inner = other & self.inner;
        let ends = match self.size {
            4 => ends::<4>(own, other, inner),
            6 => ends::<6>(own, other, inner),
            _ => ends::<8>(own, other, inner),
        };
        ends & self.all & !(own | other)
    }

    /// The discs of `other` that turn over when a disc of `own` is placed on an empty cell.
    #[inline]
    pub(crate) fn flips(&self, own: u64, other: u64, cell: u8) -> u64 {
        let [greater, lesser] = self.rays[usize::from(cell)];
        let up = greater.map(|ray| {
            // All that is not on the ray is filled, so that a one carries to the first cell without a disc of `other`.
            let end = (other | !ray).wrapping_add(1) & ray & own;
            end.wrapping_sub(u64::from(end != 0)) & ray
        });
        let down = lesser.map(|ray| {
            // Where no cell stops the run, cell 0 seems to: it is not on the ray, or not of `own`.
            let stop = (1 << 63) >> (ray & !other | 1).leading_zeros();
            let end: u64 = stop & ray & own;
            (end.wrapping_neg() << 1) & ray
        });
        up.into_iter().chain(down).fold(0, |flips, run| flips | run)
    }

    /// The cells beside some cells, in any direction.
    pub(crate) fn neighbours(&self, of: u64) -> u64 {
        let beside = |cell| {
            let [greater, lesser] = self.rays[usize::from(cell)];
            let least = greater.into_iter().map(|ray| ray & ray.wrapping_neg());
            let greatest = lesser.into_iter().map(|ray| match ray.checked_ilog2() {
                Some(last) => 1 << last,
                None => 0,
            });
            least.chain(greatest).fold(0, |all, cell| all | cell)
        };
        cells::members(of).fold(0, |all, cell| all | beside(cell))
    }
}

/// The cells beyond a cell in one direction.
fn ray(size: u8, from: (u8, u8), step: (i8, i8)) -> u64 {
    let next = |&(x, y): &(u8, u8)| {
        let (x, y) = (x.checked_add_signed(step.0)?, y.checked_add_signed(step.1)?);
        (x < size && y < size).then_some((x, y))
    };
    let cells = std::iter::successors(next(&from), next);
    cells.fold(0, |ray, (x, y)| ray | 1 << (x * size + y))
}

/// The cells after all runs of `other` that begin beside a cell of `own`, and some beyond the board.
///
/// A run that left the board by the top or the bottom would go on in another column, so there only `inner`, the part of
/// `other` in between, counts. At a side it is gone, or beyond all cells.
///
/// Each size has a function of its own, since inlined they would be merged into one with variable shifts.
#[inline(never)]
fn ends<const SIZE: u32>(own: u64, other: u64, inner: u64) -> u64 {
    ends_along(own, inner, 1)
        | ends_along(own, inner, SIZE - 1)
        | ends_along(own, other, SIZE)
        | ends_along(own, inner, SIZE + 1)
}

/// The cells after the runs that begin beside a cell of `own`, one way and the other.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the shift is to be a constant")]
fn ends_along(own: u64, through: u64, shift: u32) -> u64 {
    // Doubling: a run has at most six discs.
    let (pairs_up, pairs_down) = (through & (through << shift), through & (through >> shift));
    let (mut up, mut down) = (through & (own << shift), through & (own >> shift));
    up |= through & (up << shift);
    down |= through & (down >> shift);
    up |= pairs_up & (up << (2 * shift));
    down |= pairs_down & (down >> (2 * shift));
    up |= pairs_up & (up << (2 * shift));
    down |= pairs_down & (down >> (2 * shift));
    up << shift | down >> shift
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The discs that turn over, found cell by cell.
    fn flips_by_walking(size: u8, own: u64, other: u64, cell: (u8, u8)) -> u64 {
        let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
        let mut flips = 0;
        for step in steps.filter(|&step| step != (0, 0)) {
            let (mut run, mut at) = (0, cell);
            loop {
                let next = (at.0.checked_add_signed(step.0), at.1.checked_add_signed(step.1));
                let (Some(x @ 0..8), Some(y @ 0..8)) = next else { break };
                if x >= size || y >= size {
                    break;
                }
                let bit = 1 << (x * size + y);
                if own & bit != 0 {
                    flips |= run;
                }
                if other & bit == 0 {
                    break;
                }
                (run, at) = (run | bit, (x, y));
            }
        }
        flips
    }

    proptest! {
        /// On any arrangement of discs, reachable or not; dense ones have the long runs.
        #[test]
        fn discs_turn_over_as_by_walking(a: u64, b: u64, c: u64, own: u64, dense: bool) {
            for size in [4, 6, 8] {
                let board = Outflank::new(size);
                let occupied = if dense { a | b | c } else { a & b } & board.all;
                let own = own & occupied;
                let other = occupied & !own;
                let mobility = board.mobility(own, other);
                prop_assert_eq!(mobility & (occupied | !board.all), 0);
                for x in 0..size {
                    for y in 0..size {
                        let cell = x * size + y;
                        if occupied >> cell & 1 == 0 {
                            let flips = flips_by_walking(size, own, other, (x, y));
                            prop_assert_eq!(board.flips(own, other, cell), flips);
                            prop_assert_eq!(mobility >> cell & 1 == 1, flips != 0);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_touch_in_every_direction() {
        let board = Outflank::new(4);
        assert_eq!(board.neighbours(0b1), 0b0011_0010);
        assert_eq!(board.neighbours(1 << 5), 0b0111_0101_0111);
        assert_eq!(board.neighbours(1 << 15 | 1), 1 << 14 | 1 << 11 | 1 << 10 | 0b0011_0010);
    }
}
