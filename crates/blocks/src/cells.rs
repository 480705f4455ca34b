//! Sets of cells and of stones as bits.

/// The members of a set, ascending; bit `c` stands for member `c`.
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let member = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (member < 64).then_some(member)
    })
}

/// How many members of a set are less than `cell`.
pub(crate) fn members_below(set: u64, cell: u32) -> u32 {
    (set & ((1 << cell) - 1)).count_ones()
}

/// A subset of a set of at most 32 cells, as seen by one who numbers the members of that set from 0.
pub(crate) fn compress(subset: u64, set: u64) -> u32 {
    members(subset).fold(0, |mask, cell| mask | 1 << members_below(set, cell))
}

/// The subset of `set` that [`compress`] turns into `mask`.
pub(crate) fn expand(mask: u64, set: u64) -> u64 {
    let numbered = members(set).enumerate();
    numbered.filter(|&(i, _)| mask >> i & 1 == 1).fold(0, |cells, (_, cell)| cells | 1 << cell)
}

/// How many sets with as many members are less than this one.
pub(crate) fn rank(set: u64) -> u64 {
    (1..).zip(members(set)).map(|(count, member)| binomial(member, count)).sum()
}

/// Every set of `members` cells out of `cells` (at most 63), ascending.
pub(crate) fn sets_of(members: u32, cells: u32) -> impl Iterator<Item = u64> {
    let mut next = (members <= cells).then_some((1_u64 << members) - 1);
    std::iter::from_fn(move || {
        let set = next?;
        next = following(set).filter(|following| following >> cells == 0);
        Some(set)
    })
}

/// The least set greater than this one with as many members: the lowest member that can move up does, and those
/// below it fall to the bottom.
fn following(set: u64) -> Option<u64> {
    let lowest = set & set.wrapping_neg();
    let moved = set.checked_add(lowest).filter(|_| set > 0)?;
    let fallen = (set & !moved) >> (lowest.trailing_zeros() + 1);
    Some(moved | fallen)
}

const MOST: usize = 64;

/// Pascal's triangle: `BINOMIALS[n][k]` for n up to 64.
static BINOMIALS: [[u64; MOST + 1]; MOST + 1] = {
    let mut rows = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// How many sets of `k` members there are out of `n`, at most 64; none when k > n.
pub(crate) fn binomial(n: u32, k: u32) -> u64 {
    if k > n { 0 } else { BINOMIALS[n as usize][k as usize] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_listed_once_in_ascending_order() {
        for cells in 0..=12 {
            for members in 0..=cells {
                let found: Vec<_> = sets_of(members, cells).collect();
                let expected = (0..1_u64 << cells).filter(|set| set.count_ones() == members);
                assert!(expected.eq(found.iter().copied()), "{members} of {cells}");
                assert_eq!(found.len() as u64, binomial(cells, members));
                assert!((0..).zip(&found).all(|(number, &set)| rank(set) == number));
            }
        }
        assert_eq!(sets_of(3, 2).count(), 0);
        assert_eq!(binomial(64, 32), 1_832_624_140_942_590_534);
    }

    #[test]
    fn compressing_numbers_the_members_of_a_set() {
        let set = 0b1101_1001;
        assert_eq!(compress(0b1001_0001, set), 0b10_101);
        for mask in 0..32 {
            assert_eq!(compress(expand(mask.into(), set), set), mask);
        }
        assert_eq!(members(1 << 63 | 5).collect::<Vec<_>>(), [0, 2, 63]);
    }
}
