use anstyle::Style;
use exactplay_rules::CATALOGUE;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use crate::text::Table;

/// List the games, how they are written, and an example of each; or the players
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// List the players instead, and the options of their names
    #[arg(long)]
    players: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    games: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    syntax: &'static str,
    example: &'static str,
    description: &'static str,
}

#[derive(Serialize)]
struct PlayersDocument {
    schema: u32,
    players: Vec<PlayerEntry>,
}

#[derive(Serialize)]
struct PlayerEntry {
    name: &'static str,
    description: &'static str,
}

fn list_players(json: bool) -> Result<(), Failure> {
    let players = exactplay_players::catalogue();
    if json {
        let players = players
            .iter()
            .map(|entry| PlayerEntry { name: entry.name, description: entry.description })
            .collect();
        return output::print_json(&PlayersDocument {
            schema: exactplay_documents::SCHEMA,
            players,
        });
    }
    let mut table = Table::new(&["player", "how it plays"]);
    for entry in players {
        table.row(Style::new(), [entry.name, entry.description].map(str::to_owned).to_vec());
    }
    output::print(&(table.lines().join("\n") + "\n"))
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.players {
        return list_players(args.json);
    }
    if args.json {
        let games = CATALOGUE.iter().map(|entry| Entry {
            syntax: entry.syntax,
            example: entry.example,
            description: entry.description,
        });
        return output::print_json(&Document {
            schema: exactplay_documents::SCHEMA,
            games: games.collect(),
        });
    }
    let mut table = Table::new(&["game", "example", "what is played"]);
    for entry in CATALOGUE {
        let cells = [entry.syntax, entry.example, entry.description].map(str::to_owned);
        table.row(Style::new(), cells.to_vec());
    }
    output::print(&(table.lines().join("\n") + "\n"))
}
