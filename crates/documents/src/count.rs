use exactplay_game::{Game, Outcome};
use exactplay_tree::Summary;
use serde::Serialize;

use crate::{PlayoutDocument, SCHEMA};

/// What `count` prints: how much there is of a game.
///
/// Move sequences are unknown where the positions were not linked to each other; those runs find values instead.
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
    /// Positions by who wins them under optimal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<TerminalDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartDocument>,
    pub by_ply: Vec<PlyDocument>,
}

/// What is known about the start.
#[derive(Debug, Clone, Serialize)]
#[expect(missing_docs, reason = "the fields are those of QueryDocument")]
pub struct StartDocument {
    pub value: Outcome,
    pub plies_to_end: u8,
    pub playout: Option<PlayoutDocument>,
}

/// Positions by outcome.
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
        let value = |outcome: Outcome| summary.total.values[outcome as usize];
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
            values: Some(TerminalDocument {
                o: value(Outcome::OWins),
                x: value(Outcome::XWins),
                draw: value(Outcome::Draw),
            }),
            start: Some(StartDocument {
                value: summary.start.value.outcome,
                plies_to_end: summary.start.value.plies,
                playout: PlayoutDocument::of(summary.start.playouts),
            }),
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
            values: None,
            start: None,
            by_ply: by_ply.collect(),
        }
    }
}
