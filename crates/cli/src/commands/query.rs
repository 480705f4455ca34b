use std::io::{self, BufRead as _, IsTerminal as _};

use anstyle::Style;
use exactplay_documents::{QueryDocument, SCHEMA};
use exactplay_game::{Game, Outcome, PositionError, RandomPlay};
use exactplay_rules::GameVisitor;
use exactplay_tree::{Analysis, Record, Score, Scoring};
use serde::Serialize;

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
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
    args.game.parse()?.visit(args)
}

impl GameVisitor for Args {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(mut self, game: G) -> Result<(), Failure> {
        if self.positions.is_empty() {
            self.positions = from_stdin()?;
        }
        let mut parsed: Vec<_> =
            self.positions.iter().map(|text| (text, game.parse(text))).collect();
        self.refuse_unless_jsonl(&parsed)?;
        let analysis = engine::analysis(game.clone(), Memory(self.game.max_memory))?;
        // Not every game can say without its tree whether a position is reachable.
        for (text, parsed) in &mut parsed {
            if parsed.as_ref().is_ok_and(|&position| !analysis.contains(position)) {
                *parsed = Err(PositionError::unreachable(text, "no game leads to it"));
            }
        }
        self.refuse_unless_jsonl(&parsed)?;
        if self.jsonl {
            return print_lines(&analysis, parsed);
        }
        let records =
            parsed.into_iter().filter_map(|(_, parsed)| parsed.ok()).map(|p| analysis.record(p));
        if self.json {
            let documents: Vec<_> =
                records.map(|record| QueryDocument::new(&game, &record)).collect();
            return match documents.as_slice() {
                [document] => output::print_json(document),
                documents => output::print_json(&documents),
            };
        }
        let reports: Vec<_> = records.map(|record| report(&game, &record)).collect();
        output::print(&reports.join("\n"))
    }
}

impl Args {
    /// Fails with the first position that cannot be answered, unless an error may stand in its place.
    fn refuse_unless_jsonl<P>(&self, parsed: &[Parsed<'_, P>]) -> Result<(), Failure> {
        match parsed.iter().find_map(|(_, parsed)| parsed.as_ref().err()) {
            Some(error) if !self.jsonl => Err(error.clone().into()),
            _ => Ok(()),
        }
    }
}

/// A position as it was given, and what it means.
type Parsed<'a, P> = (&'a String, Result<P, PositionError>);

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

fn print_lines<G: Game>(
    analysis: &Analysis<G>,
    parsed: Vec<Parsed<'_, G::Position>>,
) -> Result<(), Failure> {
    let mut refused = 0_u64;
    let all = parsed.len();
    for (text, parsed) in parsed {
        match parsed {
            Ok(position) => {
                output::print_json_line(&QueryDocument::new(
                    analysis.game(),
                    &analysis.record(position),
                ))?;
            }
            Err(error) => {
                refused += 1;
                let refusal =
                    Refusal { schema: SCHEMA, position: text.clone(), error: error.to_string() };
                output::print_json_line(&refusal)?;
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
                RandomPlay::Rounded(rounded) => format!(" (within {:.0e})", rounded.error),
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
