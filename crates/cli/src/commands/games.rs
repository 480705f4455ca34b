use anstyle::Style;
use exactplay_rules::CATALOGUE;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use crate::text::Table;

/// List the games, how they are written, and an example of each
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
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

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
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
