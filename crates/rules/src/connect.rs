use exactplay_game::{
    Game, Move, MoveSet, Outcome, Player, PositionError, Symmetry, dihedral_group,
};

use crate::any::GameError;
use crate::lines::Lines;
use crate::notation::{self, Grid};
use crate::{Stones, cells, stacking};

/// A connection game with falling discs: on a board of `width` x `height` cells, whoever first has `k` discs in a row
/// wins. Connect Four is `connect:7x6:4`.
///
/// Moves are columns: `Move(x)` drops a disc into column `x` from 0, and is named by the column's number from 1. The
/// board is laid out as in [`Mnk`](crate::Mnk): cell `x * height + y`, rows from the top.
#[derive(Debug, Clone)]
pub struct Connect {
    width: u8,
    height: u8,
    first: Player,
    lines: Lines,
    symmetries: Vec<Symmetry>,
    /// The highest cell of every column.
    top: u64,
    /// The lowest cell of every column.
    bottom: u64,
}

impl Connect {
    /// The most cells a board may have.
    pub const MOST_CELLS: u8 = 64;

    /// The game in which `first` moves first.
    ///
    /// # Errors
    /// When the board has no cell or more than [`MOST_CELLS`](Self::MOST_CELLS), more than 26 columns (cells are named
    /// by letters), or k is zero.
    pub fn new(width: u8, height: u8, k: u8, first: Player) -> Result<Self, GameError> {
        let name = format!("connect:{width}x{height}:{k}");
        GameError::check_lines(&name, (width, height, k), Self::MOST_CELLS)?;
        let top = (0..width).fold(0, |top, x| top | 1 << (x * height));
        Ok(Self {
            width,
            height,
            first,
            lines: Lines::new(width, height, k),
            symmetries: mirrors(width, height),
            top,
            bottom: top << (height - 1),
        })
    }

    /// Discs in a row that win.
    pub fn k(&self) -> u8 {
        self.lines.k()
    }

    fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// The cells on which a disc comes to rest: the lowest free one of each column.
    #[inline]
    fn landings(&self, occupied: u64) -> u64 {
        let all = u64::MAX >> (64 - self.cells());
        // The cell below a cell has the next bit.
        all & !occupied & (occupied >> 1 | self.bottom)
    }

    /// The cell on which a disc comes to rest in a column that is not full.
    #[inline]
    fn landing(&self, occupied: u64, column: Move) -> u64 {
        let cells = u64::MAX >> (64 - self.height) << (column.0 * self.height);
        self.landings(occupied) & cells
    }

    /// The position with the discs of a board, or why no game leads to it.
    ///
    /// Exact: the last disc is on top of its column and made all the lines there are, so the board before it has none,
    /// and it remains to see whether that board can have been stacked in turns.
    fn place(&self, grid: &Grid) -> Result<Stones, String> {
        let stones = grid.stones();
        let occupied = stones.occupied();
        let floating = occupied & !self.bottom & !(occupied >> 1);
        if let Some(cell) = cells::members(floating).next() {
            let (x, y) = (cell / self.height, cell % self.height);
            let (disc, below) = (cells::name(x, y), cells::name(x, y + 1));
            return Err(format!("the disc on {disc} floats: {below} below it is empty"));
        }
        let last = stones.last_mover(self.first)?;
        let completed_on = self.lines.completed_on(stones, last)?;
        let on_top = occupied & !(occupied << 1 & !self.top);
        let has_line = self.lines.any_in(stones.of(last));
        if has_line && completed_on & on_top == 0 {
            return Err(format!(
                "{last} has {} in a row, but no disc on top of its column is part of every line, so the game had ended \
                 before the last disc fell",
                self.k()
            ));
        }
        let stacked = |stones, last| stacking::is_possible(self.width, self.height, stones, last);
        let possible = if has_line {
            let mut lasts = cells::members(completed_on & on_top);
            lasts.try_fold(false, |possible, cell| {
                Ok(possible || stacked(stones.without(1 << cell), last.other())?)
            })
        } else {
            stacked(stones, last)
        };
        let first = self.first;
        match possible {
            Ok(true) => Ok(stones),
            Ok(false) => {
                let ending = if has_line { " and no line before the last disc" } else { "" };
                Err(format!(
                    "in no order can its discs have fallen in turns, {first} first{ending}"
                ))
            }
            Err(stacking::GivenUp) => Err(format!(
                "no order was found in which its discs can have fallen in turns, {first} first, and too many are left to try"
            )),
        }
    }
}

/// The identity and, where it moves a cell, the reflection that swaps left and right: gravity leaves no more.
fn mirrors(width: u8, height: u8) -> Vec<Symmetry> {
    let keeps_rows = |symmetry: &Symmetry| {
        (0..width * height).all(|cell| symmetry.cell(cell) % height == cell % height)
    };
    dihedral_group(width, height).into_iter().filter(keeps_rows).collect()
}

impl Game for Connect {
    type Position = Stones;

    fn name(&self) -> String {
        format!("connect:{}x{}:{}", self.width, self.height, self.k())
    }

    fn width(&self) -> u8 {
        self.width
    }

    fn height(&self) -> u8 {
        self.height
    }

    fn longest(&self) -> u8 {
        self.cells()
    }

    fn first(&self) -> Player {
        self.first
    }

    fn start(&self) -> Stones {
        Stones::default()
    }

    fn ply(&self, position: Stones) -> u8 {
        position.count()
    }

    #[inline]
    fn turn(&self, position: Stones) -> Player {
        position.turn(self.first)
    }

    #[inline]
    fn outcome(&self, position: Stones) -> Option<Outcome> {
        let last = self.turn(position).other();
        if self.lines.any_in(position.of(last)) {
            Some(Outcome::win(last))
        } else {
            (self.top & !position.occupied() == 0).then_some(Outcome::Draw)
        }
    }

    /// A column is open where its highest cell is free.
    #[inline]
    fn move_set(&self, position: Stones) -> MoveSet {
        let open = !position.occupied();
        MoveSet((0..self.width).fold(0, |set, x| set | (open >> (x * self.height) & 1) << x))
    }

    #[inline]
    fn play(&self, position: Stones, mv: Move) -> Stones {
        position.with(self.turn(position), self.landing(position.occupied(), mv))
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    #[inline]
    fn image(&self, position: Stones, symmetry: &Symmetry) -> Stones {
        Stones { o: symmetry.set(position.o), x: symmetry.set(position.x) }
    }

    fn move_image(&self, mv: Move, symmetry: &Symmetry) -> Move {
        Move(symmetry.cell(mv.0 * self.height) / self.height)
    }

    fn stone(&self, position: Stones, x: u8, y: u8) -> Option<Player> {
        position.on(x * self.height + y)
    }

    #[inline]
    fn stones_of(&self, position: Stones, player: Player) -> u64 {
        position.of(player)
    }

    fn target(&self, position: Stones, mv: Move) -> (u8, u8) {
        let cell = cells::members(self.landing(position.occupied(), mv)).next();
        let cell = cell.expect("a column that is not full");
        (cell / self.height, cell % self.height)
    }

    fn notation(&self, position: Stones) -> String {
        notation::write(self, position)
    }

    /// Also reads a list of columns: as digits (`moves:4453`) on at most nine columns, separated by commas on any
    /// board.
    fn parse(&self, text: &str) -> Result<Stones, PositionError> {
        let split = |moves: &str| {
            if self.width > 9 || moves.contains(',') {
                notation::split_at_commas(moves)
            } else {
                let digits = moves.chars().filter(|digit| !digit.is_whitespace());
                digits.map(String::from).collect()
            }
        };
        notation::read(self, text, split, |grid| self.place(grid))
    }

    fn move_name(&self, mv: Move) -> String {
        (mv.0 + 1).to_string()
    }

    fn column_name(&self, x: u8) -> String {
        (x + 1).to_string()
    }

    fn parse_move(&self, name: &str) -> Option<Move> {
        let name = name.trim();
        if name.starts_with(['0', '+']) {
            return None;
        }
        let x = name.parse::<u8>().ok()?.checked_sub(1)?;
        (x < self.width).then_some(Move(x))
    }

    /// Every stack of alternating discs, as if no game ended early: the sum over the vectors of column heights, p discs
    /// each, of C(p, p/2).
    fn positions_at_most(&self) -> u128 {
        // How many vectors of column heights hold p discs, one column more each time.
        let mut vectors = vec![1_u128];
        for _ in 0..self.width {
            let one_more = |discs: usize| {
                let of_others = discs.saturating_sub(usize::from(self.height))..=discs;
                of_others.filter_map(|others| vectors.get(others)).sum()
            };
            vectors = (0..vectors.len() + usize::from(self.height)).map(one_more).collect();
        }
        (0..).zip(vectors).map(|(p, vectors)| vectors * cells::choose(p, p / 2)).sum()
    }

    fn positions_after_at_most(&self, position: Stones) -> u128 {
        cells::fillings(self.longest() - self.ply(position)).min(self.positions_at_most())
    }
}

#[cfg(test)]
mod tests {
    use exactplay_game::{laws, perft};

    use super::*;

    fn game(width: u8, height: u8, k: u8) -> Connect {
        Connect::new(width, height, k, Player::O).unwrap()
    }

    #[test]
    fn laws_hold_on_square_oblong_and_thin_boards() {
        assert_eq!(laws::check(&game(3, 3, 3), 9), 694);
        assert_eq!(laws::check(&Connect::new(3, 3, 3, Player::X).unwrap(), 9), 694);
        assert_eq!(laws::check(&game(4, 3, 3), 12), 7_157);
        // Connect Four per ply on 4x4: 1, 4, 16, 52, 160, 436, 1128, 2512, 5084.
        assert_eq!(laws::check(&game(4, 4, 4), 8), 9_393);
        assert_eq!(laws::check(&game(7, 6, 4), 4), 1 + 7 + 49 + 238 + 1_120);
        assert_eq!(laws::check(&game(1, 6, 2), 6), 7);
        assert_eq!(laws::check(&game(1, 64, 64), 64), 65);
        assert_eq!(laws::check(&game(26, 2, 2), 2), 1 + 26 + 26 * 26);
        // Without gravity to speak of, it is the m,n,k game.
        let row = crate::Mnk::new(6, 1, 2, Player::O).unwrap();
        assert_eq!(laws::check(&game(6, 1, 2), 6), laws::check(&row, 6));
    }

    #[test]
    fn perft_counts_move_sequences() {
        let game = game(7, 6, 4);
        let counts: Vec<_> = (0..=7).map(|depth| perft(&game, game.start(), depth)).collect();
        // The first win is possible at ply 7, the first full column at ply 6.
        assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536]);
    }

    #[test]
    fn every_input_form_reads_the_same_position() {
        let game = game(4, 3, 3);
        let expected = game.parse("..../.x../.oo.").unwrap();
        for text in [
            "moves:223",
            "moves: 2 2 3",
            "moves:2,2,3",
            "key:....xo..o...",
            "Turn x\n....\n.x..\n.Oo.",
            "..../.x../.oo. x",
        ] {
            assert_eq!(game.parse(text), Ok(expected), "{text:?}");
        }
        for text in ["", "-", "moves:", "..../..../.... o"] {
            assert_eq!(game.parse(text), Ok(game.start()), "{text:?}");
        }
        let wide = self::game(12, 2, 3);
        let expected = wide.parse("............/o..........x");
        assert_eq!(wide.parse("moves:1,12"), expected);
        assert!(expected.is_ok() && wide.parse("moves:12").is_ok_and(|p| wide.ply(p) == 1));
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let game = game(4, 3, 3);
        for (text, reason) in [
            ("..../.o../....", "the disc on b2 floats: b3 below it is empty"),
            ("..../..../xx..", "it has 0 o and 2 x, but the players alternate"),
            (
                "..../..../x...",
                "it has 0 o and 1 x, but o moves first (where x does, add --first x)",
            ),
            ("..../xxx./ooo.", "both players have 3 in a row"),
            ("..../xx../ooox", "x has moved after o had won with 3 in a row"),
            (
                "..../xxo./ooox",
                "o has 3 in a row, but no disc on top of its column is part of every line",
            ),
            ("..../o..o/o..o", "it has 4 o and 0 x"),
            (".ooo/xoxx/ooxx", "o has lines without a common cell"),
            (
                "..o./.oo./.xxx",
                "in no order can its discs have fallen in turns, o first and no line before the last disc",
            ),
            ("..../oo../xx..", "in no order can its discs have fallen in turns, o first"),
            ("moves:1111", "move 4 (1) is not legal at o.../x.../o..."),
            ("moves:15", "move 2 is \"5\", expected a move of connect:4x3:3 such as 1"),
            ("moves:1021", "move 2 is \"0\""),
            ("moves:121213", "move 6 (3) comes after the end: the game is already won by o"),
            ("..../..../.... x", "it says x is to move, but by its stones o is"),
            ("..../..../.... w", "\"w\" after the board is neither o nor x"),
            ("..../.... o/....", "o, the player to move, must stand after the last row"),
            ("Turn o\n....\n....\n.... x", "it says that o and that x is to move"),
            (".../...", "it has 2 rows of 3, 3 cells, expected 3 rows of 4"),
        ] {
            let found = game.parse(text).unwrap_err().to_string();
            assert!(found.contains(reason), "{text:?} gave {found:?}");
        }
    }

    #[test]
    fn the_bound_counts_stacks_of_alternating_discs() {
        // One column of three: 1 + 1 + 2 + 3. No line fits on 3x3 with k = 4, yet not every stack can be reached.
        assert_eq!(game(1, 3, 3).positions_at_most(), 7);
        assert_eq!(game(1, 1, 1).positions_at_most(), 2);
        assert_eq!(game(2, 2, 3).positions_at_most(), 1 + 2 + 3 * 2 + 2 * 3 + 6);
        assert!(game(3, 3, 4).positions_at_most() > 869);
        assert!(game(7, 6, 4).positions_at_most() > 4_531_985_219_092);
    }
}
