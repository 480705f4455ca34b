#![deny(clippy::float_arithmetic)]

use num_traits::{FromBytes, FromPrimitive, ToBytes, WrappingAdd, WrappingMul};

use crate::double::Double;

/// Half of a pair of numerators: an unsigned integer wide enough for the greatest denominator of its layer, or a
/// probability in floating point.
///
/// Sums and products of integers wrap: no numerator exceeds the denominator, which was seen to fit before the work started.
pub(crate) trait Lane:
    Copy
    + Default
    + Send
    + Sync
    + FromPrimitive
    + WrappingAdd
    + WrappingMul
    + ToBytes
    + FromBytes<Bytes: Default>
{
    /// A number of which it is known that it fits.
    fn of(number: u128) -> Self {
        Self::from_u128(number).expect("fits its lane")
    }
}

impl<T> Lane for T where
    T: Copy
        + Default
        + Send
        + Sync
        + FromPrimitive
        + WrappingAdd
        + WrappingMul
        + ToBytes
        + FromBytes<Bytes: Default>
{
}

/// How many bytes a numerator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LaneWidth {
    Two,
    Four,
    Eight,
    Sixteen,
    /// Eight bytes in floating point.
    Double,
}

impl LaneWidth {
    /// The least width that holds every number up to `greatest`.
    pub(crate) fn holding(greatest: u128) -> Self {
        match greatest.checked_ilog2().map_or(0, |log| log + 1) {
            0..=16 => Self::Two,
            17..=32 => Self::Four,
            33..=64 => Self::Eight,
            _ => Self::Sixteen,
        }
    }

    /// The number of bytes.
    pub(crate) fn bytes(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight | Self::Double => 8,
            Self::Sixteen => 16,
        }
    }
}

/// For every slot of a layer, over the denominator of its block, the probabilities that the player who moved first wins
/// under random play, and that the other does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Numerators {
    /// Only values were asked for.
    None,
    Two(Vec<[u16; 2]>),
    Four(Vec<[u32; 2]>),
    Eight(Vec<[u64; 2]>),
    Sixteen(Vec<[u128; 2]>),
    /// Probabilities, where there is no common denominator.
    Double(Vec<[Double; 2]>),
}

/// The numerators of one slot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Pair {
    /// Over the denominator of its block.
    Exact([u128; 2]),
    /// The probabilities themselves, within a bound.
    Rounded([f64; 2]),
}

impl Numerators {
    /// The numerators of a slot.
    pub(crate) fn pair(&self, slot: usize) -> Option<Pair> {
        match self {
            Self::None => None,
            Self::Two(pairs) => Some(Pair::Exact(pairs[slot].map(u128::from))),
            Self::Four(pairs) => Some(Pair::Exact(pairs[slot].map(u128::from))),
            Self::Eight(pairs) => Some(Pair::Exact(pairs[slot].map(u128::from))),
            Self::Sixteen(pairs) => Some(Pair::Exact(pairs[slot])),
            Self::Double(pairs) => Some(Pair::Rounded(pairs[slot].map(|Double(p)| p))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_as_narrow_as_the_denominator_allows() {
        let factorial = |n: u128| (1..=n).product::<u128>();
        let widths =
            [1, 8, 9, 12, 13, 20, 21, 34].map(|n| LaneWidth::holding(factorial(n)).bytes());
        assert_eq!(widths, [2, 2, 4, 4, 8, 8, 16, 16]);
        assert_eq!(LaneWidth::holding(65_535), LaneWidth::Two);
        assert_eq!(LaneWidth::holding(65_536), LaneWidth::Four);
    }
}
