//! What happens when players meet: exactly, by passes over the tree, and by sampling games.

#![deny(clippy::float_arithmetic)]

mod audit;
mod sampled;
mod verdict;

pub use audit::{Audit, Deviation, DeviationKind, Representatives, Seat, audit};
pub use sampled::{Counts, GamesPlayed, SampledMatch, SampledResults, sampled, wilson_interval};
pub use verdict::{Verdict, verdict};
