//! Finite Monte-Carlo players: audits within a bound, and how they fare as the playouts grow.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_arena::{
    DeviationKind, PlayoutRow, Representatives, approximate_audit, approximate_verdict, audit,
    error_bound, playout_row, verdict,
};
use exactplay_finite::{Comparison, MonteCarlo, Sharing};
use exactplay_game::{Game as _, Outcome, Player, Policy};
use exactplay_players::{Approximate, Known, Named, PlayerName, RULE_PLAYERS, Random};
use exactplay_rules::Mnk;
use exactplay_tree::{Analysis, Scoring};
use num_traits::ToPrimitive as _;

fn analysis() -> Analysis<Mnk> {
    Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn pmc2(playouts: u32, sharing: Sharing) -> MonteCarlo {
    MonteCarlo { comparison: Comparison::HalfDraws, sharing, playouts }
}

fn row(analysis: &Analysis<Mnk>, player: MonteCarlo) -> PlayoutRow {
    let ai14s = Named::find(RULE_PLAYERS, "ai14s").unwrap().what;
    let opponents: [&dyn Policy<Mnk>; 2] = [&ai14s, &Random];
    playout_row(analysis, &player, &opponents)
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
}

/// Per cent: as o and as x against random, as o and as x against ai14s.
#[test]
fn known_results_of_finite_players() {
    let analysis = analysis();
    let five = row(&analysis, pmc2(5, Sharing::Random));
    let [_, o] = five.as_o.against[..] else { panic!("two opponents") };
    assert_close(o.win, 0.794_722, 5e-7);
    assert_close(o.draw, 0.078_672, 5e-7);
    assert_close(o.loss, 0.126_606, 5e-7);
    let [ai14s, x] = five.as_x.against[..] else { panic!("two opponents") };
    assert_close(x.win, 0.584_10, 5e-6);
    assert_close(x.loss, 0.279_00, 5e-6);
    assert_close(ai14s.loss, 0.935_65, 5e-6);
    assert_close(five.as_o.against[0].loss, 0.726_82, 5e-6);
    assert!(five.as_o.error < 1e-10 && five.as_x.error < 1e-10);

    let hundred = row(&analysis, pmc2(100, Sharing::Random));
    assert_close(hundred.as_o.against[1].loss, 0.004_23, 5e-6);
    assert_close(hundred.as_x.against[1].loss, 0.080_15, 5e-6);
    assert_close(hundred.as_o.against[0].loss, 0.110_60, 5e-6);
    assert_close(hundred.as_x.against[0].loss, 0.692_20, 5e-6);
    let ten = MonteCarlo { comparison: Comparison::WinsThenDraws, ..pmc2(10, Sharing::Random) };
    let ten = row(&analysis, ten);
    assert_close(ten.as_o.against[1].loss, 0.089_62, 5e-6);
    assert_close(ten.as_x.against[0].loss, 0.945_24, 5e-6);
}

/// The opponents who know the player do at least as well as any other, each by its own measure.
#[test]
fn best_responses_are_not_beaten() {
    let analysis = analysis();
    for sharing in [Sharing::Random, Sharing::PerMove, Sharing::Even] {
        let row = row(&analysis, pmc2(20, sharing));
        for seat in [&row.as_o, &row.as_x] {
            assert!(seat.most_losses >= seat.least_score);
            assert!(seat.against.iter().all(|against| seat.most_losses >= against.loss));
            for results in &seat.against {
                assert_close(results.win + results.draw + results.loss, 1.0, 1e-14);
            }
        }
    }
}

/// As o, the worst case sinks below one in a thousand at a known number of playouts for each move.
#[test]
fn losses_as_o_vanish() {
    let analysis = analysis();
    let loss = |playouts| row(&analysis, pmc2(playouts, Sharing::PerMove)).as_o.most_losses;
    assert!(loss(124) >= 1e-3 && loss(125) < 1e-3);
}

/// As x, more playouts than about 160 make the player easier to exploit.
#[test]
#[ignore = "takes a minute of CPU time unoptimised"]
fn losses_as_x_have_a_minimum() {
    let analysis = analysis();
    let loss = |playouts| row(&analysis, pmc2(playouts, Sharing::Random)).as_x.most_losses;
    let [few, best, many] = [60, 160, 400].map(loss);
    assert!(few > best && many > best);
    assert_close(best, 0.90, 0.01);
}

#[test]
#[ignore = "takes minutes of CPU time"]
fn losses_as_o_vanish_for_shared_playouts() {
    let analysis = analysis();
    for (sharing, playouts) in [(Sharing::Random, 965), (Sharing::Even, 954)] {
        let loss = |playouts| row(&analysis, pmc2(playouts, sharing)).as_o.most_losses;
        assert!(loss(playouts - 1) >= 1e-3 && loss(playouts) < 1e-3, "{sharing:?}");
    }
    let loss = |playouts| row(&analysis, pmc2(playouts, Sharing::Random)).as_o.least_score;
    assert!(loss(518) >= 1e-3 && loss(519) < 1e-3);
}

/// With randomly shared playouts every move is possible, so that every position with a bad move deviates.
#[test]
fn audits_of_finite_players_count_every_possible_error() {
    let analysis = analysis();
    let game = analysis.game();
    let in_progress = analysis.tree().first_met();
    let in_progress = in_progress.into_iter().filter(|&p| game.outcome(p).is_none());
    let fallible = in_progress
        .filter(|&p| analysis.best_moves(p, Scoring::Default).len() < game.moves(p).count());
    let fallible: Vec<_> = fallible.collect();

    let mut expected_loss = f64::INFINITY;
    for playouts in [1, 10, 100] {
        let player = Approximate::finite(&analysis, &pmc2(playouts, Sharing::Random));
        let found = approximate_audit(&analysis, &player);
        let positions = found.deviations.iter().map(|deviation| deviation.position);
        assert_eq!(positions.collect::<Vec<_>>(), fallible);
        assert_eq!(found.as_o.verdict.worst, Outcome::XWins);
        assert!(!found.as_o.verdict.holds && !found.as_x.verdict.holds);
        let bounds = found.deviations.iter().all(|deviation| {
            deviation.kind == DeviationKind::Tie
                && deviation.expected_loss <= deviation.error_probability
                && deviation.expected_loss >= deviation.error_probability / 2.0
        });
        assert!(bounds, "an error costs half a point or a whole one");
        // More playouts err less, on the whole.
        let sum = found.deviations.iter().map(|deviation| deviation.expected_loss).sum::<f64>();
        assert!(sum < expected_loss);
        expected_loss = sum;
        assert_eq!(found.as_o.verdict.worst_ties_loss_probability.to_bits(), 1.0_f64.to_bits());
    }
}

/// Two moves are left to x: c3 wins, b3 draws for certain.
#[test]
fn a_choice_between_a_win_and_a_draw() {
    let analysis = analysis();
    let game = analysis.game();
    let position = game.parse("xox/oxo/o..").unwrap();
    let law = |playouts, sharing| Approximate::finite(&analysis, &pmc2(playouts, sharing));
    let moves = |playouts, sharing| -> Vec<_> {
        let law = law(playouts, sharing).probabilities(position);
        law.into_iter().map(|(mv, _)| game.move_name(mv)).collect()
    };
    // Whichever move gets all playouts is preferred to an untried one; one playout for each finds the win.
    assert_eq!(moves(20, Sharing::Random), ["b3", "c3"]);
    assert_eq!(moves(1, Sharing::Even), ["b3", "c3"]);
    assert_eq!(moves(2, Sharing::Even), ["c3"]);
    assert_eq!(moves(1, Sharing::PerMove), ["c3"]);

    let found = approximate_audit(&analysis, &law(1, Sharing::Random));
    let orbit = analysis.id(position);
    let deviation =
        found.deviations.iter().find(|deviation| analysis.id(deviation.position) == orbit).unwrap();
    assert_close(deviation.error_probability, 0.5, 1e-15);
    assert_close(deviation.expected_loss, 0.25, 1e-15);
}

/// An exact policy gives the same numbers through either arithmetic: the limit of pmc is known both ways.
#[test]
fn both_arithmetics_agree() {
    let analysis = analysis();
    let rounded = Approximate::limit(&analysis, Comparison::WinsThenDraws);
    let Some(Known::Exact(exact)) =
        PlayerName::parse("pmc,limit").unwrap().known(&analysis).unwrap()
    else {
        panic!("an exact policy");
    };
    let exact = exact.as_ref();
    let found = approximate_audit(&analysis, &rounded);
    let expected = audit(&analysis, exact, Representatives::FirstMet).unwrap();
    assert_eq!(expected.deviations.len(), 56);
    assert_eq!(found.deviating_positions, expected.deviating_positions);
    for (found, expected) in found.deviations.iter().zip(&expected.deviations) {
        assert_eq!((found.position, found.kind), (expected.position, expected.kind));
        assert!(found.played.moves().eq(expected.played.moves()));
        assert_close(found.error_probability, expected.error_probability.to_f64().unwrap(), 1e-14);
        assert_close(found.expected_loss, expected.expected_loss.to_f64().unwrap(), 1e-14);
    }
    for player in [Player::O, Player::X] {
        let found = approximate_verdict(&analysis, &rounded, player);
        let expected = verdict(&analysis, exact, player);
        assert_eq!((found.holds, found.worst), (expected.holds, expected.worst));
        let bound = error_bound(&analysis, &rounded, player);
        assert_close(found.loss_probability, expected.loss_probability.to_f64().unwrap(), bound);
    }
}
