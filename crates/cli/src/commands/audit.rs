use std::num::NonZeroU8;

use anstyle::Style;
use clap::ValueEnum;
use exactplay_arena::{Audit, Deviation, DeviationKind, Representatives, Seat, audit};
use exactplay_documents::{AuditDocument, AuditSubject, DifferenceDocument};
use exactplay_game::{Fraction, Game, Outcome, Player, Policy as _, fraction, parse_fraction};
use exactplay_players::{DrawWeight, FloatMonteCarlo, FloatRule, MonteCarlo, Preference};
use exactplay_rules::GameVisitor;
use exactplay_tree::{Analysis, Record};

use crate::commands::query::move_table;
use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::{self, BAD, GOOD, STRONG, Table};

/// List where a player with infinitely many playouts leaves the optimal moves, and say whether it is a weak solution
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The player: pmc (win rate, then draw rate) or pmc2 (win rate plus a share of the draw rate)
    #[arg(long, short, value_enum, default_value_t = PlayerName::Pmc2)]
    player: PlayerName,
    #[command(flatten)]
    game: GameArgs,
    /// The share of the draw rate in the score of pmc2, such as 1/2 or 0.25 [default: 1/2]
    #[arg(long, value_name = "A", value_parser = draw_weight)]
    draw_weight: Option<Fraction>,
    /// Exact fractions, or the rounded sums that decide the published lists
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
enum PlayerName {
    Pmc,
    Pmc2,
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

fn draw_weight(text: &str) -> Result<Fraction, String> {
    parse_fraction(text)
        .ok_or_else(|| "expected a fraction or decimal from 0 to 1, such as 1/2".to_owned())
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if args.player == PlayerName::Pmc && args.draw_weight.is_some() {
        return Err(Failure::Usage("pmc has no draw weight, which is pmc2's".to_owned()));
    }
    if args.arithmetic == Arithmetic::F64 && args.weight() != fraction(1, 2) {
        let weight = args.weight();
        return Err(Failure::Usage(format!(
            "f64 arithmetic knows only the published draw weight 1/2, not {weight}"
        )));
    }
    args.game.parse()?.visit(args)
}

impl Args {
    fn weight(&self) -> Fraction {
        self.draw_weight.clone().unwrap_or_else(|| fraction(1, 2))
    }

    fn preference(&self) -> Preference {
        match self.player {
            PlayerName::Pmc => Preference::WinThenDraw,
            PlayerName::Pmc2 => {
                let weight = DrawWeight::new(&self.weight());
                Preference::Weighted(weight.expect("from 0 to 1, with a short denominator"))
            }
        }
    }

    fn subject(&self) -> AuditSubject {
        AuditSubject {
            player: self.player.name().to_owned(),
            draw_weight: (self.player == PlayerName::Pmc2).then(|| self.weight().to_string()),
            depth: Some(1),
            arithmetic: match self.arithmetic {
                Arithmetic::Exact => "exact",
                Arithmetic::F64 => "f64",
            },
        }
    }

    fn heading<P>(&self, game: &impl Game<Position = P>) -> String {
        let score = match self.player {
            PlayerName::Pmc => "the higher win rate, then the higher draw rate".to_owned(),
            PlayerName::Pmc2 => format!("P(win) + {} P(draw)", self.weight()),
        };
        format!(
            "{STRONG}{}{STRONG:#} on {}: infinitely many playouts, {score}, {} arithmetic\n",
            self.player.name(),
            game.name(),
            self.subject().arithmetic
        )
    }
}

impl PlayerName {
    fn name(self) -> &'static str {
        match self {
            Self::Pmc => "pmc",
            Self::Pmc2 => "pmc2",
        }
    }
}

impl GameVisitor for Args {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let analysis = engine::analysis(game, Memory(self.game.max_memory))?;
        let exact = MonteCarlo::new(&analysis, self.preference(), NonZeroU8::MIN);
        let (found, differences) = match self.arithmetic {
            Arithmetic::Exact => (audit(&analysis, &exact, Representatives::FirstMet)?, None),
            Arithmetic::F64 => {
                let full = engine::full_tree(analysis.game(), Memory(self.game.max_memory))?;
                let rule = match self.player {
                    PlayerName::Pmc => FloatRule::WinThenDraw,
                    PlayerName::Pmc2 => FloatRule::Score,
                };
                let rounded = FloatMonteCarlo::new(full, rule);
                let found = audit(&analysis, &rounded, Representatives::FirstMet)?;
                (found, Some(differences(&analysis, &rounded, &exact)))
            }
        };
        if self.json {
            output::print_json(&AuditDocument::new(
                &analysis,
                self.subject(),
                &found,
                differences,
            ))?;
        } else {
            let report =
                self.heading(analysis.game()) + &report(&analysis, &found, differences.as_deref());
            output::print(&report)?;
        }
        self.expect.iter().try_for_each(|expectation| expectation.check(&found, self.player.name()))
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
    exact: &MonteCarlo<'_, G>,
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
