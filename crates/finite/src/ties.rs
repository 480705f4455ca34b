use crate::lattice::{Lattice, Point};
use crate::rows::{Row, rows};
use crate::steps::{Builder, Correction, Entry, Steps};

/// The steps when draws decide between equal rates of wins.
///
/// Results with equal rates of wins are split by their rates of draws, if moves of different classes can have them;
/// within one class it does not matter which move wins.
pub(crate) fn draw_rate_steps(lattice: &Lattice<'_>) -> Steps {
    let mut builder = lattice.builder();
    let draws = Draws::new(lattice);
    let mut entries = Vec::new();
    for group in lattice.groups() {
        lattice.entries(group, &mut entries);
        if !builder.skip(&entries) {
            draws.split(group, &entries, &mut builder);
        }
    }
    builder.finish()
}

/// The most moves that are expected in a step of several rates of draws. A third move in it is what stays uneven.
const MASS: f64 = 1e-4;

/// Ties in a group of less expected pairs than this are left even.
const PAIRS: f64 = 1e-26;

/// The laws of the number of draws.
struct Draws<'a> {
    lattice: &'a Lattice<'a>,
    /// The least number of playouts without a win.
    first: u32,
    /// For each class, the law of the draws in n playouts without a win, by n less `first`.
    laws: Vec<Vec<Row>>,
}

/// A number of draws that goes with a result of a group.
struct Level {
    /// The rate of draws, as exact as [`Point::score`].
    rate: f64,
    /// Which result of the group.
    point: usize,
    draws: u32,
}

impl<'a> Draws<'a> {
    fn new(lattice: &'a Lattice<'a>) -> Self {
        let counts = lattice.counts;
        let not_won =
            lattice.groups().flatten().map(|point| counts.first + point.extra - point.gain);
        let range = not_won.map(|n| n..n + 1).reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
        let range = range.expect("a result");
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

    /// Adds the steps of a group, whose results have these entries.
    fn split(&self, group: &[Point], entries: &[Entry], builder: &mut Builder) {
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
        let point_of = |entry: &Entry| group.partition_point(|point| point.extra < entry.extra);
        let points: Vec<usize> = entries.iter().map(point_of).collect();
        let mut bin = Bin::new(entries);
        let mut level_entries = entries.to_vec();
        for level in self
            .levels(group, entries, &points)
            .chunk_by(|a, b| a.rate.to_bits() == b.rate.to_bits())
        {
            for entry in &mut level_entries {
                entry.probability = 0.0;
            }
            for Level { point, draws, .. } in level {
                for (i, entry) in entries.iter().enumerate().filter(|&(i, _)| points[i] == *point) {
                    let law = self.law(entry.class, group[*point]);
                    level_entries[i].probability = entry.probability * law.probability(*draws);
                }
            }
            let mass = builder.mass(&level_entries);
            if bin.mass > 0.0 && bin.mass + mass > MASS {
                bin.flush(self.lattice, builder);
            }
            bin.add(&level_entries, mass);
        }
        bin.flush(self.lattice, builder);
    }

    /// All numbers of draws that go with the results of a group, ascending by rate.
    fn levels(&self, group: &[Point], entries: &[Entry], points: &[usize]) -> Vec<Level> {
        let mut levels = Vec::new();
        for (index, &point) in group.iter().enumerate() {
            let here = entries.iter().zip(points).filter(|&(_, &of)| of == index);
            let ranges = here.map(|(entry, _)| self.law(entry.class, point).sums());
            let range = ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
            let playouts = f64::from((self.lattice.counts.first + point.extra).max(1));
            levels.extend(range.into_iter().flatten().map(|draws| Level {
                rate: f64::from(draws) / playouts,
                point: index,
                draws,
            }));
        }
        if group.len() > 1 {
            levels.sort_unstable_by_key(|level| (level.rate.to_bits(), level.point));
        }
        levels
    }
}

/// Neighbouring rates of draws that make one step.
struct Bin {
    /// The entries of the step so far.
    entries: Vec<Entry>,
    /// How many moves are expected in it.
    mass: f64,
    /// The probabilities of the entries up to each level, a level after another.
    levels: Vec<f64>,
    /// For each two entries of different classes, the probability that both occur and the first wins.
    wins: Vec<Correction>,
    /// The entries that `wins` speaks of.
    pairs: Vec<(usize, usize)>,
}

impl Bin {
    fn new(entries: &[Entry]) -> Self {
        let mut pairs = Vec::new();
        for (i, winner) in entries.iter().enumerate() {
            for (j, loser) in entries.iter().enumerate() {
                if winner.class < loser.class {
                    pairs.push((i, j));
                }
            }
        }
        pairs.sort_by_key(|&(i, j)| (entries[i].class, entries[j].class));
        let wins = pairs.iter().map(|&(i, j)| Correction {
            winner: entries[i].class,
            loser: entries[j].class,
            extra: entries[i].extra + entries[j].extra,
            excess: 0.0,
        });
        let wins = wins.collect();
        let mut bin =
            Self { entries: entries.to_vec(), mass: 0.0, levels: Vec::new(), wins, pairs };
        bin.clear();
        bin
    }

    fn clear(&mut self) {
        self.mass = 0.0;
        self.levels.clear();
        for entry in &mut self.entries {
            entry.probability = 0.0;
        }
        for win in &mut self.wins {
            win.excess = 0.0;
        }
    }

    /// Adds the next higher rate, at which the entries have these probabilities.
    fn add(&mut self, level: &[Entry], mass: f64) {
        for (win, &(i, j)) in self.wins.iter_mut().zip(&self.pairs) {
            win.excess +=
                level[i].probability * (self.entries[j].probability + 0.5 * level[j].probability);
        }
        self.mass += mass;
        for (entry, here) in self.entries.iter_mut().zip(level) {
            entry.probability += here.probability;
            self.levels.push(entry.probability);
        }
    }

    /// Adds the step to the builder, and begins another.
    fn flush(&mut self, lattice: &Lattice<'_>, builder: &mut Builder) {
        let entries: Vec<_> =
            self.entries.iter().copied().filter(|entry| entry.probability > 0.0).collect();
        if entries.is_empty() {
            return;
        }
        let mut corrections = Vec::new();
        if self.levels.len() > self.entries.len() {
            for (win, &(i, j)) in self.wins.iter().zip(&self.pairs) {
                let both = self.entries[i].probability * self.entries[j].probability;
                if both > 0.0 {
                    corrections.push(Correction { excess: win.excess - 0.5 * both, ..*win });
                }
            }
            if lattice.contenders.moves() > 2 {
                let triples = lattice.counts.triple_factor * self.mass.powi(3) / 6.0;
                builder.neglected().uneven += triples * (2.0 * self.unevenness()).min(1.0);
            }
        }
        builder.push(&entries, &corrections);
        self.clear();
    }

    /// A bound on how far the distribution functions of two entries within the bin are apart.
    ///
    /// In a tie of n moves, each of the others' functions may be replaced by the winner's own at that cost; then the
    /// winner has an even share. So a share in a tie of n is even but for n - 1 times this, and n - 1 is at most twice
    /// the number of triples of n.
    fn unevenness(&self) -> f64 {
        let total: f64 = self.entries.iter().map(|entry| entry.probability).sum();
        let mut widest = 0.0_f64;
        for level in self.levels.chunks(self.entries.len()) {
            let mean = level.iter().sum::<f64>() / total;
            for (sum, entry) in level.iter().zip(&self.entries) {
                if entry.probability > 0.0 {
                    widest = widest.max((sum / entry.probability - mean).abs());
                }
            }
        }
        2.0 * widest
    }
}
