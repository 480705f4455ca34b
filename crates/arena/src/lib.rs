//! What happens when policies play: exactly, by passes over the tree.

#![deny(clippy::float_arithmetic)]

mod audit;
mod draw_weight;
mod steps;
mod verdict;

pub use audit::{Audit, Deviation, DeviationKind, Representatives, Seat, audit};
pub use draw_weight::{
    DrawWeightEnd, DrawWeightSeat, DrawWeightSegment, DrawWeightSweep, draw_weight_sweep,
};
pub use verdict::{Verdict, verdict};
