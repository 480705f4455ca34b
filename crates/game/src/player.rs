use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two players. `O` maximises, `X` minimises; who moves first is a setting of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Player {
    /// The player of the `o` stones (black in Othello).
    #[serde(rename = "o")]
    O,
    /// The player of the `x` stones (white in Othello).
    #[serde(rename = "x")]
    X,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::O => Self::X,
            Self::X => Self::O,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::O => "o",
            Self::X => "x",
        })
    }
}

/// How a finished game ended, ordered by how much o likes it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Outcome {
    /// x won.
    #[serde(rename = "x")]
    XWins,
    /// Nobody won.
    #[default]
    #[serde(rename = "draw")]
    Draw,
    /// o won.
    #[serde(rename = "o")]
    OWins,
}

impl Outcome {
    /// All outcomes, from the one o likes least.
    pub const ALL: [Self; 3] = [Self::XWins, Self::Draw, Self::OWins];

    /// The outcome in which `player` has won.
    pub fn win(player: Player) -> Self {
        match player {
            Player::O => Self::OWins,
            Player::X => Self::XWins,
        }
    }

    /// Who won, if anybody did.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::OWins => Some(Player::O),
            Self::Draw => None,
            Self::XWins => Some(Player::X),
        }
    }

    /// The outcome as `player` ranks it: the greater, the better for that player.
    #[must_use]
    pub fn seen_by(self, player: Player) -> Self {
        match (player, self) {
            (Player::O, outcome) => outcome,
            (Player::X, Self::OWins) => Self::XWins,
            (Player::X, Self::Draw) => Self::Draw,
            (Player::X, Self::XWins) => Self::OWins,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OWins => "o",
            Self::Draw => "draw",
            Self::XWins => "x",
        })
    }
}
