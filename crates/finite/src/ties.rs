use crate::lattice::{Lattice, Point};
use crate::rows::{Row, rows};
use crate::steps::{Builder, Correction, Entry, Steps};

/// The steps when draws decide between equal rates of wins.
///
/// Results with equal rates of wins are split by their rates of draws, if moves of different classes can have them;
/// within one class it does not matter which move wins.
pub(crate) fn draw_rate_steps(lattice: &Lattice<'_>) -> Steps {
    // A step costs as much as there are nodes.
    steps(lattice, if lattice.counts.nodes < 32 { 1e-6 } else { 1e-4 })
}

/// The steps when those of several rates of draws expect at most `mass` moves in them. Where a third move joins a tie in
/// such a step, its even share is not exact.
fn steps(lattice: &Lattice<'_>, mass: f64) -> Steps {
    let mut builder = lattice.builder();
    let draws = Draws::new(lattice);
    let mut entries = Vec::new();
    for group in lattice.groups() {
        lattice.entries(group, &mut entries);
        if !builder.skip(&entries) {
            draws.split(group, &entries, mass, &mut builder);
        }
    }
    builder.finish()
}

/// Ties in a group of less expected pairs than this are left even.
const PAIRS: f64 = 1e-19;

/// The laws of the number of draws.
struct Draws<'a> {
    lattice: &'a Lattice<'a>,
    /// The least number of playouts without a win.
    first: u32,
    /// For each class, the law of the draws in n playouts without a win, by n less `first`.
    laws: Vec<Vec<Row>>,
}

/// A number of draws that goes with a result of a group.
struct Level<'a> {
    /// The rate of draws, as exact as [`Point::score`].
    rate: f64,
    point: Point,
    draws: u32,
    /// The entries of the result, one for each class that can have it.
    entries: &'a [Entry],
}

impl<'a> Draws<'a> {
    fn new(lattice: &'a Lattice<'a>) -> Self {
        let counts = lattice.counts;
        let points = lattice.groups().flatten();
        let not_won = points.map(|point| counts.first + point.extra - point.gain);
        let ranges = not_won.map(|n| n..n + 1);
        let range = ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).expect("a result");
        let first = range.start;
        let classes = &lattice.contenders.classes;
        let laws = classes.iter().map(|class| rows(class.odds.draws(), range.clone())).collect();
        Self { lattice, first, laws }
    }

    /// The law of the draws that go with a result of a class.
    fn law(&self, class: u32, point: Point) -> &Row {
        let not_won = self.lattice.counts.first + point.extra - point.gain;
        &self.laws[class as usize][(not_won - self.first) as usize]
    }

    /// Adds the steps of a group, whose results have these entries, with at most the mass `most` if of several rates.
    fn split(&self, group: &[Point], entries: &[Entry], most: f64, builder: &mut Builder) {
        let mass = builder.mass(entries);
        if entries.iter().all(|entry| entry.class == entries[0].class) {
            builder.push(entries, &[]);
            return;
        }
        if mass * mass < PAIRS {
            builder.neglected().ties += mass * mass;
            builder.push(entries, &[]);
            return;
        }
        let mut by_point = entries.to_vec();
        by_point.sort_by_key(|entry| entry.extra);
        let levels = self.levels(group, &by_point);
        let mut bin = Bin::default();
        let mut here = Vec::new();
        for equal in levels.chunk_by(|a, b| a.rate.to_bits() == b.rate.to_bits()) {
            here.clear();
            for &Level { point, draws, entries, .. } in equal {
                here.extend(entries.iter().map(|&entry| {
                    let probability = self.law(entry.class, point).probability(draws);
                    Entry { probability: entry.probability * probability, ..entry }
                }));
            }
            here.retain(|entry| entry.probability > 0.0);
            let mass = builder.mass(&here);
            if bin.mass + mass > most && bin.mass > 0.0 {
                bin.flush(self.lattice, builder);
            }
            bin.add(&here, mass);
        }
        bin.flush(self.lattice, builder);
    }

    /// All numbers of draws that go with the results of a group, ascending by rate.
    fn levels<'b>(&self, group: &[Point], by_point: &'b [Entry]) -> Vec<Level<'b>> {
        let mut levels = Vec::new();
        for entries in by_point.chunk_by(|a, b| a.extra == b.extra) {
            let extra = entries[0].extra;
            let point = group[group.partition_point(|point| point.extra < extra)];
            let ranges = entries.iter().map(|entry| self.law(entry.class, point).sums());
            let range = ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
            let playouts = f64::from((self.lattice.counts.first + extra).max(1));
            levels.extend(range.into_iter().flatten().map(|draws| {
                let rate = f64::from(draws) / playouts;
                Level { rate, point, draws, entries }
            }));
        }
        if group.len() > 1 {
            levels.sort_unstable_by_key(|level| (level.rate.to_bits(), level.point.extra));
        }
        levels
    }
}

/// Neighbouring rates of draws that make one step.
#[derive(Default)]
struct Bin {
    /// How many moves are expected in it.
    mass: f64,
    /// The entries of each rate, one rate after another.
    entries: Vec<Entry>,
    /// Where the entries of each rate end.
    ends: Vec<usize>,
}

impl Bin {
    /// Adds the next higher rate, with its entries.
    fn add(&mut self, entries: &[Entry], mass: f64) {
        if !entries.is_empty() {
            self.mass += mass;
            self.entries.extend_from_slice(entries);
            self.ends.push(self.entries.len());
        }
    }

    /// Adds the step to the builder, and begins another.
    fn flush(&mut self, lattice: &Lattice<'_>, builder: &mut Builder) {
        let mut sums = self.entries.clone();
        sums.sort_by_key(|entry| (entry.class, entry.extra));
        sums.dedup_by(|next, sum| {
            let same = (next.class, next.extra) == (sum.class, sum.extra);
            if same {
                sum.probability += next.probability;
            }
            same
        });
        match self.ends.len() {
            0 => {}
            1 => builder.push(&sums, &[]),
            _ => {
                let places: Vec<_> = self.entries.iter().map(|entry| place(&sums, entry)).collect();
                builder.push(&sums, &self.corrections(&sums, &places));
                if lattice.contenders.moves() > 2 {
                    let triples = lattice.counts.triple_factor * self.mass.powi(3) / 6.0;
                    let uneven = triples * (2.0 * self.unevenness(&sums, &places)).min(1.0);
                    builder.neglected().uneven += uneven;
                }
            }
        }
        self.mass = 0.0;
        self.entries.clear();
        self.ends.clear();
    }

    /// The probabilities of the entries of each rate with their places in the whole step, ascending by rate.
    fn rates<'a>(
        &'a self,
        places: &'a [usize],
    ) -> impl Iterator<Item = impl Iterator<Item = (usize, f64)> + Clone> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| {
            let probabilities = self.entries[start..end].iter().map(|entry| entry.probability);
            places[start..end].iter().copied().zip(probabilities)
        })
    }

    /// How uneven the ties of two are, when `sums` holds the entries of the whole step.
    fn corrections(&self, sums: &[Entry], places: &[usize]) -> Vec<Correction> {
        let number = sums.len();
        let mut lower = vec![0.0; number];
        // For each two entries, the probability that both occur and the first is higher or wins.
        let mut wins = vec![0.0; number * number];
        for rate in self.rates(places) {
            for (place, probability) in rate.clone() {
                lower[place] += 0.5 * probability;
            }
            for (place, probability) in rate.clone() {
                for (win, lower) in wins[place * number..].iter_mut().zip(&lower) {
                    *win += probability * lower;
                }
            }
            for (place, probability) in rate {
                lower[place] += 0.5 * probability;
            }
        }
        let mut corrections = Vec::new();
        for (winner, wins) in sums.iter().zip(wins.chunks(number)) {
            let pairs = sums.iter().zip(wins).filter(|(loser, _)| winner.class < loser.class);
            corrections.extend(pairs.map(|(loser, win)| Correction {
                winner: winner.class,
                loser: loser.class,
                extra: winner.extra + loser.extra,
                excess: win - 0.5 * winner.probability * loser.probability,
            }));
        }
        let key = |correction: &Correction| (correction.winner, correction.loser, correction.extra);
        corrections.sort_by_key(key);
        corrections.dedup_by(|next, sum| {
            let same = key(next) == key(sum);
            if same {
                sum.excess += next.excess;
            }
            same
        });
        corrections
    }

    /// A bound on how far the distribution functions of two entries within the step are apart.
    ///
    /// In a tie of n moves, each of the others' functions may be replaced by the winner's own at that cost; then the
    /// winner has an even share. So a share in a tie of n is even but for n - 1 times this, and n - 1 is at most twice
    /// the number of triples of n.
    fn unevenness(&self, sums: &[Entry], places: &[usize]) -> f64 {
        let total: f64 = sums.iter().map(|sum| sum.probability).sum();
        let mut lower = vec![0.0; sums.len()];
        let mut mean = 0.0;
        let mut widest = 0.0_f64;
        for rate in self.rates(places) {
            for (place, probability) in rate {
                lower[place] += probability / sums[place].probability;
                mean += probability / total;
            }
            let distances = lower.iter().map(|lower| (lower - mean).abs());
            widest = distances.fold(widest, f64::max);
        }
        2.0 * widest
    }
}

/// Where the sum stands to which an entry belongs.
fn place(sums: &[Entry], entry: &Entry) -> usize {
    sums.partition_point(|sum| (sum.class, sum.extra) < (entry.class, entry.extra))
}

#[cfg(test)]
mod tests {
    use exactplay_game::{Player, Playouts};

    use super::*;
    use crate::contenders::Contenders;
    use crate::counts::Counts;
    use crate::{Sharing, sweep};

    #[test]
    fn coarse_steps_err_less_than_they_say() {
        let moves = [[4, 1, 3], [5, 3, 3], [2, 1, 2], [6, 5, 4]];
        let moves = moves.map(|[o, draw, x]| Playouts::new(o, draw, x).unwrap());
        for (sharing, playouts) in [(Sharing::Random, 60), (Sharing::PerMove, 40)] {
            let contenders = Contenders::new(&moves, Player::O);
            let counts = Counts::new(sharing, playouts, 4);
            let lattice = Lattice::of_wins(&contenders, &counts);
            let exact = sweep::chosen(&steps(&lattice, 0.0), &contenders, &counts);
            let mut before = 0.0;
            for mass in [1e-4, 1e-3, 1e-2, 1e-1] {
                let steps = steps(&lattice, mass);
                let choice = sweep::chosen(&steps, &contenders, &counts);
                let differences = choice.iter().zip(&exact).map(|(a, b)| (a - b).abs());
                let difference = differences.fold(0.0, f64::max);
                assert!(difference <= steps.neglected.uneven + 1e-13, "{difference:e}");
                assert!(steps.neglected.uneven > before, "more in a step, more uneven");
                before = steps.neglected.uneven;
            }
        }
    }
}
