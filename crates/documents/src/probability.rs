use std::fmt;

use exactplay_game::Fraction;
use serde::Serialize;

/// A probability or an expectation: a fraction as a string, or a number where it is known within a bound only.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ProbabilityDocument {
    /// Exactly.
    Exact(String),
    /// Within a bound.
    Rounded(f64),
}

impl fmt::Display for ProbabilityDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(fraction) => f.write_str(fraction),
            Self::Rounded(number) => write!(f, "{number}"),
        }
    }
}

impl From<&Fraction> for ProbabilityDocument {
    fn from(probability: &Fraction) -> Self {
        Self::Exact(probability.to_string())
    }
}

impl From<&f64> for ProbabilityDocument {
    fn from(&probability: &f64) -> Self {
        Self::Rounded(probability)
    }
}
