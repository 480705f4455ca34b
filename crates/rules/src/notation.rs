//! Reading a position in each of the documented notations.

use exactplay_game::{Game, Outcome, Player, PositionError};

use crate::Stones;

type Rows = Vec<Vec<Option<Player>>>;

/// What a text says of a position: the stones of a board, row by row from the top, and perhaps whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grid {
    rows: Rows,
    turn: Option<Player>,
}

impl Grid {
    /// The stones; cell `x * height + y` is column `x`, row `y`. The board must have at most 64 cells.
    pub(crate) fn stones(&self) -> Stones {
        let mut stones = Stones::default();
        for (y, row) in self.rows.iter().enumerate() {
            for (x, stone) in row.iter().enumerate() {
                if let Some(player) = *stone {
                    stones = stones.with(player, 1 << (x * self.rows.len() + y));
                }
            }
        }
        stones
    }

    /// The player to move, where the text says so: ` o` after the board, or a `Turn o` line above it.
    pub(crate) fn turn(&self) -> Option<Player> {
        self.turn
    }
}

/// What a printed board says above its rows.
enum Header {
    Turn(Player),
    Ended(Outcome),
}

/// The moves of a list such as `b2,a1,c3`.
pub(crate) fn split_at_commas(moves: &str) -> Vec<String> {
    match moves.trim() {
        "" => Vec::new(),
        moves => moves.split(',').map(|name| name.trim().to_owned()).collect(),
    }
}

/// Writes the board of a position: its rows from the top, joined by `/`.
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
    let turn = game.turn(position);
    match header {
        Some(Header::Turn(_)) if game.outcome(position).is_some() => {
            Err(PositionError::unreachable(text, "it says whose turn it is, but the game is over"))
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
        _ => match grid.turn {
            Some(player) if player != turn => Err(PositionError::unreachable(
                text,
                format!("it says {player} is to move, but by its stones {turn} is"),
            )),
            _ => Ok(position),
        },
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
        let (key, turn) = split_turn(text, key.trim())?;
        let cells = read_cells(text, key)?;
        if cells.len() != columns * lines {
            let expected = format!("{} cells, expected {}", cells.len(), columns * lines);
            return Err(PositionError::syntax(
                text,
                format!("the key has {expected} (down each column in turn)"),
            ));
        }
        return Ok((None, Grid { rows: by_columns(&cells, columns, lines), turn }));
    }
    let mut header = None;
    let mut turn = None;
    let mut rows = Vec::new();
    for row in trimmed.split(['/', '\n', '\r']).map(str::trim) {
        if let Some(found) = read_header(text, row)? {
            header = Some(found);
        } else if !row.is_empty() || trimmed.contains('/') {
            // An empty row between two line breaks is no row; between two slashes it is a mistake that the count shows.
            if let Some(player) = turn {
                let reason = format!("{player}, the player to move, must stand after the last row");
                return Err(PositionError::syntax(text, reason));
            }
            let (cells, found) = split_turn(text, row)?;
            rows.push(read_cells(text, cells)?);
            turn = found;
        }
    }
    if let Some(Header::Turn(player)) = header {
        if turn.is_some_and(|found| found != player) {
            return Err(PositionError::syntax(text, "it says that o and that x is to move"));
        }
        turn = Some(player);
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
        return Ok((header, Grid { rows: across, turn }));
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
    Ok((header, Grid { rows, turn }))
}

/// Splits the player to move off a board: the ` o` of `..../.xo./.ox./.... o`.
fn split_turn<'a>(text: &str, board: &'a str) -> Result<(&'a str, Option<Player>), PositionError> {
    let Some((board, player)) = board.rsplit_once([' ', '\t']) else {
        return Ok((board, None));
    };
    let turn = match player {
        "o" | "O" => Player::O,
        "x" | "X" => Player::X,
        other => {
            let reason =
                format!("{other:?} after the board is neither o nor x, the player to move");
            return Err(PositionError::syntax(text, reason));
        }
    };
    Ok((board.trim_end(), Some(turn)))
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

fn by_rows(cells: &[Option<Player>], width: usize) -> Rows {
    cells.chunks(width).map(<[_]>::to_vec).collect()
}

fn by_columns(cells: &[Option<Player>], width: usize, height: usize) -> Rows {
    let row = |y| (0..width).map(|x| cells[x * height + y]).collect();
    (0..height).map(row).collect()
}

fn joined(rows: &[Vec<Option<Player>>]) -> String {
    let cell = |stone: &Option<Player>| stone.map_or(".".to_owned(), |player| player.to_string());
    let rows: Vec<String> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    rows.join("/")
}
