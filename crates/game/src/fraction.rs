//! Exact fractions, and the one way each of them becomes a decimal.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// An exact fraction in lowest terms. Displays as `817/1260`, whole numbers without a denominator.
pub type Fraction = BigRational;

/// `numerator / denominator`, reduced.
///
/// # Panics
/// When the denominator is zero.
pub fn fraction(numerator: u128, denominator: u128) -> Fraction {
    Fraction::new(numerator.into(), denominator.into())
}

/// The `f64` nearest to a fraction, ties to even.
///
/// # Panics
/// When the denominator is zero.
pub fn nearest_f64(numerator: u128, denominator: u128) -> f64 {
    const EXACT: u128 = 1 << f64::MANTISSA_DIGITS;
    if numerator <= EXACT && denominator <= EXACT {
        // Both convert without rounding, and a division rounds once.
        #[expect(clippy::cast_precision_loss, reason = "both are at most 2^53")]
        return numerator as f64 / denominator as f64;
    }
    fraction(numerator, denominator).to_f64().expect("a fraction of two u128 is in range")
}

/// Reads a fraction between 0 and 1 (such as a draw weight): `1/2`, `0.5`, `0` or `1`, exactly as written.
///
/// ```
/// use exactplay_game::{fraction, parse_fraction};
/// assert_eq!(parse_fraction("0.125"), Some(fraction(1, 8)));
/// assert_eq!(parse_fraction("2/3"), Some(fraction(2, 3)));
/// assert_eq!(parse_fraction("4/3"), None);
/// ```
pub fn parse_fraction(text: &str) -> Option<Fraction> {
    let digits = |text: &str| -> Option<u128> {
        (!text.is_empty() && text.len() <= 30 && text.bytes().all(|b| b.is_ascii_digit()))
            .then(|| text.parse().ok())?
    };
    let value = if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator = digits(denominator).filter(|&d| d > 0)?;
        fraction(digits(numerator)?, denominator)
    } else if let Some((whole, decimals)) = text.split_once('.') {
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        let scale = 10_u128.pow(u32::try_from(decimals.len()).ok().filter(|&n| n <= 30)?);
        fraction(whole, 1) + fraction(digits(decimals)?, scale)
    } else {
        fraction(digits(text)?, 1)
    };
    (Fraction::zero()..=Fraction::one()).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_read_exactly_or_not_at_all() {
        assert_eq!(parse_fraction(".5"), Some(fraction(1, 2)));
        assert_eq!(parse_fraction("0.1"), Some(fraction(1, 10)));
        assert_eq!(parse_fraction("1"), Some(fraction(1, 1)));
        for bad in ["", "-1/2", "1/0", "1e-1", "0.", "1/2/3", "one", "+1", "1.5", &"9".repeat(40)] {
            assert_eq!(parse_fraction(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn wide_fractions_round_once() {
        assert_eq!(nearest_f64(817, 1260).to_bits(), (817.0_f64 / 1260.0).to_bits());
        // (2^53 + 1) / (2^53 + 1) is one; converting first and dividing after could miss it.
        let odd = (1_u128 << 53) + 1;
        assert_eq!(nearest_f64(odd, odd).to_bits(), 1.0_f64.to_bits());
        assert_eq!(nearest_f64(u128::MAX / 3, u128::MAX).to_bits(), (1.0_f64 / 3.0).to_bits());
    }
}
