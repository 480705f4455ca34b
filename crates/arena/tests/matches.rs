//! Exact matches between players, against known results.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_arena::{Arena, Match, MatchResult};
use exactplay_game::{Fraction, Game as _, Player, fraction};
use exactplay_players::PlayerName;
use exactplay_rules::Mnk;
use exactplay_tree::Analysis;

fn analysis() -> Analysis<Mnk> {
    Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn result(analysis: &Analysis<Mnk>, a: &str, b: &str) -> MatchResult {
    let known = |name: &str| PlayerName::parse(name).unwrap().known(analysis).unwrap().unwrap();
    Arena::new(analysis).play_match(&known(a), &known(b), analysis.game().start()).unwrap()
}

fn exact(a: &str, b: &str) -> Match<Fraction> {
    match result(&analysis(), a, b) {
        MatchResult::Exact(results) => results,
        MatchResult::Bounded { .. } => panic!("{a} v {b} is not exact"),
    }
}

/// Win, draw and loss as o, then as x.
fn assert_exact(a: &str, b: &str, expected: [(u128, u128); 6]) {
    let found = exact(a, b);
    let (o, x) = (found.a_as_o, found.a_as_x);
    let expected = expected.map(|(numerator, denominator)| fraction(numerator, denominator));
    assert_eq!([o.win, o.draw, o.loss, x.win, x.draw, x.loss], expected, "{a} v {b}");
}

const NEVER: (u128, u128) = (0, 1);

#[test]
fn random_play_and_perfect_play() {
    assert_exact(
        "random",
        "random",
        [(737, 1260), (8, 63), (121, 420), (121, 420), (8, 63), (737, 1260)],
    );
    assert_exact("perfect", "perfect:shortest", [NEVER, (1, 1), NEVER, NEVER, (1, 1), NEVER]);
}

#[test]
fn infinite_monte_carlo() {
    assert_exact("pmc2", "ai14s", [NEVER, (1, 1), NEVER, NEVER, (1, 2), (1, 2)]);
    assert_exact("pmc2", "random", [(95, 96), (1, 96), NEVER, (569, 630), (34, 567), (209, 5670)]);
    assert_exact("pmc,limit", "random", [(95, 96), (1, 96), NEVER, (19, 21), (1, 70), (17, 210)]);
    assert_eq!(exact("pmc", "ai14s").a_as_x.loss, fraction(1, 1));
}

#[test]
fn players_that_break_symmetry_play_on_all_positions() {
    assert_exact("ai14s", "random", [(95, 96), (1, 96), NEVER, (278, 315), (37, 315), NEVER]);
    // ai1 takes the first empty cell: against itself one game is played, and o wins it on the rising diagonal.
    assert_exact("ai1", "ai1", [(1, 1), NEVER, NEVER, NEVER, NEVER, (1, 1)]);
    let one_way = exact("ai4s", "random");
    let other_way = exact("random", "ai4s");
    assert_eq!(
        (one_way.a_as_o.win, one_way.a_as_x.loss),
        (other_way.a_as_x.loss, other_way.a_as_o.win)
    );
}

#[test]
fn finite_playouts_are_known_within_a_bound() {
    let analysis = analysis();
    let MatchResult::Bounded { results, error } = result(&analysis, "pmc2:5", "random") else {
        panic!("no fraction is known")
    };
    assert!(error < 1e-9, "{error}");
    let found = [results.a_as_o.win, results.a_as_o.loss, results.a_as_o.draw];
    for (found, expected) in found.into_iter().zip([0.794_722, 0.126_606, 0.078_672]) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
    let sum = results.a_as_x.win + results.a_as_x.draw + results.a_as_x.loss;
    assert!((sum - 1.0).abs() < 1e-12);
    assert!(
        (results.both().win - f64::midpoint(results.a_as_o.win, results.a_as_x.win)).abs() < 1e-15
    );
}

#[test]
fn a_match_may_begin_anywhere() {
    let analysis = analysis();
    let known = |name: &str| PlayerName::parse(name).unwrap().known(&analysis).unwrap().unwrap();
    let position = analysis.game().parse("oo./xx./...").unwrap();
    let found =
        Arena::new(&analysis).play_match(&known("perfect"), &known("random"), position).unwrap();
    let MatchResult::Exact(found) = found else { panic!("both are exact") };
    assert_eq!(found.a_as_o.win, fraction(1, 1));
    // Random o wins at once by c1. After c2, which blocks, x blocks too and threatens a3, which o answers one time in
    // three; after any other move x wins at once.
    assert_eq!(found.a_as_x.loss, fraction(1, 5));
    assert_eq!(found.a_as_x.draw, fraction(1, 15));
    assert_eq!(found.a_as_x.win, fraction(11, 15));
}

/// The published samples of `pmc2` with up to 100 playouts lie within what 1,000 games can be off by; published figures are
/// rounded to a tenth of a per cent.
#[test]
fn published_samples_lie_within_sampling_error() {
    let analysis = analysis();
    let published = include_str!("../../../data/golden/published.csv");
    let mut compared = 0;
    for line in published.lines().filter(|line| line.starts_with("238,")) {
        let fields: Vec<_> = line.split(',').collect();
        let playouts: u32 = fields[1].strip_prefix("pmc2:").unwrap().parse().unwrap();
        if playouts > 100 {
            continue;
        }
        let (found, _) = result(&analysis, fields[1], fields[2]).to_f64();
        let games: f64 = fields[3].parse().unwrap();
        let seats = [(&fields[4..7], found.a_as_o), (&fields[7..10], found.a_as_x)];
        for (samples, tally) in seats {
            for (sample, exact) in samples.iter().zip([tally.win, tally.loss, tally.draw]) {
                let sample = sample.parse::<f64>().unwrap() / 100.0;
                let deviation = (exact * (1.0 - exact) / games).sqrt();
                assert!(
                    (sample - exact).abs() <= 4.0 * deviation + 0.0005,
                    "{line}: {sample} {exact}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 48);
}
