use std::cmp::Reverse;

use exactplay_game::{Game, Move, Outcome, Player, RandomPlay, Rooted};

use crate::analysis::best_of;
use crate::{Analysis, Score, Scoring, Value};

/// What is known about one position.
#[derive(Debug, Clone, PartialEq)]
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
    /// The scores under [`Scoring::ALL`]; the last may depend on random play, and is `None` where that is unknown.
    pub scores: [Option<Score>; 3],
    /// The best moves under [`Scoring::ALL`], each ascending; likewise.
    pub best_moves: [Option<Vec<Move>>; 3],
    /// How random play ends.
    pub playouts: RandomPlay,
    /// The least position of its orbit.
    pub canonical: P,
    /// How many distinct positions its orbit has.
    pub orbit_size: u32,
    /// The moves, ascending.
    pub moves: Vec<MoveRecord<P>>,
}

/// What is known about one move.
#[derive(Debug, Clone, PartialEq)]
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
    pub playouts: RandomPlay,
}

/// What an engine has found for a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// Who wins under optimal play, and when.
    pub value: Value,
    /// How random play ends.
    pub playouts: RandomPlay,
}

impl<P: Copy> Record<P> {
    /// The record of a position for which an engine has found `here`, and `children` after each of its moves, in their
    /// order.
    pub fn new<G: Game<Position = P>>(
        game: &G,
        position: P,
        here: Found,
        children: &[(Move, Found)],
    ) -> Self {
        let (ply, turn) = (game.ply(position), game.turn(position));
        let score = |scoring, found: Found, ply, turn: Player| {
            let chance = || found.playouts.can_be_won(turn.other());
            Score::of(scoring, found.value, (ply, game.longest(), turn), chance)
        };
        let best_moves = Scoring::ALL.map(|scoring| {
            let scores = children
                .iter()
                .map(|&(mv, found)| Some((mv, score(scoring, found, ply + 1, turn.other())?)));
            Some(best_of(&scores.collect::<Option<Vec<_>>>()?, turn))
        });
        let best = |mv| best_moves[0].as_ref().is_some_and(|best| best.contains(&mv));
        let moves = children.iter().map(|&(mv, found)| MoveRecord {
            mv,
            child: game.play(position, mv),
            value: found.value.one_ply_earlier(),
            best: best(mv),
            playouts: found.playouts,
        });
        Self {
            position,
            ply,
            turn,
            outcome: game.outcome(position),
            value: here.value,
            scores: Scoring::ALL.map(|scoring| score(scoring, here, ply, turn)),
            playouts: here.playouts,
            canonical: game.canonical(position),
            orbit_size: game.orbit_size(position),
            moves: moves.collect(),
            best_moves,
        }
    }

    /// The best moves under [`Scoring::Default`], ascending; none in a finished position.
    pub fn best(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().filter(|mv| mv.best).map(|mv| mv.mv)
    }

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
        let children: Vec<_> = self.found_children(position).collect();
        Record::new(self.game(), position, self.found(self.id(position)), &children)
    }

    /// The moves of a reachable position in their order, each with what was found after it.
    fn found_children(&self, position: G::Position) -> impl Iterator<Item = (Move, Found)> {
        self.children(position).map(|(mv, id)| (mv, self.found(id)))
    }
}

impl<G: Game> Analysis<Rooted<G>> {
    /// The record of a position as the whole game has it, though only a part of the game was analysed.
    ///
    /// # Panics
    /// When the position cannot be reached from the root.
    pub fn record_in(&self, game: &G, position: G::Position) -> Record<G::Position> {
        let children: Vec<_> = self.found_children(position).collect();
        Record::new(game, position, self.found(self.id(position)), &children)
    }
}
