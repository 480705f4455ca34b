use std::fmt::Debug;

use exactplay_game::{Fraction, Game, Move, Policy};
use exactplay_players::Approximate;
use num_traits::{FromPrimitive, Num};

/// How a probability is computed: exactly as a [`Fraction`], or as an `f64` within a bound.
pub trait Number: Num + FromPrimitive + PartialOrd + Clone + Debug + Default + Send + Sync {}

impl Number for Fraction {}

impl Number for f64 {}

/// The moves that a player may make at a position, ascending, each with its probability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played<N>(Vec<(Move, N)>);

impl<N: Number> Played<N> {
    /// The moves.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.0.iter().map(|&(mv, _)| mv)
    }

    /// The moves with their probabilities.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &(Move, N)> {
        self.0.iter()
    }

    /// Whether a move may be made.
    pub fn contains(&self, mv: Move) -> bool {
        self.get(mv).is_some()
    }

    /// The probability of a move, if it may be made.
    pub fn get(&self, mv: Move) -> Option<&N> {
        self.0.iter().find(|&&(played, _)| played == mv).map(|(_, probability)| probability)
    }

    /// The expectation of a number that belongs to each move.
    pub fn expectation(&self, value: impl Fn(Move) -> N) -> N {
        let terms = self.0.iter().map(|(mv, probability)| probability.clone() * value(*mv));
        terms.fold(N::zero(), |sum, term| sum + term)
    }
}

/// What a player does: a policy, or one whose probabilities are known within a bound.
pub(crate) trait Law<G: Game>: Sync {
    type Number: Number;

    /// Whether the law commutes with the symmetries of the game.
    fn is_equivariant(&self) -> bool;

    fn played(&self, game: &G, position: G::Position) -> Played<Self::Number>;
}

/// The law of a policy.
pub(crate) struct Exact<'a, Q: ?Sized>(pub(crate) &'a Q);

impl<G: Game, Q: Policy<G> + ?Sized> Law<G> for Exact<'_, Q> {
    type Number = Fraction;

    fn is_equivariant(&self) -> bool {
        self.0.is_equivariant()
    }

    fn played(&self, game: &G, position: G::Position) -> Played<Fraction> {
        Played(self.0.distribution(game, position).probabilities().collect())
    }
}

impl<G: Game> Law<G> for Approximate<'_, G> {
    type Number = f64;

    fn is_equivariant(&self) -> bool {
        true
    }

    fn played(&self, _: &G, position: G::Position) -> Played<f64> {
        Played(self.probabilities(position))
    }
}
