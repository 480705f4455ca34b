use std::io::Write;

use exactplay_game::{Game, nearest_f64};
use exactplay_tree::Score;

use crate::row::{MoveSet, Row};
use crate::{DatasetError, PmcError};

/// The columns, in their order.
pub(crate) const COLUMNS: [&str; 25] = [
    "id",
    "board",
    "to_move",
    "ply",
    "status",
    "value",
    "plies_to_end",
    "score_default",
    "score_shortest",
    "score_shortest_draw",
    "best_moves",
    "playout_o",
    "playout_draw",
    "playout_x",
    "playout_den",
    "p_o",
    "p_draw",
    "p_x",
    "ps_o",
    "pmc_moves",
    "pmc2_moves",
    "pmc_error",
    "pmc2_error",
    "canonical_id",
    "orbit_size",
];

/// Writes rows as comma-separated values: UTF-8, lines ended by LF, a line of column names, no comments. Lists of moves
/// are separated by spaces; what does not apply is empty.
///
/// # Errors
/// When writing fails.
pub fn write_csv<G: Game>(
    out: impl Write,
    game: &G,
    rows: impl Iterator<Item = Result<Row, DatasetError>>,
) -> Result<(), DatasetError> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS).map_err(into_io)?;
    for row in rows {
        csv.write_record(fields(game, &row?)).map_err(into_io)?;
    }
    csv.flush()?;
    Ok(())
}

fn fields<G: Game>(game: &G, row: &Row) -> Vec<String> {
    let list =
        |set: MoveSet| set.moves().map(|mv| game.move_name(mv)).collect::<Vec<_>>().join(" ");
    let error =
        |error: Option<PmcError>| error.map_or(String::new(), |error| error.name().to_owned());
    let [o, draw, x] = row.playouts;
    let den = row.playout_den();
    let [default, shortest, shortest_draw] =
        row.score_halves.map(|halves| Score::from_halves(halves).to_string());
    vec![
        row.id.to_string(),
        row.board.clone(),
        row.to_move.map_or(String::new(), |player| player.to_string()),
        row.ply.to_string(),
        row.status().to_owned(),
        row.value.to_string(),
        row.plies_to_end.to_string(),
        default,
        shortest,
        shortest_draw,
        list(row.best_moves[0]),
        o.to_string(),
        draw.to_string(),
        x.to_string(),
        den.to_string(),
        nearest_f64(o, den).to_string(),
        nearest_f64(draw, den).to_string(),
        nearest_f64(x, den).to_string(),
        row.ps_o().to_string(),
        list(row.pmc_moves),
        list(row.pmc2_moves),
        error(row.pmc_error),
        error(row.pmc2_error),
        row.canonical_id.to_string(),
        row.orbit_size.to_string(),
    ]
}

fn into_io(error: csv::Error) -> DatasetError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => DatasetError::Io(error),
        other => DatasetError::Io(std::io::Error::other(format!("{other:?}"))),
    }
}
