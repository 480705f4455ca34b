use std::error::Error;

use thiserror::Error;

/// Why a game could not be solved.
#[derive(Debug, Error)]
pub enum BlocksError {
    /// The sizes make no board.
    #[error("no such board {name:?}: {reason}")]
    Board {
        /// The game as it would be named.
        name: String,
        /// Which size is wrong, and what was expected.
        reason: String,
    },
    /// The board has more cells than blocks can be numbered for.
    #[error(
        "{game} is too large for the blocks engine: it has {cells} cells, expected at most {limit}"
    )]
    TooLarge {
        /// The game.
        game: String,
        /// Its cells.
        cells: u8,
        /// How many there may be.
        limit: u8,
    },
    /// The common denominator of the playout probabilities does not fit 128 bits.
    #[error(
        "exact playouts of {game} need more than 128 bits from ply {ply} back to the start: only its values can be solved"
    )]
    Denominator {
        /// The game.
        game: String,
        /// The last ply whose denominator outgrows 128 bits.
        ply: u8,
    },
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The receiver of the layers failed.
    #[error("a finished layer could not be taken")]
    Sink(#[source] Box<dyn Error + Send + Sync>),
}

/// What a progress callback returns to end a run early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

impl From<Stopped> for BlocksError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
