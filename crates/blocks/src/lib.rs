//! The streamed engine for placement games: the numbers of `exactplay-tree`, without hashing and with little memory.

mod batches;
mod block;
mod board;
mod cells;
mod count;
mod denominators;
mod edges;
mod error;
mod geometry;
mod layer;
mod layer_file;
mod lines;
mod lookup;
mod manifest;
mod numerators;
mod pages;
mod plan;
mod reach;
mod sink;
mod solve;
mod subsets;
mod summary;
mod value;
mod work_dir;

pub use board::Board;
pub use error::{BlocksError, Stopped};
pub use layer::{Entry, Layer};
pub use lookup::{Lookup, MoveEntry};
pub use plan::{Content, LayerPlan, Place, Plan};
pub use sink::{Discard, LayerSink, Resume, Solution, Solved};
pub use solve::{Pass, Progress, solve};
pub use summary::{LayerSummary, Summary};
pub use value::Value;
pub use work_dir::WorkDir;
