//! The JSON documents of `exactplay`: the commands print them and the server answers with them.
//!
//! Every document carries `"schema": 1`. What is unknown or does not apply is `null`. Fractions are strings in lowest
//! terms. Where a number depends on the point of view, its name says whose it is.

mod audit;
mod count;
mod matches;
mod probability;
mod query;
mod sweep;
mod tree;

pub use audit::{
    Arithmetic, AuditDocument, AuditSubject, DeviationDocument, DifferenceDocument, SeatDocument,
    WeakSolution,
};
pub use count::{CountDocument, PlyDocument, StartDocument, TerminalDocument};
pub use matches::{
    CountsDocument, IntervalsDocument, MatchDocument, ResultsDocument, SampledMatchDocument,
    SampledResultsDocument, TallyDocument,
};
pub use probability::ProbabilityDocument;
pub use query::{
    MoveDocument, OrbitDocument, PlayoutDocument, QueryDocument, ScoresDocument, Status,
};
pub use sweep::{
    AgainstDocument, DrawWeightDocument, DrawWeightSegmentDocument, DrawWeightVerdict,
    DrawWeightVerdicts, PlayoutRowDocument, PlayoutSeatDocument, PlayoutSweepDocument,
};
pub use tree::{RoleDocument, TreeDocument, TreeNodeDocument, scoring_name};

/// The version of the documents.
pub const SCHEMA: u32 = 1;
