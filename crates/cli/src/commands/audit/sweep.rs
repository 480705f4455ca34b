use std::num::NonZeroU32;
use std::path::Path;

use anstyle::Style;
use clap::ValueEnum;
use exactplay_arena::{
    DrawWeightSeat, DrawWeightSegment, PLAYOUTS, PlayoutFamily, PlayoutRow, draw_weight_sweep,
    playout_row, sweep_opponents,
};
use exactplay_documents::{DrawWeightDocument, PlayoutSweepDocument};
use exactplay_game::Game;
use exactplay_players::PlayerName;
use exactplay_plot::{draw_weight_plot, playout_plot};
use exactplay_tree::Analysis;

use crate::engine;
use crate::failure::Failure;
use crate::output;
use crate::text::{STRONG, Table};

/// What is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Sweep {
    /// The draw weight of pmc2, from 0 to 1: where the deviating positions change
    DrawWeight,
    /// The number of playouts of pmc or pmc2: how often it can be beaten
    Playouts,
}

impl Sweep {
    /// Computes and prints the sweep, and writes its plot.
    pub(super) fn run<G: Game>(
        self,
        analysis: &Analysis<G>,
        player: &PlayerName,
        plot: Option<&Path>,
        json: bool,
    ) -> Result<(), Failure> {
        match self {
            Self::DrawWeight => sweep_draw_weight(analysis, player, plot, json),
            Self::Playouts => sweep_playouts(analysis, player, plot, json),
        }
    }
}

fn sweep_draw_weight<G: Game>(
    analysis: &Analysis<G>,
    player: &PlayerName,
    plot: Option<&Path>,
    json: bool,
) -> Result<(), Failure> {
    if player.to_string() != "pmc2" {
        return Err(Failure::Usage(format!("the draw weight is swept for pmc2, not for {player}")));
    }
    let game = analysis.game();
    let sweep = draw_weight_sweep(analysis);
    if let Some(path) = plot {
        output::write_file(path, &draw_weight_plot(&game.name(), &sweep))?;
    }
    if json {
        return output::print_json(&DrawWeightDocument::new(game, &sweep));
    }
    let mut table = Table::new(&[
        "draw weight",
        ">deviating orbits",
        ">positions",
        "weak solution as o",
        "as x",
    ]);
    for segment in &sweep.segments {
        table.row(
            Style::new(),
            vec![
                range(segment),
                segment.deviating_orbits.to_string(),
                segment.deviating_positions.to_string(),
                verdict(segment.as_o).to_owned(),
                verdict(segment.as_x).to_owned(),
            ],
        );
    }
    output::print(&format!(
        "{STRONG}pmc2{STRONG:#} on {}: infinitely many playouts, P(win) + A P(draw), for every draw weight A from 0 to 1\n\n{}\n",
        game.name(),
        table.lines().join("\n")
    ))
}

/// The weights of a segment: `1/2`, or an interval such as `(1/4, 1/3]`.
fn range(segment: &DrawWeightSegment) -> String {
    if segment.is_point() {
        return segment.from.weight.to_string();
    }
    let (open, close) = (
        if segment.from.included { '[' } else { '(' },
        if segment.to.included { ']' } else { ')' },
    );
    format!("{open}{}, {}{close}", segment.from.weight, segment.to.weight)
}

fn verdict(seat: DrawWeightSeat) -> &'static str {
    if seat.holds { "yes" } else { "no" }
}

fn sweep_playouts<G: Game>(
    analysis: &Analysis<G>,
    player: &PlayerName,
    plot: Option<&Path>,
    json: bool,
) -> Result<(), Failure> {
    let refuse = || {
        Failure::Usage(format!("playouts are swept for pmc and pmc2 of depth 1, not for {player}"))
    };
    let family = PlayoutFamily::of(player).ok_or_else(refuse)?;
    let game = analysis.game();
    let (names, opponents) = sweep_opponents(game);
    let mut rows: Vec<PlayoutRow> = Vec::new();
    for playouts in PLAYOUTS {
        engine::check_interrupt().map_err(|_| Failure::Interrupted)?;
        let playouts = NonZeroU32::new(playouts).expect("not zero");
        let player = family.with(playouts).ok_or_else(refuse)?;
        rows.push(playout_row(analysis, &player, &opponents));
    }
    let shown = family.name();
    if let Some(path) = plot {
        output::write_file(path, &playout_plot(&game.name(), &shown, &names, &rows))?;
    }
    if json {
        return output::print_json(&PlayoutSweepDocument::new(game, shown, &names, &rows));
    }
    output::print(&playout_report(game, &shown, &names, &rows))
}

fn playout_report<G: Game>(game: &G, player: &str, names: &[&str], rows: &[PlayoutRow]) -> String {
    let mut report =
        format!("{STRONG}{player}{STRONG:#} on {}: the probability of losing\n", game.name());
    let error = rows.iter().flat_map(|row| [row.as_o.error, row.as_x.error]).fold(0.0, f64::max);
    for seat in ["o", "x"] {
        let mut heads = vec![">N".to_owned(), ">most losses".to_owned(), ">least score".to_owned()];
        heads.extend(names.iter().map(|name| format!(">v {name}")));
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = Table::new(&heads);
        for row in rows {
            let found = if seat == "o" { &row.as_o } else { &row.as_x };
            let mut cells = vec![row.playouts.to_string()];
            let against = found.against.iter().map(|tally| tally.loss);
            let losses = [found.most_losses, found.least_score].into_iter().chain(against);
            cells.extend(losses.map(|loss| format!("{loss:.6}")));
            table.row(Style::new(), cells);
        }
        report.push_str(&format!("\nas {seat}\n{}\n", table.lines().join("\n")));
    }
    report.push_str(&format!(
        "\nmost losses: against the reply that makes losing as likely as possible; least score: against the one that makes the\n\
         expectation of wins less losses as small as possible. Computed, not sampled: each within {error:.0e}\n"
    ));
    report
}
