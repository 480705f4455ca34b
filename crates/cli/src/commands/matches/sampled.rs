use exactplay_arena::{
    Counts, GamesPlayed, SampledMatch, SampledResults, sampled, wilson_interval,
};
use exactplay_documents::SampledMatchDocument;
use exactplay_game::Game;
use exactplay_players::PlayerName;
use exactplay_tree::Analysis;

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::output;
use crate::text::STRONG;

/// Plays a match game by game, and prints how many ended how.
pub(super) fn run<G: Game>(
    game: &G,
    players: &[PlayerName],
    setting: &SampledMatch<G::Position>,
    memory: Memory,
    json: bool,
) -> Result<(), Failure> {
    let needs_analysis = players.iter().any(PlayerName::needs_analysis);
    let analysis =
        if needs_analysis { Some(engine::analysis(game.clone(), memory)?) } else { None };
    let results = play(game, analysis.as_ref(), players, setting)?;
    let [a, b] = [0, 1].map(|i| players[i].to_string());
    if json {
        output::print_json(&SampledMatchDocument::new(game, a, b, setting, results))
    } else {
        output::print(&report(game, &a, &b, setting, results))
    }
}

fn play<G: Game>(
    game: &G,
    analysis: Option<&Analysis<G>>,
    players: &[PlayerName],
    setting: &SampledMatch<G::Position>,
) -> Result<SampledResults, Failure> {
    let (a, b) = (players[0].chooser(game, analysis)?, players[1].chooser(game, analysis)?);
    let bar = engine::progress_bar(
        2 * u64::from(setting.games),
        "{bar:30} {human_pos} of {human_len} games, {eta} left",
    );
    let results = sampled(game, setting, a.as_ref(), b.as_ref(), |done: GamesPlayed| {
        bar.set_position(done.played);
        engine::check_interrupt()
    });
    bar.finish_and_clear();
    results.map_err(|_| Failure::Interrupted)
}

/// The counts and ratios in the tutorials' form, then what the ratios say about the truth.
fn report<G: Game>(
    game: &G,
    a: &str,
    b: &str,
    setting: &SampledMatch<G::Position>,
    results: SampledResults,
) -> String {
    let rows = [("o", results.a_as_o), ("x", results.a_as_x), ("total", results.both())];
    let width = (2 * u64::from(setting.games)).to_string().len().max(7);
    let table = |title: &str, cell: &dyn Fn(u64, u64) -> String| {
        let mut lines =
            format!("{title:<5} {:>width$} {:>width$} {:>width$}\n", "win", "lose", "draw");
        for (seat, counts) in rows {
            let cells =
                [counts.win, counts.loss, counts.draw].map(|count| cell(count, counts.games()));
            let [win, loss, draw] = cells.map(|cell| format!("{cell:>width$}"));
            lines.push_str(&format!("{seat:<5} {win} {loss} {draw}\n"));
        }
        lines + "\n"
    };
    let mut report =
        format!("{STRONG}{a} v {b}{STRONG:#} on {}, {} games a seat", game.name(), setting.games);
    if setting.start != game.start() {
        report.push_str(&format!(" from {}", game.notation(setting.start)));
    }
    report.push_str(&format!(", seed {}\n\n", setting.seed));
    report.push_str(&table("count", &|count, _| count.to_string()));
    report.push_str(&table("ratio", &|count, games| format!("{:.1}%", percent(count, games))));
    report.push_str("95 % intervals (Wilson), in per cent\n");
    for (seat, counts) in rows {
        let interval = |count| {
            let (low, high) = wilson_interval(count, counts.games());
            format!("{:.2} to {:.2}", 100.0 * low, 100.0 * high)
        };
        let Counts { win, draw, loss } = counts;
        report.push_str(&format!(
            "{seat:<5} win {}, lose {}, draw {}\n",
            interval(win),
            interval(loss),
            interval(draw)
        ));
    }
    report
}

fn percent(count: u64, games: u64) -> f64 {
    100.0 * exactplay_game::nearest_f64(count.into(), games.max(1).into())
}
