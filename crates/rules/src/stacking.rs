//! Whether two players in turn can have stacked their discs as a board shows them.
//!
//! Discs fall, so each column shows its moves in order, and the question is whether the columns can be interleaved into
//! one sequence in which the colours alternate. It is settled by taking discs off again, in every way that matters.

use std::collections::BTreeSet;

use exactplay_game::Player;

use crate::Stones;

/// The most boards that one search keeps as dead ends: more than 7 columns of 6 discs have vectors of heights (7^7 = 823,543).
const MOST_DEAD_ENDS: usize = 1 << 20;

/// The searches were given up; no board of at most 7 columns and 6 rows needs that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GivenUp;

/// Whether the discs of a board can have fallen in turns, the last of them being one of `last`.
///
/// Cell `x * height + y` is column `x`, row `y` from the top. Lines are not looked at: no game goes on after one, so the
/// caller asks about boards without any, and then no earlier board has one either.
///
/// What makes a board impossible is mostly near one end, as when every column begins with the same colour. So the board
/// is searched from the last disc and, upside down, from the first one, with more and more patience.
pub(crate) fn is_possible(
    width: u8,
    height: u8,
    stones: Stones,
    last: Player,
) -> Result<bool, GivenUp> {
    let first = if stones.count().is_multiple_of(2) { last.other() } else { last };
    let forward = upside_down(width, height, stones);
    let mut patience = 1 << 8;
    while patience <= MOST_DEAD_ENDS {
        for (stones, last) in [(stones, last), (forward, first)] {
            let mut search = Search { width, height, dead_ends: BTreeSet::new(), patience };
            if let Ok(possible) = search.is_possible(stones, last) {
                return Ok(possible);
            }
        }
        patience *= 16;
    }
    Err(GivenUp)
}

/// A search from the last disc back to the first.
#[derive(Debug)]
struct Search {
    width: u8,
    height: u8,
    /// Boards that no alternation leads to, each with its columns sorted.
    dead_ends: BTreeSet<Stones>,
    /// How many dead ends to bear.
    patience: usize,
}

impl Search {
    /// The answer depends on the columns alone, not on their places: they are sorted, so that boards that differ by a
    /// permutation are one.
    fn is_possible(&mut self, stones: Stones, last: Player) -> Result<bool, GivenUp> {
        if stones.occupied() == 0 {
            return Ok(true);
        }
        let stones = sorted(self.width, self.height, stones);
        if self.dead_ends.contains(&stones) {
            return Ok(false);
        }
        let mut columns = columns(self.width, self.height, stones).peekable();
        while let Some((shift, column)) = columns.next() {
            // Equal columns are neighbours, and taking the top off either leaves the same board.
            let repeated = columns.peek().is_some_and(|&(_, next)| next == column);
            let top = column.occupied() & column.occupied().wrapping_neg();
            if !repeated
                && column.of(last) & top != 0
                && self.is_possible(stones.without(top << shift), last.other())?
            {
                return Ok(true);
            }
        }
        if self.dead_ends.len() == self.patience {
            return Err(GivenUp);
        }
        self.dead_ends.insert(stones);
        Ok(false)
    }
}

/// The columns, shifted to the lowest bits, and by how much.
fn columns(width: u8, height: u8, stones: Stones) -> impl Iterator<Item = (u8, Stones)> {
    let column = u64::MAX >> (64 - height);
    (0..width).map(move |x| x * height).map(move |shift| {
        (shift, Stones { o: stones.o >> shift & column, x: stones.x >> shift & column })
    })
}

fn joined(height: u8, columns: impl IntoIterator<Item = Stones>) -> Stones {
    let shifts = (0_u32..).step_by(usize::from(height));
    columns.into_iter().zip(shifts).fold(Stones::default(), |board, (column, shift)| Stones {
        o: board.o | column.o << shift,
        x: board.x | column.x << shift,
    })
}

fn sorted(width: u8, height: u8, stones: Stones) -> Stones {
    let mut columns: Vec<_> = columns(width, height, stones).map(|(_, column)| column).collect();
    columns.sort_unstable();
    joined(height, columns)
}

/// The board on which the discs of every column fell in the opposite order.
fn upside_down(width: u8, height: u8, stones: Stones) -> Stones {
    let columns = columns(width, height, stones).map(|(_, column)| {
        // The highest disc, on bit `column.trailing_zeros()`, comes to lie on the lowest cell, the highest bit.
        let turned = |discs: u64| {
            discs.reverse_bits() >> (64 - height) << column.occupied().trailing_zeros().min(63)
        };
        Stones { o: turned(column.o), x: turned(column.x) }
    });
    joined(height, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns from the left, each from the bottom.
    fn board(columns: &[&str], height: u8) -> Stones {
        let mut stones = Stones::default();
        for (x, column) in (0..).zip(columns) {
            for (above, disc) in (1..).zip(column.chars()) {
                let player = if disc == 'o' { Player::O } else { Player::X };
                stones = stones
                    .with(player, 1_u64 << (x * u32::from(height) + u32::from(height) - above));
            }
        }
        stones
    }

    fn is_possible(columns: &[&str], height: u8) -> Result<bool, GivenUp> {
        let stones = board(columns, height);
        let width = u8::try_from(columns.len()).unwrap();
        super::is_possible(width, height, stones, stones.turn(Player::O).other())
    }

    #[test]
    fn the_columns_must_interleave() {
        assert_eq!(is_possible(&["oxo", "xox"], 3), Ok(true));
        assert_eq!(is_possible(&["oox", "xxo"], 3), Ok(true));
        assert_eq!(is_possible(&["xo", "xo"], 2), Ok(false), "nobody can begin");
        assert_eq!(is_possible(&["ox", "xo", "oo", "xx"], 2), Ok(true));
        assert_eq!(is_possible(&["oxxo", "", "", "xo"], 4), Ok(false), "stuck in the middle");
        assert_eq!(is_possible(&["ooxx", "oxxo", "xoox"], 4), Ok(true));
    }

    #[test]
    fn large_boards_are_settled_quickly() {
        // Nobody can begin, which a search from the end would notice only at every single column's last disc.
        let columns = [
            "xooxoxox", "xoxooxxo", "xxooxoxo", "xxoxooox", "xoxxoooo", "xooxxoxo", "xxooxxoo",
            "xoooxxxx",
        ];
        assert_eq!(is_possible(&columns, 8), Ok(false));
        // Upside down and with the colours swapped, nobody can end.
        let swapped = columns.map(|column| {
            let discs = column.chars().rev().map(|disc| if disc == 'o' { 'x' } else { 'o' });
            discs.collect::<String>()
        });
        assert_eq!(is_possible(&swapped.each_ref().map(String::as_str), 8), Ok(false));
        // Upside down alone, x can end.
        let turned = columns.map(|column| column.chars().rev().collect::<String>());
        assert_eq!(is_possible(&turned.each_ref().map(String::as_str), 8), Ok(true));
    }

    #[test]
    fn turning_a_board_upside_down_twice_restores_it() {
        let stones = board(&["oxx", "", "xo", "o"], 3);
        let turned = upside_down(4, 3, stones);
        assert_eq!(turned, board(&["xxo", "", "ox", "o"], 3));
        assert_eq!(upside_down(4, 3, turned), stones);
        assert_eq!(upside_down(1, 64, Stones { o: u64::MAX, x: 0 }), Stones { o: u64::MAX, x: 0 });
    }
}
