use std::io;

use thiserror::Error;

/// Why a dataset could not be written or read.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// The operating system refused.
    #[error("i/o error: {0}")]
    Io(#[from] io::Error),
    /// The file is none of ours.
    #[error("not an exactplay dataset: {0}")]
    Foreign(&'static str),
    /// The file is ours, but of another version.
    #[error("the dataset has version {found}, expected {expected}")]
    Version {
        /// The version in the file.
        found: u32,
        /// The version this program reads.
        expected: u32,
    },
    /// The file has been altered or cut short.
    #[error("damaged dataset: {0}")]
    Damaged(String),
}

impl From<bincode::error::EncodeError> for DatasetError {
    fn from(error: bincode::error::EncodeError) -> Self {
        match error {
            bincode::error::EncodeError::Io { inner, .. } => Self::Io(inner),
            other => Self::Io(io::Error::other(other.to_string())),
        }
    }
}

impl From<bincode::error::DecodeError> for DatasetError {
    fn from(error: bincode::error::DecodeError) -> Self {
        match error {
            bincode::error::DecodeError::Io { inner, .. }
                if inner.kind() != io::ErrorKind::UnexpectedEof =>
            {
                Self::Damaged(inner.to_string())
            }
            bincode::error::DecodeError::Io { .. }
            | bincode::error::DecodeError::UnexpectedEnd { .. } => {
                Self::Damaged("it ends in the middle of a record".to_owned())
            }
            bincode::error::DecodeError::LimitExceeded => {
                Self::Damaged("a length is out of bounds".to_owned())
            }
            bincode::error::DecodeError::OtherString(reason) => Self::Damaged(reason),
            _ => Self::Damaged("a record cannot be decoded".to_owned()),
        }
    }
}
