//! Playout probabilities in floating point, for boards whose exact numerators do not fit, and how far they may be off.

use exactplay_game::{Player, RoundedPlayouts};

use crate::Board;

/// The distribution at a position of `ply`, from the probabilities that the player who moved first wins, and the other.
pub(crate) fn playouts(board: Board, ply: u8, [first, second]: [f64; 2]) -> RoundedPlayouts {
    let (o, x) = match board.first() {
        Player::O => (first, second),
        Player::X => (second, first),
    };
    // A sum of rounded parts may exceed one by as little as they are off.
    let draw = (1.0 - first - second).max(0.0);
    RoundedPlayouts { o, draw, x, error: error(board, ply) }
}

/// What each of so many moves weighs.
pub(crate) fn share(moves: u32) -> f64 {
    1.0 / f64::from(moves)
}

/// A bound on the distance of each probability at a position of `ply` from the true one, and of the scores.
///
/// A probability is the sum, over the moves, of those after the moves times 1/m. At most m + 1 roundings lie between a
/// probability and those one ply later (of 1/m, of its product, and of the sums), and all terms are positive: relative
/// errors add up to gamma(n) = n u / (1 - n u) for n roundings on the way (Higham, Accuracy and Stability of Numerical
/// Algorithms, lemma 3.1), u = 2^-53. The wins of both are at most one together, so the draws are off by no more than
/// that and the two roundings of their subtraction; the scores take two more.
fn error(board: Board, ply: u8) -> f64 {
    let most = |empty: u8| if board.gravity() { empty.min(board.width()) } else { empty };
    let roundings: u32 = (1..=board.cells() - ply).map(|empty| u32::from(most(empty)) + 1).sum();
    let off = f64::from(roundings + 4) * f64::EPSILON / 2.0;
    off / (1.0 - off)
}
