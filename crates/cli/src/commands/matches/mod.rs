mod sampled;

use anstyle::Style;
use exactplay_arena::{Arena, Match, MatchResult, SampledMatch, Tally};
use exactplay_documents::MatchDocument;
use exactplay_game::{Game, PositionError};
use exactplay_players::{Known, PlayerName};
use exactplay_rules::GameVisitor;
use exactplay_tree::Analysis;
use num_traits::ToPrimitive as _;

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::{self, STRONG, Table};

/// Play two players against each other in both seats: computed exactly, or played with --games
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The two players, A and B (`exactplay games --players` lists them)
    #[arg(value_names = ["A", "B"], num_args = 2, required_unless_present = "all")]
    players: Vec<String>,
    /// Play each of these against each other and print a cross table; ai1s..ai14s stands for a range
    #[arg(long, value_name = "LIST", conflicts_with = "players")]
    all: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    /// The position from which games begin
    #[arg(long, value_name = "POSITION", default_value = "-")]
    from: String,
    /// Play this many games in each seat instead of computing the results; any two players can
    #[arg(long, value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1, requires = "games")]
    seed: u64,
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
        let players = match &self.all {
            Some(list) => PlayerName::parse_list(list)?,
            None => {
                self.players.iter().map(|name| PlayerName::parse(name)).collect::<Result<_, _>>()?
            }
        };
        players.iter().try_for_each(|player| player.check_game(&game))?;
        let from = game.parse(&self.from)?;
        let memory = Memory(self.game.max_memory);
        if let Some(games) = self.games {
            let setting = SampledMatch { start: from, games, seed: self.seed, number: 0 };
            return sampled::run(&game, &players, &setting, memory, self.json);
        }
        let analysis = engine::analysis(game, memory)?;
        if !analysis.contains(from) {
            return Err(PositionError::unreachable(&self.from, "no game leads to it").into());
        }
        let known: Vec<_> =
            players.iter().map(|player| law(player, &analysis)).collect::<Result<_, _>>()?;
        let arena = Arena::new(&analysis);
        if self.all.is_some() {
            return cross_table(&arena, &analysis, &players, &known, from, self.json);
        }
        let [a, b] = [0, 1].map(|i| players[i].to_string());
        let result = arena.play_match(&known[0], &known[1], from)?;
        if self.json {
            output::print_json(&MatchDocument::new(analysis.game(), a, b, from, &result))
        } else {
            output::print(&report(analysis.game(), &a, &b, from, &result))
        }
    }
}

/// The law of a player, for what is computed rather than sampled.
pub(crate) fn law<'a, G: Game>(
    player: &PlayerName,
    analysis: &'a Analysis<G>,
) -> Result<Known<'a, G>, Failure> {
    player.known(analysis)?.ok_or_else(|| {
        Failure::Usage(format!(
            "no exact law of {player} can be computed: `match` samples it with --games"
        ))
    })
}

fn report<G: Game>(game: &G, a: &str, b: &str, from: G::Position, result: &MatchResult) -> String {
    let mut heading = format!("{STRONG}{a} v {b}{STRONG:#} on {}", game.name());
    if from != game.start() {
        heading.push_str(&format!(" from {}", game.notation(from)));
    }
    let mut table = Table::new(&["", ">win", ">draw", ">loss"]);
    let mut row = |seat: &str, tally: [String; 3]| {
        table.row(Style::new(), [vec![seat.to_owned()], tally.to_vec()].concat());
    };
    let note = match result {
        MatchResult::Exact(results) => {
            let cells = |tally: &Tally<_>| [&tally.win, &tally.draw, &tally.loss].map(text::both);
            row(&format!("{a} as o"), cells(&results.a_as_o));
            row(&format!("{a} as x"), cells(&results.a_as_x));
            row("both", cells(&results.both()));
            String::new()
        }
        MatchResult::Bounded { results, error } => {
            let cells =
                |tally: &Tally<f64>| [tally.win, tally.draw, tally.loss].map(|p| format!("{p:.9}"));
            row(&format!("{a} as o"), cells(&results.a_as_o));
            row(&format!("{a} as x"), cells(&results.a_as_x));
            row("both", cells(&results.both()));
            format!("\ncomputed, not sampled: each within {error:.0e}\n")
        }
    };
    format!("{heading}\n\n{}\n{note}", table.lines().join("\n"))
}

/// Every player against every other: the share of points (win 1, draw 1/2) of the row, which plays o, against the column.
fn cross_table<G: Game>(
    arena: &Arena<'_, G>,
    analysis: &Analysis<G>,
    players: &[PlayerName],
    known: &[Known<'_, G>],
    from: G::Position,
    json: bool,
) -> Result<(), Failure> {
    let count = players.len();
    let names: Vec<_> = players.iter().map(ToString::to_string).collect();
    let mut documents = Vec::new();
    // The points of each row as o against each column, and its points in both seats.
    let mut as_o = vec![vec![0.0; count]; count];
    let mut total = vec![0.0; count];
    for a in 0..count {
        for b in a..count {
            engine::check_interrupt().map_err(|_| Failure::Interrupted)?;
            let result = arena.play_match(&known[a], &known[b], from)?;
            let (points_o, points_x) = points(&result);
            as_o[a][b] = points_o;
            as_o[b][a] = 1.0 - points_x;
            if a != b {
                total[a] += f64::midpoint(points_o, points_x);
                total[b] += 1.0 - f64::midpoint(points_o, points_x);
            }
            let (a, b) = (names[a].clone(), names[b].clone());
            documents.push(MatchDocument::new(analysis.game(), a, b, from, &result));
        }
    }
    if json {
        return output::print_json(&documents);
    }
    let opponents = f64::from(u32::try_from(count.max(2) - 1).expect("a list that was typed"));
    let heads: Vec<_> = names.iter().map(|name| format!(">{name}")).collect();
    let mut columns = vec!["o v x"];
    columns.extend(heads.iter().map(String::as_str));
    columns.push(">both seats");
    let mut table = Table::new(&columns);
    let percent = |points: f64| format!("{:.2}", points * 100.0);
    for (row, name) in names.iter().enumerate() {
        let mut cells = vec![name.clone()];
        cells.extend(as_o[row].iter().map(|&points| percent(points)));
        cells.push(percent(total[row] / opponents));
        table.row(Style::new(), cells);
    }
    output::print(&format!(
        "{STRONG}points of the row, which plays o, against the column{STRONG:#}: 100 P(win) + 50 P(draw)\n\
         both seats: the mean over all other players, half as o and half as x\n\n{}\n",
        table.lines().join("\n")
    ))
}

/// A's points as o and as x: P(win) + P(draw) / 2.
fn points(result: &MatchResult) -> (f64, f64) {
    match result {
        MatchResult::Exact(Match { a_as_o, a_as_x }) => {
            let half = exactplay_game::fraction(1, 2);
            let points = |tally: &Tally<exactplay_game::Fraction>| {
                (&tally.win + &tally.draw * &half).to_f64().expect("in range")
            };
            (points(a_as_o), points(a_as_x))
        }
        MatchResult::Bounded { results: Match { a_as_o, a_as_x }, .. } => {
            (a_as_o.win + a_as_o.draw / 2.0, a_as_x.win + a_as_x.draw / 2.0)
        }
    }
}
