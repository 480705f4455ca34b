use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

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
        "exact playouts of {game} need more than 128 bits at ply {ply}: its values can be solved, with playouts rounded to f64 within a bound or with none"
    )]
    Denominator {
        /// The game.
        game: String,
        /// The last ply whose denominator outgrows 128 bits; those of all plies before it do too.
        ply: u8,
    },
    /// The receiver of the layers was made for another plan.
    #[error("the receiver of the layers was made for {expected}, not for {planned}")]
    OtherPlan {
        /// What the run is to find.
        planned: String,
        /// What the receiver was made for.
        expected: String,
    },
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// A file or folder cannot be read or written.
    #[error("cannot {action} {}", path.display())]
    File {
        /// What was tried: `read`, `write` or `make`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// A file is not as it was written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file or folder was made by a run for another game, or by another version.
    #[error("{} does not belong to this run: {reason}", path.display())]
    Foreign {
        /// The file or folder.
        path: PathBuf,
        /// What was found and what was expected.
        reason: String,
    },
    /// A position in progress has a move to a position that no game leads to.
    #[error("the layers of {game} contradict each other")]
    Contradiction {
        /// The game.
        game: String,
    },
    /// The receiver of the layers failed.
    #[error("a finished layer could not be taken")]
    Sink(#[source] Box<dyn Error + Send + Sync>),
}

impl BlocksError {
    /// A file that cannot be read: because the system says so, or because its bytes are not what they should be.
    pub(crate) fn reading(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::InvalidData => Self::Damaged { path, reason: error.to_string() },
            ErrorKind::UnexpectedEof => {
                Self::Damaged { path, reason: "it ends too soon".to_owned() }
            }
            _ => Self::File { action: "read", path, source: error },
        }
    }
}

/// What a progress callback returns to end a run early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

impl From<Stopped> for BlocksError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
