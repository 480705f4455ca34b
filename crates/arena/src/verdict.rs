#![deny(clippy::float_arithmetic)]

use exactplay_game::{Fraction, Game, Move, Outcome, Player, Policy};
use exactplay_tree::{Analysis, PositionId, Table, Tree};
use num_traits::Zero as _;

/// Whether a policy is a weak solution in one seat: does it always get at least what perfect play would?
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it gets at least the game's value against any opponent, whatever its ties decide.
    pub holds: bool,
    /// The worst that can happen to it, as an absolute outcome.
    pub worst: Outcome,
    /// The probability that it loses against an opponent who makes that as large as possible, its own moves being drawn
    /// from its distribution.
    pub loss_probability: Fraction,
    /// A game that ends in the worst outcome, when the policy is no weak solution.
    pub line: Option<Vec<Move>>,
    /// The positions that can occur in its games with it to move, as flags by id.
    pub(crate) own_positions: Vec<bool>,
}

/// What a policy may come to from one position.
#[derive(Debug, Clone, Default)]
struct Prospect {
    /// The worst outcome, as its player ranks it.
    worst: Outcome,
    /// The greatest probability of losing that an opponent can bring about.
    loss: Option<Fraction>,
}

impl Prospect {
    fn loss(&self) -> Fraction {
        self.loss.clone().unwrap_or_else(Fraction::zero)
    }
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
    let (game, tree) = (analysis.game(), analysis.tree());
    assert!(
        policy.is_equivariant() || game.symmetries().len() == 1,
        "a reduced tree needs an equivariant policy"
    );
    let prospects = prospects(tree, policy, player);
    let start = &prospects[Tree::<G>::START];
    let value = analysis.value(Tree::<G>::START).outcome.seen_by(player);
    let holds = start.worst >= value;
    Verdict {
        holds,
        worst: start.worst.seen_by(player),
        loss_probability: start.loss(),
        line: (!holds).then(|| worst_line(analysis, policy, player, &prospects)),
        own_positions: own_positions(analysis, policy, player),
    }
}

fn prospects<G: Game>(
    tree: &Tree<G>,
    policy: &(impl Policy<G> + ?Sized),
    player: Player,
) -> Table<Prospect> {
    let game = tree.game();
    tree.backward(|position, children| {
        if let Some(outcome) = game.outcome(position) {
            let lost = outcome == Outcome::win(player.other());
            return Prospect {
                worst: outcome.seen_by(player),
                loss: lost.then(|| Fraction::from_integer(1.into())),
            };
        }
        if game.turn(position) != player {
            let worst = children.iter().map(|child: &Prospect| child.worst).min().expect("a move");
            let loss = children.iter().filter_map(|child| child.loss.as_ref()).max().cloned();
            return Prospect { worst, loss };
        }
        let distribution = policy.distribution(game, position);
        let mut prospect = Prospect { worst: Outcome::OWins, loss: None };
        for (mv, child) in
            game.moves(position).zip(children.iter()).filter(|&(mv, _)| distribution.contains(mv))
        {
            prospect.worst = prospect.worst.min(child.worst);
            if let Some(loss) = &child.loss {
                let term = distribution.probability(|played| played == mv) * loss;
                prospect.loss = Some(prospect.loss() + term);
            }
        }
        prospect
    })
}

/// A game from the start in which everything goes as badly as it can.
fn worst_line<G: Game>(
    analysis: &Analysis<G>,
    policy: &(impl Policy<G> + ?Sized),
    player: Player,
    prospects: &Table<Prospect>,
) -> Vec<Move> {
    let game = analysis.game();
    let mut position = game.start();
    let mut line = Vec::new();
    while game.outcome(position).is_none() {
        let own = (game.turn(position) == player).then(|| policy.distribution(game, position));
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

/// Which positions, with the policy to move, can occur in games of the policy against any opponent.
fn own_positions<G: Game>(
    analysis: &Analysis<G>,
    policy: &(impl Policy<G> + ?Sized),
    player: Player,
) -> Vec<bool> {
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
            let distribution = policy.distribution(game, position);
            for (mv, &child) in game.moves(position).zip(tree.children(id)) {
                occurs[child as usize] |= distribution.contains(mv);
            }
        } else {
            tree.children(id).iter().for_each(|&child| occurs[child as usize] = true);
        }
    }
    own
}
