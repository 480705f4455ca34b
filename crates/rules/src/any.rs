use exactplay_game::{Game, Player};
use thiserror::Error;

use crate::Mnk;

/// Any game that has a name.
#[derive(Debug, Clone)]
pub enum AnyGame {
    /// An m,n,k game.
    Mnk(Mnk),
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
            Some(("mnk", size)) => {
                let (width, height, k) = parse_size(size).ok_or_else(syntax)?;
                if k > width.max(height) && !options.allow_drawn {
                    return Err(GameError::Drawn { name: name.to_owned(), k, width, height });
                }
                Ok(Self::Mnk(Mnk::new(width, height, k, options.first)?))
            }
            _ => Err(syntax()),
        }
    }

    /// Does work for the game, whatever its type.
    pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Mnk(game) => visitor.visit(game),
        }
    }
}

/// Reads `WxH:K`.
fn parse_size(size: &str) -> Option<(u8, u8, u8)> {
    let number =
        |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
    let (board, k) = size.split_once(':')?;
    let (width, height) = board.split_once('x')?;
    Some((number(width)?, number(height)?, number(k)?))
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
        for (name, canonical) in
            [("tictactoe", "mnk:3x3:3"), ("mnk:3x3:3", "mnk:3x3:3"), ("mnk:5x4:4", "mnk:5x4:4")]
        {
            assert_eq!(AnyGame::parse(name, OPTIONS).unwrap().visit(Name), canonical);
        }
        for entry in CATALOGUE {
            assert!(AnyGame::parse(entry.example, OPTIONS).is_ok(), "{}", entry.example);
        }
    }

    #[test]
    fn bad_names_say_what_is_expected() {
        for (name, message) in [
            ("chess", "unknown game \"chess\": expected tictactoe or mnk:WxH:K"),
            ("mnk:3x3", "unknown game \"mnk:3x3\": expected tictactoe or mnk:WxH:K"),
            ("mnk:+3x3:3", "unknown game \"mnk:+3x3:3\": expected tictactoe or mnk:WxH:K"),
            ("mnk:0x3:3", "no such game \"mnk:0x3:3\": the board has 0 cells, expected 1 to 36"),
            ("mnk:7x6:4", "no such game \"mnk:7x6:4\": the board has 42 cells, expected 1 to 36"),
            (
                "mnk:30x1:3",
                "no such game \"mnk:30x1:3\": the board has 30 columns, expected at most 26",
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
