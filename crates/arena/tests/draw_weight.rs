//! The sweep over draw weights against known counts and against an audit at every weight where something changes.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::num::NonZeroU8;

use exactplay_arena::{
    DrawWeightEnd, DrawWeightSegment, DrawWeightSweep, Representatives, audit, draw_weight_sweep,
};
use exactplay_game::{Fraction, Game, Player, fraction};
use exactplay_players::{DrawWeight, MonteCarlo, Preference};
use exactplay_rules::{Connect, Mnk};
use exactplay_tree::Analysis;

fn analysis() -> Analysis<Mnk> {
    Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn interval(segment: &DrawWeightSegment) -> String {
    let DrawWeightEnd { weight: from, included } = &segment.from;
    if segment.is_point() {
        return from.to_string();
    }
    let to = &segment.to;
    let (open, close) = (if *included { '[' } else { '(' }, if to.included { ']' } else { ')' });
    format!("{open}{from}, {}{close}", to.weight)
}

/// The segment that a weight belongs to.
fn segment<'a>(sweep: &'a DrawWeightSweep, weight: &Fraction) -> &'a DrawWeightSegment {
    let holds = |segment: &&DrawWeightSegment| {
        let above = *weight > segment.from.weight
            || segment.from.included && *weight == segment.from.weight;
        let below =
            *weight < segment.to.weight || segment.to.included && *weight == segment.to.weight;
        above && below
    };
    let mut found = sweep.segments.iter().filter(holds);
    let segment = found.next().unwrap();
    assert!(found.next().is_none(), "segments do not overlap");
    segment
}

/// Every segment agrees with the audit at each weight where moves change, and between any two.
fn assert_audits_agree<G: Game>(analysis: &Analysis<G>, sweep: &DrawWeightSweep) {
    let ends = [vec![fraction(0, 1)], sweep.move_changes.clone(), vec![fraction(1, 1)]].concat();
    let between = ends.windows(2).map(|ends| (&ends[0] + &ends[1]) / fraction(2, 1));
    // A grid that knows nothing of the sweep would notice a change that it missed.
    let grid = (1..41).map(|numerator| fraction(numerator, 41));
    for weight in ends.iter().cloned().chain(between).chain(grid) {
        let segment = segment(sweep, &weight);
        let preference = Preference::Weighted(DrawWeight::new(&weight).unwrap());
        let player = MonteCarlo::new(analysis, preference, NonZeroU8::MIN);
        let found = audit(analysis, &player, Representatives::FirstMet).unwrap();
        assert_eq!(found.orbits_checked, sweep.orbits_checked);
        assert_eq!(found.deviations.len(), segment.deviating_orbits, "{weight}");
        assert_eq!(found.deviating_positions, segment.deviating_positions, "{weight}");
        for (audited, swept) in [(found.as_o, segment.as_o), (found.as_x, segment.as_x)] {
            assert_eq!((audited.verdict.holds, audited.verdict.worst), (swept.holds, swept.worst));
        }
    }
}

#[test]
fn tic_tac_toe_at_every_weight() {
    let analysis = analysis();
    let sweep = draw_weight_sweep(&analysis);
    assert_eq!(sweep.orbits_checked, 627);
    let counts = sweep
        .segments
        .iter()
        .map(|segment| (interval(segment), segment.deviating_orbits, segment.deviating_positions));
    let expected = [
        ("0", 88, 658),
        ("(0, 1/9]", 28, 206),
        ("(1/9, 1/4]", 27, 202),
        ("(1/4, 1/3)", 25, 186),
        ("[1/3, 4/9]", 26, 194),
        ("(4/9, 1/2)", 25, 190),
        ("1/2", 29, 222),
        ("(1/2, 2/3)", 14, 102),
        ("2/3", 15, 106),
        ("(2/3, 3/4)", 14, 98),
        ("3/4", 16, 114),
        ("(3/4, 7/9]", 15, 106),
        ("(7/9, 5/6)", 14, 98),
        ("[5/6, 8/9]", 15, 106),
        ("(8/9, 1)", 14, 98),
        ("1", 77, 558),
    ];
    let expected =
        expected.map(|(interval, orbits, positions)| (interval.to_owned(), orbits, positions));
    assert_eq!(counts.collect::<Vec<_>>(), expected);
    for segment in &sweep.segments {
        assert!(segment.as_o.holds && !segment.as_x.holds, "{}", interval(segment));
    }
    assert_audits_agree(&analysis, &sweep);
}

#[test]
fn other_games_at_every_weight() {
    let analysis = Analysis::of(Mnk::new(4, 2, 3, Player::X).unwrap(), |_| Ok(())).unwrap();
    assert_audits_agree(&analysis, &draw_weight_sweep(&analysis));
    let analysis = Analysis::of(Connect::new(4, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap();
    assert_audits_agree(&analysis, &draw_weight_sweep(&analysis));
}
