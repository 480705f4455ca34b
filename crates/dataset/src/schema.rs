use exactplay_game::{Game, Player};
use serde::{Deserialize, Serialize};

use crate::Positions;

/// The version of the rows' meaning and of every format that carries them.
pub const SCHEMA_VERSION: u32 = 1;

/// What the columns mean, said where the data goes.
pub(crate) const CONVENTIONS: &[(&str, &str)] = &[
    ("id", "number of the row, from 0"),
    ("board", "rows from the top joined by '/', cells o x and '.'"),
    ("to_move", "o or x; empty (null) in a finished position"),
    ("ply", "moves made so far"),
    ("status", "playing, o (o has won), x or draw"),
    ("value", "who wins under optimal play: o, x or draw"),
    ("plies_to_end", "plies to the end of optimal play: the winner hurries, the loser delays"),
    ("score_default", "1, 0 or -1 from o's point of view: who wins"),
    (
        "score_shortest",
        "from o's point of view; a sooner win scores more, 1 for the latest possible",
    ),
    (
        "score_shortest_draw",
        "as score_shortest; a draw is +-0.5 where the player who has just moved could still win",
    ),
    ("best_moves", "moves whose child has the best score_default for the player to move"),
    (
        "playout_o, playout_draw, playout_x",
        "exact weights of the outcomes of uniform random play, over playout_den",
    ),
    ("playout_den", "their sum: the common denominator, in lowest terms"),
    ("p_o, p_draw, p_x", "the probabilities, each rounded once to the nearest double"),
    ("ps_o", "P(o wins) + P(draw)/2, rounded once to the nearest double"),
    (
        "pmc_moves",
        "moves of the infinite Monte-Carlo player that compares win rates, then draw rates",
    ),
    ("pmc2_moves", "moves of the one that compares P(win) + P(draw)/2"),
    (
        "pmc_error, pmc2_error",
        "none, tie (some of its moves are not best) or always (none is); empty when finished",
    ),
    ("canonical_id", "number of the orbit: its id in the dataset of canonical positions"),
    ("orbit_size", "distinct positions that the symmetries make of this one"),
    ("moves", "column letter and row number from the top; listed down each column in turn"),
];

/// What a dataset is about; `.meta.json` beside text formats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// [`SCHEMA_VERSION`].
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// Who moves first.
    pub first: Player,
    /// Which positions.
    pub positions: Positions,
    /// How many rows.
    pub rows: u64,
}

impl Meta {
    /// The description of a dataset of `rows` positions.
    pub fn new<G: Game>(game: &G, positions: Positions, rows: u64) -> Self {
        Self { schema: SCHEMA_VERSION, game: game.name(), first: game.first(), positions, rows }
    }

    /// The description with the meaning of every column, as JSON.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Document<'a> {
            #[serde(flatten)]
            meta: &'a Meta,
            columns: serde_json::Map<String, serde_json::Value>,
        }
        let columns = CONVENTIONS
            .iter()
            .map(|&(column, meaning)| (column.to_owned(), meaning.into()))
            .collect();
        let document = Document { meta: self, columns };
        let mut json = serde_json::to_string_pretty(&document).expect("plain data");
        json.push('\n');
        json
    }
}
