use exactplay_game::{Fraction, Game, Move, Policy};
use num_traits::ToPrimitive as _;

use crate::Approximate;

/// A player whose law is known for an analysed game.
#[expect(missing_debug_implementations, reason = "policies of any kind in a box")]
pub enum Known<'a, G: Game> {
    /// Exactly.
    Exact(Box<dyn Policy<G> + 'a>),
    /// Within a bound.
    Approximate(Approximate<'a, G>),
}

impl<G: Game> Known<'_, G> {
    /// Whether the law commutes with the symmetries of the game.
    pub fn is_equivariant(&self) -> bool {
        match self {
            Self::Exact(policy) => policy.is_equivariant(),
            Self::Approximate(_) => true,
        }
    }

    /// A bound on the distance of each probability of a move from the true one.
    pub fn error(&self) -> f64 {
        match self {
            Self::Exact(_) => 0.0,
            Self::Approximate(player) => player.error(),
        }
    }

    /// The probability of each move that may be made, as numbers.
    pub fn probabilities(&self, game: &G, position: G::Position) -> Vec<(Move, f64)> {
        match self {
            Self::Exact(policy) => {
                let exact = policy.distribution(game, position);
                let nearest = |p: Fraction| p.to_f64().expect("in range");
                exact.probabilities().map(|(mv, probability)| (mv, nearest(probability))).collect()
            }
            Self::Approximate(player) => player.probabilities(position),
        }
    }
}
