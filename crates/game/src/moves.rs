/// One legal choice: a cell, or a column where stones fall. Its meaning belongs to the game.
///
/// The number is below 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u8);

/// A set of moves: bit `i` stands for `Move(i)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(pub u64);

// Counting and selecting by table: the least of the processors that a release runs on have instructions for neither, and
// random play does little else.

/// How many members every set of eight bits has.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut set = 1;
    while set < 256 {
        counts[set] = counts[set & (set - 1)] + 1;
        set += 1;
    }
    counts
};

/// Where the members of every set of eight bits are, ascending.
static MEMBERS: [[u8; 8]; 256] = {
    let mut members = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if set >> bit & 1 == 1 {
                members[set][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    members
};

impl MoveSet {
    /// How many moves there are.
    #[inline]
    pub fn len(self) -> u32 {
        match self.two_octets() {
            Some([low, high]) => u32::from(COUNTS[low] + COUNTS[high]),
            None => self.0.count_ones(),
        }
    }

    /// Whether there is no move.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The move with `n` moves before it.
    ///
    /// # Panics
    /// When there are not so many.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a part of every ply of random play, where a call tells"
    )]
    pub fn nth(self, n: u32) -> Move {
        assert!(n < self.len(), "no move has so many before it");
        let Some([low, high]) = self.two_octets() else {
            return Move(nth_of_many(self.0, n));
        };
        let in_low = u32::from(COUNTS[low]);
        Move(if n < in_low {
            MEMBERS[low][n as usize]
        } else {
            8 + MEMBERS[high][(n - in_low) as usize]
        })
    }

    /// The two lowest octets of a set that has no member elsewhere.
    #[inline]
    fn two_octets(self) -> Option<[usize; 2]> {
        u16::try_from(self.0).ok().map(|set| set.to_le_bytes().map(usize::from))
    }
}

/// The member with `n` members before it, found in all octets at once. Kept apart so that the short way stays short.
#[inline(never)]
#[expect(clippy::cast_possible_truncation, reason = "below 64")]
fn nth_of_many(set: u64, n: u32) -> u8 {
    /// Times this, a number below 256 stands in every octet, and octets become the sums of themselves and all below.
    const EVERY: u64 = u64::from_le_bytes([1; 8]);
    let pairs = set - ((set >> 1) & (EVERY * 0x55));
    let fours = (pairs & (EVERY * 0x33)) + ((pairs >> 2) & (EVERY * 0x33));
    let up_to = ((fours + (fours >> 4)) & (EVERY * 0x0f)).wrapping_mul(EVERY);
    // The top bit of an octet stays where n is at least the number of members up to there: the member is further up.
    let passed = (((u64::from(n) + 0x80) * EVERY - up_to) >> 7) & EVERY;
    let shift = 8 * (passed.wrapping_mul(EVERY) >> 56);
    let before = (up_to << 8) >> shift & 0xff;
    let octet = set >> shift & 0xff;
    shift as u8 + MEMBERS[octet as usize][(u64::from(n) - before) as usize]
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        Moves(self.0)
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().fold(0, |set, mv| set | 1 << mv.0))
    }
}

/// The moves of a [`MoveSet`], ascending.
#[derive(Debug, Clone)]
pub struct Moves(u64);

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = u8::try_from(self.0.trailing_zeros()).ok().filter(|&mv| mv < 64)?;
        self.0 &= self.0 - 1;
        Some(Move(mv))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn moves_are_counted_listed_and_found(bits: u64, mask: u64, shift in 0..64) {
            let set = MoveSet((bits & mask) >> shift);
            let moves: Vec<_> = set.into_iter().collect();
            prop_assert_eq!(moves.len(), set.len() as usize);
            prop_assert!(moves.is_sorted());
            prop_assert!(moves.iter().all(|mv| set.0 >> mv.0 & 1 == 1));
            prop_assert_eq!(&moves, &(0..set.len()).map(|n| set.nth(n)).collect::<Vec<_>>());
            prop_assert_eq!(moves.into_iter().collect::<MoveSet>(), set);
        }
    }

    #[test]
    #[should_panic = "no move has so many before it"]
    fn there_is_no_move_after_the_last() {
        MoveSet(1 | 1 << 63).nth(2);
    }
}
