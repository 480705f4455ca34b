//! Reading a position in each of the documented notations.

use exactplay_game::{Game, Outcome, Player, PositionError};

/// The stones of a board, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grid {
    rows: Vec<Vec<Option<Player>>>,
}

impl Grid {
    /// Whose stone is at column `x`, row `y`.
    pub(crate) fn stone(&self, x: u8, y: u8) -> Option<Player> {
        self.rows[usize::from(y)][usize::from(x)]
    }
}

/// What a printed board says above its rows.
enum Header {
    Turn(Player),
    Ended(Outcome),
}

/// Writes a position as its rows from the top, joined by `/`.
pub(crate) fn write<G: Game>(game: &G, position: G::Position) -> String {
    let rows = (0..game.height()).map(|y| {
        let cells = (0..game.width()).map(|x| match game.stone(position, x, y) {
            Some(Player::O) => 'o',
            Some(Player::X) => 'x',
            None => '.',
        });
        cells.collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Reads a position: a board in any form, or `moves:` and the moves from the start as `split_moves` separates them.
///
/// `place` makes a position of a board of the right size, or says why no game leads to it.
pub(crate) fn read<G: Game>(
    game: &G,
    text: &str,
    split_moves: impl Fn(&str) -> Vec<String>,
    place: impl Fn(&Grid) -> Result<G::Position, String>,
) -> Result<G::Position, PositionError> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed == "-" {
        return Ok(game.start());
    }
    if let Some(moves) = trimmed.strip_prefix("moves:") {
        return play_moves(game, text, &split_moves(moves));
    }
    let (header, grid) = read_board(text, trimmed, game.width(), game.height())?;
    let position = place(&grid).map_err(|reason| PositionError::unreachable(text, reason))?;
    match header {
        Some(Header::Turn(_)) if game.outcome(position).is_some() => {
            Err(PositionError::unreachable(text, "it says whose turn it is, but the game is over"))
        }
        Some(Header::Turn(player)) if game.turn(position) != player => {
            let turn = game.turn(position);
            Err(PositionError::unreachable(
                text,
                format!("it says {player} is to move, but by its stones {turn} is"),
            ))
        }
        Some(Header::Ended(outcome)) if game.outcome(position) != Some(outcome) => {
            let found = game
                .outcome(position)
                .map_or("goes on".to_owned(), |found| format!("ended in {found}"));
            Err(PositionError::unreachable(
                text,
                format!("it says the game ended in {outcome}, but it {found}"),
            ))
        }
        _ => Ok(position),
    }
}

fn play_moves<G: Game>(
    game: &G,
    text: &str,
    names: &[String],
) -> Result<G::Position, PositionError> {
    let mut position = game.start();
    for (i, name) in names.iter().enumerate() {
        let number = i + 1;
        let Some(mv) = game.parse_move(name) else {
            let example =
                game.moves(game.start()).next().map_or(String::new(), |mv| game.move_name(mv));
            let reason = format!(
                "move {number} is {name:?}, expected a move of {} such as {example}",
                game.name()
            );
            return Err(PositionError::syntax(text, reason));
        };
        if let Some(outcome) = game.outcome(position) {
            let how =
                outcome.winner().map_or("drawn".to_owned(), |winner| format!("won by {winner}"));
            let reason =
                format!("move {number} ({name}) comes after the end: the game is already {how}");
            return Err(PositionError::unreachable(text, reason));
        }
        if !game.moves(position).any(|legal| legal == mv) {
            let reason =
                format!("move {number} ({name}) is not legal at {}", game.notation(position));
            return Err(PositionError::unreachable(text, reason));
        }
        position = game.play(position, mv);
    }
    Ok(position)
}

fn read_board(
    text: &str,
    trimmed: &str,
    width: u8,
    height: u8,
) -> Result<(Option<Header>, Grid), PositionError> {
    let (columns, lines) = (usize::from(width), usize::from(height));
    if let Some(key) = trimmed.strip_prefix("key:") {
        let cells = read_cells(text, key.trim())?;
        if cells.len() != columns * lines {
            let expected = format!("{} cells, expected {}", cells.len(), columns * lines);
            return Err(PositionError::syntax(
                text,
                format!("the key has {expected} (down each column in turn)"),
            ));
        }
        return Ok((None, by_columns(&cells, columns, lines)));
    }
    let mut header = None;
    let mut rows = Vec::new();
    for row in trimmed.split(['/', '\n', '\r']).map(str::trim) {
        match read_header(text, row)? {
            Some(found) => header = Some(found),
            // An empty row between two line breaks is no row; between two slashes it is a mistake that the count shows.
            None if row.is_empty() && !trimmed.contains('/') => {}
            None => rows.push(read_cells(text, row)?),
        }
    }
    if let [bare] = rows.as_slice()
        && lines > 1
        && bare.len() == columns * lines
    {
        let (down, across) = (by_columns(bare, columns, lines), by_rows(bare, columns));
        if down != across {
            let reason = format!(
                "without separators it could be {} (row by row) or {} (down each column, the tutorials' key): \
                 write the rows joined by \"/\", or put \"key:\" in front",
                joined(&across),
                joined(&down)
            );
            return Err(PositionError::syntax(text, reason));
        }
        return Ok((header, across));
    }
    if rows.len() != lines || rows.iter().any(|row| row.len() != columns) {
        let lengths: Vec<_> = rows.iter().map(|row| row.len().to_string()).collect();
        let found = if rows.len() == 1 {
            format!("1 row of {} cells", lengths[0])
        } else {
            format!("{} rows of {} cells", rows.len(), lengths.join(", "))
        };
        let reason = format!("it has {found}, expected {height} rows of {width} joined by \"/\"");
        return Err(PositionError::syntax(text, reason));
    }
    Ok((header, Grid { rows }))
}

/// Reads the line that the tutorials print above a board, if this is one.
fn read_header(text: &str, row: &str) -> Result<Option<Header>, PositionError> {
    let lower = row.to_lowercase();
    let mut words = lower.split_whitespace();
    let header = match (words.next(), words.next(), words.next()) {
        (Some("turn"), Some("o"), None) => Header::Turn(Player::O),
        (Some("turn"), Some("x"), None) => Header::Turn(Player::X),
        (Some("winner"), Some("o"), None) => Header::Ended(Outcome::OWins),
        (Some("winner"), Some("x"), None) => Header::Ended(Outcome::XWins),
        (Some("winner"), Some("draw"), None) => Header::Ended(Outcome::Draw),
        (Some("turn" | "winner"), _, _) => {
            return Err(PositionError::syntax(
                text,
                format!("{row:?} is neither \"Turn o\" nor \"winner o\""),
            ));
        }
        _ => return Ok(None),
    };
    Ok(Some(header))
}

fn read_cells(text: &str, row: &str) -> Result<Vec<Option<Player>>, PositionError> {
    let cells = row.chars().map(|cell| match cell {
        'o' | 'O' | '〇' | '○' | '◯' | 'ｏ' | 'Ｏ' => Ok(Some(Player::O)),
        'x' | 'X' | '×' | '✕' | 'ｘ' | 'Ｘ' => Ok(Some(Player::X)),
        '.' | '_' | '-' | 'b' | '．' | '＿' | '－' | 'ｂ' => Ok(None),
        other => {
            Err(PositionError::syntax(text, format!("cell {other:?} is none of o, x and \".\"")))
        }
    });
    cells.collect()
}

fn by_rows(cells: &[Option<Player>], width: usize) -> Grid {
    Grid { rows: cells.chunks(width).map(<[_]>::to_vec).collect() }
}

fn by_columns(cells: &[Option<Player>], width: usize, height: usize) -> Grid {
    let row = |y| (0..width).map(|x| cells[x * height + y]).collect();
    Grid { rows: (0..height).map(row).collect() }
}

fn joined(grid: &Grid) -> String {
    let cell = |stone: &Option<Player>| stone.map_or(".".to_owned(), |player| player.to_string());
    let rows: Vec<String> = grid.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    rows.join("/")
}
