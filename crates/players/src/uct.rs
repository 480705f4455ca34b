use std::num::NonZeroU32;

use exactplay_game::{Game, Move, MoveSet, Outcome, Player};

use crate::{Chooser, Dice, Tally, playout};

/// Monte-Carlo tree search by upper confidence bounds.
///
/// Each playout first walks down the tree: from a position whose moves have all been tried to the one with the greatest
/// `rate + exploration * sqrt(ln(visits of the position) / visits of the move)`, the rate being wins plus half the draws
/// of the player to move; otherwise to a move not yet tried, any with the same probability. A position gets its moves on
/// its second visit, and random play goes on from where the tree ends. In the end the most visited move is made: of
/// several the one with the best rate, of several again any.
///
/// A single legal move needs no playouts. Transpositions are not merged. The tree takes 20 bytes for each move of a
/// position in it, and stops growing at 640 MB.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Uct {
    /// Playouts for one move.
    pub playouts: NonZeroU32,
    /// The weight of exploration, from 0.
    pub exploration: f64,
}

/// A move in the tree, with the playouts that went through it. The root is one too.
#[derive(Debug, Clone, Copy)]
struct Node {
    mv: Move,
    /// How many nodes its children are, in a random order so that none is preferred; none before they are made.
    children: u8,
    first_child: u32,
    visits: u32,
    o_won: u32,
    drawn: u32,
}

/// The most nodes of a tree.
const MOST_NODES: usize = 1 << 25;

impl Node {
    fn new(mv: Move) -> Self {
        Self { mv, children: 0, first_child: 0, visits: 0, o_won: 0, drawn: 0 }
    }

    fn add(&mut self, outcome: Outcome) {
        self.visits += 1;
        match outcome {
            Outcome::OWins => self.o_won += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::XWins => {}
        }
    }

    fn won(&self, player: Player) -> u32 {
        match player {
            Player::O => self.o_won,
            Player::X => self.visits - self.o_won - self.drawn,
        }
    }
}

/// The tree of one decision.
struct Search<'a, G: Game> {
    game: &'a G,
    exploration: f64,
    nodes: Vec<Node>,
}

impl<G: Game> Search<'_, G> {
    fn children(&self, node: usize) -> &[Node] {
        let Node { first_child, children, .. } = self.nodes[node];
        &self.nodes[first_child as usize..][..children.into()]
    }

    /// Walks down from the root, plays to the end, and books how it ended on every node of the way.
    fn play(&mut self, root: G::Position, way: &mut Vec<usize>, dice: &mut Dice) {
        let (mut node, mut position) = (0, root);
        way.clear();
        way.push(node);
        while self.has_children(node, position, dice) {
            node = self.most_promising(node, self.game.turn(position));
            way.push(node);
            position = self.game.play(position, self.nodes[node].mv);
        }
        let outcome = playout(self.game, position, dice);
        for &node in &*way {
            self.nodes[node].add(outcome);
        }
    }

    /// Whether a node has children, which are made when it is time.
    fn has_children(&mut self, node: usize, position: G::Position, dice: &mut Dice) -> bool {
        if self.nodes[node].children > 0 {
            return true;
        }
        let is_new = self.nodes[node].visits == 0 && node > 0;
        if is_new || self.game.outcome(position).is_some() {
            return false;
        }
        let first_child = self.nodes.len();
        self.nodes.extend(self.game.moves(position).map(Node::new));
        if self.nodes.len() > MOST_NODES {
            self.nodes.truncate(first_child);
            return false;
        }
        let children = &mut self.nodes[first_child..];
        for last in (1..children.len()).rev() {
            let other = usize::try_from(dice.below(last as u64 + 1)).expect("few moves");
            children.swap(last, other);
        }
        let number = children.len();
        self.nodes[node].first_child = u32::try_from(first_child).expect("at most 2^25");
        self.nodes[node].children = u8::try_from(number).expect("at most 64 moves");
        true
    }

    /// The first child not yet visited, else the first of those with the greatest bound.
    fn most_promising(&self, node: usize, turn: Player) -> usize {
        let children = self.children(node);
        let from = self.nodes[node].first_child as usize;
        if let Some(new) = children.iter().position(|child| child.visits == 0) {
            return from + new;
        }
        let log = ln(self.nodes[node].visits);
        let bounds = children.iter().map(|child| {
            let visits = f64::from(child.visits);
            let points = f64::from(child.won(turn)) + f64::from(child.drawn) / 2.0;
            points / visits + self.exploration * (log / visits).sqrt()
        });
        let greater =
            |best: (f64, usize), (at, bound)| if bound > best.0 { (bound, at) } else { best };
        from + (0..).zip(bounds).fold((f64::NEG_INFINITY, 0), greater).1
    }
}

/// The natural logarithm to ten digits, by operations that every machine rounds alike, which the library's are not.
fn ln(number: u32) -> f64 {
    let exponent = number.ilog2();
    let mantissa = f64::from(number) / f64::from(1_u32 << exponent);
    // ln m = 2 (t + t^3 / 3 + t^5 / 5 + …), and t is at most a third.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let series = (0..10).rev().fold(0.0, |sum, i| sum * t * t + 1.0 / f64::from(2 * i + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * t * series
}

impl Uct {
    /// Makes the playouts for a decision: what those through each move came to, in the order of the moves. A single legal
    /// move gets none.
    pub fn tallies<G: Game>(
        &self,
        game: &G,
        position: G::Position,
        dice: &mut Dice,
    ) -> Vec<(Move, Tally)> {
        let moves = game.move_set(position);
        if moves.len() == 1 {
            return vec![(moves.nth(0), Tally::default())];
        }
        let nodes = vec![Node::new(Move(0))];
        let mut search = Search { game, exploration: self.exploration, nodes };
        let mut way = Vec::new();
        for _ in 0..self.playouts.get() {
            search.play(position, &mut way, dice);
        }
        let turn = game.turn(position);
        let tally = |child: &Node| {
            let (playouts, won, drawn) = (child.visits, child.won(turn), child.drawn);
            (child.mv, Tally { playouts, won, drawn })
        };
        let mut tallies: Vec<_> = search.children(0).iter().map(tally).collect();
        tallies.sort_unstable_by_key(|&(mv, _)| mv);
        tallies
    }
}

impl<G: Game> Chooser<G> for Uct {
    fn choose(&self, game: &G, position: G::Position, dice: &mut Dice) -> Move {
        let moves = game.move_set(position);
        if moves.len() == 1 {
            return moves.nth(0);
        }
        let tallies = self.tallies(game, position, dice);
        let merit = |tally: &Tally| {
            let halves = 2 * u64::from(tally.won) + u64::from(tally.drawn);
            (tally.playouts, halves)
        };
        let best = tallies.iter().map(|(_, tally)| merit(tally)).max();
        let best: MoveSet = tallies
            .iter()
            .filter(|(_, tally)| Some(merit(tally)) == best)
            .map(|&(mv, _)| mv)
            .collect();
        dice.pick(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_has_ten_digits() {
        for number in (1..2_000).chain([u32::MAX, u32::MAX / 3, 1 << 31]) {
            assert!((ln(number) - f64::from(number).ln()).abs() < 1e-9, "{number}");
        }
        assert_eq!(ln(1).to_bits(), 0.0_f64.to_bits());
    }
}
