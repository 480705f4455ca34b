//! How an audit reads.

use anstyle::Style;
use exactplay_arena::{Audit, Deviation, DeviationKind, Number, Played, Seat};
use exactplay_documents::DifferenceDocument;
use exactplay_game::{Game, Outcome, Player};
use exactplay_tree::{Analysis, Record};

use crate::commands::query::move_table;
use crate::text::{self, BAD, GOOD, STRONG, Shown, Table};

/// The whole answer below its heading.
pub(super) fn report<G: Game, N: Number + Shown>(
    analysis: &Analysis<G>,
    found: &Audit<G::Position, N>,
    differences: Option<&[DifferenceDocument]>,
) -> String {
    let ties =
        found.deviations.iter().filter(|deviation| deviation.kind == DeviationKind::Tie).count();
    let mut report = format!(
        "{STRONG}{}{STRONG:#} of {} orbits in progress deviate ({} positions): {} always, {ties} only by {}\n",
        found.deviations.len(),
        text::grouped(found.orbits_checked as u128),
        text::grouped(found.deviating_positions),
        found.deviations.len() - ties,
        N::MISHAP,
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

fn deviation_report<G: Game, N: Number + Shown>(
    analysis: &Analysis<G>,
    number: usize,
    found: &Deviation<G::Position, N>,
) -> String {
    let game = analysis.game();
    let record = analysis.record(found.position);
    let verdict = match found.kind {
        DeviationKind::Always => format!("{BAD}always wrong{BAD:#}"),
        DeviationKind::Tie => {
            format!("wrong by an unlucky tie, with probability {}", found.error_probability.shown())
        }
    };
    let mut facts = vec![
        format!(
            "{STRONG}{number}. {}{STRONG:#}  {} to move, {verdict}",
            game.notation(found.position),
            record.turn
        ),
        format!("plays {BAD}{}{BAD:#}", played(game, &found.played)),
        format!("best  {GOOD}{}{GOOD:#}", text::moves(game, record.best())),
    ];
    facts.extend(played_table(game, &record, found).lines());
    format!("\n{}", text::beside(&text::board(game, found.position), &facts, 0))
}

/// The moves that may be made; their probabilities too, unless all have the same.
fn played<G: Game, N: Number + Shown>(game: &G, played: &Played<N>) -> String {
    let mut probabilities = played.iter().map(|(_, probability)| probability);
    let first = probabilities.next();
    if probabilities.all(|probability| Some(probability) == first) {
        return text::moves(game, played.moves());
    }
    let each = played.iter().map(|(mv, p)| format!("{} {}", game.move_name(*mv), p.shown()));
    each.collect::<Vec<_>>().join(", ")
}

/// The moves that explain a deviation: those played and those best, with the exact values the player compares.
fn played_table<G: Game, N: Number>(
    game: &G,
    record: &Record<G::Position>,
    found: &Deviation<G::Position, N>,
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
            let best = is_in(&difference.best_moves);
            if [&f64_plays, &exact_plays, &best].iter().all(|played| *played == "-") {
                continue;
            }
            let playout = mv.playout.as_ref();
            let values = [
                playout.map(|playout| &playout.o),
                playout.map(|playout| &playout.draw),
                playout.map(|playout| &playout.x),
                mv.ps_o.as_ref(),
            ];
            let values = values.map(|value| value.map_or(String::new(), ToString::to_string));
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

fn seat_report<G: Game, N: Number + Shown>(game: &G, seat: &Seat<N>, player: Player) -> String {
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
            "  against a best response it loses with probability {}",
            verdict.loss_probability.shown()
        ));
        if verdict.worst_ties_loss_probability != verdict.loss_probability {
            let worst = verdict.worst_ties_loss_probability.shown();
            report.push_str(&format!(" ({worst} when its ties fall badly)"));
        }
        report.push_str(&format!(", for example: {}\n", text::moves(game, line.iter().copied())));
    }
    report
}
