//! Connect-k as an m,n,k game of which only some moves are legal: rules as plain as can be, to test against.

use exactplay_game::{Game, Move, MoveSet, Outcome, Player, PositionError, Symmetry};
use exactplay_rules::{Mnk, Stones};

/// An m,n,k game in which a stone falls to the greatest free row of its column.
#[derive(Debug, Clone)]
pub(crate) struct Falling {
    board: Mnk,
    symmetries: Vec<Symmetry>,
}

impl Falling {
    pub(crate) fn new(width: u8, height: u8, k: u8, first: Player) -> Self {
        let cells = || (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let identity = cells().map(|(x, y)| x * height + y).collect();
        let mirror = cells().map(|(x, y)| (width - 1 - x) * height + y).collect();
        Self {
            board: Mnk::new(width, height, k, first).unwrap(),
            symmetries: vec![Symmetry::new(identity), Symmetry::new(mirror)],
        }
    }
}

impl Game for Falling {
    type Position = Stones;

    fn name(&self) -> String {
        self.board.name().replace("mnk", "connect")
    }
    fn width(&self) -> u8 {
        self.board.width()
    }
    fn height(&self) -> u8 {
        self.board.height()
    }
    fn longest(&self) -> u8 {
        self.board.longest()
    }
    fn first(&self) -> Player {
        self.board.first()
    }
    fn start(&self) -> Stones {
        self.board.start()
    }
    fn ply(&self, position: Stones) -> u8 {
        self.board.ply(position)
    }
    fn turn(&self, position: Stones) -> Player {
        self.board.turn(position)
    }
    fn outcome(&self, position: Stones) -> Option<Outcome> {
        self.board.outcome(position)
    }
    fn move_set(&self, position: Stones) -> MoveSet {
        let height = self.height();
        let lies = |mv: &Move| {
            let (x, y) = (mv.0 / height, mv.0 % height);
            y + 1 == height || self.stone(position, x, y + 1).is_some()
        };
        self.board.move_set(position).into_iter().filter(lies).collect()
    }
    fn play(&self, position: Stones, mv: Move) -> Stones {
        self.board.play(position, mv)
    }
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
    fn image(&self, position: Stones, symmetry: &Symmetry) -> Stones {
        self.board.image(position, symmetry)
    }
    fn move_image(&self, mv: Move, symmetry: &Symmetry) -> Move {
        self.board.move_image(mv, symmetry)
    }
    fn stone(&self, position: Stones, x: u8, y: u8) -> Option<Player> {
        self.board.stone(position, x, y)
    }
    fn target(&self, position: Stones, mv: Move) -> (u8, u8) {
        self.board.target(position, mv)
    }
    fn notation(&self, position: Stones) -> String {
        self.board.notation(position)
    }
    fn parse(&self, text: &str) -> Result<Stones, PositionError> {
        self.board.parse(text)
    }
    fn move_name(&self, mv: Move) -> String {
        self.board.move_name(mv)
    }
    fn parse_move(&self, name: &str) -> Option<Move> {
        self.board.parse_move(name)
    }
    fn positions_at_most(&self) -> u128 {
        self.board.positions_at_most()
    }
}
