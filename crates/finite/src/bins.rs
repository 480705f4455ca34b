use std::ops::Range;

use crate::lattice::Lattice;
use crate::steps::{Builder, Correction, Entry, Steps};

/// Results in ascending order, made into steps: neighbours are taken together where that is as good as exact.
///
/// In a step of several results a tie of two moves is put right by a correction, but where a third joins, the shares are
/// left even. A step takes in results as long as such ties are improbable enough: all of them where there are but two
/// moves, many where the best move is hardly ever found, few where it usually is.
pub(crate) struct Bins<'a> {
    lattice: &'a Lattice<'a>,
    builder: Builder,
    /// How much uneven ties may cost in a step, for each move that is expected in it.
    allowed: f64,
    /// The entries of the step in the making, one result after another.
    entries: Vec<Entry>,
    /// Where the entries of each result end.
    ends: Vec<usize>,
    /// For each class, the probability of a result in the step; and with the next result.
    masses: Vec<f64>,
    grown: Vec<f64>,
    /// For each class and extra, where the sum of such entries stands among those to be corrected.
    places: Vec<u32>,
}

/// Entries that meet less than this many others are not corrected; neither are ties that are less uneven.
const PAIRS: f64 = 1e-19;

/// The most results in a step: additions add roundings, and corrections take memory by the square of the entries.
const MOST_RESULTS: usize = 256;

/// The place of an entry that is not corrected.
const NOWHERE: u32 = u32::MAX;

impl<'a> Bins<'a> {
    /// No steps yet. All together are to keep what uneven ties cost near `uneven`, a probability; the steps know the
    /// true bound.
    pub(crate) fn new(lattice: &'a Lattice<'a>, uneven: f64) -> Self {
        let classes = lattice.contenders.classes.len();
        Self {
            lattice,
            builder: lattice.builder(),
            allowed: uneven / f64::from(lattice.contenders.moves()),
            entries: Vec::new(),
            ends: Vec::new(),
            masses: vec![0.0; classes],
            grown: vec![0.0; classes],
            places: vec![NOWHERE; classes * lattice.counts.probabilities.len()],
        }
    }

    /// Leaves results out below the first step, if no step has been necessary even with them; says whether it did.
    pub(crate) fn skip(&mut self, entries: &[Entry]) -> bool {
        self.ends.is_empty() && self.builder.skip(entries)
    }

    /// The expected number of moves with one of the results of `entries`.
    pub(crate) fn mass(&self, entries: &[Entry]) -> f64 {
        self.builder.mass(entries)
    }

    /// Notes that ties expected this often have been left without their true order.
    pub(crate) fn neglect(&mut self, ties: f64) {
        self.builder.neglected().ties += ties;
    }

    /// Adds the next higher result, with its entries.
    pub(crate) fn add(&mut self, result: &[Entry]) {
        self.grown.copy_from_slice(&self.masses);
        self.grow(result);
        if self.ends.len() == MOST_RESULTS || !self.ends.is_empty() && self.is_too_uneven() {
            self.flush();
            self.grow(result);
        }
        self.masses.copy_from_slice(&self.grown);
        self.entries.extend_from_slice(result);
        self.ends.push(self.entries.len());
    }

    /// Whether the step would be, with the next result.
    fn is_too_uneven(&self) -> bool {
        let classes = self.grown.iter().zip(&self.lattice.contenders.classes);
        let mass: f64 = classes.map(|(mass, class)| f64::from(class.moves) * mass).sum();
        self.builder.uneven(&self.grown, self.lattice.counts) > self.allowed * mass
    }

    fn grow(&mut self, result: &[Entry]) {
        for entry in result {
            self.grown[entry.class as usize] += entry.probability;
        }
    }

    /// All steps.
    pub(crate) fn finish(mut self) -> Steps {
        if !self.ends.is_empty() {
            self.flush();
        }
        self.builder.finish()
    }

    /// Makes a step of the results so far.
    fn flush(&mut self) {
        let mut sums = self.entries.clone();
        sums.sort_by_key(|entry| (entry.class, entry.extra));
        sums.dedup_by(|next, sum| {
            let same = (next.class, next.extra) == (sum.class, sum.extra);
            if same {
                sum.probability += next.probability;
            }
            same
        });
        let corrections = if self.ends.len() > 1 {
            let uneven = self.builder.uneven(&self.masses, self.lattice.counts);
            self.builder.neglected().uneven += uneven;
            self.builder.note_results(self.ends.len());
            self.corrections(&sums)
        } else {
            Vec::new()
        };
        self.builder.push(&sums, &corrections);
        self.entries.clear();
        self.ends.clear();
        self.masses.fill(0.0);
        self.grown.fill(0.0);
    }

    fn column(&self, entry: &Entry) -> usize {
        entry.class as usize * self.lattice.counts.probabilities.len() + entry.extra as usize
    }

    /// How uneven the ties of two are, when `sums` holds the entries of the whole step.
    fn corrections(&mut self, sums: &[Entry]) -> Vec<Correction> {
        let corrected = self.corrected(sums);
        let wins = self.wins(&corrected);
        let mut corrections = Vec::new();
        for winners in by_class(&corrected) {
            for losers in by_class(&corrected).filter(|losers| winners.end <= losers.start) {
                self.pair(&corrected, &wins, winners.clone(), losers, &mut corrections);
            }
        }
        corrections
    }

    /// The entries that are not too rare to need corrections. Notes their places.
    fn corrected(&mut self, sums: &[Entry]) -> Vec<Entry> {
        let mass = self.mass(sums);
        let mut corrected = Vec::with_capacity(sums.len());
        for sum in sums {
            let column = self.column(sum);
            let pairs = self.mass(&[*sum]) * mass;
            self.places[column] = if pairs < PAIRS {
                self.neglect(pairs);
                NOWHERE
            } else {
                corrected.push(*sum);
                u32::try_from(corrected.len() - 1).expect("few entries")
            };
        }
        corrected
    }

    /// For each two of these entries, the probability that both occur and the first is higher or wins, in one row for
    /// each; only where the second is of a higher class.
    fn wins(&self, corrected: &[Entry]) -> Vec<f64> {
        let number = corrected.len();
        let first_rival = |sum: &Entry| corrected.partition_point(|other| other.class <= sum.class);
        let first_rivals: Vec<_> = corrected.iter().map(first_rival).collect();
        let mut wins = vec![0.0; number * number];
        let mut lower = vec![0.0; number];
        let mut here = Vec::new();
        let mut start = 0;
        for &end in &self.ends {
            here.clear();
            for entry in &self.entries[start..end] {
                let place = self.places[self.column(entry)];
                if place != NOWHERE {
                    here.push((place as usize, entry.probability));
                }
            }
            for &(place, probability) in &here {
                lower[place] += 0.5 * probability;
            }
            for &(place, probability) in &here {
                let from = first_rivals[place];
                let wins = &mut wins[place * number..][from..number];
                for (win, lower) in wins.iter_mut().zip(&lower[from..]) {
                    *win += probability * lower;
                }
            }
            for &(place, probability) in &here {
                lower[place] += 0.5 * probability;
            }
            start = end;
        }
        wins
    }

    /// Adds the corrections of one pair of classes, by the extra of both moves together.
    fn pair(
        &mut self,
        entries: &[Entry],
        wins: &[f64],
        winners: Range<usize>,
        losers: Range<usize>,
        corrections: &mut Vec<Correction>,
    ) {
        let (first, last) = (losers.start, losers.end - 1);
        let least = entries[winners.start].extra + entries[first].extra;
        let most = entries[winners.end - 1].extra + entries[last].extra;
        let mut excess = vec![0.0; (most - least + 1) as usize];
        for winner in winners.clone() {
            let wins = &wins[winner * entries.len()..][losers.clone()];
            for (loser, win) in entries[losers.clone()].iter().zip(wins) {
                let tie = entries[winner].probability * loser.probability;
                excess[(entries[winner].extra + loser.extra - least) as usize] += win - 0.5 * tie;
            }
        }
        let (winner, loser) = (entries[winners.start].class, entries[losers.start].class);
        for (extra, excess) in (least..).zip(excess) {
            if excess.abs() >= PAIRS {
                corrections.push(Correction { winner, loser, extra, excess });
            } else {
                let moves =
                    |class| f64::from(self.lattice.contenders.classes[class as usize].moves);
                self.neglect(moves(winner) * moves(loser) * excess.abs());
            }
        }
    }
}

/// The places of the entries of each class.
fn by_class(entries: &[Entry]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    entries.chunk_by(|a, b| a.class == b.class).map(move |class| {
        start += class.len();
        start - class.len()..start
    })
}

#[cfg(test)]
mod tests {
    use exactplay_game::{Player, Playouts};

    use super::*;
    use crate::Sharing;
    use crate::contenders::Contenders;
    use crate::counts::Counts;
    use crate::lattice::half_draw_steps;
    use crate::sweep;

    /// The choice by steps that are to cost near `uneven`, how many there are, and what they cost at most.
    fn choice(moves: &[[u128; 3]], uneven: f64) -> (Vec<f64>, usize, f64) {
        let playouts = |&[o, draw, x]: &[u128; 3]| Playouts::new(o, draw, x).unwrap();
        let moves: Vec<_> = moves.iter().map(playouts).collect();
        let contenders = Contenders::new(&moves, Player::O);
        let counts = Counts::new(Sharing::Random, 9, contenders.moves());
        let steps = half_draw_steps(&Lattice::of_half_draws(&contenders, &counts), uneven);
        let choice = sweep::chosen(&steps, &contenders, &counts);
        (choice, steps.ascending.len(), steps.neglected.uneven)
    }

    #[test]
    fn steps_are_few_where_no_third_move_can_join() {
        let moves = [[3, 1, 3], [3, 0, 4], [3, 0, 4], [5, 1, 1]];
        for pair in [&moves[..2], &moves[1..3]] {
            let (_, steps, uneven) = choice(pair, 0.0);
            assert_eq!((steps, uneven.to_bits()), (1, 0));
        }
        let (exact, most, none) = choice(&moves, 0.0);
        let (coarse, fewer, uneven) = choice(&moves, 0.1);
        assert!(2 * fewer < most && none.to_bits() == 0, "{fewer} {most}");
        let differences = coarse.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        let difference = differences.fold(0.0, f64::max);
        assert!(1e-9 < difference && difference < uneven, "{difference} {uneven}");
    }
}
