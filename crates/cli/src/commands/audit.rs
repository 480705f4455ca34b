use std::num::NonZeroU8;

use anstyle::Style;
use clap::ValueEnum;
use exactplay_arena::{Audit, Deviation, DeviationKind, Representatives, Seat, audit};
use exactplay_documents::{AuditDocument, AuditSubject, DifferenceDocument};
use exactplay_game::{Game, Outcome, Player, Policy};
use exactplay_players::{
    Budget, FloatMonteCarlo, FloatRule, Known, MonteCarloName, PlayerName, Preference,
};
use exactplay_rules::GameVisitor;
use exactplay_tree::{Analysis, Record};

use crate::commands::matches::law;
use crate::commands::query::move_table;
use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::{self, BAD, GOOD, STRONG, Table};

/// List where a player leaves the optimal moves, and say whether it is a weak solution as o and as x
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The player (`exactplay games --players` lists them); pmc and pmc2 have infinitely many playouts
    #[arg(long, short, default_value = "pmc2")]
    player: String,
    #[command(flatten)]
    game: GameArgs,
    /// The share of the draw rate in the score of pmc2, such as 1/2 or 0.25 [default: 1/2]
    #[arg(long, value_name = "A")]
    draw_weight: Option<String>,
    /// How many plies ahead the playouts of pmc or pmc2 start [default: 1]
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU8>,
    /// Exact fractions, or the rounded sums that decide the published lists of pmc and pmc2
    #[arg(long, value_enum, default_value_t = Arithmetic::Exact)]
    arithmetic: Arithmetic,
    /// Exit with status 1 unless this holds; may be given several times
    #[arg(long, value_enum, value_name = "WHAT")]
    expect: Vec<Expectation>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Arithmetic {
    Exact,
    F64,
}

/// What a script may demand of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Expectation {
    /// A weak solution as o
    WeakO,
    /// A weak solution as x
    WeakX,
    /// A weak solution in both seats
    Weak,
    /// Only best moves everywhere
    Strong,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let player = args.named_player()?;
    let subject = Subject { player, arithmetic: args.arithmetic };
    if args.arithmetic == Arithmetic::F64 {
        subject.published_rule()?;
    }
    args.game.parse()?.visit(Auditing { args, subject })
}

impl Args {
    /// The player with the options that stand beside its name.
    fn named_player(&self) -> Result<PlayerName, Failure> {
        let mut name = self.player.clone();
        if let Some(weight) = &self.draw_weight {
            name.push_str(&format!(",draw={weight}"));
        }
        if let Some(depth) = self.depth {
            name.push_str(&format!(",depth={depth}"));
        }
        Ok(PlayerName::parse(&name)?)
    }
}

/// What is audited.
struct Subject {
    player: PlayerName,
    arithmetic: Arithmetic,
}

impl Subject {
    /// The comparison of the published lists; refused for players and options that they do not know.
    fn published_rule(&self) -> Result<FloatRule, Failure> {
        match self.player.to_string().as_str() {
            "pmc" => Ok(FloatRule::WinThenDraw),
            "pmc2" => Ok(FloatRule::Score),
            other => Err(Failure::Usage(format!(
                "f64 arithmetic knows only the published pmc and pmc2, not {other}"
            ))),
        }
    }

    fn document(&self) -> AuditSubject {
        let (player, draw_weight, depth) = match &self.player {
            PlayerName::MonteCarlo(name) if name.budget == Budget::Infinite => {
                let weight = match name.preference {
                    Preference::WinThenDraw => None,
                    Preference::Weighted(weight) => Some(weight.to_fraction().to_string()),
                };
                (name.family().to_owned(), weight, Some(name.depth.get()))
            }
            other => (other.to_string(), None, None),
        };
        let arithmetic = match self.arithmetic {
            Arithmetic::Exact => "exact",
            Arithmetic::F64 => "f64",
        };
        AuditSubject { player, draw_weight, depth, arithmetic }
    }

    fn heading<G: Game>(&self, game: &G) -> String {
        let mut heading = format!("{STRONG}{}{STRONG:#} on {}", self.player, game.name());
        if let PlayerName::MonteCarlo(MonteCarloName {
            preference,
            depth,
            budget: Budget::Infinite,
        }) = &self.player
        {
            let score = match preference {
                Preference::WinThenDraw => {
                    "the higher win rate, then the higher draw rate".to_owned()
                }
                Preference::Weighted(weight) => {
                    format!("P(win) + {} P(draw)", weight.to_fraction())
                }
            };
            heading.push_str(&format!(": infinitely many playouts, {score}"));
            if depth.get() > 1 {
                heading.push_str(&format!(", {depth} plies ahead"));
            }
        }
        heading.push_str(match self.arithmetic {
            Arithmetic::Exact => ", exact arithmetic\n",
            Arithmetic::F64 => ", f64 arithmetic\n",
        });
        heading
    }
}

/// An audit that has been asked for.
struct Auditing {
    args: Args,
    subject: Subject,
}

impl GameVisitor for Auditing {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let Self { args, subject } = self;
        subject.player.check_game(&game)?;
        let memory = Memory(args.game.max_memory);
        let analysis = engine::analysis(game, memory)?;
        let Known::Exact(exact) = law(&subject.player, &analysis)? else {
            return Err(Failure::Usage(format!("no exact law of {} is known", subject.player)));
        };
        let exact = exact.as_ref();
        let (found, differences) = match args.arithmetic {
            Arithmetic::Exact => (audit(&analysis, exact, Representatives::Any)?, None),
            Arithmetic::F64 => {
                let full = engine::full_tree(analysis.game(), memory)?;
                let rounded = FloatMonteCarlo::new(full, subject.published_rule()?);
                let found = audit(&analysis, &rounded, Representatives::FirstMet)?;
                (found, Some(differences(&analysis, &rounded, exact)))
            }
        };
        if args.json {
            output::print_json(&AuditDocument::new(
                &analysis,
                subject.document(),
                &found,
                differences,
            ))?;
        } else {
            let report = subject.heading(analysis.game())
                + &report(&analysis, &found, differences.as_deref());
            output::print(&report)?;
        }
        let player = subject.player.to_string();
        args.expect.iter().try_for_each(|expectation| expectation.check(&found, &player))
    }
}

impl Expectation {
    fn check<P>(self, found: &Audit<P>, player: &str) -> Result<(), Failure> {
        let (as_o, as_x) = (found.as_o.verdict.holds, found.as_x.verdict.holds);
        let (holds, expected) = match self {
            Self::WeakO => (as_o, "a weak solution as o"),
            Self::WeakX => (as_x, "a weak solution as x"),
            Self::Weak => (as_o && as_x, "a weak solution in both seats"),
            Self::Strong => (found.deviations.is_empty(), "a strong solution"),
        };
        if holds { Ok(()) } else { Err(Failure::Difference(format!("{player} is not {expected}"))) }
    }
}

/// Every orbit on which rounded sums choose other moves than exact fractions; those with another verdict first.
fn differences<G: Game>(
    analysis: &Analysis<G>,
    rounded: &FloatMonteCarlo<G>,
    exact: &dyn Policy<G>,
) -> Vec<DifferenceDocument> {
    let game = analysis.game();
    let in_progress = analysis
        .tree()
        .first_met()
        .into_iter()
        .filter(|&position| game.outcome(position).is_none());
    let difference = |position| {
        let [rounded, exact] =
            [rounded.distribution(game, position), exact.distribution(game, position)];
        DifferenceDocument::between(analysis, position, &rounded, &exact)
    };
    let mut differences: Vec<_> = in_progress.filter_map(difference).collect();
    differences.sort_by_key(|difference| difference.kind == "moves");
    differences
}

fn report<G: Game>(
    analysis: &Analysis<G>,
    found: &Audit<G::Position>,
    differences: Option<&[DifferenceDocument]>,
) -> String {
    let ties =
        found.deviations.iter().filter(|deviation| deviation.kind == DeviationKind::Tie).count();
    let mut report = format!(
        "{STRONG}{}{STRONG:#} of {} orbits in progress deviate ({} positions): {} always, {ties} only by an unlucky tie\n",
        found.deviations.len(),
        text::grouped(found.orbits_checked as u128),
        text::grouped(found.deviating_positions),
        found.deviations.len() - ties,
    );
    for (number, deviation) in (1..).zip(&found.deviations) {
        report.push_str(&deviation_report(analysis, number, deviation));
    }
    if let Some(differences) = differences {
        report.push_str(&difference_report(differences));
    }
    report.push('\n');
    report.push_str(&seat_report(analysis.game(), &found.as_o, Player::O));
    report.push_str(&seat_report(analysis.game(), &found.as_x, Player::X));
    report
}

fn deviation_report<G: Game>(
    analysis: &Analysis<G>,
    number: usize,
    found: &Deviation<G::Position>,
) -> String {
    let game = analysis.game();
    let record = analysis.record(found.position);
    let verdict = match found.kind {
        DeviationKind::Always => format!("{BAD}always wrong{BAD:#}"),
        DeviationKind::Tie => format!(
            "wrong by an unlucky tie, with probability {}",
            text::both(&found.error_probability)
        ),
    };
    let mut facts = vec![
        format!(
            "{STRONG}{number}. {}{STRONG:#}  {} to move, {verdict}",
            game.notation(found.position),
            record.turn
        ),
        format!("plays {BAD}{}{BAD:#}", text::moves(game, found.played.moves())),
        format!("best  {GOOD}{}{GOOD:#}", text::moves(game, record.best_moves[0].iter().copied())),
    ];
    facts.extend(played_table(game, &record, found).lines());
    format!("\n{}", text::beside(&text::board(game, found.position), &facts, 0))
}

/// The moves that explain a deviation: those played and those best, with the exact values the player compares.
fn played_table<G: Game>(
    game: &G,
    record: &Record<G::Position>,
    found: &Deviation<G::Position>,
) -> Table {
    let mut shown = record.clone();
    shown.moves.retain(|mv| mv.best || found.played.contains(mv.mv));
    move_table(game, &shown)
}

fn difference_report(differences: &[DifferenceDocument]) -> String {
    let count = |kind| differences.iter().filter(|difference| difference.kind == kind).count();
    let mut report = format!(
        "\n{STRONG}f64 decides otherwise than exact arithmetic{STRONG:#} on {} orbits: {} missed, {} false alarms, {} with the \
         same verdict\n",
        differences.len(),
        count("missed"),
        count("false_alarm"),
        count("moves"),
    );
    for difference in differences {
        let kind = match difference.kind {
            "missed" => "missed: exactly it deviates",
            "false_alarm" => "false alarm: exactly it does not deviate",
            _ => "other moves, the same verdict",
        };
        report.push_str(&format!(
            "\n{STRONG}{}{STRONG:#}  {} to move, {kind}\n",
            difference.position, difference.to_move
        ));
        let mut table =
            Table::new(&["move", "f64", "exact", "best", ">P(o)", ">P(draw)", ">P(x)", ">ps_o"]);
        for mv in &difference.moves {
            let is_in =
                |moves: &[String]| if moves.contains(&mv.name) { "yes" } else { "-" }.to_owned();
            let (f64_plays, exact_plays) =
                (is_in(&difference.f64_moves), is_in(&difference.exact_moves));
            if f64_plays == "-" && exact_plays == "-" && !mv.best {
                continue;
            }
            let best = if mv.best { "yes" } else { "-" }.to_owned();
            let playout = &mv.playout;
            let values = [&playout.o, &playout.draw, &playout.x, &mv.ps_o].map(Clone::clone);
            let style = if f64_plays == exact_plays { Style::new() } else { BAD };
            table.row(
                style,
                [vec![mv.name.clone(), f64_plays, exact_plays, best], values.to_vec()].concat(),
            );
        }
        table.lines().iter().for_each(|line| report.push_str(&format!("  {line}\n")));
    }
    report
}

fn seat_report<G: Game>(game: &G, seat: &Seat, player: Player) -> String {
    let verdict = &seat.verdict;
    let worst = match verdict.worst.seen_by(player) {
        Outcome::OWins => "a win",
        Outcome::Draw => "a draw",
        Outcome::XWins => "a loss",
    };
    let answer =
        if verdict.holds { format!("{GOOD}yes{GOOD:#}") } else { format!("{BAD}no{BAD:#}") };
    let mut report = format!("weak solution as {player}: {answer}, at worst {worst}");
    let reachable = seat.reachable_deviations;
    report.push_str(&format!(
        "; {reachable} deviating {} can occur in its own games\n",
        if reachable == 1 { "orbit" } else { "orbits" }
    ));
    if let Some(line) = &verdict.line {
        report.push_str(&format!(
            "  against a best response it loses with probability {}, for example: {}\n",
            text::both(&verdict.loss_probability),
            text::moves(game, line.iter().copied())
        ));
    }
    report
}
