use exactplay_game::{Game, MoveDistribution, Policy};
use exactplay_tree::{Analysis, Scoring};

use crate::Named;

/// A player that makes every best move with the same probability.
#[derive(Debug, Clone)]
pub struct Perfect<'a, G: Game> {
    analysis: &'a Analysis<G>,
    scoring: Scoring,
}

/// The perfect players, by the rule that says which moves are best.
pub const PERFECT_PLAYERS: &[Named<Scoring>] = &[
    Named {
        name: "perfect",
        description: "any move that keeps the value of the position",
        what: Scoring::Default,
    },
    Named {
        name: "perfect:shortest",
        description: "wins as soon and loses as late as possible",
        what: Scoring::Shortest,
    },
    Named {
        name: "perfect:shortest-draw",
        description: "the same; among drawing moves, those that still leave the opponent a way to err",
        what: Scoring::ShortestDraw,
    },
];

impl<'a, G: Game> Perfect<'a, G> {
    /// The player for an analysed game.
    pub fn new(analysis: &'a Analysis<G>, scoring: Scoring) -> Self {
        Self { analysis, scoring }
    }
}

impl<G: Game, H: Game<Position = G::Position>> Policy<H> for Perfect<'_, G> {
    fn is_equivariant(&self) -> bool {
        true
    }

    fn distribution(&self, _: &H, position: G::Position) -> MoveDistribution {
        MoveDistribution::uniform(self.analysis.best_moves(position, self.scoring))
    }
}
