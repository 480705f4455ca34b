use exactplay_game::{Game, Outcome};
use exactplay_tree::Summary;
use serde::Serialize;

use crate::SCHEMA;

/// What `count` prints: how much there is of a game.
///
/// Move sequences are unknown where the positions were not linked to each other.
#[derive(Debug, Clone, Serialize)]
#[expect(missing_docs, reason = "the fields are those of Summary, as named in the JSON")]
pub struct CountDocument {
    pub schema: u32,
    pub game: String,
    pub nodes: Option<u128>,
    pub games: Option<u128>,
    pub positions: u64,
    pub terminal: TerminalDocument,
    pub orbits: u64,
    pub by_ply: Vec<PlyDocument>,
}

/// Finished positions by outcome.
#[derive(Debug, Clone, Serialize)]
#[expect(missing_docs, reason = "named by outcome")]
pub struct TerminalDocument {
    pub o: u64,
    pub x: u64,
    pub draw: u64,
}

/// How much there is of one ply.
#[derive(Debug, Clone, Serialize)]
#[expect(missing_docs, reason = "the fields are those of LayerSummary, as named in the JSON")]
pub struct PlyDocument {
    pub ply: usize,
    pub nodes: Option<u128>,
    pub positions: u64,
    pub orbits: u64,
}

impl CountDocument {
    /// The document of what the streamed engine counts.
    pub fn of_blocks<G: Game>(game: &G, summary: &exactplay_blocks::Summary) -> Self {
        let terminal = |outcome: Outcome| summary.total.terminal[outcome as usize];
        let by_ply = summary.by_ply.iter().enumerate().map(|(ply, layer)| PlyDocument {
            ply,
            nodes: None,
            positions: layer.positions,
            orbits: layer.orbits,
        });
        Self {
            schema: SCHEMA,
            game: game.name(),
            nodes: None,
            games: None,
            positions: summary.total.positions,
            terminal: TerminalDocument {
                o: terminal(Outcome::OWins),
                x: terminal(Outcome::XWins),
                draw: terminal(Outcome::Draw),
            },
            orbits: summary.total.orbits,
            by_ply: by_ply.collect(),
        }
    }

    /// The document of a summary.
    pub fn new<G: Game>(game: &G, summary: &Summary) -> Self {
        let terminal = |outcome: Outcome| summary.terminal[outcome as usize];
        let by_ply = summary.by_ply.iter().enumerate().map(|(ply, layer)| PlyDocument {
            ply,
            nodes: Some(layer.nodes),
            positions: layer.positions,
            orbits: layer.orbits,
        });
        Self {
            schema: SCHEMA,
            game: game.name(),
            nodes: Some(summary.nodes),
            games: Some(summary.games),
            positions: summary.positions,
            terminal: TerminalDocument {
                o: terminal(Outcome::OWins),
                x: terminal(Outcome::XWins),
                draw: terminal(Outcome::Draw),
            },
            orbits: summary.orbits,
            by_ply: by_ply.collect(),
        }
    }
}
