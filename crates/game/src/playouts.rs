#![deny(clippy::float_arithmetic)]

use num_integer::Integer as _;

use crate::{Fraction, Outcome, fraction};

/// How uniformly random play ends from a position: exact weights of the three outcomes, in lowest terms.
///
/// The probability of an outcome is its weight over [`total`](Self::total). Equal distributions are equal values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Playouts {
    o: u128,
    draw: u128,
    x: u128,
}

impl Playouts {
    /// The distribution with these weights, reduced; `None` when all are zero or their sum exceeds 128 bits.
    pub fn new(o: u128, draw: u128, x: u128) -> Option<Self> {
        o.checked_add(draw)?.checked_add(x)?;
        let divisor = o.gcd(&draw).gcd(&x);
        (divisor > 0).then(|| Self { o: o / divisor, draw: draw / divisor, x: x / divisor })
    }

    /// The distribution of a finished game.
    pub fn certain(outcome: Outcome) -> Self {
        let weight = |other| u128::from(outcome == other);
        Self { o: weight(Outcome::OWins), draw: weight(Outcome::Draw), x: weight(Outcome::XWins) }
    }

    /// The sum of the weights: the common denominator of the three probabilities.
    pub fn total(self) -> u128 {
        self.o + self.draw + self.x
    }

    /// The weight of an outcome.
    pub fn weight(self, outcome: Outcome) -> u128 {
        match outcome {
            Outcome::OWins => self.o,
            Outcome::Draw => self.draw,
            Outcome::XWins => self.x,
        }
    }

    /// The probability of an outcome.
    pub fn probability(self, outcome: Outcome) -> Fraction {
        fraction(self.weight(outcome), self.total())
    }

    /// The playout score of o: P(o wins) + P(draw) / 2.
    pub fn ps_o(self) -> Fraction {
        self.probability(Outcome::OWins) + self.probability(Outcome::Draw) / fraction(2, 1)
    }

    /// The playout score of x: P(x wins) + P(draw) / 2, which is one less that of o.
    pub fn ps_x(self) -> Fraction {
        self.probability(Outcome::XWins) + self.probability(Outcome::Draw) / fraction(2, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_distributions_are_equal_values() {
        assert_eq!(Playouts::new(6, 2, 4), Playouts::new(3, 1, 2));
        assert_eq!(Playouts::new(0, 5, 0), Some(Playouts::certain(Outcome::Draw)));
        assert_eq!(Playouts::new(0, 0, 0), None);
        assert_eq!(Playouts::new(u128::MAX, 1, 0), None);
    }

    #[test]
    fn scores_of_the_start_of_tic_tac_toe() {
        let start = Playouts::new(1474, 320, 726).unwrap();
        assert_eq!(start.ps_o(), fraction(817, 1260));
        assert_eq!(start.ps_x(), fraction(443, 1260));
    }
}
