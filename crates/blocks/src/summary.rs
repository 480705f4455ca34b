#![deny(clippy::float_arithmetic)]

use std::iter::Sum;
use std::ops::Add;

use exactplay_tree::Found;

/// How many positions a game has, and how they end.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Over all plies.
    pub total: LayerSummary,
    /// For each ply.
    pub by_ply: Vec<LayerSummary>,
    /// What is known about the start.
    pub start: Found,
}

/// How many positions there are, and how they end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LayerSummary {
    /// Reachable positions.
    pub positions: u64,
    /// Classes of positions under the symmetries.
    pub orbits: u64,
    /// Finished positions by outcome, in the order of [`Outcome::ALL`](exactplay_game::Outcome::ALL).
    pub terminal: [u64; 3],
    /// Positions by their outcome under optimal play, in the same order.
    pub values: [u64; 3],
}

impl Add for LayerSummary {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        Self {
            positions: self.positions + other.positions,
            orbits: self.orbits + other.orbits,
            terminal: sum(self.terminal, other.terminal),
            values: sum(self.values, other.values),
        }
    }
}

impl Sum for LayerSummary {
    fn sum<I: Iterator<Item = Self>>(summaries: I) -> Self {
        summaries.fold(Self::default(), Add::add)
    }
}
