use crate::{Fraction, Game, Move, fraction};

/// Which moves a policy makes at a position, with exact weights.
///
/// The moves stand in ascending order; only moves of positive weight are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveDistribution {
    weights: Vec<(Move, u64)>,
    total: u64,
}

impl MoveDistribution {
    /// Every one of `moves` with the same probability.
    ///
    /// # Panics
    /// When there is no move.
    pub fn uniform(moves: impl IntoIterator<Item = Move>) -> Self {
        let weights: Vec<_> = moves.into_iter().map(|mv| (mv, 1)).collect();
        assert!(!weights.is_empty(), "a distribution has a move");
        Self { total: weights.len() as u64, weights }
    }

    /// The moves that may be played, ascending.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.weights.iter().map(|&(mv, _)| mv)
    }

    /// Each move that may be played with its probability, ascending.
    pub fn probabilities(&self) -> impl Iterator<Item = (Move, Fraction)> {
        let total = u128::from(self.total);
        self.weights.iter().map(move |&(mv, weight)| (mv, fraction(weight.into(), total)))
    }

    /// The sum of the weights.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The move that a number below [`total`](Self::total) falls on, when each has as many numbers as its weight.
    ///
    /// # Panics
    /// When the number is not below the total.
    pub fn at(&self, mut number: u64) -> Move {
        for &(mv, weight) in &self.weights {
            match number.checked_sub(weight) {
                Some(rest) => number = rest,
                None => return mv,
            }
        }
        panic!("a number below {}", self.total);
    }

    /// Whether a move may be played.
    pub fn contains(&self, mv: Move) -> bool {
        self.moves().any(|played| played == mv)
    }

    /// The probability that a move for which `predicate` holds is played.
    pub fn probability(&self, predicate: impl Fn(Move) -> bool) -> Fraction {
        let weight: u64 =
            self.weights.iter().filter(|&&(mv, _)| predicate(mv)).map(|&(_, weight)| weight).sum();
        fraction(weight.into(), self.total.into())
    }
}

/// A way to play: a distribution over the moves of every position in progress.
///
/// It depends on the position alone, never on the moves that led there.
pub trait Policy<G: Game>: Sync {
    /// Whether the distribution at an image of a position is the image of the distribution.
    ///
    /// A policy that prefers the first of equal moves is not. Only policies that are may run on a reduced tree.
    fn is_equivariant(&self) -> bool;

    /// The distribution over the moves at a position in progress.
    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution;
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn is_equivariant(&self) -> bool {
        (**self).is_equivariant()
    }

    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution {
        (**self).distribution(game, position)
    }
}
