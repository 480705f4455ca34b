use exactplay_game::{
    Game, Move, MoveSet, Outcome, Player, PositionError, Symmetry, dihedral_group,
};

use crate::any::GameError;
use crate::lines::Lines;
use crate::notation::{self, Grid};
use crate::{Stones, cells};

/// An m,n,k game: on a board of `width` x `height` cells, whoever first has `k` stones in a row wins.
///
/// Tic-tac-toe is `mnk:3x3:3`. Moves are cells, in ascending order: down each column in turn (a1, a2, a3, b1, …), the
/// order in which the tutorials list them.
#[derive(Debug, Clone)]
pub struct Mnk {
    width: u8,
    height: u8,
    first: Player,
    lines: Lines,
    symmetries: Vec<Symmetry>,
}

impl Mnk {
    /// The most cells a board may have.
    pub const MOST_CELLS: u8 = 36;

    /// The game in which `first` moves first.
    ///
    /// # Errors
    /// When the board has no cell or more than [`MOST_CELLS`](Self::MOST_CELLS), more than 26 columns (they are named
    /// by letters), or k is zero.
    pub fn new(width: u8, height: u8, k: u8, first: Player) -> Result<Self, GameError> {
        let name = format!("mnk:{width}x{height}:{k}");
        GameError::check_lines(&name, (width, height, k), Self::MOST_CELLS)?;
        let symmetries = dihedral_group(width, height);
        Ok(Self { width, height, first, lines: Lines::new(width, height, k), symmetries })
    }

    /// Stones in a row that win.
    pub fn k(&self) -> u8 {
        self.lines.k()
    }

    /// Whether some line of k lies wholly in a set of cells.
    #[inline]
    pub fn has_line(&self, cells: u64) -> bool {
        self.lines.any_in(cells)
    }

    /// Every line of k that lies wholly in a set of cells, as sets: columns, rows, falling, then rising diagonals.
    pub fn lines_in(&self, cells: u64) -> impl Iterator<Item = u64> {
        self.lines.all_in(cells)
    }

    fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// The position with the stones of a board, or why no game leads to it.
    ///
    /// The counts must alternate. A board without lines can be reached in any order of moves; otherwise the last move
    /// made all the lines there are.
    fn place(&self, grid: &Grid) -> Result<Stones, String> {
        let stones = grid.stones();
        let last = stones.last_mover(self.first)?;
        self.lines.completed_on(stones, last)?;
        Ok(stones)
    }
}

impl Game for Mnk {
    type Position = Stones;

    fn name(&self) -> String {
        format!("mnk:{}x{}:{}", self.width, self.height, self.k())
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
        if self.has_line(position.of(last)) {
            Some(Outcome::win(last))
        } else {
            self.move_set(position).is_empty().then_some(Outcome::Draw)
        }
    }

    #[inline]
    fn move_set(&self, position: Stones) -> MoveSet {
        MoveSet(u64::MAX >> (64 - self.cells()) & !position.occupied())
    }

    #[inline]
    fn play(&self, position: Stones, mv: Move) -> Stones {
        position.with(self.turn(position), 1 << mv.0)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    #[inline]
    fn image(&self, position: Stones, symmetry: &Symmetry) -> Stones {
        Stones { o: symmetry.set(position.o), x: symmetry.set(position.x) }
    }

    fn move_image(&self, mv: Move, symmetry: &Symmetry) -> Move {
        Move(symmetry.cell(mv.0))
    }

    fn stone(&self, position: Stones, x: u8, y: u8) -> Option<Player> {
        position.on(x * self.height + y)
    }

    #[inline]
    fn stones_of(&self, position: Stones, player: Player) -> u64 {
        position.of(player)
    }

    fn target(&self, _: Stones, mv: Move) -> (u8, u8) {
        (mv.0 / self.height, mv.0 % self.height)
    }

    fn notation(&self, position: Stones) -> String {
        notation::write(self, position)
    }

    fn parse(&self, text: &str) -> Result<Stones, PositionError> {
        notation::read(self, text, notation::split_at_commas, |grid| self.place(grid))
    }

    fn move_name(&self, mv: Move) -> String {
        cells::name(mv.0 / self.height, mv.0 % self.height)
    }

    fn parse_move(&self, name: &str) -> Option<Move> {
        let (x, y) = cells::parse(name, self.width, self.height)?;
        Some(Move(x * self.height + y))
    }

    /// Every arrangement of alternating stones, as if no game ended early: the sum over plies p of C(n, p) C(p, p/2).
    fn positions_at_most(&self) -> u128 {
        cells::fillings(self.cells())
    }

    fn positions_after_at_most(&self, position: Stones) -> u128 {
        cells::fillings(self.cells() - self.ply(position))
    }
}

#[cfg(test)]
mod tests {
    use exactplay_game::{laws, perft};

    use super::*;

    fn game(width: u8, height: u8, k: u8) -> Mnk {
        Mnk::new(width, height, k, Player::O).unwrap()
    }

    fn refusal(game: &Mnk, text: &str) -> String {
        game.parse(text).unwrap_err().to_string()
    }

    #[test]
    fn laws_hold_on_square_oblong_and_thin_boards() {
        assert_eq!(laws::check(&game(3, 3, 3), 9), 5_478);
        assert_eq!(laws::check(&Mnk::new(3, 3, 3, Player::X).unwrap(), 9), 5_478);
        assert_eq!(laws::check(&game(4, 3, 3), 5), 1 + 12 + 132 + 660 + 2_970 + 7_920);
        assert_eq!(laws::check(&game(3, 4, 4), 4), laws::check(&game(4, 3, 4), 4));
        assert_eq!(laws::check(&game(6, 1, 2), 6), laws::check(&game(1, 6, 2), 6));
        assert_eq!(laws::check(&game(2, 2, 3), 4), 1 + 4 + 12 + 12 + 6);
    }

    #[test]
    fn perft_counts_move_sequences() {
        let game = game(3, 3, 3);
        let counts: Vec<_> = (0..=9).map(|depth| perft(&game, game.start(), depth)).collect();
        assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    }

    #[test]
    fn every_input_form_reads_the_same_position() {
        let game = game(3, 3, 3);
        let expected = game.parse("x.o/.../.o.").unwrap();
        for text in [
            "moves:c1,a1,b3",
            " moves: c1, a1 ,b3 ",
            "key:x....oo..",
            "Turn x\nX.o\n...\n.o.\n",
            "turn x\r\nx.o\r\n...\r\n.O.",
            "x_o/---/bob",
            "×.〇/．．．/－○＿",
            "X.O\n\n...\n.O.",
        ] {
            assert_eq!(game.parse(text), Ok(expected), "{text:?}");
        }
        for text in ["", "-", " ", ".../.../...", ".........", "moves:"] {
            assert_eq!(game.parse(text), Ok(game.start()), "{text:?}");
        }
        assert_eq!(
            game.parse("winner o\nooo\nxx.\n...").map(|p| game.outcome(p)),
            Ok(Some(Outcome::OWins))
        );
        assert_eq!(game.parse("....o....").map(|p| game.notation(p)).as_deref(), Ok(".../.o./..."));
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let game = game(3, 3, 3);
        for (text, reason) in [
            ("x.o.o....", "could be x.o/.o./... (row by row) or x../.o./o.. (down each column"),
            ("xx./.../...", "it has 0 o and 2 x, but the players alternate"),
            ("x../.../...", "it has 0 o and 1 x, but o moves first (where x does, add --first x)"),
            ("ooo/xxx/...", "both players have 3 in a row"),
            ("ooo/xx./x..", "x has moved after o had won"),
            (".../...", "it has 2 rows of 3, 3 cells, expected 3 rows of 3"),
            ("ooo", "it has 1 row of 3 cells, expected 3 rows of 3"),
            ("....", "it has 1 row of 4 cells"),
            (".../..#/...", "cell '#' is none of o, x and \".\""),
            ("key:x.o", "the key has 3 cells, expected 9"),
            ("moves:b2,b2", "move 2 (b2) is not legal at .../.o./..."),
            ("moves:b2,d9", "move 2 is \"d9\", expected a move of mnk:3x3:3 such as a1"),
            (
                "moves:a1,b1,a2,b2,a3,c1",
                "move 6 (c1) comes after the end: the game is already won by o",
            ),
            ("Turn o\no..\n...\n...", "it says o is to move, but by its stones x is"),
            ("Turn q\n...\n...\n...", "neither"),
            ("winner x\n...\n...\n...", "it says the game ended in x, but it goes on"),
            (".../.../...//", "it has 5 rows"),
        ] {
            let found = refusal(&game, text);
            assert!(found.contains(reason), "{text:?} gave {found:?}");
        }
    }

    #[test]
    fn two_lines_at_once_need_a_common_cell() {
        let square = game(3, 3, 3);
        assert!(square.parse("ooo/oxx/oxx").is_ok());
        let found = refusal(&game(5, 3, 3), "oxx.o/ox.xo/o.x.o");
        assert!(found.contains("lines without a common cell"), "{found}");
    }

    #[test]
    fn a_line_never_wraps_around_the_edge() {
        let game = game(4, 3, 3);
        let position = game.parse("x.../xo../.oo.").unwrap();
        assert_eq!(game.outcome(position), None);
    }
}
