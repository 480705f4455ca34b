use std::io::{self, BufRead as _, IsTerminal as _};

use anstyle::Style;
use exactplay_documents::{QueryDocument, SCHEMA};
use exactplay_game::{Game, Outcome, PositionError, RandomPlay};
use exactplay_rules::{AnyGame, Stones};
use exactplay_tree::{Record, Score, Scoring};
use serde::Serialize;

use crate::answers::{self, Answers};
use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::streamed::EngineArgs;
use crate::text::{self, GOOD, STRONG, Table};

/// Show what is known about positions: value, best moves, distance to the end, exact playouts of every move
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Positions: rows joined by "/", or moves:b2,a1, or key:x.o.o....; "-" is the start [default: from standard input,
    /// one a line; the start when that is a terminal or empty]
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON document: an object for one position, an array for several
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Print a JSON document a line; an error stands as an object in its place
    #[arg(long)]
    jsonl: bool,
}

/// What stands in the place of a position that cannot be answered.
#[derive(Serialize)]
struct Refusal {
    schema: u32,
    position: String,
    error: String,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.game.parse()? {
        AnyGame::Mnk(game) => args.of_stones(&game),
        AnyGame::Connect(game) => args.of_stones(&game),
        AnyGame::Othello(game) => args.of_tree(&game),
    }
}

impl Args {
    fn memory(&self) -> Memory {
        Memory(self.game.max_memory)
    }

    fn of_stones<G: Game<Position = Stones>>(self, game: &G) -> Result<(), Failure> {
        let parsed = self.parsed(game)?;
        let known = Self::readable(&parsed);
        self.answer(
            game,
            parsed,
            &mut *answers::of_stones(game, &known, self.memory(), &self.engine)?,
        )
    }

    fn of_tree<G: Game>(self, game: &G) -> Result<(), Failure> {
        self.engine.wants_blocks(game)?;
        let parsed = self.parsed(game)?;
        let known = Self::readable(&parsed);
        if !answers::needs_whole(game, &known, self.memory()) {
            engine::note(
                "only what can follow is analysed: that games lead here is taken on trust",
            );
        }
        self.answer(game, parsed, &mut *answers::of_tree(game, &known, self.memory())?)
    }

    /// The positions asked about. Fails with the first that cannot be read, unless an error may stand in its place.
    fn parsed<G: Game>(&self, game: &G) -> Result<Vec<Parsed<G::Position>>, Failure> {
        let from_stdin = if self.positions.is_empty() { from_stdin()? } else { Vec::new() };
        let texts = self.positions.iter().cloned().chain(from_stdin);
        let parsed: Vec<Parsed<_>> =
            texts.map(|text| (game.parse(&text), text)).map(|(read, text)| (text, read)).collect();
        match parsed.iter().find_map(|(_, read)| read.as_ref().err()) {
            Some(error) if !self.jsonl => Err(error.clone().into()),
            _ => Ok(parsed),
        }
    }

    fn readable<P: Copy>(parsed: &[Parsed<P>]) -> Vec<P> {
        parsed.iter().filter_map(|(_, read)| read.as_ref().ok().copied()).collect()
    }

    fn answer<G: Game>(
        &self,
        game: &G,
        parsed: Vec<Parsed<G::Position>>,
        answers: &mut dyn Answers<G>,
    ) -> Result<(), Failure> {
        let mut record = |text: &str, read: Result<G::Position, PositionError>| {
            let record = match read {
                Ok(position) => answers.record(position)?.ok_or("no game leads to it"),
                Err(error) => return Ok(Err(error)),
            };
            // Not every game can say without its tree whether a position is reachable.
            Ok::<_, Failure>(record.map_err(|reason| PositionError::unreachable(text, reason)))
        };
        if self.jsonl {
            return print_lines(game, parsed, record);
        }
        let mut records = Vec::new();
        for (text, read) in parsed {
            records.push(record(&text, read)??);
        }
        if self.json {
            let documents: Vec<_> =
                records.iter().map(|record| QueryDocument::new(game, record)).collect();
            return match documents.as_slice() {
                [document] => output::print_json(document),
                documents => output::print_json(&documents),
            };
        }
        let reports: Vec<_> = records.iter().map(|record| report(game, record)).collect();
        output::print(&reports.join("\n"))
    }
}

/// A position as it was given, and what it means.
type Parsed<P> = (String, Result<P, PositionError>);

/// The positions on standard input, one a line; the start when there are none or a person sits there.
fn from_stdin() -> Result<Vec<String>, Failure> {
    let stdin = io::stdin();
    let mut positions = Vec::new();
    if !stdin.is_terminal() {
        for line in stdin.lock().lines() {
            let line = line.map_err(|error| Failure::File(format!("standard input: {error}")))?;
            if !line.trim().is_empty() {
                positions.push(line);
            }
        }
    }
    if positions.is_empty() {
        positions.push("-".to_owned());
    }
    Ok(positions)
}

/// Prints what is known about each position as a line, or why nothing is.
fn print_lines<G: Game>(
    game: &G,
    parsed: Vec<Parsed<G::Position>>,
    mut record: impl FnMut(
        &str,
        Result<G::Position, PositionError>,
    ) -> Result<Result<Record<G::Position>, PositionError>, Failure>,
) -> Result<(), Failure> {
    let mut refused = 0_u64;
    let all = parsed.len();
    for (position, read) in parsed {
        match record(&position, read)? {
            Ok(record) => output::print_json_line(&QueryDocument::new(game, &record))?,
            Err(error) => {
                refused += 1;
                let error = error.to_string();
                output::print_json_line(&Refusal { schema: SCHEMA, position, error })?;
            }
        }
    }
    if refused > 0 {
        return Err(Failure::Invalid(format!("{refused} of {all} positions are invalid")));
    }
    Ok(())
}

fn report<G: Game>(game: &G, record: &Record<G::Position>) -> String {
    let notation = game.notation(record.position);
    let mut facts = vec![
        format!(
            "{STRONG}{notation}{STRONG:#}  {}, ply {}",
            text::status(game, record.position),
            record.ply
        ),
        format!(
            "value     {STRONG}{}{STRONG:#}",
            text::value(record.value.outcome, record.value.plies)
        ),
    ];
    if record.outcome.is_none() {
        facts.extend(best_lines(game, record));
    }
    let score =
        |score: Option<Score>| score.map_or("unknown".to_owned(), |score| score.to_string());
    let [default, shortest, shortest_draw] = record.scores.map(score);
    facts.push(format!(
        "score     {default} default, {shortest} shortest, {shortest_draw} shortest_draw"
    ));
    match random_play(record.playouts) {
        None => facts.push("playouts  not computed".to_owned()),
        Some([o, draw, x, ps_o, ps_x]) => {
            let bound = match record.playouts {
                // One digit may be a twentieth less than the bound, which must not look smaller than it is.
                RandomPlay::Rounded(rounded) => format!(" (within {:.1e})", rounded.error * 1.05),
                RandomPlay::Exact(_) | RandomPlay::Unknown => String::new(),
            };
            facts.push(format!("playouts  o {o}, draw {draw}, x {x}{bound}"));
            facts.push(format!("ps_o      {STRONG}{ps_o}{STRONG:#}, ps_x {ps_x}"));
        }
    }
    let positions = if record.orbit_size == 1 { "position" } else { "positions" };
    facts.push(format!(
        "orbit     {} {positions}, canonical {}",
        record.orbit_size,
        game.notation(record.canonical)
    ));
    let mut report = text::beside(&text::board(game, record.position), &facts, 0);
    if !record.moves.is_empty() {
        report.push('\n');
        for line in move_table(game, record).lines() {
            report.push_str(&line);
            report.push('\n');
        }
    }
    report
}

/// P(o), P(draw), P(x), `ps_o` and `ps_x`, as far as they are known.
fn random_play(playouts: RandomPlay) -> Option<[String; 5]> {
    match playouts {
        RandomPlay::Unknown => None,
        RandomPlay::Rounded(rounded) => {
            let numbers = [rounded.o, rounded.draw, rounded.x, rounded.ps_o(), rounded.ps_x()];
            Some(numbers.map(|number| format!("{number:.10}")))
        }
        RandomPlay::Exact(playouts) => {
            let [x, draw, o] = Outcome::ALL.map(|outcome| playouts.probability(outcome));
            Some([o, draw, x, playouts.ps_o(), playouts.ps_x()].map(|number| text::both(&number)))
        }
    }
}

/// The best moves, once when the three rules agree.
fn best_lines<G: Game>(game: &G, record: &Record<G::Position>) -> Vec<String> {
    let [default, shortest, shortest_draw] = record
        .best_moves
        .each_ref()
        .map(|moves| moves.as_ref().map(|moves| text::moves(game, moves.iter().copied())));
    let default = default.unwrap_or_default();
    let mut lines = vec![format!("best      {GOOD}{default}{GOOD:#}")];
    let other_rules = [(Scoring::Shortest, shortest), (Scoring::ShortestDraw, shortest_draw)];
    let other_rules = other_rules.into_iter().filter_map(|(rule, moves)| Some((rule, moves?)));
    let differing = other_rules.filter(|(_, moves)| *moves != default);
    lines.extend(differing.map(|(rule, moves)| match rule {
        Scoring::Shortest => format!("          {moves} under shortest"),
        Scoring::Default | Scoring::ShortestDraw => {
            format!("          {moves} under shortest_draw")
        }
    }));
    lines
}

/// Every move with its values, best first, best marked.
pub(crate) fn move_table<G: Game>(game: &G, record: &Record<G::Position>) -> Table {
    let mut table = Table::new(&["move", "value", ">P(o)", ">P(draw)", ">P(x)", ">ps_o"]);
    for mv in record.ranked_moves() {
        let (style, mark) = if mv.best { (GOOD, "*") } else { (Style::new(), " ") };
        let mut cells = vec![
            format!("{mark} {}", game.move_name(mv.mv)),
            text::value(mv.value.outcome, mv.value.plies),
        ];
        let [o, draw, x, ps_o, _] = random_play(mv.playouts).unwrap_or_default();
        cells.extend([o, draw, x, ps_o]);
        table.row(style, cells);
    }
    table
}
