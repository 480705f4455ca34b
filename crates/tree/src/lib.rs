//! Every position of a small game, and exact answers by backward passes over them.
//!
//! [`Tree::build`] enumerates the positions once, one for each orbit of the symmetries; [`Tree::unmerged`] builds the
//! tree of move sequences instead, in which no two nodes are merged. Both are layers of positions with the children of
//! each, one for every move, so the same passes run on both. [`Analysis`] holds the values a user asks about, and
//! [`Record`] what is known about one position.
//!
//! ```
//! use exactplay_game::{Game as _, Outcome, Player, fraction};
//! use exactplay_rules::Mnk;
//! use exactplay_tree::{Analysis, Tree};
//!
//! let game = Mnk::new(3, 3, 3, Player::O)?;
//! let analysis = Analysis::new(Tree::build(game, |_| Ok(()))?)?;
//! let game = analysis.game();
//! let centre = analysis.record(game.parse(".../.o./...")?);
//! assert_eq!(centre.value.outcome, Outcome::Draw);
//! assert_eq!(centre.playouts.exact().map(|playouts| playouts.ps_o()), Some(fraction(3, 4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod ancestry;
mod build;
mod error;
mod estimate;
mod float;
mod minimax;
mod order;
mod playout;
mod record;
mod scoring;
mod summary;
mod tree;
mod unmerged;
mod view;

pub use analysis::Analysis;
pub use ancestry::{line_to, play_list};
pub use error::TreeError;
pub use estimate::Estimate;
pub use float::{FloatPlayouts, float_playouts};
pub use minimax::{Value, minimax};
pub use playout::{PlayoutTable, playouts};
pub use record::{Found, MoveRecord, Record};
pub use scoring::{Score, Scoring};
pub use summary::{LayerSummary, Summary, summary};
pub use tree::{Children, LayerBuilt, PositionId, Stopped, Table, Tree};
pub use view::{Extent, Role, View, ViewNode};
