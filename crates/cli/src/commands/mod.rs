pub(crate) mod audit;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod matches;
pub(crate) mod query;
pub(crate) mod verify;
