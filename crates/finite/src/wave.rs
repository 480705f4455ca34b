use std::array::from_fn;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// How many nodes of the circle are worked on at a time.
pub(crate) const LANES: usize = 8;

/// A complex number at each of [`LANES`] nodes; all operations are node by node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wave {
    pub(crate) re: [f64; LANES],
    pub(crate) im: [f64; LANES],
}

impl Wave {
    pub(crate) const ZERO: Self = Self { re: [0.0; LANES], im: [0.0; LANES] };
    pub(crate) const ONE: Self = Self { re: [1.0; LANES], im: [0.0; LANES] };

    /// The product of `power` equal factors.
    #[inline]
    pub(crate) fn pow(self, power: u32) -> Self {
        match power {
            0 => Self::ONE,
            1 => self,
            2 => self * self,
            _ => {
                let half = self.pow(power / 2);
                if power.is_multiple_of(2) { half * half } else { half * half * self }
            }
        }
    }
}

impl Mul for Wave {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self {
            re: from_fn(|i| self.re[i] * other.re[i] - self.im[i] * other.im[i]),
            im: from_fn(|i| self.re[i] * other.im[i] + self.im[i] * other.re[i]),
        }
    }
}

impl Mul<f64> for Wave {
    type Output = Self;

    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self { re: self.re.map(|re| re * factor), im: self.im.map(|im| im * factor) }
    }
}

impl Add for Wave {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            re: from_fn(|i| self.re[i] + other.re[i]),
            im: from_fn(|i| self.im[i] + other.im[i]),
        }
    }
}

impl Sub for Wave {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            re: from_fn(|i| self.re[i] - other.re[i]),
            im: from_fn(|i| self.im[i] - other.im[i]),
        }
    }
}

impl AddAssign for Wave {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Wave {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
