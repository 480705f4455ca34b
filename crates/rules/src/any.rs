use exactplay_game::{Game, Player};
use thiserror::Error;

use crate::{Connect, Mnk, Othello};

/// Any game that has a name.
#[derive(Debug, Clone)]
pub enum AnyGame {
    /// An m,n,k game.
    Mnk(Mnk),
    /// A connection game with falling discs.
    Connect(Connect),
    /// Othello.
    Othello(Othello),
}

/// What a game name does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOptions {
    /// Who moves first.
    pub first: Player,
    /// Whether a game is accepted in which no line fits on the board, so that every game is drawn.
    pub allow_drawn: bool,
}

/// Work that can be done for whichever game a name means.
pub trait GameVisitor {
    /// What the work gives.
    type Output;

    /// Does the work for one type of game.
    fn visit<G: Game + 'static>(self, game: G) -> Self::Output;
}

impl AnyGame {
    /// The game that a name means: the one place where a name becomes a type.
    ///
    /// # Errors
    /// When the name is unknown or malformed, or names a game that is not offered.
    pub fn parse(name: &str, options: GameOptions) -> Result<Self, GameError> {
        let syntax = || GameError::Unknown { name: name.to_owned() };
        match name.split_once(':') {
            None if name == "tictactoe" => Ok(Self::Mnk(Mnk::new(3, 3, 3, options.first)?)),
            Some((family @ ("mnk" | "connect"), size)) => {
                let (width, height, k) = parse_size(size).ok_or_else(syntax)?;
                if k > width.max(height) && !options.allow_drawn {
                    return Err(GameError::Drawn { name: name.to_owned(), k, width, height });
                }
                Ok(if family == "mnk" {
                    Self::Mnk(Mnk::new(width, height, k, options.first)?)
                } else {
                    Self::Connect(Connect::new(width, height, k, options.first)?)
                })
            }
            Some(("othello", size)) => {
                let size = parse_number(size).ok_or_else(syntax)?;
                Ok(Self::Othello(Othello::new(size, options.first)?))
            }
            _ => Err(syntax()),
        }
    }

    /// Does work for the game, whatever its type.
    pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Mnk(game) => visitor.visit(game),
            Self::Connect(game) => visitor.visit(game),
            Self::Othello(game) => visitor.visit(game),
        }
    }
}

/// Reads `WxH:K`.
fn parse_size(size: &str) -> Option<(u8, u8, u8)> {
    let (board, k) = size.split_once(':')?;
    let (width, height) = board.split_once('x')?;
    Some((parse_number(width)?, parse_number(height)?, parse_number(k)?))
}

fn parse_number(digits: &str) -> Option<u8> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Why a text is not a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// No game has this name, or its sizes cannot be read.
    #[error("unknown game {name:?}: expected {}", syntaxes())]
    Unknown {
        /// What was given.
        name: String,
    },
    /// The sizes are out of range.
    #[error("no such game {name:?}: {reason}")]
    Size {
        /// What was given.
        name: String,
        /// Which size is wrong, and what was expected.
        reason: String,
    },
    /// No line fits on the board.
    #[error(
        "{name:?} can only be drawn: {k} in a row do not fit on {width} x {height} cells (--allow-drawn takes it)"
    )]
    Drawn {
        /// What was given.
        name: String,
        /// Stones in a row that would win.
        k: u8,
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
}

impl GameError {
    /// Refuses a board of lines whose sizes are out of range.
    pub(crate) fn check_lines(
        name: &str,
        (width, height, k): (u8, u8, u8),
        most_cells: u8,
    ) -> Result<(), Self> {
        let cells = u32::from(width) * u32::from(height);
        let reason = if cells == 0 || cells > u32::from(most_cells) {
            format!("the board has {cells} cells, expected 1 to {most_cells}")
        } else if width > 26 {
            format!("the board has {width} columns, expected at most 26")
        } else if k == 0 {
            "k is 0, expected at least 1".to_owned()
        } else {
            return Ok(());
        };
        Err(Self::Size { name: name.to_owned(), reason })
    }
}

fn syntaxes() -> String {
    let syntaxes: Vec<_> = CATALOGUE.iter().map(|entry| entry.syntax).collect();
    match syntaxes.as_slice() {
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
        [] => String::new(),
    }
}

/// One line of the list of games.
#[derive(Debug, Clone, Copy)]
pub struct CatalogueEntry {
    /// How its names are written.
    pub syntax: &'static str,
    /// A name that can be used as it is.
    pub example: &'static str,
    /// What is played.
    pub description: &'static str,
}

/// Every kind of game, in the order in which people meet them.
pub const CATALOGUE: &[CatalogueEntry] = &[
    CatalogueEntry {
        syntax: "tictactoe",
        example: "tictactoe",
        description: "tic-tac-toe, the same as mnk:3x3:3",
    },
    CatalogueEntry {
        syntax: "mnk:WxH:K",
        example: "mnk:4x3:3",
        description: "W columns and H rows (36 cells at most); K in a row, column or diagonal win",
    },
    CatalogueEntry {
        syntax: "connect:WxH:K",
        example: "connect:5x4:4",
        description: "the same, but discs fall to the bottom of a column (64 cells at most)",
    },
    CatalogueEntry {
        syntax: "othello:N",
        example: "othello:4",
        description: "Othello on N x N cells (4, 6 or 8); o is black and moves first",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: GameOptions = GameOptions { first: Player::O, allow_drawn: false };

    #[test]
    fn names_round_trip() {
        struct Name;
        impl GameVisitor for Name {
            type Output = String;
            fn visit<G: Game>(self, game: G) -> String {
                game.name()
            }
        }
        for (name, canonical) in [
            ("tictactoe", "mnk:3x3:3"),
            ("mnk:3x3:3", "mnk:3x3:3"),
            ("mnk:5x4:4", "mnk:5x4:4"),
            ("connect:7x6:4", "connect:7x6:4"),
            ("othello:8", "othello:8"),
        ] {
            assert_eq!(AnyGame::parse(name, OPTIONS).unwrap().visit(Name), canonical);
        }
        for entry in CATALOGUE {
            assert!(AnyGame::parse(entry.example, OPTIONS).is_ok(), "{}", entry.example);
        }
    }

    #[test]
    fn bad_names_say_what_is_expected() {
        for (name, message) in [
            (
                "chess",
                "unknown game \"chess\": expected tictactoe, mnk:WxH:K, connect:WxH:K or othello:N",
            ),
            (
                "mnk:3x3",
                "unknown game \"mnk:3x3\": expected tictactoe, mnk:WxH:K, connect:WxH:K or othello:N",
            ),
            (
                "mnk:+3x3:3",
                "unknown game \"mnk:+3x3:3\": expected tictactoe, mnk:WxH:K, connect:WxH:K or othello:N",
            ),
            ("mnk:0x3:3", "no such game \"mnk:0x3:3\": the board has 0 cells, expected 1 to 36"),
            ("mnk:7x6:4", "no such game \"mnk:7x6:4\": the board has 42 cells, expected 1 to 36"),
            (
                "mnk:30x1:3",
                "no such game \"mnk:30x1:3\": the board has 30 columns, expected at most 26",
            ),
            (
                "connect:9x8:4",
                "no such game \"connect:9x8:4\": the board has 72 cells, expected 1 to 64",
            ),
            (
                "connect:27x2:2",
                "no such game \"connect:27x2:2\": the board has 27 columns, expected at most 26",
            ),
            (
                "othello:5",
                "no such game \"othello:5\": the board is 5 x 5, expected othello:4, othello:6 or othello:8",
            ),
            (
                "othello:8x8",
                "unknown game \"othello:8x8\": expected tictactoe, mnk:WxH:K, connect:WxH:K or othello:N",
            ),
            (
                "connect:3x3:4",
                "\"connect:3x3:4\" can only be drawn: 4 in a row do not fit on 3 x 3 cells (--allow-drawn takes it)",
            ),
            ("mnk:3x3:0", "no such game \"mnk:3x3:0\": k is 0, expected at least 1"),
            (
                "mnk:3x2:4",
                "\"mnk:3x2:4\" can only be drawn: 4 in a row do not fit on 3 x 2 cells (--allow-drawn takes it)",
            ),
        ] {
            assert_eq!(AnyGame::parse(name, OPTIONS).unwrap_err().to_string(), message);
        }
        assert!(AnyGame::parse("mnk:3x2:4", GameOptions { allow_drawn: true, ..OPTIONS }).is_ok());
    }
}
