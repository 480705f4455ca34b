#![deny(clippy::float_arithmetic)]

use std::fmt;

use exactplay_game::{Outcome, Player};
use serde::{Serialize, Serializer};

use crate::Value;

/// A rule that gives every position a score, positive when o is ahead, and so decides which moves are best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// 1, 0 and -1: who wins.
    Default,
    /// A sooner win scores more: 1 for the latest possible, 1 more for every two plies before.
    Shortest,
    /// [`Shortest`](Self::Shortest), and then a separate pass over the draws that looks one step at what an error of the
    /// opponent could still give: with x to move +0.5 where o could still win, with o to move -0.5 where x could.
    ///
    /// The pass is never propagated, so the score of a position need not be that of its best child: at the start of
    /// tic-tac-toe it is -0.5, though every child has +0.5.
    ShortestDraw,
}

impl Scoring {
    /// All rules, in the order of the datasets.
    pub const ALL: [Self; 3] = [Self::Default, Self::Shortest, Self::ShortestDraw];
}

/// The score of a position: a whole number of halves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score {
    halves: i16,
}

impl Score {
    /// The score that is half of `halves`.
    pub fn from_halves(halves: i16) -> Self {
        Self { halves }
    }

    /// Twice the score.
    pub fn halves(self) -> i16 {
        self.halves
    }

    /// The score as a floating-point number, which it is exactly.
    #[expect(clippy::float_arithmetic, reason = "half a small integer is exact")]
    pub fn to_f64(self) -> f64 {
        f64::from(self.halves) / 2.0
    }

    /// The score under a rule of a position with a value, at `ply` of a game of at most `longest`, with `turn` to move.
    ///
    /// `chance` says whether the player who has just moved can still win; where it is asked for but not known, neither is
    /// the score.
    pub(crate) fn of(
        scoring: Scoring,
        value: Value,
        (ply, longest, turn): (u8, u8, Player),
        chance: impl FnOnce() -> Option<bool>,
    ) -> Option<Self> {
        match (scoring, value.outcome) {
            (Scoring::Default, outcome) => Some(Self { halves: sign(outcome) * 2 }),
            (Scoring::ShortestDraw, Outcome::Draw) => {
                chance().map(|some| Self::of_draw(turn, some))
            }
            (Scoring::Shortest | Scoring::ShortestDraw, _) => {
                Some(Self::by_distance(value, ply, longest))
            }
        }
    }

    /// The score of a game that ends as `value` says, counted from a position at `ply` of a game of at most `longest`.
    ///
    /// Maximising it is maximising the value: the score never falls as the value rises.
    fn by_distance(value: Value, ply: u8, longest: u8) -> Self {
        let spare = i16::from(longest - ply - value.plies);
        Self { halves: sign(value.outcome) * (1 + spare / 2) * 2 }
    }

    /// The score of a draw that the side which has just moved may still win by an error, or not.
    fn of_draw(turn: Player, chance: bool) -> Self {
        let sign = match turn {
            Player::O => -1,
            Player::X => 1,
        };
        Self { halves: if chance { sign } else { 0 } }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_f64())
    }
}

/// A whole number where the score is whole, as in `3` and `-0.5`.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.halves % 2 == 0 {
            serializer.serialize_i16(self.halves / 2)
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

fn sign(outcome: Outcome) -> i16 {
    match outcome {
        Outcome::OWins => 1,
        Outcome::Draw => 0,
        Outcome::XWins => -1,
    }
}
