#![deny(clippy::float_arithmetic)]

use exactplay_game::{Game, Outcome};

use crate::tree::Tree;

/// How much there is of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Move sequences of any length, the empty one included: the nodes of the unmerged tree.
    pub nodes: u128,
    /// Move sequences that end the game.
    pub games: u128,
    /// Reachable positions.
    pub positions: u64,
    /// Finished positions by outcome, in the order of [`Outcome::ALL`].
    pub terminal: [u64; 3],
    /// Classes of positions under the symmetries.
    pub orbits: u64,
    /// The same for each ply.
    pub by_ply: Vec<LayerSummary>,
}

/// How much there is of one ply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LayerSummary {
    /// Move sequences of this length.
    pub nodes: u128,
    /// Move sequences of this length that end the game.
    pub games: u128,
    /// Reachable positions.
    pub positions: u64,
    /// Finished positions by outcome, in the order of [`Outcome::ALL`].
    pub terminal: [u64; 3],
    /// Classes of positions under the symmetries.
    pub orbits: u64,
}

/// Counts move sequences and positions in one forward pass over a merged tree.
///
/// # Panics
/// When there are 2^128 move sequences or more, which no tree that fits in memory has.
pub fn summary<G: Game>(tree: &Tree<G>) -> Summary {
    let game = tree.game();
    let mut sequences = vec![0_u128; tree.len()];
    sequences[0] = 1;
    let by_ply: Vec<LayerSummary> = tree
        .layers()
        .map(|layer| {
            let mut counts = LayerSummary {
                orbits: u64::from(layer.end - layer.start),
                ..LayerSummary::default()
            };
            for id in layer {
                let position = tree.position(id);
                let size = u64::from(game.orbit_size(position));
                let here = sequences[id as usize];
                counts.nodes += here;
                counts.positions += size;
                match game.outcome(position) {
                    Some(outcome) => {
                        counts.games += here;
                        counts.terminal[outcome as usize] += size;
                    }
                    None => tree
                        .children(id)
                        .iter()
                        .for_each(|&child| sequences[child as usize] += here),
                }
            }
            counts
        })
        .collect();
    let mut terminal = [0; 3];
    for outcome in Outcome::ALL {
        terminal[outcome as usize] =
            by_ply.iter().map(|layer| layer.terminal[outcome as usize]).sum();
    }
    Summary {
        nodes: by_ply.iter().map(|layer| layer.nodes).sum(),
        games: by_ply.iter().map(|layer| layer.games).sum(),
        positions: by_ply.iter().map(|layer| layer.positions).sum(),
        terminal,
        orbits: by_ply.iter().map(|layer| layer.orbits).sum(),
        by_ply,
    }
}
