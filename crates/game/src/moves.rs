/// One legal choice: a cell, or a column where stones fall. Its meaning belongs to the game.
///
/// The number is below 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u8);

/// A set of moves: bit `i` stands for `Move(i)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(pub u64);

/// Where the members of every set of eight bits are, ascending.
const MEMBERS: [[u8; 8]; 256] = {
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
        self.0.count_ones()
    }

    /// Whether there is no move.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The move with `n` moves before it.
    ///
    /// # Panics
    /// When there are not so many.
    #[inline]
    pub fn nth(self, n: u32) -> Move {
        let mut rest = n;
        for (first, octet) in (0..).step_by(8).zip(self.0.to_le_bytes()) {
            let here = octet.count_ones();
            if rest < here {
                return Move(first + MEMBERS[usize::from(octet)][rest as usize]);
            }
            rest -= here;
        }
        panic!("move {n} of {}", self.len());
    }
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
        fn moves_are_counted_listed_and_found(bits: u64, mask: u64) {
            let set = MoveSet(bits & mask);
            let moves: Vec<_> = set.into_iter().collect();
            prop_assert_eq!(moves.len(), set.len() as usize);
            prop_assert!(moves.is_sorted());
            prop_assert!(moves.iter().all(|mv| set.0 >> mv.0 & 1 == 1));
            prop_assert_eq!(&moves, &(0..set.len()).map(|n| set.nth(n)).collect::<Vec<_>>());
            prop_assert_eq!(moves.into_iter().collect::<MoveSet>(), set);
        }
    }

    #[test]
    #[should_panic = "move 2 of 2"]
    fn there_is_no_move_after_the_last() {
        MoveSet(1 | 1 << 63).nth(2);
    }
}
