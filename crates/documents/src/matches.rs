use exactplay_arena::{
    Counts, Match, MatchResult, SampledMatch, SampledResults, Tally, wilson_interval,
};
use exactplay_game::Game;
use serde::Serialize;
use serde_json::{Number, Value};

use crate::SCHEMA;

/// What `match` prints about two players whose results are known without playing.
#[derive(Debug, Clone, Serialize)]
pub struct MatchDocument {
    /// The version of the document.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The first player.
    pub a: String,
    /// The second.
    pub b: String,
    /// Whether the results were computed rather than sampled.
    pub exact: bool,
    /// The position from which the games begin.
    pub position: String,
    /// A bound on the distance of each result from the true one; nothing where they are fractions.
    pub error_bound: Option<f64>,
    /// The results from A's view.
    pub results: ResultsDocument,
}

/// The results of both seats, from A's view.
#[derive(Debug, Clone, Serialize)]
pub struct ResultsDocument {
    /// A plays o.
    pub a_as_o: TallyDocument,
    /// A plays x.
    pub a_as_x: TallyDocument,
    /// Both together, each seat counting half.
    pub both: TallyDocument,
}

/// Probabilities from A's view: fractions as strings, or numbers where only a bound is known.
#[derive(Debug, Clone, Serialize)]
pub struct TallyDocument {
    /// A wins.
    pub win: Value,
    /// Nobody wins.
    pub draw: Value,
    /// B wins.
    pub loss: Value,
}

impl MatchDocument {
    /// The document of a match from a position.
    pub fn new<G: Game>(
        game: &G,
        a: String,
        b: String,
        from: G::Position,
        result: &MatchResult,
    ) -> Self {
        let (error_bound, results) = match result {
            MatchResult::Exact(results) => {
                (None, ResultsDocument::new(results, |p| p.to_string().into()))
            }
            MatchResult::Bounded { results, error } => {
                let number = |p: &f64| Number::from_f64(*p).map_or(Value::Null, Value::Number);
                (Some(*error), ResultsDocument::new(results, number))
            }
        };
        let position = game.notation(from);
        Self {
            schema: SCHEMA,
            game: game.name(),
            a,
            b,
            exact: true,
            position,
            error_bound,
            results,
        }
    }
}

impl ResultsDocument {
    fn new<T: num_traits::Num + Clone>(results: &Match<T>, value: impl Fn(&T) -> Value) -> Self {
        let tally = |tally: &Tally<T>| TallyDocument {
            win: value(&tally.win),
            draw: value(&tally.draw),
            loss: value(&tally.loss),
        };
        Self {
            a_as_o: tally(&results.a_as_o),
            a_as_x: tally(&results.a_as_x),
            both: tally(&results.both()),
        }
    }
}

/// What `match` prints about games that were played.
#[derive(Debug, Clone, Serialize)]
pub struct SampledMatchDocument {
    /// The version of the document.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The first player.
    pub a: String,
    /// The second.
    pub b: String,
    /// Whether the results were computed rather than sampled: no.
    pub exact: bool,
    /// The position from which the games began.
    pub position: String,
    /// Games in each seat.
    pub games: u32,
    /// The seed, which gives the same games again.
    pub seed: u64,
    /// The results from A's view.
    pub results: SampledResultsDocument,
}

/// The results of both seats, from A's view.
#[derive(Debug, Clone, Serialize)]
pub struct SampledResultsDocument {
    /// A played o.
    pub a_as_o: CountsDocument,
    /// A played x.
    pub a_as_x: CountsDocument,
    /// All games.
    pub both: CountsDocument,
}

/// How many games ended how, from A's view.
#[derive(Debug, Clone, Serialize)]
pub struct CountsDocument {
    /// Games that A won.
    pub win: u64,
    /// Games that nobody won.
    pub draw: u64,
    /// Games that B won.
    pub loss: u64,
    /// Where the true probabilities lie.
    pub intervals: IntervalsDocument,
}

/// The 95 % intervals of Wilson, each from low to high.
#[derive(Debug, Clone, Serialize)]
pub struct IntervalsDocument {
    /// Of winning.
    pub win: [f64; 2],
    /// Of a draw.
    pub draw: [f64; 2],
    /// Of losing.
    pub loss: [f64; 2],
}

impl SampledMatchDocument {
    /// The document of a sampled match.
    pub fn new<G: Game>(
        game: &G,
        a: String,
        b: String,
        setting: &SampledMatch<G::Position>,
        results: SampledResults,
    ) -> Self {
        Self {
            schema: SCHEMA,
            game: game.name(),
            a,
            b,
            exact: false,
            position: game.notation(setting.start),
            games: setting.games,
            seed: setting.seed,
            results: SampledResultsDocument {
                a_as_o: results.a_as_o.into(),
                a_as_x: results.a_as_x.into(),
                both: results.both().into(),
            },
        }
    }
}

impl From<Counts> for CountsDocument {
    fn from(counts: Counts) -> Self {
        let interval = |count| <[f64; 2]>::from(wilson_interval(count, counts.games()));
        Self {
            win: counts.win,
            draw: counts.draw,
            loss: counts.loss,
            intervals: IntervalsDocument {
                win: interval(counts.win),
                draw: interval(counts.draw),
                loss: interval(counts.loss),
            },
        }
    }
}
