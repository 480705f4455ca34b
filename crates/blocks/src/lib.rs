//! The streamed engine for placement games: the numbers of `exactplay-tree`, without hashing and with little memory.
//!
//! It solves [`Board`]s: m,n,k games with or without gravity. A *layer* is all positions of one ply, a *block* those
//! with the same occupied cells, and a *slot* of a block one way to divide these stones between the players, numbered in
//! ascending order. Nothing of a position is stored but its value: where it stands says what it is. A move leads from a
//! block to a block and keeps long stretches of slots together, so a layer is solved from the next one by streaming over
//! slices. Of all images of an occupied set only the least has a block.
//!
//! [`Plan::new`] says what a board will take. [`solve`] then works from the last ply back to the start, holds two layers,
//! and hands each finished one to a [`LayerSink`]: [`Discard`] for the [`Summary`] alone, [`Solution`] to keep all in
//! memory, [`WorkDir`] to keep them on disk and to go on after an interruption. The latter two are asked through
//! [`Lookup`].
//!
//! ```
//! use exactplay_blocks::{Board, Content, Lookup as _, Plan, Solution, solve};
//! use exactplay_game::{Game as _, Outcome, Player};
//! use exactplay_rules::Mnk;
//!
//! let game = Mnk::new(4, 3, 3, Player::O)?;
//! let plan = Plan::new(Board::from(&game), Content::ValuesAndPlayouts)?;
//! assert_eq!((plan.slots(), plan.peak_bytes()), (41_069, 88_042));
//!
//! let mut solution = Solution::new(plan.clone());
//! let summary = solve(&plan, &mut solution, |_| Ok(()))?;
//! assert_eq!((summary.total.positions, summary.total.orbits), (111_973, 28_275));
//! assert_eq!((summary.start.value.outcome, summary.start.value.plies), (Outcome::OWins, 7));
//!
//! let position = game.parse("..../.o../....")?;
//! let entry = solution.entry(position)?.expect("games lead there");
//! assert_eq!((entry.value.outcome, entry.value.plies), (Outcome::OWins, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batches;
mod block;
mod board;
mod cells;
mod count;
mod denominators;
mod double;
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
mod rounding;
mod sink;
mod solve;
mod subsets;
mod summary;
mod value;
mod work_dir;

pub use board::Board;
pub use error::{BlocksError, Stopped};
pub use layer::Layer;
pub use lookup::Lookup;
pub use plan::{Content, LayerPlan, Place, Plan};
pub use sink::{Discard, LayerSink, Resume, Solution, Solved};
pub use solve::{Pass, Progress, solve};
pub use summary::{LayerSummary, Summary};
pub use work_dir::WorkDir;
