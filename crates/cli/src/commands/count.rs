use anstyle::Style;
use exactplay_blocks::Content;
use exactplay_documents::CountDocument;
use exactplay_game::Game;
use exactplay_rules::GameVisitor;
use exactplay_tree::summary;

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::streamed::{self, EngineArgs};
use crate::text::{self, STRONG, Table, grouped};

/// Count move sequences, games, positions and orbits, in all and per ply
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
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
        let memory = Memory(self.game.max_memory);
        let wanted = self.engine.wants_blocks(&game)?;
        let by_size = self.engine.engine.is_none() && !memory.holds(&game);
        let counts = match streamed::board(&game) {
            Some(board) if wanted || by_size => {
                let plan = self.engine.plan(board, Content::Values)?;
                CountDocument::of_blocks(&game, &self.engine.summary(&plan, memory)?)
            }
            _ => CountDocument::new(&game, &summary(&engine::tree(game.clone(), memory)?)),
        };
        if self.json { output::print_json(&counts) } else { output::print(&report(&game, &counts)) }
    }
}

fn report<G: Game>(game: &G, counts: &CountDocument) -> String {
    let known = |count: Option<u128>| count.map_or("not counted".to_owned(), grouped);
    let terminal = &counts.terminal;
    let by_outcome = format!(
        "{} won by o, {} won by x, {} drawn",
        grouped(terminal.o),
        grouped(terminal.x),
        grouped(terminal.draw)
    );
    let mut totals = Table::new(&["what", ">count", "meaning"]);
    for (what, count, meaning) in [
        ("nodes", known(counts.nodes), "move sequences of any length, the empty one included"),
        ("games", known(counts.games), "move sequences that end the game"),
        ("positions", grouped(counts.positions), "distinct positions that can be reached"),
        ("finished", grouped(terminal.o + terminal.x + terminal.draw), by_outcome.as_str()),
        ("orbits", grouped(counts.orbits), "positions up to symmetry"),
    ] {
        totals.row(Style::new(), vec![what.to_owned(), count, meaning.to_owned()]);
    }
    if let (Some(values), Some(start)) = (&counts.values, &counts.start) {
        let [o, x, draw] = [values.o, values.x, values.draw].map(grouped);
        let meaning = format!("under optimal play {o} won by o, {x} won by x, {draw} drawn");
        totals.row(Style::new(), vec!["values".to_owned(), String::new(), meaning]);
        let value = text::value(start.value, start.plies_to_end);
        let playouts = start.playout.as_ref().map_or(String::new(), |playout| {
            format!("; random play: o {}, draw {}, x {}", playout.o, playout.draw, playout.x)
        });
        totals.row(Style::new(), vec!["start".to_owned(), String::new(), value + &playouts]);
    }
    let mut plies = Table::new(&[">ply", ">nodes", ">positions", ">orbits"]);
    for layer in &counts.by_ply {
        let nodes = layer.nodes.map_or("-".to_owned(), grouped);
        plies.row(
            Style::new(),
            vec![layer.ply.to_string(), nodes, grouped(layer.positions), grouped(layer.orbits)],
        );
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
