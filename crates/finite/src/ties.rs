use crate::bins::Bins;
use crate::lattice::{Lattice, Point};
use crate::rows::{Row, rows};
use crate::steps::{Entry, Steps};

/// The steps when draws decide between equal rates of wins; what uneven ties cost is to be near `uneven`.
///
/// Results with equal rates of wins are split by their rates of draws, if moves of different classes can have them;
/// within one class it does not matter which move wins.
pub(crate) fn draw_rate_steps(lattice: &Lattice<'_>, uneven: f64) -> Steps {
    let mut bins = Bins::new(lattice, uneven);
    let draws = Draws::new(lattice);
    let (mut entries, mut levels) = (Vec::new(), Vec::new());
    for group in lattice.groups() {
        lattice.entries(group, &mut entries);
        if !bins.skip(&entries) {
            draws.split(group, &mut entries, &mut levels, &mut bins);
        }
    }
    bins.finish()
}

/// Ties of less expected pairs than this are left even, or without their true order.
const PAIRS: f64 = 1e-18;

/// The laws of the number of draws.
struct Draws<'a> {
    lattice: &'a Lattice<'a>,
    /// The least number of playouts without a win.
    first: u32,
    /// For each class, the law of the draws in n playouts without a win, by n less `first`.
    laws: Vec<Vec<Row>>,
}

/// An entry of a group with a number of draws.
struct Level {
    /// The rate of draws, as exact as [`Point::score`].
    rate: f64,
    entry: Entry,
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

    /// Adds the results of a group, split by their rates of draws. Uses `levels` as a buffer.
    fn split(
        &self,
        group: &[Point],
        entries: &mut [Entry],
        levels: &mut Vec<Level>,
        bins: &mut Bins<'_>,
    ) {
        let mass = bins.mass(entries);
        let one_class = entries.iter().all(|entry| entry.class == entries[0].class);
        if one_class || mass * mass < PAIRS {
            if !one_class {
                bins.neglect(mass * mass);
            }
            bins.add(entries);
            return;
        }
        levels.clear();
        entries.sort_by_key(|entry| entry.extra);
        let mut neglected = 0.0;
        for entries in entries.chunk_by(|a, b| a.extra == b.extra) {
            let place = group.partition_point(|point| point.extra < entries[0].extra);
            neglected += mass * self.levels(group[place], entries, PAIRS / mass, levels);
        }
        bins.neglect(neglected);
        // Stable, and quick where the results of each number of playouts are in order already.
        levels.sort_by_key(|level| level.rate.to_bits());
        let mut here = Vec::new();
        for equal in levels.chunk_by(|a, b| a.rate.to_bits() == b.rate.to_bits()) {
            here.clear();
            here.extend(equal.iter().map(|level| level.entry));
            bins.add(&here);
        }
    }

    /// Adds all numbers of draws that go with a result, ascending, when these are its entries.
    ///
    /// Numbers in the tails of each entry, that a move has with less probability than `tail`, count as the nearest
    /// other: returns a bound on how many moves are expected there.
    fn levels(&self, point: Point, entries: &[Entry], tail: f64, levels: &mut Vec<Level>) -> f64 {
        let laws: Vec<_> = entries
            .iter()
            .map(|entry| Tails::new(self.law(entry.class, point), tail / entry.probability))
            .collect();
        let from = laws.iter().map(|law| law.first).min().expect("an entry");
        let to = laws.iter().map(|law| law.last).max().expect("an entry");
        let playouts = f64::from((self.lattice.counts.first + point.extra).max(1));
        for draws in from..=to {
            let rate = f64::from(draws) / playouts;
            for (entry, law) in entries.iter().zip(&laws) {
                let probability = entry.probability * law.probability(draws);
                if probability > 0.0 {
                    levels.push(Level { rate, entry: Entry { probability, ..*entry } });
                }
            }
        }
        entries
            .iter()
            .zip(&laws)
            .map(|(entry, law)| {
                let moves = self.lattice.contenders.classes[entry.class as usize].moves;
                f64::from(moves) * entry.probability * (law.below + law.above)
            })
            .sum()
    }
}

/// A law whose tails are added to its first and its last number.
struct Tails<'a> {
    law: &'a Row,
    first: u32,
    last: u32,
    /// The probability of the tail that is added to the first number, and to the last.
    below: f64,
    above: f64,
}

impl<'a> Tails<'a> {
    /// The law with tails of at most the probability `tail` each.
    fn new(law: &'a Row, tail: f64) -> Self {
        let sums = law.sums();
        let (mut first, mut last) = (sums.start, sums.end - 1);
        let (mut below, mut above) = (0.0, 0.0);
        while first < last && below + law.probability(first) <= tail {
            below += law.probability(first);
            first += 1;
        }
        while first < last && above + law.probability(last) <= tail {
            above += law.probability(last);
            last -= 1;
        }
        Self { law, first, last, below, above }
    }

    /// The probability of a number.
    fn probability(&self, draws: u32) -> f64 {
        if draws < self.first || draws > self.last {
            return 0.0;
        }
        let below = if draws == self.first { self.below } else { 0.0 };
        let above = if draws == self.last { self.above } else { 0.0 };
        self.law.probability(draws) + below + above
    }
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
            let exact = sweep::chosen(&draw_rate_steps(&lattice, 0.0), &contenders, &counts);
            let mut before = 0.0;
            for uneven in [1e-8, 1e-6, 1e-4, 1e-2] {
                let steps = draw_rate_steps(&lattice, uneven);
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
