use exactplay_documents::SCHEMA;
use exactplay_players::catalogue;
use exactplay_rules::CATALOGUE;
use serde::Serialize;

/// The games that the page offers by name.
const PRESETS: [&str; 9] = [
    "tictactoe",
    "mnk:4x3:3",
    "mnk:4x4:4",
    "connect:4x4:4",
    "connect:5x4:4",
    "connect:7x6:4",
    "othello:4",
    "othello:6",
    "othello:8",
];

/// The games and the players there are.
#[derive(Debug, Serialize)]
pub(crate) struct GamesDocument {
    schema: u32,
    games: Vec<GameEntry>,
    players: Vec<PlayerEntry>,
    /// What may be added to the names of players.
    options: Vec<OptionEntry>,
    presets: [&'static str; 9],
}

#[derive(Debug, Serialize)]
struct GameEntry {
    name: &'static str,
    syntax: &'static str,
    description: &'static str,
}

#[derive(Debug, Serialize)]
struct PlayerEntry {
    name: &'static str,
    description: &'static str,
    law: Law,
}

#[derive(Debug, Serialize)]
struct OptionEntry {
    name: &'static str,
    description: &'static str,
}

/// What is known about how a player chooses its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Law {
    /// The probability of each move, exactly.
    Exact,
    /// The same within a bound.
    Within,
    /// Nothing: its moves can only be watched.
    Sampled,
    /// It chooses none.
    None,
}

impl GamesDocument {
    pub(crate) fn new() -> Self {
        let games = CATALOGUE.iter().map(|game| GameEntry {
            name: game.example,
            syntax: game.syntax,
            description: game.description,
        });
        let (options, players): (Vec<_>, Vec<_>) =
            catalogue().into_iter().partition(|entry| entry.name.starts_with(','));
        // An entry may name two players that differ in one respect.
        let players = players.iter().flat_map(|entry| {
            entry.name.split(", ").map(|name| PlayerEntry {
                name,
                description: entry.description,
                law: law(name),
            })
        });
        let options = options
            .iter()
            .map(|entry| OptionEntry { name: entry.name, description: entry.description });
        Self {
            schema: SCHEMA,
            games: games.collect(),
            players: players.collect(),
            options: options.collect(),
            presets: PRESETS,
        }
    }
}

fn law(player: &str) -> Law {
    match player.split_once(':') {
        Some(("pmc" | "pmc2", _)) => Law::Within,
        Some(("uct", _)) => Law::Sampled,
        _ if player == "human" => Law::None,
        _ => Law::Exact,
    }
}
