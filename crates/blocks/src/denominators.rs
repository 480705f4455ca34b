#![deny(clippy::float_arithmetic)]

use std::collections::BTreeMap;

use num_integer::Integer as _;

use crate::{BlocksError, Board};

/// The common denominator of the playout probabilities of every set of cells that can be occupied.
///
/// It is the number of moves times the least common multiple of the children's denominators. Without gravity that is
/// the factorial of the empty cells. With gravity it depends on the heights of the stacks, whatever their order.
#[derive(Debug, Clone)]
pub(crate) enum Denominators {
    /// By number of stones.
    Factorials(Vec<u128>),
    /// By number of stones, then by the heights of the stacks, ascending.
    Stacks(Vec<BTreeMap<Vec<u8>, u128>>),
}

impl Denominators {
    /// The denominators of a board.
    ///
    /// # Errors
    /// When one of them exceeds 128 bits.
    pub(crate) fn new(board: Board) -> Result<Self, BlocksError> {
        let overflow = |ply| BlocksError::Denominator { game: board.name(), ply };
        if board.gravity() {
            let mut layers = vec![BTreeMap::from([(full(board), 1)])];
            for ply in (0..board.cells()).rev() {
                let next = layers.last().expect("the full board");
                layers.push(lower(board, next).ok_or_else(|| overflow(ply))?);
            }
            layers.reverse();
            Ok(Self::Stacks(layers))
        } else {
            let mut factorials = vec![1_u128];
            for (empty, ply) in (1..).zip((0..board.cells()).rev()) {
                let next = factorials[factorials.len() - 1];
                factorials.push(next.checked_mul(empty).ok_or_else(|| overflow(ply))?);
            }
            factorials.reverse();
            Ok(Self::Factorials(factorials))
        }
    }

    /// The denominator of an occupied set.
    pub(crate) fn of(&self, board: Board, occupied: u64) -> u128 {
        let stones = occupied.count_ones() as usize;
        match self {
            Self::Factorials(layers) => layers[stones],
            Self::Stacks(layers) => layers[stones][&heights(board, occupied)],
        }
    }

    /// The greatest denominator of a layer.
    pub(crate) fn greatest(&self, ply: u8) -> u128 {
        match self {
            Self::Factorials(layers) => layers[usize::from(ply)],
            Self::Stacks(layers) => {
                layers[usize::from(ply)].values().copied().max().expect("a layer has stacks")
            }
        }
    }
}

fn full(board: Board) -> Vec<u8> {
    vec![board.height(); usize::from(board.width())]
}

/// The heights of the stacks, ascending.
fn heights(board: Board, occupied: u64) -> Vec<u8> {
    let column = (1_u64 << (board.height() - 1) << 1).wrapping_sub(1);
    let stacks =
        (0..board.width()).map(|x| (occupied >> (x * board.height()) & column).count_ones());
    let mut heights: Vec<_> = stacks.map(|stack| u8::try_from(stack).expect("a height")).collect();
    heights.sort_unstable();
    heights
}

/// The denominators of the layer before `next`; `None` when one overflows.
fn lower(board: Board, next: &BTreeMap<Vec<u8>, u128>) -> Option<BTreeMap<Vec<u8>, u128>> {
    let mut layer = BTreeMap::new();
    for above in next.keys() {
        for column in (0..above.len()).filter(|&column| above[column] > 0) {
            let heights = moved(above, column, |height| height - 1);
            if layer.contains_key(&heights) {
                continue;
            }
            let open = (0..heights.len()).filter(|&column| heights[column] < board.height());
            let children = open.map(|column| next[&moved(&heights, column, |height| height + 1)]);
            let moves = children.clone().count() as u128;
            let common = children.map(Some).reduce(|a, b| checked_lcm(a?, b?))??;
            layer.insert(heights, common.checked_mul(moves)?);
        }
    }
    Some(layer)
}

/// The heights when one column has changed, ascending again.
fn moved(heights: &[u8], column: usize, change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut heights = heights.to_vec();
    heights[column] = change(heights[column]);
    heights.sort_unstable();
    heights
}

fn checked_lcm(a: u128, b: u128) -> Option<u128> {
    (a / a.gcd(&b)).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use exactplay_game::Player;

    use super::*;

    #[test]
    fn without_gravity_they_are_factorials_up_to_34_cells() {
        let board = Board::mnk(3, 3, 3, Player::O).unwrap();
        let denominators = Denominators::new(board).unwrap();
        assert_eq!(denominators.of(board, 0), 362_880);
        assert_eq!(denominators.greatest(7), 2);
        assert!(Denominators::new(Board::mnk(17, 2, 4, Player::O).unwrap()).is_ok());
        let error = Denominators::new(Board::mnk(7, 5, 4, Player::O).unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "exact playouts of mnk:7x5:4 need more than 128 bits at ply 0: its values can be solved, with playouts rounded to f64 within a bound or with none"
        );
    }

    #[test]
    fn with_gravity_they_depend_on_the_stacks() {
        let board = Board::connect(2, 2, 2, Player::O).unwrap();
        let denominators = Denominators::new(board).unwrap();
        // Columns are two cells each, filled from the higher bit: one stone in each, or two in one.
        assert_eq!(denominators.of(board, 0b11_00), 1);
        assert_eq!(denominators.of(board, 0b10_10), 2);
        assert_eq!(denominators.of(board, 0b00_10), 4);
        assert_eq!(denominators.of(board, 0), 8);
        for (width, height) in [(4, 4), (5, 4), (5, 5), (6, 4)] {
            let board = Board::connect(width, height, 4, Player::O).unwrap();
            assert!(Denominators::new(board).is_ok(), "{width}x{height}");
        }
    }
}
