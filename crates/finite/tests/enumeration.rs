//! Every law against the exact one, by enumerating all that the playouts can give.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_finite::{Comparison, MonteCarlo, Sharing};
use exactplay_game::{Fraction, Outcome, Player, Playouts, fraction};
use num_traits::{One as _, ToPrimitive as _, Zero as _};

const COMPARISONS: [Comparison; 2] = [Comparison::WinsThenDraws, Comparison::HalfDraws];
const SHARINGS: [Sharing; 3] = [Sharing::Random, Sharing::PerMove, Sharing::Even];

/// What a move has got: playouts, wins, draws.
type Tally = [u128; 3];

fn factorial(n: u128) -> Fraction {
    (1..=n).fold(Fraction::one(), |product, n| product * fraction(n, 1))
}

fn power(base: &Fraction, exponent: u128) -> Fraction {
    (0..exponent).fold(Fraction::one(), |product, _| product * base)
}

/// All counts of playouts that sum to the total, each with its probability.
fn all_counts(sharing: Sharing, playouts: u128, moves: u128) -> Vec<(Vec<u128>, Fraction)> {
    let mut counts = vec![(Vec::new(), 0)];
    let most = if sharing == Sharing::PerMove { playouts * moves } else { playouts };
    for _ in 0..moves {
        counts = counts
            .into_iter()
            .flat_map(|(counts, sum)| {
                (0..=most - sum).map(move |n| ([counts.clone(), vec![n]].concat(), sum + n))
            })
            .collect();
    }
    let all = counts.into_iter().filter(|&(_, sum)| sum == most).map(|(counts, _)| counts);
    let weight = |counts: &Vec<u128>| match sharing {
        Sharing::Random => counts.iter().fold(factorial(playouts), |w, &n| w / factorial(n)),
        Sharing::PerMove if counts.iter().all(|&n| n == playouts) => Fraction::one(),
        Sharing::Even if counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1 => {
            Fraction::one()
        }
        Sharing::PerMove | Sharing::Even => Fraction::zero(),
    };
    let weighted: Vec<_> = all.map(|counts| (weight(&counts), counts)).collect();
    let sum: Fraction = weighted.iter().map(|(weight, _)| weight).sum();
    let positive = weighted.into_iter().filter(|(weight, _)| !weight.is_zero());
    positive.map(|(weight, counts)| (counts, weight / &sum)).collect()
}

/// The law of the tally of a move that got n playouts.
fn tallies(playouts: Playouts, n: u128) -> Vec<(Tally, Fraction)> {
    let [loss, draw, win] = Outcome::ALL.map(|outcome| playouts.probability(outcome));
    let mut law = Vec::new();
    for wins in 0..=n {
        for draws in 0..=n - wins {
            let losses = n - wins - draws;
            let orders = factorial(n) / factorial(wins) / factorial(draws) / factorial(losses);
            let each = power(&win, wins) * power(&draw, draws) * power(&loss, losses);
            law.push(([n, wins, draws], orders * each));
        }
    }
    law.retain(|(_, probability)| !probability.is_zero());
    law
}

fn rank(comparison: Comparison, [n, wins, draws]: Tally) -> (Fraction, Fraction) {
    let n = n.max(1);
    match comparison {
        Comparison::WinsThenDraws => (fraction(wins, n), fraction(draws, n)),
        Comparison::HalfDraws => (fraction(2 * wins + draws, 2 * n), Fraction::zero()),
    }
}

/// The exact law of the choice of o, in the plainest way.
fn enumerate(player: MonteCarlo, moves: &[Playouts]) -> Vec<Fraction> {
    fn choose(
        comparison: Comparison,
        laws: &[Vec<(Tally, Fraction)>],
        tallies: &mut Vec<Tally>,
        probability: &Fraction,
        chosen: &mut [Fraction],
    ) {
        if let Some(law) = laws.get(tallies.len()) {
            for (tally, here) in law {
                tallies.push(*tally);
                choose(comparison, laws, tallies, &(probability * here), chosen);
                tallies.pop();
            }
            return;
        }
        let ranks: Vec<_> = tallies.iter().map(|&tally| rank(comparison, tally)).collect();
        let best = ranks.iter().max().unwrap();
        let tied = ranks.iter().filter(|&rank| rank == best).count() as u128;
        for (chosen, _) in chosen.iter_mut().zip(&ranks).filter(|(_, rank)| *rank == best) {
            *chosen += probability / fraction(tied, 1);
        }
    }
    let mut chosen = vec![Fraction::zero(); moves.len()];
    for (counts, probability) in
        all_counts(player.sharing, player.playouts.into(), moves.len() as u128)
    {
        let laws: Vec<_> =
            moves.iter().zip(counts).map(|(&playouts, n)| tallies(playouts, n)).collect();
        choose(player.comparison, &laws, &mut Vec::new(), &probability, &mut chosen);
    }
    chosen
}

/// Compares every law with the exact one, and returns the greatest difference.
fn assert_laws(moves: &[[u128; 3]], playouts: std::ops::RangeInclusive<u32>) {
    let moves: Vec<_> =
        moves.iter().map(|&[win, draw, loss]| Playouts::new(win, draw, loss).unwrap()).collect();
    for comparison in COMPARISONS {
        for sharing in SHARINGS {
            for playouts in playouts.clone() {
                if sharing == Sharing::PerMove && playouts > 2 {
                    continue;
                }
                let player = MonteCarlo { comparison, sharing, playouts };
                let choice = player.choice(&moves, Player::O);
                let exact = enumerate(player, &moves);
                assert!(choice.excess.abs() < 1e-13, "{player:?} {}", choice.excess);
                assert!(choice.error < 1e-11, "{player:?} {}", choice.error);
                let possible: Vec<_> = exact.iter().map(|exact| !exact.is_zero()).collect();
                assert_eq!(player.possible(&moves, Player::O), possible, "{player:?}");
                for (probability, exact) in choice.probabilities.iter().zip(&exact) {
                    let difference = (probability - exact.to_f64().unwrap()).abs();
                    assert!(
                        difference < 1e-13 && difference <= choice.error,
                        "{player:?}: {probability}, exactly {exact}"
                    );
                }
            }
        }
    }
}

#[test]
fn different_moves() {
    assert_laws(&[[5, 2, 3], [1, 1, 1], [2, 7, 0]], 0..=6);
    assert_laws(&[[3, 0, 4], [3, 1, 3]], 0..=6);
}

#[test]
fn equal_moves_among_others() {
    assert_laws(&[[1, 0, 1], [2, 1, 3], [1, 0, 1], [1, 2, 1]], 1..=5);
    assert_laws(&[[1, 4, 2], [2, 1, 2], [2, 1, 2]], 1..=6);
}

#[test]
fn certain_results() {
    assert_laws(&[[1, 0, 0], [1, 1, 1], [0, 0, 1]], 0..=6);
    assert_laws(&[[0, 1, 0], [1, 0, 1], [0, 1, 0]], 0..=6);
    assert_laws(&[[0, 2, 1], [0, 1, 1], [0, 0, 1]], 0..=6);
    assert_laws(&[[0, 0, 1], [0, 0, 1], [1, 0, 8], [0, 1, 3]], 0..=4);
}
