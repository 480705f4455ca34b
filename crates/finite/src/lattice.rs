use crate::bins::Bins;
use crate::contenders::Contenders;
use crate::counts::Counts;
use crate::rows::{Row, missing, rows};
use crate::steps::{Builder, Entry, Steps};

/// All results that moves can have, by the number of playouts they got.
#[derive(Debug)]
pub(crate) struct Lattice<'a> {
    pub(crate) contenders: &'a Contenders,
    pub(crate) counts: &'a Counts,
    /// For each class, the law of what it gains in playouts, by the extra.
    laws: Vec<Vec<Row>>,
    /// The results, ascending by score, then by extra.
    points: Vec<Point>,
}

/// A result of a move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    /// What the move gained, over the most it could have gained: zero when it got no playouts.
    ///
    /// Quotients of whole numbers below 2^26 are equal when rounded exactly if they are equal as fractions, and in the
    /// same order otherwise, because different fractions lie further apart than the rounding.
    pub(crate) score: f64,
    /// How many playouts it got, beyond the least number.
    pub(crate) extra: u32,
    /// What it gained in them.
    pub(crate) gain: u32,
}

/// Results of less probability than this are left out.
const NEGLIGIBLE: f64 = 1e-22;

impl<'a> Lattice<'a> {
    /// The results by half points: two for a win, one for a draw.
    pub(crate) fn of_half_draws(contenders: &'a Contenders, counts: &'a Counts) -> Self {
        let gains = contenders.classes.iter().map(|class| class.odds.half_points());
        Self::new(contenders, counts, gains, 2)
    }

    /// The results by wins alone.
    pub(crate) fn of_wins(contenders: &'a Contenders, counts: &'a Counts) -> Self {
        let gains = contenders.classes.iter().map(|class| class.odds.wins());
        Self::new(contenders, counts, gains, 1)
    }

    fn new(
        contenders: &'a Contenders,
        counts: &'a Counts,
        gains: impl Iterator<Item = [f64; 3]>,
        most_gain: u32,
    ) -> Self {
        let extras = u32::try_from(counts.probabilities.len()).expect("counts fit");
        let lengths = counts.first..counts.first + extras;
        let laws = gains.map(|gain| rows(gain, lengths.clone())).collect();
        let mut lattice = Self { contenders, counts, laws, points: Vec::new() };
        for extra in 0..extras {
            let row = |law: &Vec<Row>| law[extra as usize].sums();
            let from = lattice.laws.iter().map(|law| row(law).start).min().expect("a move");
            let to = lattice.laws.iter().map(|law| row(law).end).max().expect("a move");
            let most = f64::from(most_gain * (counts.first + extra)).max(1.0);
            let points =
                (from..to).map(|gain| Point { score: f64::from(gain) / most, extra, gain });
            let points: Vec<_> = points.filter(|&point| lattice.is_likely(point)).collect();
            lattice.points.extend(points);
        }
        lattice.points.sort_unstable_by_key(|point| (point.score.to_bits(), point.extra));
        lattice
    }

    fn is_likely(&self, point: Point) -> bool {
        (0..self.laws.len()).any(|class| self.probability(class, point) > 0.0)
    }

    /// The probability that a move of a class has this result, or zero when it is negligible.
    pub(crate) fn probability(&self, class: usize, point: Point) -> f64 {
        let Point { extra, gain, .. } = point;
        let row = &self.laws[class][extra as usize];
        let probability = self.counts.probabilities[extra as usize] * row.probability(gain);
        if probability < NEGLIGIBLE { 0.0 } else { probability }
    }

    /// The results with equal scores, in ascending order of score.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[Point]> {
        self.points.chunk_by(|a, b| a.score.to_bits() == b.score.to_bits())
    }

    /// The results of a group that each class can have, ascending by class, then by extra.
    pub(crate) fn entries(&self, group: &[Point], entries: &mut Vec<Entry>) {
        entries.clear();
        for class in 0..self.laws.len() {
            for &point in group {
                let probability = self.probability(class, point);
                if probability > 0.0 {
                    let class = u32::try_from(class).expect("few moves");
                    entries.push(Entry { class, extra: point.extra, probability });
                }
            }
        }
    }

    /// A builder of steps that knows what the lattice has left out.
    pub(crate) fn builder(&self) -> Builder {
        let mut builder = Builder::new(self.contenders, self.counts);
        let last =
            self.counts.first + u32::try_from(self.counts.probabilities.len()).expect("fits");
        let moves = f64::from(self.contenders.moves());
        #[expect(clippy::cast_precision_loss, reason = "a bound")]
        let points = self.points.len() as f64;
        builder.neglected().results =
            moves * (self.counts.dropped + missing(last) + points * NEGLIGIBLE);
        builder
    }
}

/// The steps when a draw is half a win; what uneven ties cost is to be near `uneven`.
pub(crate) fn half_draw_steps(lattice: &Lattice<'_>, uneven: f64) -> Steps {
    let mut bins = Bins::new(lattice, uneven);
    let mut entries = Vec::new();
    for group in lattice.groups() {
        lattice.entries(group, &mut entries);
        if !bins.skip(&entries) {
            bins.add(&entries);
        }
    }
    bins.finish()
}
