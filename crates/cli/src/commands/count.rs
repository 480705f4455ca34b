use anstyle::Style;
use exactplay_documents::CountDocument;
use exactplay_game::{Game, Outcome};
use exactplay_rules::GameVisitor;
use exactplay_tree::{Summary, summary};

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::{STRONG, Table, grouped};

/// Count move sequences, games, positions and orbits, in all and per ply
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    args.game.parse()?.visit(args)
}

impl GameVisitor for Args {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let tree = engine::tree(game, Memory(self.game.max_memory))?;
        let counts = summary(&tree);
        if self.json {
            output::print_json(&CountDocument::new(tree.game(), &counts))
        } else {
            output::print(&report(tree.game(), &counts))
        }
    }
}

fn report<G: Game>(game: &G, counts: &Summary) -> String {
    let terminal = |outcome: Outcome| grouped(counts.terminal[outcome as usize]);
    let finished: u64 = counts.terminal.iter().sum();
    let by_outcome = format!(
        "{} won by o, {} won by x, {} drawn",
        terminal(Outcome::OWins),
        terminal(Outcome::XWins),
        terminal(Outcome::Draw)
    );
    let mut totals = Table::new(&["what", ">count", "meaning"]);
    for (what, count, meaning) in [
        ("nodes", grouped(counts.nodes), "move sequences of any length, the empty one included"),
        ("games", grouped(counts.games), "move sequences that end the game"),
        ("positions", grouped(counts.positions), "distinct positions that can be reached"),
        ("finished", grouped(finished), by_outcome.as_str()),
        ("orbits", grouped(counts.orbits), "positions up to symmetry"),
    ] {
        totals.row(Style::new(), vec![what.to_owned(), count, meaning.to_owned()]);
    }
    let mut plies = Table::new(&[">ply", ">nodes", ">positions", ">orbits"]);
    for (ply, layer) in counts.by_ply.iter().enumerate() {
        let cells = vec![
            ply.to_string(),
            grouped(layer.nodes),
            grouped(layer.positions),
            grouped(layer.orbits),
        ];
        plies.row(Style::new(), cells);
    }
    let lines = |table: &Table| table.lines().join("\n");
    format!(
        "{STRONG}{}{STRONG:#}, {} moves first\n\n{}\n\n{}\n",
        game.name(),
        game.first(),
        lines(&totals),
        lines(&plies)
    )
}
