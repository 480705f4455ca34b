//! What happens when players meet: exactly, by passes over the tree, and by sampling games.

mod audit;
mod draw_weight;
mod exact;
mod law;
mod playout_sweep;
mod response;
mod sampled;
mod steps;
mod verdict;

pub use audit::{Audit, Deviation, DeviationKind, Representatives, Seat, approximate_audit, audit};
pub use draw_weight::{
    DrawWeightEnd, DrawWeightSeat, DrawWeightSegment, DrawWeightSweep, draw_weight_sweep,
};
pub use exact::{Arena, Ends, Match, MatchResult, Tally, ends};
pub use law::{Number, Played};
pub use playout_sweep::{
    PLAYOUTS, PlayoutFamily, PlayoutRow, PlayoutSeat, playout_row, sweep_opponents,
};
pub use response::error_bound;
pub use sampled::{Counts, GamesPlayed, SampledMatch, SampledResults, sampled, wilson_interval};
pub use verdict::{Verdict, approximate_verdict, verdict};
