use exactplay_game::{Move, MoveSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random choices, the same for the same key on every machine.
///
/// Streams of different keys have nothing to do with each other: each begins where `ChaCha8` sends its key, and goes on as
/// `xoshiro256++`, which a playout can afford to ask for every move.
#[derive(Debug, Clone)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream with this key.
    pub fn new(key: [u64; 4]) -> Self {
        let mut bytes = [0; 32];
        for (bytes, number) in bytes.chunks_exact_mut(8).zip(key) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        let mut state = [0; 32];
        ChaCha8Rng::from_seed(bytes).fill_bytes(&mut state);
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// A number below `n`, each with exactly the same probability.
    ///
    /// # Panics
    /// When `n` is zero.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        // A draw times n falls into one of n intervals of 2^64; the lowest few places of each are given up, so that all
        // hold the same number of draws.
        let product = self.product(n);
        high(if low(product) < n { self.redrawn(product, n) } else { product })
    }

    #[cold]
    fn redrawn(&mut self, mut product: u128, n: u64) -> u128 {
        let given_up = n.wrapping_neg() % n;
        while low(product) < given_up {
            product = self.product(n);
        }
        product
    }

    /// One of some moves, each with exactly the same probability.
    ///
    /// # Panics
    /// When there is none.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a part of every ply of random play, where a call tells"
    )]
    pub fn pick(&mut self, moves: MoveSet) -> Move {
        let n = self.below(moves.len().into());
        moves.nth(u32::try_from(n).expect("at most 64"))
    }

    /// A number from 0 to below 1: each multiple of 2^-53 with the same probability.
    pub fn unit(&mut self) -> f64 {
        /// 2^-53.
        const STEP: f64 = f64::EPSILON / 2.0;
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let steps = self.below(1 << f64::MANTISSA_DIGITS) as f64;
        steps * STEP
    }

    /// A draw times `n`.
    #[inline]
    fn product(&mut self, n: u64) -> u128 {
        u128::from(self.0.next_u64()) * u128::from(n)
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half")]
fn low(product: u128) -> u64 {
    product as u64
}

#[inline]
fn high(product: u128) -> u64 {
    (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(key: [u64; 4]) -> Vec<u64> {
        let mut dice = Dice::new(key);
        (0..8).map(|_| dice.below(1_000)).collect()
    }

    /// The numbers are pinned: games with a seed must stay the same from version to version.
    #[test]
    fn streams_are_stable_and_differ_by_every_part_of_the_key() {
        assert_eq!(numbers([0; 4]), [572, 135, 758, 840, 346, 595, 442, 479]);
        for place in 0..4 {
            let mut key = [0; 4];
            key[place] = 1;
            assert_ne!(numbers(key), numbers([0; 4]));
        }
    }

    #[test]
    fn numbers_and_moves_are_uniform() {
        let mut dice = Dice::new([1, 2, 3, 4]);
        let moves = MoveSet(1 << 3 | 1 << 40 | 1 << 63);
        let mut counts = [[0_i32; 3]; 2];
        for _ in 0..30_000 {
            counts[0][usize::try_from(dice.below(3)).unwrap()] += 1;
            let picked = dice.pick(moves);
            counts[1][moves.into_iter().position(|mv| mv == picked).unwrap()] += 1;
        }
        // Each count has a standard deviation of 82.
        assert!(counts.iter().flatten().all(|count| (count - 10_000).abs() < 5 * 82), "{counts:?}");
        assert_eq!(dice.below(1), 0);
        assert!((0..1_000).map(|_| dice.unit()).all(|unit| (0.0..1.0).contains(&unit)));
    }
}
