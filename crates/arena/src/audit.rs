#![deny(clippy::float_arithmetic)]

use std::collections::BTreeSet;

use exactplay_game::{Fraction, Game, MoveDistribution, Player, Policy, Unreduced};
use exactplay_tree::{Analysis, PositionId, Scoring, TreeError};
use num_traits::Zero as _;

use crate::verdict::{Verdict, verdict};

/// Where a policy leaves the optimal moves, and what that costs.
#[derive(Debug, Clone)]
pub struct Audit<P> {
    /// Classes of positions in progress, all of which were looked at.
    pub orbits_checked: usize,
    /// The deviations, one for each deviating orbit, in the order in which the tutorials meet them.
    pub deviations: Vec<Deviation<P>>,
    /// Deviating positions, all members of all orbits counted.
    pub deviating_positions: u64,
    /// What it comes to as o.
    pub as_o: Seat,
    /// What it comes to as x.
    pub as_x: Seat,
}

/// What a policy comes to in one seat.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Whether it is a weak solution.
    pub verdict: Verdict,
    /// Deviating orbits that can occur in its own games.
    pub reachable_deviations: usize,
}

/// A position at which a policy may play a move that is not optimal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation<P> {
    /// The position.
    pub position: P,
    /// What the policy plays there.
    pub played: MoveDistribution,
    /// Whether it always errs there.
    pub kind: DeviationKind,
    /// The probability that it plays a move that is not optimal.
    pub error_probability: Fraction,
}

/// Whether a deviation is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviationKind {
    /// Some of the moves that may be played are optimal.
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
    let game = analysis.game();
    let order = analysis.tree().first_met();
    let orbits_checked = order.iter().filter(|&&position| game.outcome(position).is_none()).count();
    let deviations = |order: Vec<_>| -> Vec<_> {
        order.into_iter().filter_map(|position| deviation(analysis, policy, position)).collect()
    };
    if policy.is_equivariant() {
        let deviations = deviations(order);
        let size = |deviation: &Deviation<_>| u64::from(game.orbit_size(deviation.position));
        let deviating_positions = deviations.iter().map(size).sum();
        let [as_o, as_x] = seats(analysis, policy, &deviations, |position| analysis.id(position));
        return Ok(Audit { orbits_checked, deviations, deviating_positions, as_o, as_x });
    }
    let full = Analysis::of(Unreduced(game.clone()), |_| Ok(()))?;
    let all = deviations(full.tree().first_met());
    let [as_o, as_x] =
        seats(&full, &OnAllPositions(policy), &all, |position| analysis.id(position));
    let deviating_positions = all.len() as u64;
    let deviations = match representatives {
        Representatives::FirstMet => deviations(order),
        Representatives::Any => {
            let mut seen = BTreeSet::new();
            all.into_iter()
                .filter(|deviation| seen.insert(analysis.id(deviation.position)))
                .collect()
        }
    };
    Ok(Audit { orbits_checked, deviations, deviating_positions, as_o, as_x })
}

/// The verdicts as o and as x. `orbit` numbers the orbits, of which those that can occur are counted.
fn seats<G: Game>(
    analysis: &Analysis<G>,
    policy: &(impl Policy<G> + ?Sized),
    deviations: &[Deviation<G::Position>],
    orbit: impl Fn(G::Position) -> PositionId,
) -> [Seat; 2] {
    [Player::O, Player::X].map(|player| {
        let verdict = verdict(analysis, policy, player);
        let positions = deviations.iter().map(|deviation| deviation.position);
        let occurring =
            positions.filter(|&position| verdict.own_positions[analysis.id(position) as usize]);
        let reachable_deviations = occurring.map(&orbit).collect::<BTreeSet<_>>().len();
        Seat { verdict, reachable_deviations }
    })
}

/// The deviation of a policy at a position, if there is one.
fn deviation<G: Game>(
    analysis: &Analysis<G>,
    policy: &(impl Policy<G> + ?Sized),
    position: G::Position,
) -> Option<Deviation<G::Position>> {
    let game = analysis.game();
    if game.outcome(position).is_some() {
        return None;
    }
    let best = analysis.best_moves(position, Scoring::Default);
    let played = policy.distribution(game, position);
    let error_probability = played.probability(|mv| !best.contains(&mv));
    if error_probability.is_zero() {
        return None;
    }
    let kind = if played.moves().any(|mv| best.contains(&mv)) {
        DeviationKind::Tie
    } else {
        DeviationKind::Always
    };
    Some(Deviation { position, played, kind, error_probability })
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
