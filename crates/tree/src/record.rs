use std::cmp::Reverse;

use exactplay_game::{Game, Move, Outcome, Player, Playouts};

use crate::{Analysis, PositionId, Score, Scoring, Value};

/// What is known about one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<P> {
    /// The position.
    pub position: P,
    /// Moves made so far.
    pub ply: u8,
    /// The player to move; in a finished position, the one who would be.
    pub turn: Player,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Who wins under optimal play, and when.
    pub value: Value,
    /// The scores under [`Scoring::ALL`].
    pub scores: [Score; 3],
    /// The best moves under [`Scoring::ALL`], each ascending.
    pub best_moves: [Vec<Move>; 3],
    /// How random play ends.
    pub playouts: Playouts,
    /// The id of its orbit in the reduced tree.
    pub orbit: PositionId,
    /// The least position of its orbit.
    pub canonical: P,
    /// How many distinct positions its orbit has.
    pub orbit_size: u32,
    /// The moves, ascending.
    pub moves: Vec<MoveRecord<P>>,
}

/// What is known about one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveRecord<P> {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub child: P,
    /// The value of the move: how the game ends if it is played, and after how many plies, itself included.
    pub value: Value,
    /// Whether it is best under [`Scoring::Default`].
    pub best: bool,
    /// How random play ends after it.
    pub playouts: Playouts,
}

impl<P> Record<P> {
    /// The moves as a player would rank them: best outcome first, then the sooner win or the later loss, then in their
    /// order.
    pub fn ranked_moves(&self) -> Vec<&MoveRecord<P>> {
        let mut moves: Vec<_> = self.moves.iter().collect();
        moves.sort_by_key(|mv| Reverse(mv.value.rank(self.turn)));
        moves
    }
}

impl<G: Game> Analysis<G> {
    /// Everything about one reachable position.
    ///
    /// # Panics
    /// When the position cannot be reached from the start.
    pub fn record(&self, position: G::Position) -> Record<G::Position> {
        let game = self.game();
        let orbit = self.id(position);
        let (ply, turn) = (game.ply(position), game.turn(position));
        let children: Vec<_> = self.children(position).collect();
        let best_moves = Scoring::ALL.map(|scoring| self.best_of(&children, turn, scoring));
        let moves = children.iter().map(|&(mv, id)| MoveRecord {
            mv,
            child: game.play(position, mv),
            value: self.value(id).one_ply_earlier(),
            best: best_moves[0].contains(&mv),
            playouts: self.playouts(id),
        });
        Record {
            position,
            ply,
            turn,
            outcome: game.outcome(position),
            value: self.value(orbit),
            scores: Scoring::ALL.map(|scoring| self.score(orbit, scoring)),
            playouts: self.playouts(orbit),
            orbit,
            canonical: self.tree().position(orbit),
            orbit_size: game.orbit_size(position),
            moves: moves.collect(),
            best_moves,
        }
    }
}
