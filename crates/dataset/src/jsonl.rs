use std::io::Write;

use exactplay_game::{Game, Outcome, Player, nearest_f64};
use exactplay_tree::Score;
use serde::Serialize;

use crate::row::{MoveSet, Row};
use crate::{DatasetError, PmcError};

/// Writes rows as JSON Lines: one object a line, the columns as keys, lists of moves as arrays, `null` for what does not
/// apply.
///
/// # Errors
/// When writing fails.
pub fn write_jsonl<G: Game>(
    mut out: impl Write,
    game: &G,
    rows: impl Iterator<Item = Result<Row, DatasetError>>,
) -> Result<(), DatasetError> {
    for row in rows {
        let line = serde_json::to_string(&Line::new(game, &row?)).expect("plain data");
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}

#[derive(Serialize)]
struct Line<'a> {
    id: u32,
    board: &'a str,
    to_move: Option<Player>,
    ply: u8,
    status: &'static str,
    value: Outcome,
    plies_to_end: u8,
    score_default: Score,
    score_shortest: Score,
    score_shortest_draw: Score,
    best_moves: Vec<String>,
    playout_o: u128,
    playout_draw: u128,
    playout_x: u128,
    playout_den: u128,
    p_o: f64,
    p_draw: f64,
    p_x: f64,
    ps_o: f64,
    pmc_moves: Vec<String>,
    pmc2_moves: Vec<String>,
    pmc_error: Option<PmcError>,
    pmc2_error: Option<PmcError>,
    canonical_id: u32,
    orbit_size: u32,
}

impl<'a> Line<'a> {
    fn new<G: Game>(game: &G, row: &'a Row) -> Self {
        let list = |set: MoveSet| set.moves().map(|mv| game.move_name(mv)).collect();
        let [o, draw, x] = row.playouts;
        let den = row.playout_den();
        let [score_default, score_shortest, score_shortest_draw] =
            row.score_halves.map(Score::from_halves);
        Self {
            id: row.id,
            board: &row.board,
            to_move: row.to_move,
            ply: row.ply,
            status: row.status(),
            value: row.value,
            plies_to_end: row.plies_to_end,
            score_default,
            score_shortest,
            score_shortest_draw,
            best_moves: list(row.best_moves[0]),
            playout_o: o,
            playout_draw: draw,
            playout_x: x,
            playout_den: den,
            p_o: nearest_f64(o, den),
            p_draw: nearest_f64(draw, den),
            p_x: nearest_f64(x, den),
            ps_o: row.ps_o(),
            pmc_moves: list(row.pmc_moves),
            pmc2_moves: list(row.pmc2_moves),
            pmc_error: row.pmc_error,
            pmc2_error: row.pmc2_error,
            canonical_id: row.canonical_id,
            orbit_size: row.orbit_size,
        }
    }
}
