use crate::cells::compress;
use crate::subsets::Subsets;

/// What the stones of a slot say about the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Status {
    /// Nobody has a line.
    #[default]
    InProgress,
    /// The player who moved last has won by that move.
    Won,
    /// No game leads there.
    Unreachable,
}

/// A set of lines, one bit each. No board of at most 32 cells has more than 128.
type Lines = u128;

/// Finds the lines in every slot of a block.
///
/// A player has a line when no stone on it is the other's. Which lines are still free of the other's stones is known for
/// each half of a subset on its own; a line is free when it is so in both halves. That is one `and` a slot and player.
#[derive(Debug, Default)]
pub(crate) struct LineFinder {
    /// The lines inside the block, as masks of its stones.
    masks: Vec<u32>,
    /// For every high half, the lines on which none of its members lies; for every low half likewise, in the order of
    /// `Subsets::lows`.
    high: Vec<Lines>,
    low: Vec<Lines>,
}

impl LineFinder {
    /// Finds the status of every slot of the block of an occupied set. The last move was that of the player who moved
    /// first, or else of the other.
    ///
    /// A position with a line is reachable only if the last move made it: the other player has none, and all of them
    /// share a stone. One without a line is reachable in any order of its moves, unless stones fall.
    pub(crate) fn statuses(
        &mut self,
        lines: &[u64],
        set: u64,
        subsets: &Subsets,
        first_moved_last: bool,
        statuses: &mut [Status],
    ) {
        self.masks.clear();
        let inside = lines.iter().filter(|&&line| line & !set == 0);
        self.masks.extend(inside.map(|&line| compress(line, set)));
        if self.masks.is_empty() {
            statuses.fill(Status::InProgress);
            return;
        }
        self.tabulate(subsets);
        let halves = self.high.len();
        for row in subsets.rows() {
            // The other player's stones are the complement, and the complements of a group stand in reverse order.
            let of_first = self.high[halves - 1 - row.high];
            let of_second = self.high[row.high];
            let theirs = &self.low[subsets.group(row.low_ones)];
            let ours = &self.low[subsets.group(subsets.split() - row.low_ones)];
            for ((status, low), complement) in
                statuses[row.slots].iter_mut().zip(theirs).zip(ours.iter().rev())
            {
                let (first, second) = (of_first & complement, of_second & low);
                let (last, other) =
                    if first_moved_last { (first, second) } else { (second, first) };
                *status = if other != 0 {
                    Status::Unreachable
                } else if last == 0 {
                    Status::InProgress
                } else if self.share_a_stone(last) {
                    Status::Won
                } else {
                    Status::Unreachable
                };
            }
        }
    }

    /// Fills the tables of the two halves.
    fn tabulate(&mut self, subsets: &Subsets) {
        let all = Lines::MAX >> (128 - self.masks.len());
        let mut through = [0; 32];
        for (i, mask) in self.masks.iter().enumerate() {
            for (stone, through) in through.iter_mut().enumerate() {
                *through |= Lines::from(mask >> stone & 1) << i;
            }
        }
        let (low_stones, high_stones) = through.split_at(subsets.split() as usize);
        self.high.clear();
        self.high.push(all);
        for half in 1..1_usize << (subsets.stones() - subsets.split()) {
            self.high
                .push(self.high[half & (half - 1)] & !high_stones[half.trailing_zeros() as usize]);
        }
        self.low.clear();
        self.low.push(all);
        for (place, stone) in subsets.low_steps() {
            self.low.push(self.low[place] & !low_stones[stone as usize]);
        }
    }

    /// Whether some stone lies on each of these lines.
    fn share_a_stone(&self, lines: Lines) -> bool {
        let mut rest = lines & (lines - 1);
        if rest == 0 {
            return true;
        }
        let mut common = self.masks[lines.trailing_zeros() as usize];
        while rest != 0 {
            common &= self.masks[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        common != 0
    }
}

#[cfg(test)]
mod tests {
    use exactplay_game::{Game as _, Outcome, Player};
    use exactplay_rules::Mnk;

    use super::*;
    use crate::Board;
    use crate::cells::{expand, sets_of};
    use crate::geometry::Geometry;

    /// The rules decide by reading the board; lines decide by tables.
    #[test]
    fn statuses_are_those_of_the_rules() {
        for (width, height, k) in [(3, 3, 3), (4, 3, 3), (3, 2, 2), (2, 2, 1), (3, 3, 5)] {
            let game = Mnk::new(width, height, k, Player::O).unwrap();
            let board = Board::from(&game);
            let geometry = Geometry::new(board);
            let mut finder = LineFinder::default();
            for ply in 0..=board.cells() {
                let subsets = Subsets::of_ply(ply);
                let mut statuses = vec![Status::InProgress; subsets.len()];
                for set in geometry.canonical_sets(ply) {
                    finder.statuses(geometry.lines(), set, &subsets, ply % 2 == 1, &mut statuses);
                    for (mask, &status) in sets_of(subsets.ones(), subsets.stones()).zip(&statuses)
                    {
                        let position = board.stones(expand(mask, set), set);
                        let read = game.parse(&game.notation(position));
                        let expected = match read.map(|position| game.outcome(position)) {
                            Err(_) => Status::Unreachable,
                            Ok(None | Some(Outcome::Draw)) => Status::InProgress,
                            Ok(Some(Outcome::OWins | Outcome::XWins)) => Status::Won,
                        };
                        assert_eq!(status, expected, "{}", game.notation(position));
                    }
                }
            }
        }
    }
}
