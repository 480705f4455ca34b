#![deny(clippy::float_arithmetic)]

use exactplay_game::{Fraction, Game, Move, Outcome, Player, Policy};
use exactplay_players::Approximate;
use exactplay_tree::{Analysis, PositionId, Table, Tree};
use num_traits::{One as _, Zero as _};

use crate::law::{Exact, Law, Number};

/// Whether a player is a weak solution in one seat: does it always get at least what perfect play would?
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict<N = Fraction> {
    /// Whether it gets at least the game's value against any opponent, whatever its ties and its luck decide: every move
    /// that it may make counts, however improbable.
    pub holds: bool,
    /// The worst that can happen to it, as an absolute outcome.
    pub worst: Outcome,
    /// The probability that it loses against an opponent who makes that as large as possible, its own moves being drawn
    /// from its distribution.
    pub loss_probability: N,
    /// The same when an adversary also picks its move among all that it may make: 1 when it can lose at all, otherwise 0.
    pub worst_ties_loss_probability: N,
    /// A game that ends in the worst outcome, when the player is no weak solution.
    pub line: Option<Vec<Move>>,
    /// The positions that can occur in its games with it to move, as flags by id.
    pub(crate) own_positions: Vec<bool>,
}

/// Plays a policy in the seat of `player` against every opponent at once, by one backward and one forward pass.
///
/// # Panics
/// When the policy is not equivariant and the tree is reduced.
pub fn verdict<G: Game>(
    analysis: &Analysis<G>,
    policy: &(impl Policy<G> + ?Sized),
    player: Player,
) -> Verdict {
    verdict_on(analysis, &Exact(policy), player)
}

/// The same for a player whose probabilities are known within a bound.
///
/// What holds and the worst outcome are exact. The probability of losing is within [`error_bound`](crate::error_bound).
pub fn approximate_verdict<G: Game>(
    analysis: &Analysis<G>,
    law: &Approximate<'_, G>,
    player: Player,
) -> Verdict<f64> {
    verdict_on(analysis, law, player)
}

pub(crate) fn verdict_on<G: Game, L: Law<G>>(
    analysis: &Analysis<G>,
    law: &L,
    player: Player,
) -> Verdict<L::Number> {
    let (game, tree) = (analysis.game(), analysis.tree());
    assert!(
        law.is_equivariant() || game.symmetries().len() == 1,
        "a reduced tree needs an equivariant policy"
    );
    let prospects = prospects(tree, law, player);
    let start = &prospects[Tree::<G>::START];
    let value = analysis.value(Tree::<G>::START).outcome.seen_by(player);
    let holds = start.worst >= value;
    let can_lose = start.worst == Outcome::win(player.other()).seen_by(player);
    Verdict {
        holds,
        worst: start.worst.seen_by(player),
        loss_probability: start.loss(),
        worst_ties_loss_probability: if can_lose { L::Number::one() } else { L::Number::zero() },
        line: (!holds).then(|| worst_line(analysis, law, player, &prospects)),
        own_positions: own_positions(analysis, law, player),
    }
}

/// What a player may come to from one position.
#[derive(Debug, Clone, Default)]
struct Prospect<N> {
    /// The worst outcome, as the player ranks it.
    worst: Outcome,
    /// The greatest probability of losing that an opponent can bring about; nothing where it cannot lose.
    loss: Option<N>,
}

impl<N: Number> Prospect<N> {
    fn loss(&self) -> N {
        self.loss.clone().unwrap_or_else(N::zero)
    }
}

fn prospects<G: Game, L: Law<G>>(
    tree: &Tree<G>,
    law: &L,
    player: Player,
) -> Table<Prospect<L::Number>> {
    let game = tree.game();
    tree.backward(|position, children| {
        if let Some(outcome) = game.outcome(position) {
            let lost = outcome == Outcome::win(player.other());
            return Prospect { worst: outcome.seen_by(player), loss: lost.then(L::Number::one) };
        }
        let children = children.iter();
        if game.turn(position) != player {
            let worst = children.clone().map(|child: &Prospect<_>| child.worst).min();
            let losses = children.filter_map(|child| child.loss.as_ref());
            let greatest = losses.reduce(|a, b| if b > a { b } else { a });
            return Prospect { worst: worst.expect("a move"), loss: greatest.cloned() };
        }
        let played = law.played(game, position);
        let mut prospect = Prospect { worst: Outcome::OWins, loss: None };
        for (mv, child) in game.moves(position).zip(children) {
            let Some(probability) = played.get(mv) else { continue };
            prospect.worst = prospect.worst.min(child.worst);
            if let Some(loss) = &child.loss {
                prospect.loss = Some(prospect.loss() + probability.clone() * loss.clone());
            }
        }
        prospect
    })
}

/// A game from the start in which everything goes as badly as it can.
fn worst_line<G: Game, L: Law<G>>(
    analysis: &Analysis<G>,
    law: &L,
    player: Player,
    prospects: &Table<Prospect<L::Number>>,
) -> Vec<Move> {
    let game = analysis.game();
    let mut position = game.start();
    let mut line = Vec::new();
    while game.outcome(position).is_none() {
        let own = (game.turn(position) == player).then(|| law.played(game, position));
        let options = analysis
            .children(position)
            .filter(|&(mv, _)| own.as_ref().is_none_or(|own| own.contains(mv)));
        // The first of the moves with the worst prospect; among those, with the greatest probability of losing.
        let (mv, _) = options
            .reduce(|best, other| {
                let (a, b) = (&prospects[best.1], &prospects[other.1]);
                let worse = b.worst < a.worst || b.worst == a.worst && b.loss > a.loss;
                if worse { other } else { best }
            })
            .expect("a move");
        line.push(mv);
        position = game.play(position, mv);
    }
    line
}

/// Which positions, with the player to move, can occur in its games against any opponent.
fn own_positions<G: Game>(analysis: &Analysis<G>, law: &impl Law<G>, player: Player) -> Vec<bool> {
    let (game, tree) = (analysis.game(), analysis.tree());
    let mut occurs = vec![false; tree.len()];
    occurs[Tree::<G>::START as usize] = true;
    let mut own = vec![false; tree.len()];
    for id in 0..PositionId::try_from(tree.len()).expect("ids fit") {
        if !occurs[id as usize] {
            continue;
        }
        let position = tree.position(id);
        if game.outcome(position).is_some() {
            continue;
        }
        if game.turn(position) == player {
            own[id as usize] = true;
            let played = law.played(game, position);
            for (mv, &child) in game.moves(position).zip(tree.children(id)) {
                occurs[child as usize] |= played.contains(mv);
            }
        } else {
            tree.children(id).iter().for_each(|&child| occurs[child as usize] = true);
        }
    }
    own
}
