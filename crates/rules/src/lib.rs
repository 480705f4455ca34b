//! The games of `exactplay`, one file each, and the notation they share.

mod any;
mod cells;
mod mnk;
mod notation;

pub use any::{AnyGame, CATALOGUE, CatalogueEntry, GameError, GameOptions, GameVisitor};
pub use mnk::{Mnk, Stones};
