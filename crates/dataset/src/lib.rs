//! Datasets of what is known about every position of a game: one file per format, one row per position.
//!
//! [`rows`] gives the rows in the order of the tutorials' files; the writers take them as an iterator, so that a large
//! dataset is never held in memory. Files appear whole or not at all ([`AtomicFile`]).

mod atomic;
mod csv;
mod dat;
mod error;
mod jsonl;
mod npz;
mod parquet;
mod row;
mod schema;
mod seal;
mod streamed;
mod verify;
mod xp;

pub use atomic::AtomicFile;
pub use csv::write_csv;
pub use dat::{DatSource, DatTable, write_dat};
pub use error::DatasetError;
pub use jsonl::write_jsonl;
pub use npz::{NpzReader, write_npz};
pub use parquet::{ParquetReader, write_parquet};
pub use row::{MoveSet, PmcError, Positions, Row, largest_denominator, rows};
pub use schema::{Meta, SCHEMA_VERSION};
pub use streamed::StreamedRows;
pub use verify::{Verified, verify_dat, verify_npz, verify_parquet, verify_text, verify_xp};
pub use xp::{Header, XpReader, XpWriter};
