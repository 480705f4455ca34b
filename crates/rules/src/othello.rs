use std::cmp::Ordering;
use std::ops::ControlFlow;

use exactplay_game::{
    Game, Move, MoveSet, Outcome, Player, PositionError, Symmetry, dihedral_group,
};

use crate::any::GameError;
use crate::notation::{self, Grid};
use crate::outflank::Outflank;
use crate::{Stones, cells};

/// The discs of both players, and who moves next.
///
/// A player who cannot move passes; passes are no moves here but are settled at once, so `turn` is always a player who
/// can move, unless nobody can and the game is over. Then it is the opponent of the player who moved last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OthelloPosition {
    /// The discs; cell `x * size + y` is column `x`, row `y` from the top.
    pub discs: Stones,
    /// The player to move.
    pub turn: Player,
}

impl Default for OthelloPosition {
    fn default() -> Self {
        Self { discs: Stones::default(), turn: Player::O }
    }
}

/// Othello on a square board of 4, 6 or 8 columns, from the diagonal start; whoever has more discs at the end wins.
///
/// o is black and moves first: on 8x8 from black discs on d5 and e4, white ones on d4 and e5. With x first, x has the
/// discs of black and everything else is the same with the players swapped.
///
/// Moves are cells, in ascending order: down each column in turn. Every move adds one disc, and a pass is not a move,
/// so the ply is the number of discs less four, and distances (such as the plies of a minimax value) count the discs
/// that are still placed, not the passes between them.
///
/// Of the eight symmetries of the board only the four that keep the start are symmetries of the game: the other four
/// make positions that play alike but that no game from this start leads to.
#[derive(Debug, Clone)]
pub struct Othello {
    size: u8,
    first: Player,
    start: Stones,
    board: Outflank,
    symmetries: Vec<Symmetry>,
}

impl Othello {
    /// The game on `size` x `size` cells in which `first` moves first.
    ///
    /// # Errors
    /// When the size is not 4, 6 or 8.
    pub fn new(size: u8, first: Player) -> Result<Self, GameError> {
        if ![4, 6, 8].contains(&size) {
            let reason =
                format!("the board is {size} x {size}, expected othello:4, othello:6 or othello:8");
            return Err(GameError::Size { name: format!("othello:{size}"), reason });
        }
        let (low, high) = (size / 2 - 1, size / 2);
        let cell = |x: u8, y: u8| 1_u64 << (x * size + y);
        let start = Stones::default()
            .with(first, cell(high, low) | cell(low, high))
            .with(first.other(), cell(low, low) | cell(high, high));
        let keeps_start = |symmetry: &Symmetry| symmetry.set(start.o) == start.o;
        Ok(Self {
            size,
            first,
            start,
            board: Outflank::new(size),
            symmetries: dihedral_group(size, size).into_iter().filter(keeps_start).collect(),
        })
    }

    /// The cells on which a player may place a disc.
    #[inline]
    fn mobility(&self, discs: Stones, player: Player) -> u64 {
        self.board.mobility(discs.of(player), discs.of(player.other()))
    }

    /// A position and its moves after a player placed a disc: a player who cannot move passes, unless nobody can.
    #[inline]
    fn after(&self, discs: Stones, mover: Player) -> (OthelloPosition, MoveSet) {
        let turn = mover.other();
        let moves = self.mobility(discs, turn);
        if moves == 0 {
            let more = self.mobility(discs, mover);
            if more != 0 {
                return (OthelloPosition { discs, turn: mover }, MoveSet(more));
            }
        }
        (OthelloPosition { discs, turn }, MoveSet(moves))
    }

    /// The discs after a player placed one on a cell.
    #[inline]
    fn place_disc(&self, discs: Stones, player: Player, cell: u8) -> Stones {
        let (own, other) = (discs.of(player), discs.of(player.other()));
        let flips = self.board.flips(own, other, cell);
        let (own, other) = (own | flips | 1 << cell, other ^ flips);
        Stones::default().with(player, own).with(player.other(), other)
    }

    /// The position with the discs of a board, or why it is none.
    ///
    /// What is checked: four discs are the start; the centre is occupied and every disc is connected to it (a disc is
    /// placed beside another, and none is ever taken off); the player to move can move, unless nobody can. This is not
    /// all: of the boards accepted, many are reached by no game, because no flips make their colours or the other
    /// player would be to move, and only the enumerated tree tells which.
    fn place(&self, grid: &Grid) -> Result<OthelloPosition, String> {
        let discs = grid.stones();
        let (occupied, centre) = (discs.occupied(), self.start.occupied());
        if let Some(cell) = cells::members(centre & !occupied).next() {
            let name = self.move_name(Move(cell));
            return Err(format!(
                "{name} in the centre is empty, but it is occupied from the start"
            ));
        }
        if occupied == centre {
            let start = self.start();
            if discs != start.discs || grid.turn().is_some_and(|turn| turn != start.turn) {
                let start = self.notation(start);
                return Err(format!("four discs are the start, which is {start}"));
            }
            return Ok(start);
        }
        if let Some(cell) = cells::members(occupied & !self.connected(centre, occupied)).next() {
            let name = self.move_name(Move(cell));
            return Err(format!("the disc on {name} is not connected to the centre"));
        }
        let can_move = |player| self.mobility(discs, player) != 0;
        let turn = match (grid.turn(), can_move(Player::O), can_move(Player::X)) {
            (Some(turn), false, false) => turn,
            (Some(Player::O) | None, true, false) | (Some(Player::O), true, true) => Player::O,
            (Some(Player::X) | None, false, true) | (Some(Player::X), true, true) => Player::X,
            (Some(turn), _, _) => {
                let other = turn.other();
                return Err(format!(
                    "it says {turn} is to move, but {turn} cannot and passes: {other} moves"
                ));
            }
            (None, true, true) => {
                return Err(
                    "both players could move: add \" o\" or \" x\" after the board".to_owned()
                );
            }
            (None, false, false) => {
                return Err("the game is over, but whose turn it would be belongs to a position: \
                     add \" o\" or \" x\" after the board"
                    .to_owned());
            }
        };
        Ok(OthelloPosition { discs, turn })
    }

    /// The cells of `among` that a chain of neighbours in it joins to `cells`.
    fn connected(&self, mut cells: u64, among: u64) -> u64 {
        loop {
            let more = cells | self.board.neighbours(cells) & among;
            if more == cells {
                return cells;
            }
            cells = more;
        }
    }
}

/// The moves, or who has more discs where there are none.
#[inline]
fn standing(discs: Stones, moves: MoveSet) -> ControlFlow<Outcome, MoveSet> {
    if moves.0 != 0 {
        return ControlFlow::Continue(moves);
    }
    ControlFlow::Break(match discs.o.count_ones().cmp(&discs.x.count_ones()) {
        Ordering::Less => Outcome::XWins,
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::OWins,
    })
}

impl Game for Othello {
    type Position = OthelloPosition;

    fn name(&self) -> String {
        format!("othello:{}", self.size)
    }

    fn width(&self) -> u8 {
        self.size
    }

    fn height(&self) -> u8 {
        self.size
    }

    fn longest(&self) -> u8 {
        self.size * self.size - 4
    }

    fn first(&self) -> Player {
        self.first
    }

    fn start(&self) -> OthelloPosition {
        OthelloPosition { discs: self.start, turn: self.first }
    }

    fn ply(&self, position: OthelloPosition) -> u8 {
        position.discs.count() - 4
    }

    fn turn(&self, position: OthelloPosition) -> Player {
        position.turn
    }

    fn outcome(&self, position: OthelloPosition) -> Option<Outcome> {
        self.standing(position).break_value()
    }

    #[inline]
    fn move_set(&self, position: OthelloPosition) -> MoveSet {
        MoveSet(self.mobility(position.discs, position.turn))
    }

    /// A finished game is one without moves, so that nothing else need be asked.
    fn moves(&self, position: OthelloPosition) -> impl Iterator<Item = Move> {
        self.move_set(position).into_iter()
    }

    #[inline]
    fn play(&self, position: OthelloPosition, mv: Move) -> OthelloPosition {
        self.advance(position, mv).0
    }

    #[inline]
    fn standing(&self, position: OthelloPosition) -> ControlFlow<Outcome, MoveSet> {
        standing(position.discs, self.move_set(position))
    }

    #[inline]
    fn advance(
        &self,
        position: OthelloPosition,
        mv: Move,
    ) -> (OthelloPosition, ControlFlow<Outcome, MoveSet>) {
        let OthelloPosition { discs, turn } = position;
        let (position, moves) = self.after(self.place_disc(discs, turn, mv.0), turn);
        (position, standing(position.discs, moves))
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    #[inline]
    fn image(&self, position: OthelloPosition, symmetry: &Symmetry) -> OthelloPosition {
        let Stones { o, x } = position.discs;
        OthelloPosition { discs: Stones { o: symmetry.set(o), x: symmetry.set(x) }, ..position }
    }

    fn move_image(&self, mv: Move, symmetry: &Symmetry) -> Move {
        Move(symmetry.cell(mv.0))
    }

    fn stone(&self, position: OthelloPosition, x: u8, y: u8) -> Option<Player> {
        position.discs.on(x * self.size + y)
    }

    #[inline]
    fn stones_of(&self, position: OthelloPosition, player: Player) -> u64 {
        position.discs.of(player)
    }

    fn target(&self, _: OthelloPosition, mv: Move) -> (u8, u8) {
        (mv.0 / self.size, mv.0 % self.size)
    }

    /// The board, a space and the player to move.
    fn notation(&self, position: OthelloPosition) -> String {
        format!("{} {}", notation::write(self, position), position.turn)
    }

    /// Where only one player can move, the board alone will do.
    fn parse(&self, text: &str) -> Result<OthelloPosition, PositionError> {
        notation::read(self, text, notation::split_at_commas, |grid| self.place(grid))
    }

    fn move_name(&self, mv: Move) -> String {
        cells::name(mv.0 / self.size, mv.0 % self.size)
    }

    fn parse_move(&self, name: &str) -> Option<Move> {
        let (x, y) = cells::parse(name, self.size, self.size)?;
        Some(Move(x * self.size + y))
    }

    /// Every board with an occupied centre, with either player to move.
    fn positions_at_most(&self) -> u128 {
        2 * 2_u128.pow(4) * 3_u128.pow(u32::from(self.longest()))
    }

    /// Every order of filling the empty cells, cut off anywhere: no two of them need to lead to the same discs.
    fn positions_after_at_most(&self, position: OthelloPosition) -> u128 {
        let empty = self.longest() - self.ply(position);
        let orders = (1..=empty).rev().scan(1_u128, |orders, cells| {
            *orders = orders.saturating_mul(cells.into());
            Some(*orders)
        });
        orders.fold(1, u128::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use exactplay_game::{laws, perft};

    use super::*;

    fn game(size: u8) -> Othello {
        Othello::new(size, Player::O).unwrap()
    }

    /// Move sequences of `depth` plies where a pass counts as a ply, as the published tables count them.
    fn perft_with_passes(game: &Othello, position: OthelloPosition, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        let sequences = game.moves(position).map(|mv| {
            let child = game.play(position, mv);
            let passes = child.turn == position.turn;
            // A pass that is the last ply is a sequence of its own, whatever follows it.
            match depth - 1 {
                0 => 1,
                1 if passes => 1,
                rest => perft_with_passes(game, child, if passes { rest - 1 } else { rest }),
            }
        });
        sequences.sum()
    }

    #[test]
    fn laws_hold_at_every_position_of_four_by_four() {
        // The known 62,789 states of board and side, less the 8,988 in which a player must pass.
        assert_eq!(laws::check(&game(4), 12), 53_801);
        let x_first = |size| Othello::new(size, Player::X).unwrap();
        assert_eq!(laws::check(&game(4), 7), laws::check(&x_first(4), 7));
        assert_eq!(laws::check(&game(6), 4), laws::check(&x_first(6), 4));
        assert_eq!(laws::check(&game(8), 5), laws::check(&x_first(8), 5));
    }

    #[test]
    fn the_start_is_the_diagonal_one() {
        let text = |game: Othello| game.notation(game.start());
        assert_eq!(text(game(4)), "..../.xo./.ox./.... o");
        assert_eq!(text(Othello::new(4, Player::X).unwrap()), "..../.ox./.xo./.... x");
        let game = game(8);
        for (name, player) in
            [("d4", Player::X), ("e4", Player::O), ("d5", Player::O), ("e5", Player::X)]
        {
            let (x, y) = game.target(game.start(), game.parse_move(name).unwrap());
            assert_eq!(game.stone(game.start(), x, y), Some(player), "{name}");
        }
        let names = game.moves(game.start()).map(|mv| game.move_name(mv));
        assert_eq!(names.collect::<Vec<_>>(), ["c4", "d3", "e6", "f5"]);
        assert_eq!(game.symmetries().len(), 4);
    }

    /// Up to these depths on 6x6 and 8x8, and up to ply 4 on 4x4, no player has to pass and no game ends, so that the
    /// published counts, in which a pass is a ply, are also the numbers of sequences of so many discs.
    #[test]
    fn perft_counts_the_published_move_sequences() {
        let counts = |size, depths: u8| -> Vec<_> {
            let game = game(size);
            (1..=depths).map(|depth| perft(&game, game.start(), depth)).collect()
        };
        assert_eq!(counts(8, 7), [4, 12, 56, 244, 1_396, 8_200, 55_092]);
        assert_eq!(counts(6, 8), [4, 12, 56, 244, 1_364, 7_604, 47_740, 308_716]);
        assert_eq!(counts(4, 4), [4, 12, 44, 128]);

        let game = game(4);
        let known = [4, 12, 44, 128, 424, 1_256, 3_624, 9_112, 20_032, 36_412, 50_268, 55_112];
        for (depth, known) in (1..).zip(known) {
            assert_eq!(perft_with_passes(&game, game.start(), depth), known, "ply {depth}");
        }
    }

    /// The first passes follow ply 8, so at ply 9 the published count is no longer the number of sequences of 9 discs.
    #[test]
    #[ignore = "a second in a release build"]
    fn perft_counts_the_published_move_sequences_further() {
        let game = game(8);
        assert_eq!(perft(&game, game.start(), 8), 390_216);
        assert_eq!(perft_with_passes(&game, game.start(), 8), 390_216);
        assert_eq!(perft_with_passes(&game, game.start(), 9), 3_005_288);
    }

    #[test]
    fn a_player_who_cannot_move_passes() {
        let game = game(4);
        let before = game.parse("..../ooo./.oo./.xo. x").unwrap();
        let after = game.play(before, game.parse_move("d4").unwrap());
        assert_eq!(game.notation(after), "..../ooo./.oo./.xxx x");
        assert_eq!(game.parse("..../ooo./.oo./.xxx"), Ok(after), "only x can move");
        assert_eq!(game.outcome(after), None);

        let ended = game.parse("o.../.ooo/.oo./ooox x").unwrap();
        assert_eq!(game.outcome(ended), Some(Outcome::OWins));
        assert_eq!(game.ply(ended), 6);
    }

    #[test]
    fn every_input_form_reads_the_same_position() {
        let game = game(4);
        let expected = game.parse("moves:b1,a1").unwrap();
        for text in [
            "xo../.xo./.ox./.... o",
            "xo../.xo./.ox./....  O",
            "key:x...oxo..ox..... o",
            "Turn o\nXo..\n.xo.\n.ox.\n....",
            "Turn o\nXo..\n.xo.\n.ox.\n.... o",
        ] {
            assert_eq!(game.parse(text), Ok(expected), "{text:?}");
        }
        for text in ["", "-", "moves:", "..../.xo./.ox./.... o", "..../.xo./.ox./...."] {
            assert_eq!(game.parse(text), Ok(game.start()), "{text:?}");
        }
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let game = game(4);
        for (text, reason) in [
            (
                "xo../.xo./.ox./....",
                "both players could move: add \" o\" or \" x\" after the board",
            ),
            ("..../ooo./.oo./.xxx o", "it says o is to move, but o cannot and passes: x moves"),
            ("o.../.ooo/.oo./ooox", "the game is over, but whose turn it would be belongs"),
            ("Turn x\no...\n.ooo\n.oo.\nooox", "it says whose turn it is, but the game is over"),
            ("..../.x../.ox./.... o", "c2 in the centre is empty"),
            ("..../.ox./.xo./.... o", "four discs are the start, which is ..../.xo./.ox./.... o"),
            ("..../.xo./.ox./.... x", "four discs are the start, which is ..../.xo./.ox./.... o"),
            ("moves:a1", "move 1 (a1) is not legal at ..../.xo./.ox./.... o"),
            ("moves:5", "move 1 is \"5\", expected a move of othello:4 such as a2"),
        ] {
            let found = game.parse(text).unwrap_err().to_string();
            assert!(found.contains(reason), "{text:?} gave {found:?}");
        }
        let text = "x...../....../..xo../..ox../....../...... o";
        let found = self::game(6).parse(text).unwrap_err().to_string();
        assert!(found.contains("the disc on a1 is not connected to the centre"), "{found}");
    }
}
