use crate::{Game, Move, MoveSet, Outcome, Player, PositionError, Symmetry};

/// A game that begins at some position of another: what can be known about it without what came before.
///
/// Plies are counted from there.
#[derive(Debug, Clone)]
pub struct Rooted<G: Game> {
    game: G,
    root: G::Position,
}

impl<G: Game> Rooted<G> {
    /// The game from `root` on.
    pub fn new(game: G, root: G::Position) -> Self {
        Self { game, root }
    }
}

impl<G: Game> Game for Rooted<G> {
    type Position = G::Position;

    fn name(&self) -> String {
        self.game.name()
    }
    fn width(&self) -> u8 {
        self.game.width()
    }
    fn height(&self) -> u8 {
        self.game.height()
    }
    fn longest(&self) -> u8 {
        self.game.longest() - self.game.ply(self.root)
    }
    fn first(&self) -> Player {
        self.game.first()
    }
    fn start(&self) -> G::Position {
        self.root
    }
    fn ply(&self, position: G::Position) -> u8 {
        self.game.ply(position) - self.game.ply(self.root)
    }
    fn turn(&self, position: G::Position) -> Player {
        self.game.turn(position)
    }
    fn outcome(&self, position: G::Position) -> Option<Outcome> {
        self.game.outcome(position)
    }
    fn move_set(&self, position: G::Position) -> MoveSet {
        self.game.move_set(position)
    }
    fn moves(&self, position: G::Position) -> impl Iterator<Item = Move> {
        self.game.moves(position)
    }
    fn play(&self, position: G::Position, mv: Move) -> G::Position {
        self.game.play(position, mv)
    }
    fn symmetries(&self) -> &[Symmetry] {
        self.game.symmetries()
    }
    fn image(&self, position: G::Position, symmetry: &Symmetry) -> G::Position {
        self.game.image(position, symmetry)
    }
    fn move_image(&self, mv: Move, symmetry: &Symmetry) -> Move {
        self.game.move_image(mv, symmetry)
    }
    fn stone(&self, position: G::Position, x: u8, y: u8) -> Option<Player> {
        self.game.stone(position, x, y)
    }
    fn target(&self, position: G::Position, mv: Move) -> (u8, u8) {
        self.game.target(position, mv)
    }
    fn notation(&self, position: G::Position) -> String {
        self.game.notation(position)
    }
    fn parse(&self, text: &str) -> Result<G::Position, PositionError> {
        self.game.parse(text)
    }
    fn move_name(&self, mv: Move) -> String {
        self.game.move_name(mv)
    }
    fn column_name(&self, x: u8) -> String {
        self.game.column_name(x)
    }
    fn parse_move(&self, name: &str) -> Option<Move> {
        self.game.parse_move(name)
    }
    fn positions_at_most(&self) -> u128 {
        // Symmetries other than those of the root hardly ever find two positions after it that are one, so what divides
        // this by their number must get the whole.
        let images = self.game.symmetries().len() as u128;
        self.game.positions_after_at_most(self.root).saturating_mul(images)
    }
    fn positions_after_at_most(&self, position: G::Position) -> u128 {
        self.game.positions_after_at_most(position)
    }
}
