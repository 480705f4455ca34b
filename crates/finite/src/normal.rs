use std::f64::consts::TAU;

/// Beyond this distance from zero the standard normal law has less than 3e-21 of its mass.
pub(crate) const EDGE: f64 = 9.5;

/// The density of the standard normal law.
pub(crate) fn density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / TAU.sqrt()
}

/// The probability that a standard normal number is below `x`, to about 1e-15.
///
/// The series x + x^3/3 + x^5/15 + ... times the density is what lies between 0 and x; all its terms are positive.
pub(crate) fn below(x: f64) -> f64 {
    if x.abs() > EDGE {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x.abs(), 0.0, 1.0);
    while term > sum * 1e-18 {
        sum += term;
        odd += 2.0;
        term *= x * x / odd;
    }
    let beyond_centre = density(x) * sum;
    0.5 + if x > 0.0 { beyond_centre } else { -beyond_centre }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-2.0, 0.022_750_131_948_179_21),
            (3.5, 0.999_767_370_920_964_5),
            (-8.0, 6.220_960_574_271_785e-16),
            (9.0, 1.0),
            (-50.0, 0.0),
        ] {
            assert!((below(x) - expected).abs() < 3e-15, "{x}");
        }
    }
}
