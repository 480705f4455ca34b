//! The audits of the Monte-Carlo players with infinitely many playouts against lists computed independently:
//! `data/golden/audits.csv`.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::num::NonZeroU8;

use exactplay_arena::{Audit, DeviationKind, Representatives, audit, verdict};
use exactplay_game::{Game as _, Move, Outcome, Player, Policy, Unreduced, fraction};
use exactplay_players::{
    DrawWeight, FloatMonteCarlo, FloatRule, MonteCarlo, Perfect, Preference, Random,
};
use exactplay_rules::{Mnk, Stones};
use exactplay_tree::{Analysis, Scoring, Tree};

fn analysis() -> Analysis<Mnk> {
    Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn moves(octal: &str) -> Vec<Move> {
    let set = u16::from_str_radix(octal, 8).unwrap();
    (0..9).filter(|cell| set >> cell & 1 == 1).map(Move).collect()
}

/// The audit lists the known positions in the known order, with the known moves.
fn assert_known(analysis: &Analysis<Mnk>, found: &Audit<Stones>, player: &str, arithmetic: &str) {
    let golden = include_str!("../../../data/golden/audits.csv");
    let prefix = format!("{player},{arithmetic},");
    let expected: Vec<_> = golden.lines().filter_map(|line| line.strip_prefix(&prefix)).collect();
    assert_eq!(found.deviations.len(), expected.len());
    for (deviation, line) in found.deviations.iter().zip(expected) {
        let fields: Vec<_> = line.split(',').collect();
        let position = analysis.game().parse(&format!("key:{}", fields[0])).unwrap();
        assert_eq!(deviation.position, position, "{line}");
        assert_eq!(deviation.played.moves().collect::<Vec<_>>(), moves(fields[1]), "{line}");
        assert_eq!(analysis.best_moves(position, Scoring::Default), moves(fields[2]), "{line}");
    }
}

fn exact(preference: Preference) -> (Analysis<Mnk>, Audit<Stones>) {
    let analysis = analysis();
    let found = audit(
        &analysis,
        &MonteCarlo::new(&analysis, preference, NonZeroU8::MIN),
        Representatives::FirstMet,
    )
    .unwrap();
    (analysis, found)
}

fn rounded(analysis: &Analysis<Mnk>, rule: FloatRule) -> FloatMonteCarlo<Mnk> {
    FloatMonteCarlo::new(Tree::build(Unreduced(analysis.game().clone()), |_| Ok(())).unwrap(), rule)
}

fn pmc2() -> Preference {
    Preference::Weighted(DrawWeight::HALF)
}

/// Plays out a line and returns how it ended.
fn end(game: &Mnk, line: &[Move]) -> Option<Outcome> {
    game.outcome(line.iter().fold(game.start(), |position, &mv| game.play(position, mv)))
}

#[test]
fn exact_audits_list_the_known_deviations() {
    for (preference, player, count) in [(pmc2(), "pmc2", 29), (Preference::WinThenDraw, "pmc", 28)]
    {
        let (analysis, found) = exact(preference);
        assert_eq!((found.orbits_checked, found.deviations.len()), (627, count));
        assert_known(&analysis, &found, player, "exact");
    }
}

#[test]
fn both_are_weak_solutions_as_o_only() {
    for preference in [pmc2(), Preference::WinThenDraw] {
        let (analysis, found) = exact(preference);
        assert!(found.as_o.verdict.holds && found.as_o.verdict.line.is_none());
        assert_eq!(found.as_o.verdict.worst, Outcome::Draw);
        assert_eq!(
            (found.as_o.verdict.loss_probability.clone(), found.as_o.reachable_deviations),
            (fraction(0, 1), 0)
        );
        assert!(!found.as_x.verdict.holds && found.as_x.reachable_deviations > 0);
        assert_eq!(found.as_x.verdict.worst, Outcome::OWins);
        let line = found.as_x.verdict.line.as_deref().unwrap();
        assert_eq!(end(analysis.game(), line), Some(Outcome::OWins));
    }
    // As x against a best response, pmc2 always loses.
    assert_eq!(exact(pmc2()).1.as_x.verdict.loss_probability, fraction(1, 1));
}

#[test]
fn the_worst_ties_lose_wherever_a_loss_is_possible() {
    let (analysis, found) = exact(pmc2());
    assert_eq!(found.as_o.verdict.worst_ties_loss_probability, fraction(0, 1));
    assert_eq!(found.as_x.verdict.worst_ties_loss_probability, fraction(1, 1));
    // Any move at all: uniform ties leave a chance against a best response, the worst leave none.
    for player in [Player::O, Player::X] {
        let found = verdict(&analysis, &Random, player);
        let (uniform, worst) = (found.loss_probability, found.worst_ties_loss_probability);
        assert!(uniform > fraction(0, 1) && uniform < worst && worst == fraction(1, 1));
    }
    let perfect = Perfect::new(&analysis, Scoring::Default);
    for player in [Player::O, Player::X] {
        let found = verdict(&analysis, &perfect, player);
        assert!(found.holds);
        assert_eq!(found.worst_ties_loss_probability, fraction(0, 1));
    }
}

#[test]
fn ties_say_how_probable_an_error_is() {
    let (analysis, found) = exact(pmc2());
    let of = |text: &str| {
        let position = analysis.game().parse(text).unwrap();
        found.deviations.iter().find(|deviation| deviation.position == position).unwrap()
    };
    let tie = of("key:o..o.x...");
    assert_eq!((tie.kind, tie.error_probability.clone()), (DeviationKind::Tie, fraction(1, 2)));
    // Both replies keep no more than half of a won game, or lose a drawn one.
    assert_eq!(tie.expected_loss, fraction(1, 4));
    let always = of("key:o.x......");
    assert_eq!(
        (always.kind, always.error_probability.clone()),
        (DeviationKind::Always, fraction(1, 1))
    );
}

#[test]
fn f64_audits_reproduce_the_published_lists() {
    let analysis = analysis();
    for (rule, player, count) in
        [(FloatRule::Score, "pmc2", 26), (FloatRule::WinThenDraw, "pmc", 30)]
    {
        let policy = rounded(&analysis, rule);
        let found = audit(&analysis, &policy, Representatives::FirstMet).unwrap();
        assert_eq!(found.deviations.len(), count);
        assert_known(&analysis, &found, player, "f64");
    }
}

/// Any member of an orbit: 29 orbits for pmc2 and 32 for pmc have a position at which rounded sums deviate.
#[test]
fn rounded_sums_depend_on_the_representative() {
    let analysis = analysis();
    for (rule, count) in [(FloatRule::Score, 29), (FloatRule::WinThenDraw, 32)] {
        let policy = rounded(&analysis, rule);
        assert_eq!(
            audit(&analysis, &policy, Representatives::Any).unwrap().deviations.len(),
            count
        );
    }
}

#[test]
fn draw_weights_change_the_count() {
    for (numerator, denominator, count) in
        [(0, 1, 88), (1, 9, 28), (1, 8, 27), (3, 10, 25), (1, 2, 29), (3, 5, 14), (1, 1, 77)]
    {
        let (_, found) = exact(Preference::Weighted(
            DrawWeight::new(&fraction(numerator, denominator)).unwrap(),
        ));
        assert_eq!(found.deviations.len(), count, "draw weight {numerator}/{denominator}");
        assert!(found.as_o.verdict.holds && !found.as_x.verdict.holds);
    }
}

#[test]
fn an_equivariant_policy_gives_the_same_audit_on_all_positions() {
    struct Forgetful<'a>(MonteCarlo<'a, Mnk>);
    impl Policy<Mnk> for Forgetful<'_> {
        fn is_equivariant(&self) -> bool {
            false
        }
        fn distribution(&self, game: &Mnk, position: Stones) -> exactplay_game::MoveDistribution {
            self.0.distribution(game, position)
        }
    }
    let (analysis, reduced) = exact(pmc2());
    let policy = Forgetful(MonteCarlo::new(&analysis, pmc2(), NonZeroU8::MIN));
    let full = audit(&analysis, &policy, Representatives::Any).unwrap();
    assert_eq!(full.deviations, reduced.deviations);
    assert_eq!(full.deviating_positions, reduced.deviating_positions);
    for (a, b) in [(&full.as_o, &reduced.as_o), (&full.as_x, &reduced.as_x)] {
        assert_eq!(a.reachable_deviations, b.reachable_deviations);
        assert_eq!(a.verdict.loss_probability, b.verdict.loss_probability);
        assert_eq!((a.verdict.worst, a.verdict.holds), (b.verdict.worst, b.verdict.holds));
    }
}
