use std::io;
use std::path::Path;

use exactplay_blocks::BlocksError;
use exactplay_dataset::DatasetError;
use exactplay_game::PositionError;
use exactplay_players::PlayerError;
use exactplay_rules::GameError;
use exactplay_tree::TreeError;

/// Why a command did not do what was asked: one sentence, and the documented exit status.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check found a difference.
    Difference(String),
    /// Options that do not go together.
    Usage(String),
    /// No such position, move or game.
    Invalid(String),
    /// More than the machine or an engine holds.
    TooLarge(String),
    /// A file that cannot be read or written, is of another version, or damaged.
    File(String),
    /// The user asked to stop.
    Interrupted,
    /// Whoever read our output has had enough.
    ReaderGone,
}

impl Failure {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Difference(_) => 1,
            Self::Usage(_) => 2,
            Self::Invalid(_) => 3,
            Self::TooLarge(_) => 4,
            Self::File(_) => 5,
            Self::Interrupted => 130,
        }
    }

    /// The sentence, where there is something to say.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Self::Difference(message)
            | Self::Usage(message)
            | Self::Invalid(message)
            | Self::TooLarge(message)
            | Self::File(message) => Some(message),
            Self::Interrupted => Some("interrupted"),
            Self::ReaderGone => None,
        }
    }

    /// An operation on a file that failed.
    pub(crate) fn file(path: &Path, error: impl Into<DatasetError>) -> Self {
        match error.into() {
            DatasetError::Io(error) if error.kind() == io::ErrorKind::Interrupted => {
                Self::Interrupted
            }
            DatasetError::Io(error) => Self::File(format!("{}: {error}", path.display())),
            other => Self::File(format!("{}: {other}", path.display())),
        }
    }

    /// Writing to standard output failed.
    pub(crate) fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::File(format!("standard output: {error}")),
        }
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<BlocksError> for Failure {
    fn from(error: BlocksError) -> Self {
        match error {
            BlocksError::Stopped => Self::Interrupted,
            BlocksError::Board { .. } => Self::Invalid(error.to_string()),
            BlocksError::TooLarge { .. } | BlocksError::Denominator { .. } => {
                Self::TooLarge(error.to_string())
            }
            other => Self::File(other.to_string()),
        }
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Unknown { .. }
            | PlayerError::Options { .. }
            | PlayerError::Analysis { .. }
            | PlayerError::Person => Self::Usage(error.to_string()),
            PlayerError::Game { .. } => Self::Invalid(error.to_string()),
        }
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::Stopped => Self::Interrupted,
            TreeError::TooLarge { .. } | TreeError::Denominator { .. } => {
                Self::TooLarge(error.to_string())
            }
        }
    }
}
