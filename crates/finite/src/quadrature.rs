use std::f64::consts::PI;

/// A Gauss-Legendre rule on the interval from 0 to 1: exact for polynomials of degree below twice its number of nodes.
#[derive(Debug, Clone)]
pub(crate) struct Quadrature {
    /// Each node with its weight.
    pub(crate) nodes: Vec<(f64, f64)>,
    /// The error of the rule for a function whose derivative of order `2 * nodes` is one.
    constant: f64,
}

impl Quadrature {
    /// The rule with this many nodes, to within a few units in the last place of 1.
    ///
    /// The nodes are the roots of the Legendre polynomial, found by Newton's method from the usual cosine guess.
    pub(crate) fn new(nodes: u32) -> Self {
        let degree = f64::from(nodes);
        let nodes = (0..nodes)
            .map(|i| {
                let mut x = -(PI * (f64::from(i) + 0.75) / (degree + 0.5)).cos();
                for _ in 0..10 {
                    let (value, slope) = legendre(nodes, x);
                    x -= value / slope;
                }
                let (_, slope) = legendre(nodes, x);
                (f64::midpoint(x, 1.0), 1.0 / ((1.0 - x * x) * slope * slope))
            })
            .collect();
        // (n!)^4 / ((2n + 1) ((2n)!)^3), built up so that nothing overflows.
        let ratio = |n: f64| {
            let (odd, even) = (2.0 * n - 1.0, 2.0 * n);
            n.powi(4) / (odd * even).powi(3) * (odd / (even + 1.0))
        };
        let mut constant = 1.0;
        let mut n = 1.0;
        while n <= degree {
            constant *= ratio(n);
            n += 1.0;
        }
        Self { nodes, constant }
    }

    /// A bound on the error for the chance that one of several moves wins a tie.
    ///
    /// `mass` is the expected number of moves in the tie. The integrand is a product of factors `below + t * tied`, each
    /// at most one, so no derivative of order d exceeds `mass^d`.
    pub(crate) fn error(&self, mass: f64) -> f64 {
        let order = i32::try_from(2 * self.nodes.len()).expect("few nodes");
        self.constant * mass.powi(order)
    }
}

/// The Legendre polynomial of a degree at `x`, and its derivative there.
fn legendre(degree: u32, x: f64) -> (f64, f64) {
    let (mut before, mut value) = (0.0, 1.0);
    for n in 1..=degree {
        let n = f64::from(n);
        (before, value) = (value, ((2.0 * n - 1.0) * x * value - (n - 1.0) * before) / n);
    }
    (value, f64::from(degree) * (x * value - before) / (x * x - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_exact_for_powers_and_no_better_than_they_say() {
        for size in 1..=12 {
            let rule = Quadrature::new(size);
            let integral =
                |power| rule.nodes.iter().map(|(t, weight)| weight * t.powi(power)).sum::<f64>();
            let order = i32::try_from(2 * size).unwrap();
            for power in 0..order {
                assert!((integral(power) - 1.0 / f64::from(power + 1)).abs() < 1e-15);
            }
            // The derivative of order 2n of t^2n is (2n)!.
            let factorial: f64 = (1..=order).map(f64::from).product();
            let error = 1.0 / f64::from(order + 1) - integral(order);
            assert!((error - rule.constant * factorial).abs() < 1e-15, "{size}");
        }
    }
}
