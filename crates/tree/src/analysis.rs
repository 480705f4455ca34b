use exactplay_game::{Game, Move, Outcome, Player, Playouts, RandomPlay};

use crate::minimax::{Value, minimax};
use crate::playout::{PlayoutTable, playouts};
use crate::scoring::{Score, Scoring};
use crate::tree::{PositionId, Stopped, Table, Tree};
use crate::{Found, LayerBuilt, TreeError};

/// A merged tree with the values of all its positions.
///
/// Questions are asked about actual positions, not canonical ones: the values are the same throughout an orbit, and
/// moves are always the moves of the position in hand.
#[derive(Debug, Clone)]
pub struct Analysis<G: Game> {
    tree: Tree<G>,
    values: Table<Value>,
    playouts: PlayoutTable,
}

impl<G: Game> Analysis<G> {
    /// Evaluates every position of a tree.
    ///
    /// # Errors
    /// When the playout probabilities do not fit 128 bits.
    pub fn new(tree: Tree<G>) -> Result<Self, TreeError> {
        let values = minimax(&tree);
        let playouts = playouts(&tree)?;
        Ok(Self { tree, values, playouts })
    }

    /// Enumerates and evaluates a game; `layer_built` is called after each layer of the enumeration and may stop it.
    ///
    /// # Errors
    /// When stopped or too large, as for [`Tree::build`] and [`Analysis::new`].
    pub fn of(
        game: G,
        layer_built: impl FnMut(LayerBuilt) -> Result<(), Stopped>,
    ) -> Result<Self, TreeError> {
        Self::new(Tree::build(game, layer_built)?)
    }

    /// The rules.
    pub fn game(&self) -> &G {
        self.tree.game()
    }

    /// The positions.
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// The id of the orbit of a position.
    ///
    /// # Panics
    /// When the position cannot be reached from the start: ask [`contains`](Self::contains) about positions that
    /// [`Game::parse`] cannot vouch for.
    pub fn id(&self, position: G::Position) -> PositionId {
        self.tree.id(position).expect("positions are reachable")
    }

    /// Whether a position can be reached from the start.
    pub fn contains(&self, position: G::Position) -> bool {
        self.tree.id(position).is_some()
    }

    /// The minimax value of an orbit.
    pub fn value(&self, id: PositionId) -> Value {
        self.values[id]
    }

    /// How random play ends from an orbit.
    pub fn playouts(&self, id: PositionId) -> Playouts {
        self.playouts.playouts(id, self.game().ply(self.tree.position(id)))
    }

    /// The weights of (x wins, draw, o wins) under random play from an orbit of layer `ply`, over the layer's denominator.
    pub fn playout_weights(&self, id: PositionId, ply: u8) -> [u128; 3] {
        self.playouts.weights(id, ply)
    }

    /// What was found for an orbit.
    pub fn found(&self, id: PositionId) -> Found {
        Found { value: self.value(id), playouts: RandomPlay::Exact(self.playouts(id)) }
    }

    /// The score of an orbit under a rule.
    pub fn score(&self, id: PositionId, scoring: Scoring) -> Score {
        let value = self.value(id);
        let position = self.tree.position(id);
        let (game, ply) = (self.game(), self.game().ply(position));
        let turn = game.turn(position);
        let chance = || Some(self.playouts.is_possible(id, ply, Outcome::win(turn.other())));
        Score::of(scoring, value, (ply, game.longest(), turn), chance).expect("all is known")
    }

    /// The moves of a position in their order, each with the id of the orbit it leads to.
    pub fn children(&self, position: G::Position) -> impl Iterator<Item = (Move, PositionId)> {
        let game = self.game();
        game.moves(position).map(move |mv| (mv, self.id(game.play(position, mv))))
    }

    /// The best moves under a rule: those whose child scores best for the player to move. None in a finished position.
    pub fn best_moves(&self, position: G::Position, scoring: Scoring) -> Vec<Move> {
        let scores = self.children(position).map(|(mv, id)| (mv, self.score(id, scoring)));
        best_of(&scores.collect::<Vec<_>>(), self.game().turn(position))
    }
}

/// The moves that score best for the player whose turn it is.
pub(crate) fn best_of(scores: &[(Move, Score)], turn: Player) -> Vec<Move> {
    let all = scores.iter().map(|&(_, score)| score);
    let best = match turn {
        Player::O => all.max(),
        Player::X => all.min(),
    };
    scores.iter().filter(|&&(_, score)| Some(score) == best).map(|&(mv, _)| mv).collect()
}
