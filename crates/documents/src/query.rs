use exactplay_game::{Game, Move, Outcome, Player, RandomPlay};
use exactplay_tree::{MoveRecord, Record, Score};
use serde::Serialize;

use crate::{ProbabilityDocument, SCHEMA};

/// What `query` prints about one position. All that the rules do not say is `null` where it is unknown.
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
    pub value: Option<Outcome>,
    /// After how many plies.
    pub plies_to_end: Option<u8>,
    /// The scores under the three rules, from o's point of view.
    pub scores: Option<ScoresDocument>,
    /// The best moves under the default rule.
    pub best_moves: Option<Vec<String>>,
    /// How random play ends.
    pub playout: Option<PlayoutDocument>,
    /// P(o wins) + P(draw) / 2.
    pub ps_o: Option<ProbabilityDocument>,
    /// P(x wins) + P(draw) / 2.
    pub ps_x: Option<ProbabilityDocument>,
    /// The orbit of the position.
    pub orbit: OrbitDocument,
    /// Every move, best first; in their order where values are unknown.
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
    pub default: Option<Score>,
    /// A sooner win scores more.
    pub shortest: Option<Score>,
    /// The same with the separate pass over the draws.
    pub shortest_draw: Option<Score>,
}

/// The probabilities of the outcomes of uniform random play.
#[derive(Debug, Clone, Serialize)]
pub struct PlayoutDocument {
    /// P(o wins).
    pub o: ProbabilityDocument,
    /// P(draw).
    pub draw: ProbabilityDocument,
    /// P(x wins).
    pub x: ProbabilityDocument,
    /// Where they are numbers: how far each of them, and of the scores made of them, may be from the true one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_bound: Option<f64>,
}

impl PlayoutDocument {
    /// How random play ends, as far as it is known.
    pub fn of(playouts: RandomPlay) -> Option<Self> {
        play(playouts).0
    }
}

/// How random play ends, and the scores of o and of x.
pub(crate) type Play =
    (Option<PlayoutDocument>, Option<ProbabilityDocument>, Option<ProbabilityDocument>);

pub(crate) fn play(playouts: RandomPlay) -> Play {
    type Number = ProbabilityDocument;
    match playouts {
        RandomPlay::Unknown => (None, None, None),
        RandomPlay::Rounded(rounded) => {
            let document = PlayoutDocument {
                o: Number::Rounded(rounded.o),
                draw: Number::Rounded(rounded.draw),
                x: Number::Rounded(rounded.x),
                error_bound: Some(rounded.error),
            };
            let [ps_o, ps_x] = [rounded.ps_o(), rounded.ps_x()].map(Number::Rounded);
            (Some(document), Some(ps_o), Some(ps_x))
        }
        RandomPlay::Exact(playouts) => {
            let number = |outcome| Number::from(&playouts.probability(outcome));
            let document = PlayoutDocument {
                o: number(Outcome::OWins),
                draw: number(Outcome::Draw),
                x: number(Outcome::XWins),
                error_bound: None,
            };
            let [ps_o, ps_x] = [playouts.ps_o(), playouts.ps_x()].map(|ps| Number::from(&ps));
            (Some(document), Some(ps_o), Some(ps_x))
        }
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
    pub value: Option<Outcome>,
    /// After how many plies, counted from the position after the move.
    pub plies_to_end: Option<u8>,
    /// Whether it is best under the default rule.
    pub best: Option<bool>,
    /// How random play ends after it.
    pub playout: Option<PlayoutDocument>,
    /// P(o wins) + P(draw) / 2 after it.
    pub ps_o: Option<ProbabilityDocument>,
    /// P(x wins) + P(draw) / 2 after it.
    pub ps_x: Option<ProbabilityDocument>,
}

impl QueryDocument {
    /// The document of a record.
    pub fn new<G: Game>(game: &G, record: &Record<G::Position>) -> Self {
        let [default, shortest, shortest_draw] = record.scores;
        let (playout, ps_o, ps_x) = play(record.playouts);
        Self {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(record.position),
            to_move: record.outcome.is_none().then_some(record.turn),
            status: record.outcome.into(),
            value: Some(record.value.outcome),
            plies_to_end: Some(record.value.plies),
            scores: Some(ScoresDocument { default, shortest, shortest_draw }),
            best_moves: Some(names(game, record.best())),
            playout,
            ps_o,
            ps_x,
            orbit: OrbitDocument {
                canonical: game.notation(record.canonical),
                size: record.orbit_size,
            },
            moves: MoveDocument::ranked(game, record),
        }
    }

    /// What the rules alone say about a position.
    pub fn of_rules<G: Game>(game: &G, position: G::Position) -> Self {
        let outcome = game.outcome(position);
        let canonical = game.notation(game.canonical(position));
        Self {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(position),
            to_move: outcome.is_none().then(|| game.turn(position)),
            status: outcome.into(),
            value: outcome,
            plies_to_end: outcome.map(|_| 0),
            scores: None,
            best_moves: None,
            playout: None,
            ps_o: None,
            ps_x: None,
            orbit: OrbitDocument { canonical, size: game.orbit_size(position) },
            moves: game
                .moves(position)
                .map(|mv| MoveDocument::of_rules(game, position, mv))
                .collect(),
        }
    }
}

impl MoveDocument {
    fn of_rules<G: Game>(game: &G, position: G::Position, mv: Move) -> Self {
        let (x, y) = game.target(position, mv);
        Self {
            name: game.move_name(mv),
            xy: [x, y],
            position: game.notation(game.play(position, mv)),
            value: None,
            plies_to_end: None,
            best: None,
            playout: None,
            ps_o: None,
            ps_x: None,
        }
    }

    /// The moves of a record, best first.
    pub(crate) fn ranked<G: Game>(game: &G, record: &Record<G::Position>) -> Vec<Self> {
        let document = |mv: &MoveRecord<G::Position>| {
            let (playout, ps_o, ps_x) = play(mv.playouts);
            Self {
                value: Some(mv.value.outcome),
                plies_to_end: Some(mv.value.plies - 1),
                best: Some(mv.best),
                playout,
                ps_o,
                ps_x,
                ..Self::of_rules(game, record.position, mv.mv)
            }
        };
        record.ranked_moves().into_iter().map(document).collect()
    }
}

/// The names of some moves.
pub(crate) fn names<G: Game>(game: &G, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| game.move_name(mv)).collect()
}
