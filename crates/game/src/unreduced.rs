use std::ops::ControlFlow;

use crate::{Game, Move, MoveSet, Outcome, Player, PositionError, Symmetry};

/// A game as if it had no symmetry, so that every position stands for itself.
///
/// It serves what depends on the very position (floating-point sums, players that prefer the first of equal moves) and
/// is the oracle that the reduced tree is tested against.
#[derive(Debug, Clone)]
pub struct Unreduced<G>(pub G);

impl<G: Game> Game for Unreduced<G> {
    type Position = G::Position;

    fn name(&self) -> String {
        self.0.name()
    }
    fn width(&self) -> u8 {
        self.0.width()
    }
    fn height(&self) -> u8 {
        self.0.height()
    }
    fn longest(&self) -> u8 {
        self.0.longest()
    }
    fn first(&self) -> Player {
        self.0.first()
    }
    fn start(&self) -> G::Position {
        self.0.start()
    }
    fn ply(&self, position: G::Position) -> u8 {
        self.0.ply(position)
    }
    fn turn(&self, position: G::Position) -> Player {
        self.0.turn(position)
    }
    fn outcome(&self, position: G::Position) -> Option<Outcome> {
        self.0.outcome(position)
    }
    fn move_set(&self, position: G::Position) -> MoveSet {
        self.0.move_set(position)
    }
    fn moves(&self, position: G::Position) -> impl Iterator<Item = Move> {
        self.0.moves(position)
    }
    fn play(&self, position: G::Position, mv: Move) -> G::Position {
        self.0.play(position, mv)
    }
    fn standing(&self, position: G::Position) -> ControlFlow<Outcome, MoveSet> {
        self.0.standing(position)
    }
    fn advance(
        &self,
        position: G::Position,
        mv: Move,
    ) -> (G::Position, ControlFlow<Outcome, MoveSet>) {
        self.0.advance(position, mv)
    }
    fn symmetries(&self) -> &[Symmetry] {
        &self.0.symmetries()[..1]
    }
    fn image(&self, position: G::Position, symmetry: &Symmetry) -> G::Position {
        self.0.image(position, symmetry)
    }
    fn move_image(&self, mv: Move, symmetry: &Symmetry) -> Move {
        self.0.move_image(mv, symmetry)
    }
    fn stone(&self, position: G::Position, x: u8, y: u8) -> Option<Player> {
        self.0.stone(position, x, y)
    }
    fn stones_of(&self, position: G::Position, player: Player) -> u64 {
        self.0.stones_of(position, player)
    }
    fn target(&self, position: G::Position, mv: Move) -> (u8, u8) {
        self.0.target(position, mv)
    }
    fn notation(&self, position: G::Position) -> String {
        self.0.notation(position)
    }
    fn parse(&self, text: &str) -> Result<G::Position, PositionError> {
        self.0.parse(text)
    }
    fn move_name(&self, mv: Move) -> String {
        self.0.move_name(mv)
    }
    fn column_name(&self, x: u8) -> String {
        self.0.column_name(x)
    }
    fn parse_move(&self, name: &str) -> Option<Move> {
        self.0.parse_move(name)
    }
    fn positions_at_most(&self) -> u128 {
        self.0.positions_at_most()
    }
    fn positions_after_at_most(&self, position: G::Position) -> u128 {
        self.0.positions_after_at_most(position)
    }
}
