use std::ops::Range;

/// The law of a sum of independent gains: the probabilities of consecutive sums, from `first`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    pub(crate) first: u32,
    pub(crate) probabilities: Vec<f64>,
}

/// A tail that weighs less than this is left out at each step.
const NEGLIGIBLE: f64 = 1e-24;

/// A bound on the probability that is missing from two laws of sums of at most `n` gains.
pub(crate) fn missing(n: u32) -> f64 {
    // The edges that are trimmed singly are far below the tails cut off by Hoeffding's bound.
    4.0 * NEGLIGIBLE * f64::from(n)
}

impl Row {
    /// The probability of a sum.
    #[inline]
    pub(crate) fn probability(&self, sum: u32) -> f64 {
        let index = sum.checked_sub(self.first);
        index.and_then(|i| self.probabilities.get(i as usize)).copied().unwrap_or(0.0)
    }

    /// The sums it holds.
    pub(crate) fn sums(&self) -> Range<u32> {
        let length = u32::try_from(self.probabilities.len()).expect("sums fit");
        self.first..self.first + length
    }

    /// The law after one more gain of 0, 1 or 2.
    ///
    /// All terms are positive, so each step adds at most four roundings to the relative error of a probability.
    fn after(&self, gain: [f64; 3]) -> Self {
        let mut probabilities = vec![0.0; self.probabilities.len() + 2];
        for (i, probability) in self.probabilities.iter().enumerate() {
            for (sum, gain) in probabilities[i..].iter_mut().zip(gain) {
                *sum += probability * gain;
            }
        }
        Self { first: self.first, probabilities }
    }

    /// Leaves out the sums that Hoeffding's inequality makes less likely than [`NEGLIGIBLE`] in all, and edges of no
    /// weight.
    fn trim(&mut self, n: u32, gain: [f64; 3]) {
        let n = f64::from(n);
        let centre = n * (gain[1] + 2.0 * gain[2]);
        let most: f64 = if gain[2] > 0.0 { 2.0 } else { 1.0 };
        let reach = most * (n * (2.0 / NEGLIGIBLE).ln() / 2.0).sqrt() + 1.0;
        let (first, probabilities) = (self.first, &self.probabilities);
        let keep = |i: usize| {
            let sum = f64::from(first) + f64::from(u32::try_from(i).expect("sums fit"));
            (sum - centre).abs() <= reach && probabilities[i] > NEGLIGIBLE * 1e-12
        };
        let from = (0..probabilities.len()).find(|&i| keep(i)).expect("a likely sum");
        let to = (from..probabilities.len()).rfind(|&i| keep(i)).expect("a likely sum");
        self.probabilities.truncate(to + 1);
        self.probabilities.drain(..from);
        self.first += u32::try_from(from).expect("sums fit");
    }
}

/// The laws of the sum of n independent gains, for every n of `lengths`, when `gain` holds the probabilities of a gain
/// of 0, 1 and 2.
pub(crate) fn rows(gain: [f64; 3], lengths: Range<u32>) -> Vec<Row> {
    let mut row = Row { first: 0, probabilities: vec![1.0] };
    let mut rows = Vec::with_capacity(lengths.len());
    for n in 0..lengths.end {
        if n > 0 {
            row = row.after(gain);
            row.trim(n, gain);
        }
        if n >= lengths.start {
            rows.push(row.clone());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_multinomial_laws() {
        let (loss, draw, win) = (0.25, 0.125, 0.625);
        let rows = rows([loss, draw, win], 3..5);
        // Four playouts, five half points: two wins, one draw, one loss (12 orders) or one win and three draws (4).
        let five = 12.0 * win * win * draw * loss + 4.0 * win * draw.powi(3);
        assert!((rows[1].probability(5) - five).abs() < 1e-16);
        assert_eq!(rows[0].sums(), 0..7);
        assert_eq!(rows[0].probability(7).to_bits(), 0);
    }

    #[test]
    fn long_rows_keep_their_mass_and_certain_gains_stay_certain() {
        for gain in
            [[0.25, 0.125, 0.625], [0.9, 0.1, 0.0], [0.0, 0.5, 0.5], [1e-9, 0.0, 1.0 - 1e-9]]
        {
            let row = &rows(gain, 2000..2001)[0];
            let sum: f64 = row.probabilities.iter().sum();
            let mean: f64 = row.sums().map(|sum| f64::from(sum) * row.probability(sum)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{gain:?}");
            assert!((mean / 2000.0 - gain[1] - 2.0 * gain[2]).abs() < 1e-11, "{gain:?}");
        }
        assert_eq!(rows([0.0, 0.0, 1.0], 50..51)[0].sums(), 100..101);
    }
}
