#![deny(clippy::float_arithmetic)]

use exactplay_game::{Game, Outcome, Playouts};

use crate::TreeError;
use crate::tree::{PositionId, Table, Tree};

/// How uniformly random play ends from every position, exactly.
///
/// The positions of one layer share a denominator, so that within a layer probabilities compare as integers.
#[derive(Debug, Clone)]
pub struct PlayoutTable {
    /// Numerators of (o wins, x wins) over the denominator of the layer.
    numerators: Table<(u128, u128)>,
    /// The denominator of each layer, from ply 0.
    denominators: Vec<u128>,
}

impl PlayoutTable {
    /// The distribution at a position, whose layer must be that of `ply`.
    pub fn playouts(&self, id: PositionId, ply: u8) -> Playouts {
        let (o, x) = self.numerators[id];
        let denominator = self.denominators[usize::from(ply)];
        Playouts::new(o, denominator - o - x, x)
            .expect("a layer's denominator is positive and fits")
    }

    /// The weights of (x wins, draw, o wins) at a position over the denominator of its layer, whose ply is `ply`.
    pub fn weights(&self, id: PositionId, ply: u8) -> [u128; 3] {
        let (o, x) = self.numerators[id];
        [x, self.denominators[usize::from(ply)] - o - x, o]
    }

    /// Whether some line of play from the position ends in this outcome.
    pub fn is_possible(&self, id: PositionId, ply: u8, outcome: Outcome) -> bool {
        self.playouts(id, ply).weight(outcome) > 0
    }
}

/// The exact playout probabilities of every position.
///
/// The denominator of a layer is the least common multiple of the numbers of moves in it, times the denominator of the
/// next layer (for m,n,k games: the factorial of the empty cells). A child's numerators are brought to the parent's
/// denominator by a whole factor and added up, once for every move.
///
/// # Errors
/// When a denominator exceeds 128 bits.
pub fn playouts<G: Game>(tree: &Tree<G>) -> Result<PlayoutTable, TreeError> {
    let denominators = denominators(tree)?;
    let game = tree.game();
    let numerators = tree.backward(|position, children| {
        let ply = usize::from(game.ply(position));
        let denominator = denominators[ply];
        match game.outcome(position) {
            Some(Outcome::OWins) => (denominator, 0),
            Some(Outcome::Draw) => (0, 0),
            Some(Outcome::XWins) => (0, denominator),
            None => {
                let sum = children
                    .values()
                    .fold((0, 0), |(o, x), child: (u128, u128)| (o + child.0, x + child.1));
                let factor = denominator / denominators[ply + 1] / children.len() as u128;
                (sum.0 * factor, sum.1 * factor)
            }
        }
    });
    Ok(PlayoutTable { numerators, denominators })
}

fn denominators<G: Game>(tree: &Tree<G>) -> Result<Vec<u128>, TreeError> {
    let layers = tree.layers();
    let mut denominators = vec![1_u128; layers.len()];
    let mut next = 1_u128;
    for (ply, layer) in layers.enumerate().rev() {
        // The numbers of moves seen in the layer, as a set: there are at most 64.
        let seen = layer.fold(0_u128, |seen, id| seen | 1 << tree.children(id).len());
        let mut branching = (1..128).filter(|n| seen >> n & 1 == 1);
        next = branching
            .try_fold(1, checked_lcm)
            .and_then(|lcm| next.checked_mul(lcm))
            .ok_or_else(|| TreeError::Denominator { game: tree.game().name(), ply })?;
        denominators[ply] = next;
    }
    Ok(denominators)
}

fn checked_lcm(a: u128, b: u128) -> Option<u128> {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use exactplay_game::Player;
    use exactplay_rules::{Mnk, Stones};

    use super::*;

    /// A tree of one position a layer, in which position i has `branching[i]` moves, all to the next position.
    fn chain(branching: &[u32]) -> Tree<Mnk> {
        let plies = u32::try_from(branching.len()).unwrap();
        let first_child = std::iter::once(0).chain(branching.iter().scan(0, |edges, moves| {
            *edges += moves;
            Some(*edges)
        }));
        let first_child: Vec<_> = first_child.chain([branching.iter().sum()]).collect();
        Tree {
            game: Mnk::new(3, 3, 3, Player::O).unwrap(),
            positions: vec![Stones::default(); branching.len() + 1],
            layers: (0..=plies + 1).collect(),
            first_child,
            children: (1..)
                .zip(branching)
                .flat_map(|(child, &moves)| (0..moves).map(move |_| child))
                .collect(),
        }
    }

    #[test]
    fn denominators_multiply_up_and_never_wrap() {
        assert_eq!(denominators(&chain(&[3, 4, 2])), Ok(vec![24, 8, 2, 1]));
        let sixty_moves = chain(&[60; 22]);
        let error = TreeError::Denominator { game: "mnk:3x3:3".to_owned(), ply: 0 };
        assert_eq!(denominators(&sixty_moves), Err(error), "60^22 needs 130 bits");
        assert_eq!(denominators(&chain(&[60; 21])).map(|all| all[0]), Ok(60_u128.pow(21)));
    }
}
