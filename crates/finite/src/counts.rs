use crate::Sharing;
use crate::poisson::Poisson;

/// How many playouts a move gets, as a law that all moves share independently, given that the counts sum to the total.
///
/// Shares that are truly dependent become independent in this way: multinomial counts are Poisson counts with a given
/// sum, and a random subset of a given size is a sequence of coin tosses with a given number of heads.
#[derive(Debug)]
pub(crate) struct Counts {
    /// The least count. What a count exceeds it by is called its `extra`.
    pub(crate) first: u32,
    /// The probability of each extra, for one move alone.
    pub(crate) probabilities: Vec<f64>,
    /// The sum of the extras that is given.
    pub(crate) total: u32,
    /// The probability of that sum, were the counts independent.
    pub(crate) total_probability: f64,
    /// How many nodes on the circle tell the sums apart: a sum is seen modulo this number.
    pub(crate) nodes: u32,
    /// The probability, relative to that of the total, of all sums that cannot be told from it.
    pub(crate) aliased: f64,
    /// The probability of the extras that are left out, for one move.
    pub(crate) dropped: f64,
    /// A bound on how much likelier any three counts become when the sum is given.
    pub(crate) triple_factor: f64,
}

impl Counts {
    /// The counts of `moves` moves when `playouts` playouts are shared as `sharing` says.
    pub(crate) fn new(sharing: Sharing, playouts: u32, moves: u32) -> Self {
        match sharing {
            Sharing::Random => Self::random(playouts, moves),
            Sharing::PerMove => Self::constant(playouts),
            Sharing::Even if playouts.is_multiple_of(moves) => Self::constant(playouts / moves),
            Sharing::Even => Self::even(playouts, moves),
        }
    }

    fn constant(count: u32) -> Self {
        Self {
            first: count,
            probabilities: vec![1.0],
            total: 0,
            total_probability: 1.0,
            nodes: 1,
            aliased: 0.0,
            dropped: 0.0,
            triple_factor: 1.0,
        }
    }

    /// A random subset of the moves gets one more. One node for each possible sum leaves none to confuse.
    fn even(playouts: u32, moves: u32) -> Self {
        let leftover = playouts % moves;
        let more = f64::from(leftover) / f64::from(moves);
        // The binomial probability of `leftover`, a factor for each of them and one for the rest.
        let chosen = (0..leftover).fold(1.0, |product, i| {
            product * more * f64::from(moves - i) / f64::from(leftover - i)
        });
        let rest = i32::try_from(moves - leftover).expect("few moves");
        let total_probability = chosen * (1.0 - more).powi(rest);
        Self {
            probabilities: vec![1.0 - more, more],
            total: leftover,
            total_probability,
            nodes: moves + 1,
            triple_factor: total_probability.recip(),
            ..Self::constant(playouts / moves)
        }
    }

    /// Every playout goes to a random move.
    ///
    /// The sum of the Poisson counts is Poisson again, so it is hardly ever further from its mean than a few times the
    /// root of the mean, and that many nodes tell all sums apart that matter.
    fn random(playouts: u32, moves: u32) -> Self {
        let mean = f64::from(playouts) / f64::from(moves);
        let Poisson { first, mut probabilities, dropped } = Poisson::new(mean);
        probabilities.truncate((playouts - first) as usize + 1);
        let greatest = u32::try_from(probabilities.len()).expect("a count") - 1;
        let all_sums = moves * greatest + 1;
        let sum = Poisson::new(f64::from(playouts));
        let total_probability = sum.probability(playouts);
        let aliased = |nodes| {
            if nodes >= all_sums { 0.0 } else { sum.outside(playouts, nodes) / total_probability }
        };
        let nodes = (8 * playouts.isqrt() + 1..all_sums).find(|&nodes| aliased(nodes) < 1e-15);
        let nodes = nodes.unwrap_or(all_sums);
        // Given the sum, three counts are likelier by the ratio of what is left for the other moves to what was there
        // for all.
        let others = Poisson::new(f64::from(moves.saturating_sub(3)) * mean).greatest();
        Self {
            first,
            probabilities,
            total: playouts - moves * first,
            total_probability,
            nodes,
            aliased: aliased(nodes),
            dropped,
            triple_factor: others / total_probability,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability of the total by adding up the counts of one move after another.
    fn total_probability(counts: &Counts, moves: u32) -> f64 {
        let mut sums = vec![1.0];
        for _ in 0..moves {
            let mut next = vec![0.0; sums.len() + counts.probabilities.len() - 1];
            for (i, sum) in sums.iter().enumerate() {
                for (j, probability) in counts.probabilities.iter().enumerate() {
                    next[i + j] += sum * probability;
                }
            }
            sums = next;
        }
        sums[counts.total as usize]
    }

    #[test]
    fn independent_counts_reach_the_total_as_often_as_stated() {
        for sharing in [Sharing::Random, Sharing::PerMove, Sharing::Even] {
            for (playouts, moves) in [(0, 3), (1, 9), (5, 4), (100, 9), (1000, 2), (1001, 7)] {
                let counts = Counts::new(sharing, playouts, moves);
                let expected = total_probability(&counts, moves);
                assert!((counts.total_probability / expected - 1.0).abs() < 1e-12);
                assert!(counts.aliased < 1e-15 && counts.dropped < 1e-20);
                assert!(counts.total < counts.nodes || sharing == Sharing::Random);
            }
        }
    }

    #[test]
    fn nodes_grow_as_the_root_of_the_playouts() {
        let nodes = |playouts| Counts::new(Sharing::Random, playouts, 9).nodes;
        assert_eq!([5, 100, 10_000].map(nodes), [28, 95, 874]);
        assert_eq!(Counts::new(Sharing::Random, 5, 2).nodes, 11);
    }
}
