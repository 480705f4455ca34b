#![deny(clippy::float_arithmetic)]

use exactplay_game::{Game, Outcome, Player};

use crate::tree::{Table, Tree};

/// How a game ends under optimal play, and after how many plies.
///
/// The winner ends the game as soon as possible and the loser puts the end off; in a drawn position both prefer the
/// shorter way among the drawing moves (in placement games every draw fills the board, so there is no choice).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Value {
    /// How the game ends.
    pub outcome: Outcome,
    /// Plies until it does; 0 in a finished position.
    pub plies: u8,
}

impl Value {
    /// The value of a finished position.
    pub fn terminal(outcome: Outcome) -> Self {
        Self { outcome, plies: 0 }
    }

    /// The same end, seen from a position one ply earlier.
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        Self { plies: self.plies + 1, ..self }
    }

    /// How good the value is for the player to move: the greater, the better.
    pub fn rank(self, turn: Player) -> (Outcome, i16) {
        let outcome = self.outcome.seen_by(turn);
        let plies = i16::from(self.plies);
        (outcome, if outcome == Outcome::XWins { plies } else { -plies })
    }
}

/// The minimax value of every position.
pub fn minimax<G: Game>(tree: &Tree<G>) -> Table<Value> {
    let game = tree.game();
    tree.backward(|position, children| {
        let turn = game.turn(position);
        let values = children.values().map(Value::one_ply_earlier);
        match values.max_by_key(|value| value.rank(turn)) {
            Some(best) => best,
            None => Value::terminal(game.outcome(position).expect("no moves, so finished")),
        }
    })
}
