//! Players: ways to choose a move that depend on the position alone.

mod monte_carlo;

pub use monte_carlo::{FloatMonteCarlo, FloatRule, MonteCarlo, Preference};
