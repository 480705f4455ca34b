use thiserror::Error;

use crate::Stopped;

/// Why a tree could not be built or evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TreeError {
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// More positions or moves than ids.
    #[error("{game} is too large for the tree engine: more than {limit} {what}")]
    TooLarge {
        /// The game.
        game: String,
        /// What there is too much of.
        what: &'static str,
        /// How many there may be.
        limit: u64,
    },
    /// The common denominator of the playout probabilities does not fit 128 bits.
    #[error(
        "exact playouts of {game} need more than 128 bits: the common denominator overflows at ply {ply}"
    )]
    Denominator {
        /// The game.
        game: String,
        /// The ply at which the denominator outgrows 128 bits.
        ply: usize,
    },
}

impl From<Stopped> for TreeError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
