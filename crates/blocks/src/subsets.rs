use std::ops::Range;

use crate::cells::{binomial, sets_of};

/// The subsets of `ones` members of a set of stones, in ascending order: the slots of a block.
///
/// The set of stones is cut in a low and a high half. The subsets with the same high half stand next to each other and
/// form a *row*; within a row they ascend by low half. So the number of a subset is a sum of two look-ups.
#[derive(Debug)]
pub(crate) struct Subsets {
    stones: u32,
    ones: u32,
    /// How many stones the low half has.
    split: u32,
    /// Where the row of each high half begins; meaningless for a high half that no subset has.
    row_starts: Vec<u32>,
    /// The number of each low half among those with as many members.
    low_ranks: Vec<u32>,
    /// The low halves by number of members, then ascending.
    lows: Vec<u32>,
    /// Where the low halves with each number of members begin in `lows`, and the end of the last.
    groups: Vec<usize>,
}

/// The subsets that share a high half.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// The high half.
    pub(crate) high: usize,
    /// The numbers of the subsets.
    pub(crate) slots: Range<usize>,
    /// How many members the low halves have; with `Subsets::group` this gives the low halves themselves.
    pub(crate) low_ones: u32,
}

impl Subsets {
    /// The subsets of `ones` members of `stones` stones (at most 32), of which `split` form the low half.
    pub(crate) fn new(stones: u32, ones: u32, split: u32) -> Self {
        let mut low_ranks = vec![0; 1 << split];
        let mut lows = Vec::with_capacity(1 << split);
        let mut groups = vec![0];
        for members in 0..=split {
            for (rank, low) in (0..).zip(sets_of(members, split)) {
                let low = u32::try_from(low).expect("at most 32 stones");
                low_ranks[low as usize] = rank;
                lows.push(low);
            }
            groups.push(lows.len());
        }
        let mut start = 0;
        let row_starts = (0..1_u32 << (stones - split)).map(|high| {
            let row_start = start;
            start += Self::low_count(ones, split, high);
            u32::try_from(row_start).expect("slots of 32 stones fit 32 bits")
        });
        let row_starts = row_starts.collect();
        Self { stones, ones, split, row_starts, low_ranks, lows, groups }
    }

    /// The slots of a block of `ply` stones.
    pub(crate) fn of_ply(ply: u8) -> Self {
        let stones = u32::from(ply);
        // A high cut makes long rows, a low one small tables; a little above the middle both are cheap.
        Self::new(stones, stones.div_ceil(2), (stones / 2 + 1).min(stones))
    }

    fn low_count(ones: u32, split: u32, high: u32) -> u64 {
        ones.checked_sub(high.count_ones()).map_or(0, |low_ones| binomial(split, low_ones))
    }

    /// How many subsets there are.
    pub(crate) fn len(&self) -> usize {
        usize::try_from(binomial(self.stones, self.ones)).expect("slots of 32 stones fit 32 bits")
    }

    pub(crate) fn stones(&self) -> u32 {
        self.stones
    }

    pub(crate) fn ones(&self) -> u32 {
        self.ones
    }

    pub(crate) fn split(&self) -> u32 {
        self.split
    }

    /// The number of a subset.
    #[inline]
    pub(crate) fn rank(&self, mask: u32) -> u32 {
        let (low, high) = (mask & ((1 << self.split) - 1), mask >> self.split);
        self.row_starts[high as usize] + self.low_ranks[low as usize]
    }

    /// The number of a low half in its row.
    pub(crate) fn low_rank(&self, low: u32) -> u32 {
        self.low_ranks[low as usize]
    }

    /// Where the row of a high half begins.
    pub(crate) fn row_start(&self, high: usize) -> u32 {
        self.row_starts[high]
    }

    /// The rows, ascending.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row> {
        let mut start = 0;
        (0..).zip(&self.row_starts).filter_map(move |(high, _): (u32, _)| {
            let low_ones = self.ones.checked_sub(high.count_ones())?;
            let count = usize::try_from(binomial(self.split, low_ones)).expect("fits");
            let slots = start..start + count;
            start += count;
            (count > 0).then_some(Row { high: high as usize, slots, low_ones })
        })
    }

    /// The places in [`lows`](Self::lows) of the low halves with `ones` members.
    pub(crate) fn group(&self, ones: u32) -> Range<usize> {
        self.groups[ones as usize]..self.groups[ones as usize + 1]
    }

    /// Every low half, by number of members and then ascending.
    pub(crate) fn lows(&self) -> &[u32] {
        &self.lows
    }

    /// For every low half but the first, in the order of [`lows`](Self::lows): the place of the low half without its
    /// least member, which comes earlier, and that member.
    pub(crate) fn low_steps(&self) -> impl Iterator<Item = (usize, u32)> {
        self.lows.iter().skip(1).map(|&low| {
            let rest = low & (low - 1);
            let place =
                self.groups[rest.count_ones() as usize] + self.low_ranks[rest as usize] as usize;
            (place, low.trailing_zeros())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_numbered_in_ascending_order() {
        for stones in 0..=9 {
            for ones in 0..=stones {
                for split in 0..=stones {
                    let subsets = Subsets::new(stones, ones, split);
                    let masks: Vec<_> =
                        (0..1_u32 << stones).filter(|mask| mask.count_ones() == ones).collect();
                    assert_eq!(masks.len(), subsets.len());
                    for (rank, &mask) in (0..).zip(&masks) {
                        assert_eq!(subsets.rank(mask), rank);
                    }
                    let rows = subsets.rows().flat_map(|row| {
                        assert_eq!(row.slots.start, subsets.row_start(row.high) as usize);
                        let lows = &subsets.lows()[subsets.group(row.low_ones)];
                        lows.iter().map(move |low| u32::try_from(row.high).unwrap() << split | low)
                    });
                    assert!(rows.eq(masks));
                }
            }
        }
    }
}
