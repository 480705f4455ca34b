//! What happens when policies play: exactly, by passes over the tree.

#![deny(clippy::float_arithmetic)]

mod audit;
mod verdict;

pub use audit::{Audit, Deviation, DeviationKind, Representatives, Seat, audit};
pub use verdict::{Verdict, verdict};
