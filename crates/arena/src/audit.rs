#![deny(clippy::float_arithmetic)]

use std::collections::BTreeSet;

use exactplay_game::{Fraction, Game, MoveDistribution, Player, Policy, Unreduced};
use exactplay_players::Approximate;
use exactplay_tree::{Analysis, PositionId, Scoring, TreeError};
use num_traits::FromPrimitive as _;

use crate::law::{Exact, Law, Played};
use crate::verdict::{Verdict, verdict_on};

/// Where a player leaves the optimal moves, and what that costs.
#[derive(Debug, Clone)]
pub struct Audit<P, N = Fraction> {
    /// Classes of positions in progress, all of which were looked at.
    pub orbits_checked: usize,
    /// The deviations, one for each deviating orbit, in the order in which the tutorials meet them.
    pub deviations: Vec<Deviation<P, N>>,
    /// Deviating positions, all members of all orbits counted.
    pub deviating_positions: u64,
    /// What it comes to as o.
    pub as_o: Seat<N>,
    /// What it comes to as x.
    pub as_x: Seat<N>,
}

/// What a player comes to in one seat.
#[derive(Debug, Clone)]
pub struct Seat<N = Fraction> {
    /// Whether it is a weak solution.
    pub verdict: Verdict<N>,
    /// Deviating orbits that can occur in its own games.
    pub reachable_deviations: usize,
}

/// A position at which a player may make a move that is not optimal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation<P, N = Fraction> {
    /// The position.
    pub position: P,
    /// What the player plays there.
    pub played: Played<N>,
    /// Whether it always errs there.
    pub kind: DeviationKind,
    /// The probability that it makes a move that is not optimal.
    pub error_probability: N,
    /// How much worth its move loses on average, where play is perfect afterwards: a win is worth 1, a draw 1/2 and a
    /// loss 0 to the player to move.
    pub expected_loss: N,
}

/// Whether a deviation is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviationKind {
    /// Some of the moves that may be made are optimal.
    Tie,
    /// None of them is.
    Always,
}

/// Which position speaks for its orbit when a policy is not equivariant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Representatives {
    /// The one that a breadth-first walk meets first, as in the published lists: an orbit deviates when that one does.
    FirstMet,
    /// Any: an orbit deviates when one of its positions does, and is shown by the first that does.
    Any,
}

/// Audits a policy at every position in progress, and plays it against every opponent in both seats.
///
/// An equivariant policy is audited on the reduced tree. For any other the tree of all positions is built as well.
///
/// # Errors
/// When that tree is too large.
pub fn audit<G: Game>(
    analysis: &Analysis<G>,
    policy: &(impl Policy<G> + ?Sized),
    representatives: Representatives,
) -> Result<Audit<G::Position>, TreeError> {
    if policy.is_equivariant() {
        return Ok(audit_reduced(analysis, &Exact(policy)));
    }
    let order = analysis.tree().first_met();
    let orbits_checked = in_progress(analysis.game(), &order);
    let full = Analysis::of(Unreduced(analysis.game().clone()), |_| Ok(()))?;
    let on_all = OnAllPositions(policy);
    let law = Exact(&on_all);
    let all = deviations(&full, &law, &full.tree().first_met());
    let [as_o, as_x] = seats(&full, &law, &all, |position| analysis.id(position));
    let deviating_positions = all.len() as u64;
    let deviations = match representatives {
        Representatives::FirstMet => deviations(analysis, &Exact(policy), &order),
        Representatives::Any => {
            let mut seen = BTreeSet::new();
            all.into_iter()
                .filter(|deviation| seen.insert(analysis.id(deviation.position)))
                .collect()
        }
    };
    Ok(Audit { orbits_checked, deviations, deviating_positions, as_o, as_x })
}

/// Audits a player whose probabilities are known within a bound, as [`audit`] does a policy.
///
/// Every move that the player may make counts, however improbable: with random playouts, most positions deviate. Which
/// ones do is exact, and so is what holds. The probabilities of errors and expected losses are within
/// [`Approximate::error`] for each move of the position, those of losing within [`error_bound`](crate::error_bound).
pub fn approximate_audit<G: Game>(
    analysis: &Analysis<G>,
    player: &Approximate<'_, G>,
) -> Audit<G::Position, f64> {
    audit_reduced(analysis, player)
}

/// The audit of an equivariant law.
fn audit_reduced<G: Game, L: Law<G>>(
    analysis: &Analysis<G>,
    law: &L,
) -> Audit<G::Position, L::Number> {
    let game = analysis.game();
    let order = analysis.tree().first_met();
    let orbits_checked = in_progress(game, &order);
    let deviations = deviations(analysis, law, &order);
    let size = |deviation: &Deviation<_, _>| u64::from(game.orbit_size(deviation.position));
    let deviating_positions = deviations.iter().map(size).sum();
    let [as_o, as_x] = seats(analysis, law, &deviations, |position| analysis.id(position));
    Audit { orbits_checked, deviations, deviating_positions, as_o, as_x }
}

/// How many of the positions are in progress.
fn in_progress<G: Game>(game: &G, positions: &[G::Position]) -> usize {
    positions.iter().filter(|&&position| game.outcome(position).is_none()).count()
}

/// The verdicts as o and as x. `orbit` numbers the orbits, of which those that can occur are counted.
fn seats<G: Game, L: Law<G>>(
    analysis: &Analysis<G>,
    law: &L,
    deviations: &[Deviation<G::Position, L::Number>],
    orbit: impl Fn(G::Position) -> PositionId,
) -> [Seat<L::Number>; 2] {
    [Player::O, Player::X].map(|player| {
        let verdict = verdict_on(analysis, law, player);
        let positions = deviations.iter().map(|deviation| deviation.position);
        let occurring =
            positions.filter(|&position| verdict.own_positions[analysis.id(position) as usize]);
        let reachable_deviations = occurring.map(&orbit).collect::<BTreeSet<_>>().len();
        Seat { verdict, reachable_deviations }
    })
}

/// The deviations at some positions, in their order.
fn deviations<G: Game, L: Law<G>>(
    analysis: &Analysis<G>,
    law: &L,
    positions: &[G::Position],
) -> Vec<Deviation<G::Position, L::Number>> {
    positions.iter().filter_map(|&position| deviation(analysis, law, position)).collect()
}

/// The deviation at a position, if there is one.
fn deviation<G: Game, L: Law<G>>(
    analysis: &Analysis<G>,
    law: &L,
    position: G::Position,
) -> Option<Deviation<G::Position, L::Number>> {
    let game = analysis.game();
    if game.outcome(position).is_some() {
        return None;
    }
    let best = analysis.best_moves(position, Scoring::Default);
    let played = law.played(game, position);
    let optimal = played.moves().filter(|mv| best.contains(mv)).count();
    if optimal == played.moves().len() {
        return None;
    }
    let kind = if optimal > 0 { DeviationKind::Tie } else { DeviationKind::Always };
    let number = |n: u8| L::Number::from_u8(n).expect("a small number");
    let error_probability = played.expectation(|mv| number(u8::from(!best.contains(&mv))));
    let turn = game.turn(position);
    let half_points = |id| analysis.value(id).outcome.seen_by(turn) as u8;
    let value = half_points(analysis.id(position));
    let lost = |mv| number(value - half_points(analysis.id(game.play(position, mv))));
    let expected_loss = played.expectation(lost) / number(2);
    Some(Deviation { position, played, kind, error_probability, expected_loss })
}

/// A policy on the tree of all positions.
struct OnAllPositions<'a, Q: ?Sized>(&'a Q);

impl<G: Game, Q: Policy<G> + ?Sized> Policy<Unreduced<G>> for OnAllPositions<'_, Q> {
    fn is_equivariant(&self) -> bool {
        self.0.is_equivariant()
    }

    fn distribution(&self, game: &Unreduced<G>, position: G::Position) -> MoveDistribution {
        self.0.distribution(&game.0, position)
    }
}
