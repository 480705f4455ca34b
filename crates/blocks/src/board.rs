use exactplay_game::{Game as _, Player};
use exactplay_rules::{Mnk, Stones};

use crate::BlocksError;

/// A placement game: on `width` x `height` cells, whoever first has `k` stones in a row wins.
///
/// Without gravity it is an m,n,k game. With gravity a stone falls to the greatest free row of its column, as in
/// Connect Four. Cell `x * height + y` is column `x` from the left, row `y` from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    k: u8,
    gravity: bool,
    first: Player,
}

impl Board {
    /// The most cells a board may have.
    pub const MOST_CELLS: u8 = 64;

    /// The m,n,k game in which `first` moves first.
    ///
    /// # Errors
    /// When the board has no cell or more than [`MOST_CELLS`](Self::MOST_CELLS), or k is zero.
    pub fn mnk(width: u8, height: u8, k: u8, first: Player) -> Result<Self, BlocksError> {
        Self { width, height, k, gravity: false, first }.checked()
    }

    /// The game with gravity in which `first` moves first.
    ///
    /// # Errors
    /// As for [`mnk`](Self::mnk).
    pub fn connect(width: u8, height: u8, k: u8, first: Player) -> Result<Self, BlocksError> {
        Self { width, height, k, gravity: true, first }.checked()
    }

    /// The game with a name such as `mnk:5x4:4` or `connect:5x4:4`; `None` if the name does not look like that.
    ///
    /// # Errors
    /// When the name can be read, but there is no such board.
    pub fn of_name(name: &str, first: Player) -> Option<Result<Self, BlocksError>> {
        let (kind, size) = name.split_once(':')?;
        let (sides, k) = size.split_once(':')?;
        let (width, height) = sides.split_once('x')?;
        let number = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
        };
        let (width, height, k) = (number(width)?, number(height)?, number(k)?);
        match kind {
            "mnk" => Some(Self::mnk(width, height, k, first)),
            "connect" => Some(Self::connect(width, height, k, first)),
            _ => None,
        }
    }

    fn checked(self) -> Result<Self, BlocksError> {
        let cells = u32::from(self.width) * u32::from(self.height);
        let refuse = |reason| Err(BlocksError::Board { name: self.name(), reason });
        if cells == 0 || cells > u32::from(Self::MOST_CELLS) {
            return refuse(format!(
                "the board has {cells} cells, expected 1 to {}",
                Self::MOST_CELLS
            ));
        }
        if self.k == 0 {
            return refuse("k is 0, expected at least 1".to_owned());
        }
        Ok(self)
    }

    /// The name of the game, such as `mnk:5x4:4` or `connect:5x4:4`.
    pub fn name(self) -> String {
        let kind = if self.gravity { "connect" } else { "mnk" };
        format!("{kind}:{}x{}:{}", self.width, self.height, self.k)
    }

    /// Columns.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    pub fn height(self) -> u8 {
        self.height
    }

    /// Stones in a row that win.
    pub fn k(self) -> u8 {
        self.k
    }

    /// Whether stones fall.
    pub fn gravity(self) -> bool {
        self.gravity
    }

    /// Who makes the first move.
    pub fn first(self) -> Player {
        self.first
    }

    /// Columns times rows: the most plies a game can last.
    pub fn cells(self) -> u8 {
        self.width * self.height
    }

    /// The player to move after `ply` moves.
    pub fn turn(self, ply: u8) -> Player {
        if ply.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// The cells of the player who moved first, and those of both, in a position.
    pub(crate) fn seats(self, position: Stones) -> (u64, u64) {
        (position.of(self.first), position.occupied())
    }

    /// The position in which the player who moved first has `first` of the `occupied` cells.
    pub(crate) fn stones(self, first: u64, occupied: u64) -> Stones {
        let second = occupied & !first;
        match self.first {
            Player::O => Stones { o: first, x: second },
            Player::X => Stones { o: second, x: first },
        }
    }
}

impl From<&Mnk> for Board {
    fn from(game: &Mnk) -> Self {
        Self {
            width: game.width(),
            height: game.height(),
            k: game.k(),
            gravity: false,
            first: game.first(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_refusals() {
        assert_eq!(Board::connect(5, 4, 4, Player::O).unwrap().name(), "connect:5x4:4");
        for name in ["mnk:4x3:3", "connect:6x5:4"] {
            assert_eq!(Board::of_name(name, Player::O).unwrap().unwrap().name(), name);
        }
        for name in ["", "mnk", "mnk:3x3", "mnk:3x+3:3", "othello:6", "chess:3x3:3", "mnk:3x3:3:3"]
        {
            assert!(Board::of_name(name, Player::O).is_none(), "{name:?}");
        }
        let game = Mnk::new(4, 3, 3, Player::X).unwrap();
        assert_eq!(Board::from(&game), Board::mnk(4, 3, 3, Player::X).unwrap());
        for (width, height, k, message) in [
            (0, 3, 3, "no such board \"mnk:0x3:3\": the board has 0 cells, expected 1 to 64"),
            (9, 8, 3, "no such board \"mnk:9x8:3\": the board has 72 cells, expected 1 to 64"),
            (3, 3, 0, "no such board \"mnk:3x3:0\": k is 0, expected at least 1"),
        ] {
            let error = Board::mnk(width, height, k, Player::O).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
