use exactplay_game::{Game, MoveDistribution, Policy};

use crate::Named;

/// A player that makes every legal move with the same probability.
#[derive(Debug, Clone, Copy)]
pub struct Random;

/// The player that makes no choice.
pub const RANDOM_PLAYERS: &[Named<Random>] =
    &[Named { name: "random", description: "any move", what: Random }];

impl<G: Game> Policy<G> for Random {
    fn is_equivariant(&self) -> bool {
        true
    }

    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution {
        MoveDistribution::uniform(game.moves(position))
    }
}
