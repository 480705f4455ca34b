//! What happens when policies play: exactly, by passes over the tree.

mod audit;
mod exact;
mod verdict;

pub use audit::{Audit, Deviation, DeviationKind, Representatives, Seat, audit};
pub use exact::{Arena, Ends, Match, MatchResult, Tally, ends};
pub use verdict::{Verdict, verdict};
