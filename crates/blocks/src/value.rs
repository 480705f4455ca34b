use exactplay_game::Outcome;
use exactplay_tree::Value;

use crate::Board;

/// A value as one byte, ordered by how much the player who moved first likes it.
///
/// A draw is 128. A win at ply e of a game on n cells is n + 1 - e above that, or below when the second player has won:
/// the sooner the farther from 128. It names the ply of the end and not the distance, so that a value passes from a child
/// to its parent unchanged. Unsigned bytes, because every processor takes the greater of many of them at once.
pub(crate) type Code = u8;

/// The code of what no game leads to.
pub(crate) const UNREACHABLE: Code = 0;

/// The code of a draw.
pub(crate) const DRAW: Code = 128;

/// The code of a game that the first player (else the second) has won at `ply`.
pub(crate) fn won(board: Board, ply: u8, first: bool) -> Code {
    let margin = board.cells() + 1 - ply;
    if first { DRAW + margin } else { DRAW - margin }
}

/// The value that a code stands for at a position of `ply`; `None` if no game leads there.
pub(crate) fn decode(board: Board, ply: u8, code: Code) -> Option<Value> {
    if code == UNREACHABLE {
        return None;
    }
    let margin = code.abs_diff(DRAW);
    let (outcome, end) = if margin == 0 {
        (Outcome::Draw, board.cells())
    } else {
        let winner = if code > DRAW { board.first() } else { board.first().other() };
        (Outcome::win(winner), board.cells() + 1 - margin)
    };
    Some(Value { outcome, plies: end - ply })
}

#[cfg(test)]
mod tests {
    use exactplay_game::Player;

    use super::*;

    #[test]
    fn codes_are_ordered_as_the_first_player_likes_them() {
        let board = Board::mnk(3, 3, 3, Player::X).unwrap();
        let codes = [
            won(board, 6, false),
            won(board, 8, false),
            DRAW,
            won(board, 9, true),
            won(board, 5, true),
        ];
        assert!(codes.is_sorted());
        let decoded = codes.map(|code| decode(board, 2, code).unwrap());
        let values = decoded.map(|value| (value.outcome, value.plies));
        let (x, draw, o) = (Outcome::XWins, Outcome::Draw, Outcome::OWins);
        assert_eq!(values, [(o, 4), (o, 6), (draw, 7), (x, 7), (x, 3)]);
        assert_eq!(decode(board, 2, UNREACHABLE), None);
    }
}
