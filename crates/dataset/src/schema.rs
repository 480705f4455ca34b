use exactplay_game::{Game, Player};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{DatasetError, Positions};

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

/// What the numbers of an `.npz` archive mean, where they are not the columns themselves. Arrays have one row a position.
pub(crate) const ARRAY_CODES: &[(&str, &str)] = &[
    ("board", "int8 (rows, height, width), rows from the top: 1 is o, -1 is x, 0 is empty"),
    ("to_move", "int8: 1 is o, -1 is x, 0 is nobody in a finished position"),
    ("status", "int8: 1 is o (o has won), 0 is draw, -1 is x, 2 is playing"),
    ("value", "int8: 1 is o, 0 is draw, -1 is x"),
    ("ply, plies_to_end", "uint8"),
    (
        "score_default, score_shortest, score_shortest_draw",
        "float32, exact: whole numbers of halves",
    ),
    (
        "playout_o, playout_draw, playout_x, playout_den",
        "uint64, exact; none of the four is there where the largest playout_den of the game does not fit",
    ),
    ("p_o, p_draw, p_x, ps_o", "float64"),
    (
        "best_moves, pmc_moves, pmc2_moves",
        "bool (rows, moves): whether the move that move_names has in this place is in the set",
    ),
    ("pmc_error, pmc2_error", "int8: 0 is none, 1 is tie, 2 is always, -1 is finished"),
    ("id, canonical_id, orbit_size", "uint32"),
    ("move_names", "text (moves): the moves of the game in their order"),
    ("meta", "text: this description"),
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
        self.document(None)
    }

    /// The description as JSON, with the meaning of the arrays where the columns are arrays.
    pub(crate) fn document(&self, arrays: Option<&[(&str, &str)]>) -> String {
        #[derive(Serialize)]
        struct Document<'a> {
            #[serde(flatten)]
            meta: &'a Meta,
            columns: Map<String, Value>,
            #[serde(skip_serializing_if = "Option::is_none")]
            arrays: Option<Map<String, Value>>,
        }
        let meanings = |table: &[(&str, &str)]| {
            table.iter().map(|&(name, meaning)| (name.to_owned(), meaning.into())).collect()
        };
        let columns = meanings(CONVENTIONS);
        let document = Document { meta: self, columns, arrays: arrays.map(meanings) };
        let mut json = serde_json::to_string_pretty(&document).expect("plain data");
        json.push('\n');
        json
    }

    /// Reads a description.
    ///
    /// # Errors
    /// When the text is none, or of another version.
    pub fn from_json(text: &str) -> Result<Self, DatasetError> {
        serde_json::from_str(text).map_err(|error| no_description(&error)).and_then(Self::checked)
    }

    /// The description as pairs of text, for formats that carry those.
    pub(crate) fn to_pairs(&self) -> Vec<(String, String)> {
        let Ok(Value::Object(fields)) = serde_json::to_value(self) else {
            unreachable!("a structure is an object")
        };
        let text = |value| match value {
            Value::String(text) => text,
            number => number.to_string(),
        };
        fields.into_iter().map(|(name, value)| (name, text(value))).collect()
    }

    /// Reads a description from pairs of text, others among them.
    ///
    /// # Errors
    /// When they are none, or of another version.
    pub(crate) fn from_pairs<'a>(
        pairs: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, DatasetError> {
        let value = |text: &str| text.parse::<u64>().map_or_else(|_| text.into(), Value::from);
        let fields: Map<_, _> = pairs.map(|(name, text)| (name.to_owned(), value(text))).collect();
        let meta = serde_json::from_value(Value::Object(fields));
        meta.map_err(|error| no_description(&error)).and_then(Self::checked)
    }

    fn checked(self) -> Result<Self, DatasetError> {
        if self.schema == SCHEMA_VERSION {
            Ok(self)
        } else {
            Err(DatasetError::Version { found: self.schema, expected: SCHEMA_VERSION })
        }
    }
}

fn no_description(error: &serde_json::Error) -> DatasetError {
    DatasetError::Damaged(format!("it does not describe a dataset: {error}"))
}
