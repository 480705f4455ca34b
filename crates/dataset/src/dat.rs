//! The tutorials' data files: a gzip-compressed pickle of a dictionary from board keys to what is known about them.
//!
//! Keys, values, their order and their Python types are those of the published files, so that code written for them reads
//! these unchanged: a board key has the cells down each column in turn; a best move is the pair (x, y); a score is an
//! `int` under the default rule and where it is a draw's 0, otherwise a `float`; probabilities are the published rounded
//! sums; `playout_score` is the `int` 0 or 1 in a decided position.

use std::io::Write;

use exactplay_game::{Game, Outcome, Player, Unreduced};
use exactplay_tree::{FloatPlayouts, Score, Scoring, Table, Tree, float_playouts};
use flate2::{Compression, GzBuilder};
use serde::{Serialize, Serializer};

use crate::{DatasetError, Row};

/// One of the three files: the table for one scoring rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatTable {
    /// Which scores and best moves it has.
    pub scoring: Scoring,
    /// Its published name.
    pub file_name: &'static str,
}

impl DatTable {
    /// The three files.
    pub const ALL: [Self; 3] = [
        Self { scoring: Scoring::Default, file_name: "bestmoves_and_score_by_board.dat" },
        Self {
            scoring: Scoring::Shortest,
            file_name: "bestmoves_and_score_by_board_shortest_victory.dat",
        },
        Self {
            scoring: Scoring::ShortestDraw,
            file_name: "bestmoves_and_score_by_board_sv_rd.dat",
        },
    ];
}

/// Positions, what is known about them, and their playout probabilities as the published files round them.
#[derive(Debug)]
pub struct DatSource<'a, G: Game> {
    full: &'a Tree<Unreduced<G>>,
    playouts: Table<FloatPlayouts>,
    positions: &'a [G::Position],
    rows: &'a [Row],
}

impl<'a, G: Game> DatSource<'a, G> {
    /// The source for these positions and their rows; `full` is the tree of all positions.
    ///
    /// # Panics
    /// When there are not as many rows as positions.
    pub fn new(
        full: &'a Tree<Unreduced<G>>,
        positions: &'a [G::Position],
        rows: &'a [Row],
    ) -> Self {
        assert_eq!(positions.len(), rows.len(), "a row for every position");
        Self { full, playouts: float_playouts(full), positions, rows }
    }

    fn entries(&self, scoring: Scoring) -> impl ExactSizeIterator<Item = (String, Entry)> {
        let game = &self.full.game().0;
        let rule = scoring as usize;
        self.positions.iter().zip(self.rows).map(move |(&position, row)| {
            let moves = row.best_moves[rule].moves();
            let score = Score::from_halves(row.score_halves[rule]);
            let whole = scoring == Scoring::Default || score.halves() == 0;
            let playouts = self.playouts[self.full.id(position).expect("enumerated")];
            let entry = Entry {
                bestmoves: moves.map(|mv| game.target(position, mv)).collect(),
                score: if whole {
                    Number::Int(score.halves() / 2)
                } else {
                    Number::Float(score.to_f64())
                },
                playout_prob: Probabilities { o: playouts.o, x: playouts.x, draw: playouts.draw },
                playout_score: match row.outcome {
                    Some(Outcome::OWins) => Number::Int(1),
                    Some(Outcome::XWins) => Number::Int(0),
                    Some(Outcome::Draw) | None => Number::Float(playouts.ps_o()),
                },
            };
            (key(game, position), entry)
        })
    }
}

/// Writes the file of one scoring rule.
///
/// # Errors
/// When writing fails.
pub fn write_dat<G: Game>(
    out: impl Write,
    source: &DatSource<'_, G>,
    scoring: Scoring,
) -> Result<(), DatasetError> {
    let mut gzip = GzBuilder::new().operating_system(255).write(out, Compression::default());
    gzip.write_all(&pickle(source, scoring))?;
    gzip.finish()?.flush()?;
    Ok(())
}

/// The pickle, protocol 4.
pub(crate) fn pickle<G: Game>(source: &DatSource<'_, G>, scoring: Scoring) -> Vec<u8> {
    let dictionary = Dictionary { source, scoring };
    let mut pickle =
        serde_pickle::to_vec(&dictionary, serde_pickle::SerOptions::new()).expect("plain data");
    // The library announces protocol 3, every opcode of which means the same in protocol 4.
    assert_eq!(pickle[..2], [0x80, 3], "the announcement of protocol 3");
    pickle[1] = 4;
    pickle
}

/// The board as the tutorials' string: the cells down each column in turn.
fn key<G: Game>(game: &G, position: G::Position) -> String {
    let cells = (0..game.width()).flat_map(|x| (0..game.height()).map(move |y| (x, y)));
    let letters = cells.map(|(x, y)| match game.stone(position, x, y) {
        Some(Player::O) => 'o',
        Some(Player::X) => 'x',
        None => '.',
    });
    letters.collect()
}

struct Dictionary<'a, G: Game> {
    source: &'a DatSource<'a, G>,
    scoring: Scoring,
}

impl<G: Game> Serialize for Dictionary<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.source.entries(self.scoring))
    }
}

#[derive(Serialize)]
struct Entry {
    bestmoves: Vec<(u8, u8)>,
    score: Number,
    playout_prob: Probabilities,
    playout_score: Number,
}

#[derive(Serialize)]
struct Probabilities {
    o: f64,
    x: f64,
    draw: f64,
}

/// A Python `int` or `float`.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Int(i16),
    Float(f64),
}
