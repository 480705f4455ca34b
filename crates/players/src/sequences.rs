#![deny(clippy::float_arithmetic)]

use exactplay_game::{Game, Move, MoveDistribution, Outcome, Policy};
use exactplay_tree::{Table, Tree};

use crate::Named;
use crate::grid::{self, Cells, Grid, LINES};

/// A player that counts, for every move, the move sequences to the end of the game that the player to move wins, and
/// makes the move with the most.
///
/// A count is not a probability: sequences of all lengths weigh the same.
#[derive(Debug, Clone)]
pub struct Sequences<'a, G: Game> {
    tree: &'a Tree<G>,
    counts: Table<[u128; 3]>,
    rule: SequenceRule,
}

/// What decides before and after the counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SequenceRule {
    /// Of equal moves the first, row by row.
    First,
    /// First the empty cell beside two equal stones on a line, whoever's they are; then as `First`. Tic-tac-toe only.
    Reach,
    /// As `Reach`, but any of equal moves.
    ReachRandom,
}

impl SequenceRule {
    /// Whether the rule knows the game: lines are those of tic-tac-toe, counts any game has.
    pub fn plays<G: Game>(self, game: &G) -> bool {
        match self {
            Self::First => true,
            Self::Reach | Self::ReachRandom => grid::is_tic_tac_toe(game),
        }
    }
}

/// The players that count sequences.
pub const SEQUENCE_PLAYERS: &[Named<SequenceRule>] = &[
    Named {
        name: "sequences",
        description: "the first move after which it wins the most move sequences",
        what: SequenceRule::First,
    },
    Named {
        name: "sequences-reach",
        description: "completes the first line with two equal stones, else as sequences",
        what: SequenceRule::Reach,
    },
    Named {
        name: "sequences-reach-random",
        description: "as sequences-reach, but any of the moves with the most sequences",
        what: SequenceRule::ReachRandom,
    },
];

impl<'a, G: Game> Sequences<'a, G> {
    /// Counts the sequences from every position of a merged tree, in one pass.
    ///
    /// # Panics
    /// When there are 2^128 sequences or more, which no tree that fits in memory has.
    pub fn new(tree: &'a Tree<G>, rule: SequenceRule) -> Self {
        let game = tree.game();
        let counts = tree.backward(|position, children| match game.outcome(position) {
            Some(ended) => Outcome::ALL.map(|outcome| u128::from(outcome == ended)),
            None => children.values().fold([0; 3], |sum, child: [u128; 3]| {
                [sum[0] + child[0], sum[1] + child[1], sum[2] + child[2]]
            }),
        });
        Self { tree, counts, rule }
    }

    /// The move sequences from a position that end in each outcome, in the order of [`Outcome::ALL`].
    ///
    /// # Panics
    /// When the position cannot be reached from the start.
    pub fn counts(&self, position: G::Position) -> [u128; 3] {
        self.counts[self.tree.id(position).expect("positions are reachable")]
    }

    /// The moves after which the player to move wins the most sequences.
    fn most(&self, position: G::Position) -> Vec<Move> {
        let game = self.tree.game();
        let won = Outcome::win(game.turn(position)) as usize;
        let counts = game.moves(position).map(|mv| (mv, self.counts(game.play(position, mv))[won]));
        let counts: Vec<_> = counts.collect();
        let most = counts.iter().map(|&(_, count)| count).max();
        counts.into_iter().filter(|&(_, count)| Some(count) == most).map(|(mv, _)| mv).collect()
    }
}

/// The empty cell of the first line that holds two equal stones, as a set.
fn reach(board: Grid) -> Option<Cells> {
    LINES.into_iter().find_map(|line| {
        let empty = line & board.empty();
        let equal = line & board.own == 0 || line & board.opponent == 0;
        (grid::is_one(empty) && equal).then_some(empty)
    })
}

impl<G: Game, H: Game<Position = G::Position>> Policy<H> for Sequences<'_, G> {
    /// The first of several lines or moves is not the first of their images.
    fn is_equivariant(&self) -> bool {
        false
    }

    /// # Panics
    /// When the game is one that the rule does not [know](SequenceRule::plays).
    fn distribution(&self, game: &H, position: G::Position) -> MoveDistribution {
        let reach = match self.rule {
            SequenceRule::First => None,
            SequenceRule::Reach | SequenceRule::ReachRandom => reach(Grid::of(game, position)),
        };
        if let Some(cell) = reach {
            return grid::uniform(game, position, cell);
        }
        let most = self.most(position);
        match self.rule {
            SequenceRule::ReachRandom => MoveDistribution::uniform(most),
            SequenceRule::First | SequenceRule::Reach => {
                MoveDistribution::uniform(most.into_iter().min_by_key(|&mv| {
                    let (x, y) = game.target(position, mv);
                    (y, x)
                }))
            }
        }
    }
}
