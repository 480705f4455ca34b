use crate::{Outcome, Player, Playouts};

/// What is known about how uniformly random play ends from a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RandomPlay {
    /// It was not asked for.
    Unknown,
    /// Within a bound, where exact numbers would not have fitted.
    Rounded(RoundedPlayouts),
    /// Exactly.
    Exact(Playouts),
}

/// The probabilities of the outcomes of uniformly random play, within a bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundedPlayouts {
    /// P(o wins).
    pub o: f64,
    /// P(draw).
    pub draw: f64,
    /// P(x wins).
    pub x: f64,
    /// A bound on the distance of each of them, and of the scores, from the true one.
    pub error: f64,
}

impl RandomPlay {
    /// The exact distribution, where it is known.
    pub fn exact(self) -> Option<Playouts> {
        match self {
            Self::Exact(playouts) => Some(playouts),
            Self::Unknown | Self::Rounded(_) => None,
        }
    }

    /// Whether random play can end so that a player wins; `None` when it is not known.
    ///
    /// Rounding cannot hide a win: sums of positive numbers are positive. A draw it can, so this is not said of draws.
    pub fn can_be_won(self, by: Player) -> Option<bool> {
        match self {
            Self::Unknown => None,
            Self::Rounded(rounded) => Some(rounded.of(Outcome::win(by)) > 0.0),
            Self::Exact(playouts) => Some(playouts.weight(Outcome::win(by)) > 0),
        }
    }
}

impl RoundedPlayouts {
    /// The probability of an outcome.
    pub fn of(self, outcome: Outcome) -> f64 {
        match outcome {
            Outcome::OWins => self.o,
            Outcome::Draw => self.draw,
            Outcome::XWins => self.x,
        }
    }

    /// The playout score of o: P(o wins) + P(draw) / 2.
    pub fn ps_o(self) -> f64 {
        self.o + self.draw / 2.0
    }

    /// The playout score of x: P(x wins) + P(draw) / 2.
    pub fn ps_x(self) -> f64 {
        self.x + self.draw / 2.0
    }
}
