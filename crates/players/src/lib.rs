//! The players of `exactplay`, one file for each family: policies whose distributions are exact, and choosers that draw
//! one move at a time, most of them by random playouts.
//!
//! Every family has a table of [`Named`] players, so that whoever turns names into players need not know them one by
//! one. The players that look values up take an analysis, or the tree, of the game; it may be reduced even where the
//! player serves the unreduced game.
//!
//! ```
//! use exactplay_game::{Game as _, Player, Policy as _};
//! use exactplay_players::{Named, RULE_PLAYERS};
//! use exactplay_rules::Mnk;
//!
//! let game = Mnk::new(3, 3, 3, Player::O)?;
//! let ai14s = Named::find(RULE_PLAYERS, "ai14s").expect("a rule player").what;
//! let replies = ai14s.distribution(&game, game.parse("o../.x./..o")?);
//! let names: Vec<_> = replies.moves().map(|mv| game.move_name(mv)).collect();
//! assert_eq!(names, ["a2", "b1", "b3", "c2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod approximate;
mod candidates;
mod catalogue;
mod chooser;
mod dice;
mod discs;
mod evaluation;
mod float;
mod grid;
mod known;
mod lookahead;
mod named;
mod perfect;
mod playout;
mod random;
mod registry;
mod rules;
mod sampled;
mod sequences;
mod transpositions;
mod uct;

pub use alphabeta::{AlphaBeta, Evaluation, Reading};
pub use approximate::Approximate;
pub use catalogue::{Catalogue, catalogue};
pub use chooser::{Chooser, Drawn};
pub use dice::Dice;
pub use discs::{DISC_PLAYERS, DiscRule};
pub use exactplay_finite::Sharing;
pub use float::{FloatMonteCarlo, FloatRule};
pub use known::Known;
pub use lookahead::{DrawWeight, MONTE_CARLO_PLAYERS, MonteCarlo, Preference};
pub use named::Named;
pub use perfect::{PERFECT_PLAYERS, Perfect};
pub use playout::playout;
pub use random::{RANDOM_PLAYERS, Random};
pub use registry::{Budget, MonteCarloName, PlayerError, PlayerName};
pub use rules::{RULE_PLAYERS, RulePlayer};
pub use sampled::{SampledMonteCarlo, Tally};
pub use sequences::{SEQUENCE_PLAYERS, SequenceRule, Sequences};
pub use uct::Uct;
