use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Move, MoveSet, Outcome, Player, PositionError, Symmetry};

/// A finite game of two players with perfect information, as a rules object over small positions.
///
/// Everything is said from an absolute point of view: o maximises, x minimises.
///
/// # Laws
/// 1. [`play`](Self::play) increases [`ply`](Self::ply) by exactly one, so every game ends; the start has ply 0.
/// 2. [`moves`](Self::moves) is empty exactly when [`outcome`](Self::outcome) is known.
/// 3. `moves` lists each move of [`move_set`](Self::move_set) once, in ascending order. That order is part of the rules: numbering, datasets and the
///    floating-point sums of the published tables depend on it.
/// 4. [`parse`](Self::parse) reads what [`notation`](Self::notation) writes, and [`parse_move`](Self::parse_move) what
///    [`move_name`](Self::move_name) writes.
/// 5. The first symmetry is the identity; every symmetry keeps ply, turn and outcome, and commutes with `play`:
///    `image(play(p, m), s) == play(image(p, s), move_image(m, s))`.
/// 6. No game lasts longer than [`longest`](Self::longest) plies.
/// 7. [`standing`](Self::standing) and [`advance`](Self::advance) say what `outcome`, `move_set` and `play` say, and
///    [`stones_of`](Self::stones_of) what `stone` says.
pub trait Game: Clone + Debug + Send + Sync {
    /// A position with all that decides what may follow. Equal positions have equal futures.
    type Position: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static;

    /// The name that makes this game again, such as `mnk:3x3:3`.
    fn name(&self) -> String;

    /// Columns of the board.
    fn width(&self) -> u8;

    /// Rows of the board.
    fn height(&self) -> u8;

    /// The most plies a game can last.
    fn longest(&self) -> u8;

    /// Who makes the first move.
    fn first(&self) -> Player;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// How many moves have been made.
    fn ply(&self, position: Self::Position) -> u8;

    /// The player to move; in a finished position, the one who would be.
    fn turn(&self, position: Self::Position) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, position: Self::Position) -> Option<Outcome>;

    /// The legal moves of a position in progress. For a finished one it means nothing: [`moves`](Self::moves) asks.
    fn move_set(&self, position: Self::Position) -> MoveSet;

    /// The legal moves, ascending.
    fn moves(&self, position: Self::Position) -> impl Iterator<Item = Move> {
        let in_progress = self.outcome(position).is_none();
        let moves = if in_progress { self.move_set(position) } else { MoveSet::default() };
        moves.into_iter()
    }

    /// The position after a legal move.
    fn play(&self, position: Self::Position, mv: Move) -> Self::Position;

    /// The legal moves of a position, or how the game ended, where that costs less together.
    #[inline]
    fn standing(&self, position: Self::Position) -> ControlFlow<Outcome, MoveSet> {
        match self.outcome(position) {
            Some(outcome) => ControlFlow::Break(outcome),
            None => ControlFlow::Continue(self.move_set(position)),
        }
    }

    /// The position after a legal move and its [`standing`](Self::standing), where that costs less together.
    #[inline]
    fn advance(
        &self,
        position: Self::Position,
        mv: Move,
    ) -> (Self::Position, ControlFlow<Outcome, MoveSet>) {
        let child = self.play(position, mv);
        (child, self.standing(child))
    }

    /// The symmetries of the rules, identity first.
    fn symmetries(&self) -> &[Symmetry];

    /// The position as `symmetry` shows it.
    fn image(&self, position: Self::Position, symmetry: &Symmetry) -> Self::Position;

    /// The move as `symmetry` shows it.
    fn move_image(&self, mv: Move, symmetry: &Symmetry) -> Move;

    /// Whose stone is at column `x`, row `y` (both from 0, rows from the top).
    fn stone(&self, position: Self::Position, x: u8, y: u8) -> Option<Player>;

    /// The cells on which a player has stones: bit `x * height + y` stands for column `x`, row `y`.
    fn stones_of(&self, position: Self::Position, player: Player) -> u64 {
        let columns = (0..self.width()).flat_map(|x| (0..self.height()).map(move |y| (x, y)));
        let own = columns.filter(|&(x, y)| self.stone(position, x, y) == Some(player));
        own.fold(0, |cells, (x, y)| cells | 1 << (x * self.height() + y))
    }

    /// The cell `(x, y)` on which the stone of `mv` comes to lie.
    fn target(&self, position: Self::Position, mv: Move) -> (u8, u8);

    /// The position in the project's notation: rows from the top joined by `/`.
    fn notation(&self, position: Self::Position) -> String;

    /// Reads a position in any of the documented notations.
    ///
    /// # Errors
    /// When the text is no board of this game, or no sequence of legal moves leads to the position.
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// The name of a move, such as `b2`.
    fn move_name(&self, mv: Move) -> String;

    /// What stands above column `x` of a drawn board: the letter that cells are named by, unless moves are columns.
    fn column_name(&self, x: u8) -> String {
        char::from(b'a' + x).to_string()
    }

    /// The move that a name means, whether or not it is legal somewhere.
    fn parse_move(&self, name: &str) -> Option<Move>;

    /// An upper bound on the number of reachable positions, as a size estimate before work starts.
    fn positions_at_most(&self) -> u128;

    /// The same for the positions that can follow one, itself included.
    fn positions_after_at_most(&self, position: Self::Position) -> u128;

    /// The least image of a position: the one that stands for its orbit.
    fn canonical(&self, position: Self::Position) -> Self::Position {
        let images =
            self.symmetries().iter().skip(1).map(|symmetry| self.image(position, symmetry));
        images.fold(position, Ord::min)
    }

    /// How many distinct positions the symmetries make of this one.
    fn orbit_size(&self, position: Self::Position) -> u32 {
        let symmetries = self.symmetries();
        let stabilizer =
            symmetries.iter().filter(|symmetry| self.image(position, symmetry) == position);
        u32::try_from(symmetries.len() / stabilizer.count()).expect("a small group")
    }
}
