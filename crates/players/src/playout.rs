use std::ops::ControlFlow;

use exactplay_game::{Game, Outcome};

use crate::Dice;

/// Plays uniformly random moves from a position to the end, and tells how it ended.
#[inline]
pub fn playout<G: Game>(game: &G, mut position: G::Position, dice: &mut Dice) -> Outcome {
    let mut standing = game.standing(position);
    loop {
        match standing {
            ControlFlow::Break(outcome) => return outcome,
            ControlFlow::Continue(moves) => {
                (position, standing) = game.advance(position, dice.pick(moves));
            }
        }
    }
}
