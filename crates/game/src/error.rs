use thiserror::Error;

/// Why a text is not a position of the game at hand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text is not written in a notation we read.
    #[error("invalid position {text:?}: {reason}")]
    Syntax {
        /// What was given.
        text: String,
        /// What is wrong with it and what was expected.
        reason: String,
    },
    /// The text is a board, but no game leads to it.
    #[error("unreachable position {text:?}: {reason}")]
    Unreachable {
        /// What was given.
        text: String,
        /// Why it cannot arise.
        reason: String,
    },
}

impl PositionError {
    /// A text that is not a board of the game.
    pub fn syntax(text: &str, reason: impl Into<String>) -> Self {
        Self::Syntax { text: text.to_owned(), reason: reason.into() }
    }

    /// A board that no game leads to.
    pub fn unreachable(text: &str, reason: impl Into<String>) -> Self {
        Self::Unreachable { text: text.to_owned(), reason: reason.into() }
    }
}
