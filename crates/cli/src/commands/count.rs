use anstyle::Style;
use clap::ValueEnum;
use exactplay_blocks::{Board, Content, Discard, Plan, solve};
use exactplay_documents::CountDocument;
use exactplay_game::Game;
use exactplay_rules::GameVisitor;
use exactplay_tree::summary;

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
    /// The engine: tree counts everything, blocks positions only, on boards too large for the tree [default: tree where
    /// it fits]
    #[arg(long, value_enum)]
    engine: Option<Engine>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// Every position linked to its children, for any game
    Tree,
    /// Positions streamed layer by layer, for m,n,k games and connect-k
    Blocks,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    args.game.parse()?.visit(args)
}

impl GameVisitor for Args {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let memory = Memory(self.game.max_memory);
        let engine = self.engine.unwrap_or_else(|| {
            let streamed = Board::of_name(&game.name(), game.first()).is_some();
            if streamed && memory.admit(&game).is_err() { Engine::Blocks } else { Engine::Tree }
        });
        let counts = match engine {
            Engine::Tree => {
                CountDocument::new(&game, &summary(&engine::tree(game.clone(), memory)?))
            }
            Engine::Blocks => count_blocks(&game, memory)?,
        };
        if self.json { output::print_json(&counts) } else { output::print(&report(&game, &counts)) }
    }
}

fn count_blocks<G: Game>(game: &G, memory: Memory) -> Result<CountDocument, Failure> {
    let board = Board::of_name(&game.name(), game.first()).ok_or_else(|| {
        Failure::Usage(format!("the blocks engine does not know {}", game.name()))
    })??;
    let plan = Plan::new(board, Content::Values)?;
    memory.admit_bytes(&game.name(), plan.slots(), plan.peak_bytes())?;
    let bar = engine::progress_bar(u64::from(game.longest()) + 1, "{spinner} ply {msg}, {elapsed}");
    let counts = solve(&plan, &mut Discard, |progress| {
        bar.set_message(progress.ply.to_string());
        engine::check_interrupt().map_err(|_| exactplay_blocks::Stopped)
    });
    bar.finish_and_clear();
    Ok(CountDocument::of_blocks(game, &counts?))
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
