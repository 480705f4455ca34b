use exactplay_game::{Game, Move, MoveDistribution};

/// A set of cells of the tic-tac-toe board: bit `3 * y + x` stands for column `x`, row `y`, so that ascending bits go
/// row by row.
pub(crate) type Cells = u16;

const BOARD: Cells = 0o777;
pub(crate) const CENTRE: Cells = 0o020;
pub(crate) const CORNERS: Cells = 0o505;
pub(crate) const EDGES: Cells = 0o252;

/// The rows, the columns, the falling and the rising diagonal.
pub(crate) const LINES: [Cells; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether a game is tic-tac-toe, whoever moves first.
pub(crate) fn is_tic_tac_toe<G: Game>(game: &G) -> bool {
    game.name() == "mnk:3x3:3"
}

/// A tic-tac-toe position as the player to move sees it. Neither who that is nor who moved first plays a part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grid {
    /// The stones of the player to move.
    pub(crate) own: Cells,
    /// The stones of the opponent.
    pub(crate) opponent: Cells,
}

impl Grid {
    /// The board of a position of tic-tac-toe.
    ///
    /// # Panics
    /// When the board is not 3 x 3.
    pub(crate) fn of<G: Game>(game: &G, position: G::Position) -> Self {
        assert!((game.width(), game.height()) == (3, 3), "a board of 3 x 3");
        let turn = game.turn(position);
        let mut grid = Self { own: 0, opponent: 0 };
        for (y, x) in (0..3).flat_map(|y| (0..3).map(move |x| (y, x))) {
            match game.stone(position, x, y) {
                Some(player) if player == turn => grid.own |= cell(x, y),
                Some(_) => grid.opponent |= cell(x, y),
                None => {}
            }
        }
        grid
    }

    pub(crate) fn empty(self) -> Cells {
        BOARD & !(self.own | self.opponent)
    }

    /// The empty cells with which the player to move completes a line.
    pub(crate) fn wins(self) -> Cells {
        completions(self.own) & self.empty()
    }

    /// The empty cells with which the opponent would complete a line.
    pub(crate) fn threats(self) -> Cells {
        completions(self.opponent) & self.empty()
    }
}

/// The cell at column `x`, row `y`, as a set.
fn cell(x: u8, y: u8) -> Cells {
    1 << (3 * y + x)
}

/// The cells that alone are missing from a line of `stones`.
fn completions(stones: Cells) -> Cells {
    let missing = LINES.iter().map(|line| line & !stones);
    missing.filter(|&cells| is_one(cells)).fold(0, |all, one| all | one)
}

/// Whether a set holds exactly one cell.
pub(crate) fn is_one(cells: Cells) -> bool {
    cells.is_power_of_two()
}

/// The cell, as a set, that a move takes.
fn target<G: Game>(game: &G, position: G::Position, mv: Move) -> Cells {
    let (x, y) = game.target(position, mv);
    cell(x, y)
}

/// Every move onto one of `cells` with the same probability.
///
/// # Panics
/// When there is none.
pub(crate) fn uniform<G: Game>(game: &G, position: G::Position, cells: Cells) -> MoveDistribution {
    let moves = game.moves(position);
    MoveDistribution::uniform(moves.filter(|&mv| target(game, position, mv) & cells != 0))
}
