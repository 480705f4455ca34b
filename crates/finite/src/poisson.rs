/// A Poisson law, without tails that weigh less than [`Poisson::NEGLIGIBLE`].
#[derive(Debug)]
pub(crate) struct Poisson {
    /// The least number kept.
    pub(crate) first: u32,
    /// The probabilities of the numbers from `first`.
    pub(crate) probabilities: Vec<f64>,
    /// A bound on the probability of all other numbers.
    pub(crate) dropped: f64,
}

impl Poisson {
    const NEGLIGIBLE: f64 = 1e-22;

    /// The law with this mean.
    ///
    /// The terms follow from the greatest by their ratios, which takes two roundings a step, and are divided by their
    /// sum. Beyond a term the ratios only fall, so the rest is less than a geometric series.
    pub(crate) fn new(mean: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small mean")]
        let mode = mean as u32;
        let mut down = Vec::new();
        let (mut term, mut n) = (1.0, mode);
        let mut dropped = 0.0;
        while n > 0 {
            let ratio = f64::from(n) / mean;
            term *= ratio;
            n -= 1;
            let rest = f64::from(n) / mean;
            if term < Self::NEGLIGIBLE * (1.0 - rest) {
                dropped += term / (1.0 - rest);
                n += 1;
                break;
            }
            down.push(term);
        }
        let first = n;
        let mut probabilities: Vec<f64> = down.into_iter().rev().chain([1.0]).collect();
        (term, n) = (1.0, mode);
        loop {
            n += 1;
            term *= mean / f64::from(n);
            let rest = mean / f64::from(n + 1);
            if term < Self::NEGLIGIBLE * (1.0 - rest) {
                dropped += term / (1.0 - rest);
                break;
            }
            probabilities.push(term);
        }
        // The small ones first, so that the sum is as good as its largest term.
        let mut ascending = probabilities.clone();
        ascending.sort_unstable_by(f64::total_cmp);
        let sum: f64 = ascending.iter().sum();
        for probability in &mut probabilities {
            *probability /= sum;
        }
        Self { first, probabilities, dropped: dropped / sum }
    }

    /// The probability of one number.
    pub(crate) fn probability(&self, n: u32) -> f64 {
        let index = n.checked_sub(self.first);
        index.and_then(|i| self.probabilities.get(i as usize)).copied().unwrap_or(0.0)
    }

    /// The greatest probability of any number.
    pub(crate) fn greatest(&self) -> f64 {
        self.probabilities.iter().copied().fold(0.0, f64::max)
    }

    /// The probability of all numbers whose distance from `centre` is at least `distance`.
    pub(crate) fn outside(&self, centre: u32, distance: u32) -> f64 {
        let numbers = self.first..;
        let outside =
            numbers.zip(&self.probabilities).filter(|(n, _)| n.abs_diff(centre) >= distance);
        outside.map(|(_, probability)| probability).sum::<f64>() + self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_the_formula() {
        for mean in [0.0, 0.25, 1.0, 7.5, 111.0, 2500.0] {
            let law = Poisson::new(mean);
            assert!((law.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            assert!(law.dropped < 1e-20);
        }
        let law = Poisson::new(2.5);
        for (n, factorial) in [(0, 1.0), (1, 1.0), (5, 120.0), (8, 40320.0)] {
            let expected = (-2.5_f64).exp() * 2.5_f64.powi(n) / factorial;
            let probability = law.probability(u32::try_from(n).unwrap());
            assert!((probability / expected - 1.0).abs() < 1e-14);
        }
        // Stirling's series for the probability of the mean itself.
        let n = 10_000.0_f64;
        let expected = (-1.0 / (12.0 * n)).exp() / (std::f64::consts::TAU * n).sqrt();
        assert!((Poisson::new(n).probability(10_000) / expected - 1.0).abs() < 1e-12);
    }
}
