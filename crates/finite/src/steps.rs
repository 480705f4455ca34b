use std::ops::Range;

use crate::contenders::Contenders;
use crate::counts::Counts;
use crate::quadrature::Quadrature;

/// The results that a move can have, in ascending order, as the steps of a sweep.
///
/// Moves whose results fall into one step are tied, and a tie is shared out evenly, but for the corrections.
#[derive(Debug)]
pub(crate) struct Steps {
    /// For each class and extra, the probability of a result below the first step.
    pub(crate) below: Vec<Vec<f64>>,
    /// The steps, ascending.
    pub(crate) ascending: Vec<Step>,
    /// Which counts can give a result of a step, with the probability of that.
    pub(crate) entries: Vec<Entry>,
    /// Where a tie of two moves is not even.
    pub(crate) corrections: Vec<Correction>,
    /// The rules by which ties are integrated.
    pub(crate) rules: Vec<Quadrature>,
    /// The most results in one step that has corrections.
    pub(crate) most_results: usize,
    /// What has been left out.
    pub(crate) neglected: Neglected,
}

/// Bounds on what the steps leave out, as probabilities under independent counts unless stated otherwise.
#[derive(Debug, Default)]
pub(crate) struct Neglected {
    /// That the best result is one of those below the first step.
    pub(crate) skipped: f64,
    /// That a move has one of the results left out.
    pub(crate) results: f64,
    /// The error of the quadrature, and of ties left even or without their true order for being rare.
    pub(crate) ties: f64,
    /// The same for uneven ties of three moves or more, where the sum of the counts is given.
    pub(crate) uneven: f64,
}

/// One result, or several that are taken together.
#[derive(Debug)]
pub(crate) struct Step {
    /// Its entries, ascending by class.
    pub(crate) entries: Range<u32>,
    /// Its corrections, those of one pair of classes together.
    pub(crate) corrections: Range<u32>,
    /// Which rule integrates the tie.
    pub(crate) rule: u32,
    /// Whether other classes are tied than in the step before.
    pub(crate) new_classes: bool,
}

/// A result of a move of `class` that got `extra` playouts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) class: u32,
    pub(crate) extra: u32,
    pub(crate) probability: f64,
}

/// A tie between a move of class `winner` and one of class `loser`, which got `extra` playouts together, and by how
/// much the probability that the former wins it exceeds one half, times the probability of the tie.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Correction {
    pub(crate) winner: u32,
    pub(crate) loser: u32,
    pub(crate) extra: u32,
    pub(crate) excess: f64,
}

/// The best result is below the first step with less than this probability.
const SKIPPED: f64 = 1e-17;

/// What the quadrature of a tie may miss, relative to the probability of its results.
const QUADRATURE: f64 = 1e-16;

/// Steps in the making: they are added in ascending order.
#[derive(Debug)]
pub(crate) struct Builder {
    moves: Vec<u32>,
    /// For each class, the probability of a result below the next step.
    reached: Vec<f64>,
    classes_before: Vec<u32>,
    steps: Steps,
}

impl Builder {
    /// No steps yet.
    pub(crate) fn new(contenders: &Contenders, counts: &Counts) -> Self {
        let classes = contenders.classes.len();
        let steps = Steps {
            below: vec![vec![0.0; counts.probabilities.len()]; classes],
            ascending: Vec::new(),
            entries: Vec::new(),
            corrections: Vec::new(),
            rules: (1..=contenders.moves().div_ceil(2)).map(Quadrature::new).collect(),
            most_results: 0,
            neglected: Neglected::default(),
        };
        Self {
            moves: contenders.classes.iter().map(|class| class.moves).collect(),
            reached: vec![0.0; classes],
            classes_before: Vec::new(),
            steps,
        }
    }

    /// The expected number of moves with one of the results of `entries`.
    pub(crate) fn mass(&self, entries: &[Entry]) -> f64 {
        let mass = |entry: &Entry| f64::from(self.moves[entry.class as usize]) * entry.probability;
        entries.iter().map(mass).sum()
    }

    /// A bound on what uneven ties of three or more moves in the next step cost the choice of a class, where the sum of
    /// the counts is given. `masses` holds the probability of the step for each class.
    ///
    /// Of a tie of three, one or two moves are of the class, and have a third or two thirds of it when it is even. So
    /// it errs by two thirds at most, and a larger tie, which has as many ties of three within it as are needed, by no
    /// more than all of these. The others must not be above the tie: the least likely three of them are left out.
    pub(crate) fn uneven(&self, masses: &[f64], counts: &Counts) -> f64 {
        // The expected numbers of single moves, pairs, and triples that are not of one class.
        let (mut one, mut two, mut three) = (0.0, 0.0, 0.0);
        let mut others = 1.0;
        let mut least = [1.0; 3];
        for ((reached, mass), &moves) in self.reached.iter().zip(masses).zip(&self.moves) {
            for _ in 0..moves {
                let mut below = f64::min(reached + mass, 1.0);
                for least in &mut least {
                    if below < *least {
                        std::mem::swap(&mut below, least);
                    }
                }
                others *= below;
            }
            let moves = f64::from(moves);
            let single = moves * mass;
            let pair = 0.5 * single * (moves - 1.0) * mass;
            three += two * single + one * pair;
            two += one * single + pair;
            one += single;
        }
        let given = counts.triple_factor.min(others / counts.total_probability);
        2.0 / 3.0 * three * given
    }

    /// Puts results below the first step, if even with them no step has been necessary; says whether it did.
    ///
    /// The products of the probabilities of all results so far grow to the probability that no move is above them, so
    /// the last one bounds all that is skipped.
    pub(crate) fn skip(&mut self, entries: &[Entry]) -> bool {
        if !self.steps.ascending.is_empty() {
            return false;
        }
        let mut reached = self.reached.clone();
        for entry in entries {
            reached[entry.class as usize] += entry.probability;
        }
        let powers = reached.iter().zip(&self.moves);
        let product: f64 =
            powers.map(|(p, &moves)| p.powi(i32::try_from(moves).expect("few moves"))).product();
        if product > SKIPPED {
            return false;
        }
        self.steps.neglected.skipped = product;
        self.reached = reached;
        for entry in entries {
            self.steps.below[entry.class as usize][entry.extra as usize] += entry.probability;
        }
        true
    }

    /// Adds one step. The entries ascend by class; so do the corrections, by both classes.
    pub(crate) fn push(&mut self, entries: &[Entry], corrections: &[Correction]) {
        let mut classes: Vec<u32> = entries.iter().map(|entry| entry.class).collect();
        classes.dedup();
        let degree = classes.iter().map(|&class| self.moves[class as usize]).sum::<u32>() - 1;
        let mass = self.mass(entries);
        let exact = (degree / 2) as usize;
        let error = |rule: usize| self.steps.rules[rule].error(mass);
        let rule = (0..exact).find(|&rule| error(rule) < QUADRATURE).unwrap_or(exact);
        if rule < exact {
            self.steps.neglected.ties += mass * error(rule);
        }
        let new_classes = classes != self.classes_before;
        self.classes_before = classes;
        for entry in entries {
            self.reached[entry.class as usize] += entry.probability;
        }
        let steps = &mut self.steps;
        let place = |length: usize| u32::try_from(length).expect("fewer than 2^32 results");
        let (entry, correction) = (place(steps.entries.len()), place(steps.corrections.len()));
        steps.entries.extend_from_slice(entries);
        steps.corrections.extend_from_slice(corrections);
        steps.ascending.push(Step {
            entries: entry..place(steps.entries.len()),
            corrections: correction..place(steps.corrections.len()),
            rule: u32::try_from(rule).expect("few rules"),
            new_classes,
        });
    }

    /// Notes how many results the next step has, if it has corrections.
    pub(crate) fn note_results(&mut self, number: usize) {
        self.steps.most_results = self.steps.most_results.max(number);
    }

    /// What is left out besides.
    pub(crate) fn neglected(&mut self) -> &mut Neglected {
        &mut self.steps.neglected
    }

    /// All steps.
    pub(crate) fn finish(self) -> Steps {
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use exactplay_game::{Player, Playouts};

    use super::*;
    use crate::Sharing;

    #[test]
    fn uneven_ties_are_triples_of_moves_not_all_of_one_class() {
        let uneven = |moves: &[[u128; 3]], masses: &[f64]| {
            let playouts = |&[o, draw, x]: &[u128; 3]| Playouts::new(o, draw, x).unwrap();
            let moves: Vec<_> = moves.iter().map(playouts).collect();
            let contenders = Contenders::new(&moves, Player::O);
            let counts = Counts::new(Sharing::PerMove, 3, contenders.moves());
            let mut builder = Builder::new(&contenders, &counts);
            builder.reached.fill(0.5);
            builder.uneven(masses, &counts)
        };
        let (a, b, c) = ([1, 0, 2], [1, 0, 1], [2, 0, 1]);
        assert_eq!(uneven(&[a, b], &[0.5, 0.5]).to_bits(), 0);
        assert_eq!(uneven(&[b, b, b], &[0.25]).to_bits(), 0);
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-16);
        close(uneven(&[a, b, c], &[0.25, 0.5, 0.125]), 2.0 / 3.0 * 0.25 * 0.5 * 0.125);
        // Each of both with the pair of the others; one move is left over, and must not be above.
        close(
            uneven(&[a, a, b, b], &[0.25, 0.125]),
            2.0 / 3.0 * 2.0 * (0.25 * 0.25 * 0.125 + 0.25 * 0.125 * 0.125) * 0.75,
        );
    }
}
