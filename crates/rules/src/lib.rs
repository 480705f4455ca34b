//! The games of `exactplay`, one file each, and the notation they share.

mod any;
mod cells;
mod connect;
mod lines;
mod mnk;
mod notation;
mod othello;
mod outflank;
mod stacking;
mod stones;

pub use any::{AnyGame, CATALOGUE, CatalogueEntry, GameError, GameOptions, GameVisitor};
pub use connect::Connect;
pub use mnk::Mnk;
pub use othello::{Othello, OthelloPosition};
pub use stones::Stones;
