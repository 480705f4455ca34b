//! The vocabulary of `exactplay`: what a game is, who plays it, how it ends, and exact probability.
//!
//! Nothing here knows a particular game or an algorithm. A game is a rules object that implements [`Game`] over small
//! copyable positions; the laws it must keep are numbered in its documentation and tested by [`laws::check`].

mod distribution;
mod error;
mod fraction;
mod game;
pub mod laws;
mod moves;
mod perft;
mod player;
mod playouts;
mod random_play;
mod rooted;
mod symmetry;
mod unreduced;

pub use distribution::{MoveDistribution, Policy};
pub use error::PositionError;
pub use fraction::{Fraction, fraction, nearest_f64, parse_fraction};
pub use game::Game;
pub use moves::{Move, MoveSet, Moves};
pub use perft::perft;
pub use player::{Outcome, Player};
pub use playouts::Playouts;
pub use random_play::{RandomPlay, RoundedPlayouts};
pub use rooted::Rooted;
pub use symmetry::{Symmetry, dihedral_group};
pub use unreduced::Unreduced;
