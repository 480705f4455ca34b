use std::f64::consts::TAU;

use rayon::prelude::*;

use crate::contenders::Contenders;
use crate::counts::Counts;
use crate::steps::{Correction, Entry, Step, Steps};
use crate::wave::{LANES, Wave};

/// The probability that the chosen move is one of each class, before these are divided by their sum.
///
/// At a node z of the circle every probability is a power series in z at that point: an entry for n playouts carries the
/// n-th power of z. The sweep adds up the series of the choice, and the mean over all nodes, each turned back by the
/// total, is the coefficient that belongs to the total. Opposite nodes are conjugate, so half of them are enough. Blocks
/// of nodes are swept in parallel and added in their order, so threads do not show in the result.
pub(crate) fn chosen(steps: &Steps, contenders: &Contenders, counts: &Counts) -> Vec<f64> {
    let half = counts.nodes as usize / 2 + 1;
    let blocks: Vec<_> = (0..half.div_ceil(LANES))
        .into_par_iter()
        .map(|block| Sweep::new(block * LANES, steps, contenders, counts).run())
        .collect();
    let scale = f64::from(counts.nodes) * counts.total_probability;
    (0..contenders.classes.len())
        .map(|class| blocks.iter().map(|block| block[class]).sum::<f64>() / scale)
        .collect()
}

/// After how many steps the sums of the steps are added to those of all before: about the root of their number, so that
/// no sum is the end of more than two such roots of additions.
pub(crate) fn stride(steps: usize) -> usize {
    steps.isqrt() + 1
}

/// The sweep at one block of nodes.
struct Sweep<'a> {
    steps: &'a Steps,
    /// The powers of the nodes, by exponent modulo the number of nodes.
    powers: Vec<Wave>,
    /// For each node, how often it counts, turned back by the total.
    back: Wave,
    classes: Vec<Swept>,
    /// The classes that are tied in the current step.
    tied: Vec<Tied>,
}

/// What the sweep knows of a class.
#[derive(Clone, Copy)]
struct Swept {
    moves: u32,
    /// The series of a result below the current step: up to the last stride, since then, and in all.
    settled: Wave,
    recent: Wave,
    below: Wave,
    /// The series of the choice: up to the last stride, and since then.
    chosen: Wave,
    chosen_recent: Wave,
}

/// A class in a tie.
struct Tied {
    class: usize,
    /// The series of a result in the step.
    series: Wave,
    /// The series that all other moves are below, or lose the tie.
    others: Wave,
    /// Within the quadrature: that of all moves of the class, and that of the classes before it and all but one of its
    /// own moves.
    all: Wave,
    before: Wave,
}

impl<'a> Sweep<'a> {
    fn new(first: usize, steps: &'a Steps, contenders: &Contenders, counts: &Counts) -> Self {
        let nodes = counts.nodes as usize;
        let greatest =
            if steps.corrections.is_empty() { counts.probabilities.len() } else { nodes };
        let circle: Vec<(f64, f64)> = (0..counts.nodes)
            .map(|i| (TAU * f64::from(i) / f64::from(counts.nodes)).sin_cos())
            .collect();
        let power = |exponent: usize| {
            let mut power = Wave::ZERO;
            for lane in 0..LANES {
                (power.im[lane], power.re[lane]) = circle[(first + lane) * exponent % nodes];
            }
            power
        };
        let mut back = power(counts.total as usize);
        for lane in 0..LANES {
            let node = first + lane;
            let times = match node {
                _ if node > nodes / 2 => 0.0,
                _ if node == 0 || 2 * node == nodes => 1.0,
                _ => 2.0,
            };
            back.re[lane] *= times;
            back.im[lane] *= -times;
        }
        let powers: Vec<_> = (0..greatest.min(nodes)).map(power).collect();
        let classes = contenders.classes.iter().zip(&steps.below).map(|(class, below)| {
            let series = below.iter().enumerate().map(|(extra, &p)| powers[extra % nodes] * p);
            let below = series.fold(Wave::ZERO, |sum, term| sum + term);
            Swept {
                moves: class.moves,
                settled: below,
                recent: Wave::ZERO,
                below,
                chosen: Wave::ZERO,
                chosen_recent: Wave::ZERO,
            }
        });
        let classes = classes.collect();
        Self { steps, powers, back, classes, tied: Vec::new() }
    }

    /// The sum over the nodes of the block of what each class contributes to the coefficient of the total.
    fn run(mut self) -> Vec<f64> {
        let steps = self.steps;
        let mut bystanders = Wave::ONE;
        for stride in steps.ascending.chunks(stride(steps.ascending.len())) {
            for step in stride {
                self.gather(step);
                if step.new_classes {
                    bystanders = self.bystanders();
                }
                self.share_out(step, bystanders);
                self.correct(step, bystanders);
                self.pass();
            }
            for class in &mut self.classes {
                class.settled = class.below;
                class.recent = Wave::ZERO;
                class.chosen += class.chosen_recent;
                class.chosen_recent = Wave::ZERO;
            }
        }
        let real = |chosen: Wave| (chosen * self.back).re.iter().sum();
        self.classes.iter().map(|class| real(class.chosen)).collect()
    }

    /// Makes the series of a step for each class that is tied in it.
    fn gather(&mut self, step: &Step) {
        self.tied.clear();
        let entries = &self.steps.entries[step.entries.start as usize..step.entries.end as usize];
        for &Entry { class, extra, probability } in entries {
            let (class, term) = (class as usize, self.power(extra) * probability);
            match self.tied.last_mut() {
                Some(tied) if tied.class == class => tied.series += term,
                _ => {
                    let (others, all, before) = (Wave::ZERO, Wave::ONE, Wave::ONE);
                    self.tied.push(Tied { class, series: term, others, all, before });
                }
            }
        }
    }

    #[inline]
    fn power(&self, exponent: u32) -> Wave {
        let exponent = exponent as usize;
        self.powers
            [if exponent < self.powers.len() { exponent } else { exponent % self.powers.len() }]
    }

    /// The series that the moves of all classes that are not tied are below.
    fn bystanders(&self) -> Wave {
        let mut tied = self.tied.iter().map(|tied| tied.class).peekable();
        let mut product = Wave::ONE;
        for (class, swept) in self.classes.iter().enumerate() {
            if tied.next_if_eq(&class).is_none() {
                product = product * swept.below.pow(swept.moves);
            }
        }
        product
    }

    /// Adds to the choice of each class that one of its moves is in the step and wins an even tie.
    ///
    /// If every move in the tie draws a number between 0 and 1 and the highest wins, the winner has t when the others
    /// are below the step or have less than t: a polynomial in t, to be integrated.
    fn share_out(&mut self, step: &Step, bystanders: Wave) {
        for &(t, weight) in &self.steps.rules[step.rule as usize].nodes {
            let mut before = bystanders * weight;
            for tied in &mut self.tied {
                let swept = &self.classes[tied.class];
                let less = swept.below + tied.series * t;
                tied.before = before;
                if swept.moves == 1 {
                    tied.all = less;
                } else {
                    let rest = less.pow(swept.moves - 1);
                    tied.before = before * rest;
                    tied.all = rest * less;
                }
                before = before * tied.all;
            }
            let mut after = None;
            for tied in self.tied.iter_mut().rev() {
                match after {
                    None => tied.others += tied.before,
                    Some(after) => tied.others += tied.before * after,
                }
                after = Some(after.map_or(tied.all, |after| after * tied.all));
            }
        }
        for tied in &self.tied {
            let swept = &mut self.classes[tied.class];
            swept.chosen_recent += tied.series * tied.others * f64::from(swept.moves);
        }
    }

    /// Moves to the winners of uneven ties of two what an even share gave to the losers.
    fn correct(&mut self, step: &Step, bystanders: Wave) {
        let range = step.corrections.start as usize..step.corrections.end as usize;
        let corrections = &self.steps.corrections[range];
        for pair in corrections.chunk_by(|a, b| (a.winner, a.loser) == (b.winner, b.loser)) {
            let (winner, loser) = (pair[0].winner as usize, pair[0].loser as usize);
            let mut excess = Wave::ZERO;
            for &Correction { extra, excess: probability, .. } in pair {
                excess += self.power(extra) * probability;
            }
            excess = excess * bystanders;
            for tied in &self.tied {
                let swept = &self.classes[tied.class];
                let in_tie = u32::from(tied.class == winner || tied.class == loser);
                excess = excess * swept.below.pow(swept.moves - in_tie);
            }
            let pairs = f64::from(self.classes[winner].moves * self.classes[loser].moves);
            self.classes[winner].chosen_recent += excess * pairs;
            self.classes[loser].chosen_recent -= excess * pairs;
        }
    }

    /// Moves on: the results of the step are below the next.
    fn pass(&mut self) {
        for tied in &self.tied {
            let swept = &mut self.classes[tied.class];
            swept.recent += tied.series;
            swept.below = swept.settled + swept.recent;
        }
    }
}
