use exactplay_game::{Game, Outcome};

use crate::Dice;

/// Plays uniformly random moves from a position to the end, and tells how it ended.
#[inline]
pub fn playout<G: Game>(game: &G, mut position: G::Position, dice: &mut Dice) -> Outcome {
    loop {
        if let Some(outcome) = game.outcome(position) {
            return outcome;
        }
        position = game.play(position, dice.pick(game.move_set(position)));
    }
}
