use std::ops::{Add, Mul};

use num_traits::{FromBytes, FromPrimitive, ToBytes, WrappingAdd, WrappingMul};

/// A probability in floating point, as a lane beside the integers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Double(pub(crate) f64);

impl Add for Double {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul for Double {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl WrappingAdd for Double {
    fn wrapping_add(&self, other: &Self) -> Self {
        *self + *other
    }
}

impl WrappingMul for Double {
    fn wrapping_mul(&self, other: &Self) -> Self {
        *self * *other
    }
}

impl FromPrimitive for Double {
    fn from_i64(number: i64) -> Option<Self> {
        f64::from_i64(number).map(Self)
    }

    fn from_u64(number: u64) -> Option<Self> {
        f64::from_u64(number).map(Self)
    }

    fn from_f64(number: f64) -> Option<Self> {
        Some(Self(number))
    }
}

/// Lanes grow towards the start; the ply after the last, which has none, stands for the narrowest.
impl From<u16> for Double {
    fn from(number: u16) -> Self {
        Self(number.into())
    }
}

impl ToBytes for Double {
    type Bytes = [u8; 8];

    fn to_be_bytes(&self) -> Self::Bytes {
        self.0.to_be_bytes()
    }

    fn to_le_bytes(&self) -> Self::Bytes {
        self.0.to_le_bytes()
    }
}

impl FromBytes for Double {
    type Bytes = [u8; 8];

    fn from_be_bytes(bytes: &Self::Bytes) -> Self {
        Self(f64::from_be_bytes(*bytes))
    }

    fn from_le_bytes(bytes: &Self::Bytes) -> Self {
        Self(f64::from_le_bytes(*bytes))
    }
}
