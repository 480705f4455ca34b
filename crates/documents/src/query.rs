use exactplay_game::{Game, Move, Outcome, Player, Playouts};
use exactplay_tree::{MoveRecord, Record, Score};
use serde::Serialize;

use crate::SCHEMA;

/// What `query` prints about one position.
#[derive(Debug, Clone, Serialize)]
pub struct QueryDocument {
    /// The version of the document.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The position in notation.
    pub position: String,
    /// The player to move; nobody in a finished position.
    pub to_move: Option<Player>,
    /// How the game stands.
    pub status: Status,
    /// Who wins under optimal play.
    pub value: Outcome,
    /// After how many plies.
    pub plies_to_end: u8,
    /// The scores under the three rules, from o's point of view.
    pub scores: ScoresDocument,
    /// The best moves under the default rule.
    pub best_moves: Vec<String>,
    /// How random play ends.
    pub playout: PlayoutDocument,
    /// P(o wins) + P(draw) / 2.
    pub ps_o: String,
    /// P(x wins) + P(draw) / 2.
    pub ps_x: String,
    /// The orbit of the position.
    pub orbit: OrbitDocument,
    /// Every move, best first.
    pub moves: Vec<MoveDocument>,
}

/// How a game stands: going on, or how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The game goes on.
    Playing,
    /// o has won.
    O,
    /// x has won.
    X,
    /// Nobody has won.
    Draw,
}

impl From<Option<Outcome>> for Status {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Playing,
            Some(Outcome::OWins) => Self::O,
            Some(Outcome::Draw) => Self::Draw,
            Some(Outcome::XWins) => Self::X,
        }
    }
}

/// The scores of a position under the three rules, from o's point of view.
#[derive(Debug, Clone, Serialize)]
pub struct ScoresDocument {
    /// Who wins.
    pub default: Score,
    /// A sooner win scores more.
    pub shortest: Score,
    /// The same with the separate pass over the draws.
    pub shortest_draw: Score,
}

/// The probabilities of the outcomes of uniform random play, as fractions.
#[derive(Debug, Clone, Serialize)]
pub struct PlayoutDocument {
    /// P(o wins).
    pub o: String,
    /// P(draw).
    pub draw: String,
    /// P(x wins).
    pub x: String,
}

impl From<Playouts> for PlayoutDocument {
    fn from(playouts: Playouts) -> Self {
        let text = |outcome| playouts.probability(outcome).to_string();
        Self { o: text(Outcome::OWins), draw: text(Outcome::Draw), x: text(Outcome::XWins) }
    }
}

/// The orbit of a position.
#[derive(Debug, Clone, Serialize)]
pub struct OrbitDocument {
    /// Its least position.
    pub canonical: String,
    /// How many positions it has.
    pub size: u32,
}

/// What is known about one move.
#[derive(Debug, Clone, Serialize)]
pub struct MoveDocument {
    /// Its name.
    #[serde(rename = "move")]
    pub name: String,
    /// The cell on which the stone comes to lie: column, then row from the top, both from 0.
    pub xy: [u8; 2],
    /// The position after it.
    pub position: String,
    /// Who wins under optimal play after it.
    pub value: Outcome,
    /// After how many plies, counted from the position after the move.
    pub plies_to_end: u8,
    /// Whether it is best under the default rule.
    pub best: bool,
    /// How random play ends after it.
    pub playout: PlayoutDocument,
    /// P(o wins) + P(draw) / 2 after it.
    pub ps_o: String,
    /// P(x wins) + P(draw) / 2 after it.
    pub ps_x: String,
}

impl QueryDocument {
    /// The document of a record.
    pub fn new<G: Game>(game: &G, record: &Record<G::Position>) -> Self {
        let [default, shortest, shortest_draw] = record.scores;
        Self {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(record.position),
            to_move: record.outcome.is_none().then_some(record.turn),
            status: record.outcome.into(),
            value: record.value.outcome,
            plies_to_end: record.value.plies,
            scores: ScoresDocument { default, shortest, shortest_draw },
            best_moves: names(game, record.best_moves[0].iter().copied()),
            playout: record.playouts.into(),
            ps_o: record.playouts.ps_o().to_string(),
            ps_x: record.playouts.ps_x().to_string(),
            orbit: OrbitDocument {
                canonical: game.notation(record.canonical),
                size: record.orbit_size,
            },
            moves: MoveDocument::ranked(game, record),
        }
    }
}

impl MoveDocument {
    /// The moves of a record, best first.
    pub(crate) fn ranked<G: Game>(game: &G, record: &Record<G::Position>) -> Vec<Self> {
        let document = |mv: &MoveRecord<G::Position>| {
            let (x, y) = game.target(record.position, mv.mv);
            Self {
                name: game.move_name(mv.mv),
                xy: [x, y],
                position: game.notation(mv.child),
                value: mv.value.outcome,
                plies_to_end: mv.value.plies - 1,
                best: mv.best,
                playout: mv.playouts.into(),
                ps_o: mv.playouts.ps_o().to_string(),
                ps_x: mv.playouts.ps_x().to_string(),
            }
        };
        record.ranked_moves().into_iter().map(document).collect()
    }
}

/// The names of some moves.
pub(crate) fn names<G: Game>(game: &G, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| game.move_name(mv)).collect()
}
