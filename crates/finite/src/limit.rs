use exactplay_game::{Player, Playouts, fraction};

use crate::contenders::Odds;
use crate::normal::{EDGE, below, density};
use crate::quadrature::Quadrature;
use crate::{Choice, Comparison};

/// The law of the move that `turn` makes, where the legal moves lead to random play that ends as `moves` says, as the
/// number of playouts grows without end. How they are shared makes no difference.
///
/// This is not the choice of a player who knows the exact rates. Results of moves with equal rates keep differing by
/// chance, and so:
/// * by wins, then draws, moves with the best rate of wins are equally likely whatever their draws, because sampled
///   rates of wins are less and less often equal; only where the best rate is 0 or 1 do the draws decide;
/// * with draws as half wins, a move with the best score is chosen when its deviation is the greatest, and in the limit
///   the deviations are normal with the variance of one playout. Two moves, and moves of equal variance, are equally
///   likely; otherwise the probability is an integral.
///
/// # Panics
/// When there is no move.
pub fn limit(comparison: Comparison, moves: &[Playouts], turn: Player) -> Choice {
    let odds: Vec<_> = moves.iter().map(|&playouts| Odds::new(playouts, turn)).collect();
    match comparison {
        Comparison::WinsThenDraws => {
            let wins = |odds: &Odds| fraction(odds.win, odds.total());
            let best = odds.iter().map(wins).max().expect("a choice has a move");
            if best == fraction(0, 1) || best == fraction(1, 1) {
                uniform(&best_of(&odds, |odds| (wins(odds), fraction(odds.draw, odds.total()))))
            } else {
                uniform(&best_of(&odds, wins))
            }
        }
        Comparison::HalfDraws => {
            let score = |odds: &Odds| {
                fraction(odds.win, odds.total())
                    + fraction(odds.draw, odds.total()) / fraction(2, 1)
            };
            greatest_deviation(&odds, &best_of(&odds, score))
        }
    }
}

/// Whether each move has the greatest rank.
fn best_of<T: Ord>(odds: &[Odds], rank: impl Fn(&Odds) -> T) -> Vec<bool> {
    let ranks: Vec<_> = odds.iter().map(rank).collect();
    let best = ranks.iter().max().expect("a choice has a move");
    ranks.iter().map(|rank| rank == best).collect()
}

/// Each of the marked moves with the same probability.
fn uniform(best: &[bool]) -> Choice {
    let number = best.iter().filter(|&&best| best).count();
    let share = 1.0 / f64::from(u32::try_from(number).expect("few moves"));
    let probabilities = best.iter().map(|&best| if best { share } else { 0.0 }).collect();
    Choice { probabilities, error: f64::EPSILON, excess: 0.0 }
}

/// What a factor of the integrand may be wrong by.
const NORMAL_ERROR: f64 = 4e-15;

/// The marked moves, each with the probability that its deviation is the greatest.
///
/// A result without variance stays at the mean: it is the greatest when all others fall below.
fn greatest_deviation(odds: &[Odds], best: &[bool]) -> Choice {
    let marked: Vec<_> =
        odds.iter().zip(best).filter(|&(_, &best)| best).map(|(&odds, _)| odds).collect();
    if marked.len() <= 2 || marked.iter().all(|&odds| odds == marked[0]) {
        return uniform(best);
    }
    let mut deviations: Vec<f64> = marked.iter().copied().map(deviation).collect();
    deviations.retain(|&deviation| deviation > 0.0);
    let number = |length: usize| f64::from(u32::try_from(length).expect("few moves"));
    let constant = number(marked.len() - deviations.len());
    let nodes = nodes(&deviations, if constant > 0.0 { 0.0 } else { -EDGE });
    let probabilities = odds.iter().zip(best).map(|(&odds, &best)| match deviation(odds) {
        _ if !best => 0.0,
        deviation if deviation > 0.0 => greatest(deviation, &deviations, &nodes),
        _ => deviations.iter().fold(1.0, |product, _| product / 2.0) / constant,
    });
    let mut probabilities: Vec<f64> = probabilities.collect();
    let sum: f64 = probabilities.iter().sum();
    for probability in &mut probabilities {
        *probability /= sum;
    }
    let excess = sum - 1.0;
    let error = (NORMAL_ERROR * number(marked.len()) + excess.abs()) / sum;
    Choice { probabilities, error, excess }
}

/// The standard deviation of the half points of one playout.
///
/// The variance is written as a sum of positive terms, so that it is zero exactly when all playouts end alike.
fn deviation(odds: Odds) -> f64 {
    let [loss, draw, win] = odds.half_points();
    (win * loss + draw * (win + loss) / 4.0).sqrt()
}

/// Nodes and weights for integrals from `from` to [`EDGE`] of the products in [`greatest`].
///
/// With v at most 1 and at most 4 divided by the number of factors, a panel is so wide that, on the ellipse around it
/// whose axes sum to 4.2 times its half width, no argument of a factor has an imaginary part above v. There a factor is
/// at most 1 + 0.66 v and the whole integrand below 10, so that 16 nodes a panel leave an error of about 10 * 4.2^-32.
fn nodes(deviations: &[f64], from: f64) -> Vec<(f64, f64)> {
    let least = deviations.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = deviations.iter().copied().fold(0.0, f64::max);
    let factors = f64::from(u32::try_from(deviations.len()).expect("few moves"));
    let width = least / greatest * (4.0 / factors).min(1.0);
    let rule = Quadrature::new(16);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive")]
    let panels = ((EDGE - from) / width).ceil() as u32;
    let width = (EDGE - from) / f64::from(panels);
    let panels = (0..panels).map(|panel| from + width * f64::from(panel));
    panels
        .flat_map(|start| {
            rule.nodes.iter().map(move |&(t, weight)| (start + width * t, width * weight))
        })
        .collect()
}

/// The probability, over the range of the nodes, that of normal numbers with these deviations, one with `deviation` is
/// greatest.
fn greatest(deviation: f64, deviations: &[f64], nodes: &[(f64, f64)]) -> f64 {
    let itself = deviations.iter().position(|&other| other.to_bits() == deviation.to_bits());
    let term = |&(x, weight): &(f64, f64)| {
        let others = deviations.iter().enumerate().filter(|&(i, _)| Some(i) != itself);
        weight * density(x) * others.map(|(_, other)| below(x * deviation / other)).product::<f64>()
    };
    nodes.iter().map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_limit(moves: &[[u128; 3]], expected: &[f64]) {
        let moves: Vec<_> =
            moves.iter().map(|&[o, d, x]| Playouts::new(o, d, x).unwrap()).collect();
        let choice = limit(Comparison::HalfDraws, &moves, Player::O);
        assert!(choice.error < 1e-13 && choice.excess.abs() < 1e-14, "{choice:?}");
        for (probability, expected) in choice.probabilities.iter().zip(expected) {
            assert!((probability - expected).abs() < 1e-14, "{choice:?}");
        }
    }

    #[test]
    fn the_greatest_of_three_deviations_is_an_angle() {
        // Three independent normal numbers make a normal direction in space. That the first is the greatest is a
        // wedge between two planes, whose angle is known.
        let [a, b]: [f64; 2] = [1.0 / 4.0, 1.0 / 8.0];
        // Variances a, b, b: the differences first - second and first - third correlate with a / (a + b).
        let first = 0.25 + (a / (a + b)).asin() / std::f64::consts::TAU;
        let other = (1.0 - first) / 2.0;
        assert_limit(&[[1, 0, 1], [1, 2, 1], [1, 2, 1], [0, 0, 1]], &[first, other, other, 0.0]);
        // A certain draw is the best when both others disappoint, and halves what is left.
        assert_limit(&[[1, 0, 1], [0, 1, 0], [1, 0, 1]], &[0.375, 0.25, 0.375]);
        assert_limit(&[[0, 1, 0], [0, 1, 0], [1, 0, 1]], &[0.25, 0.25, 0.5]);
    }

    #[test]
    fn two_and_equal_variances_are_even() {
        assert_limit(&[[1, 0, 1], [0, 1, 0]], &[0.5, 0.5]);
        let third = 1.0 / 3.0;
        assert_limit(&[[1, 1, 1], [1, 1, 1], [1, 1, 1]], &[third, third, third]);
    }
}
