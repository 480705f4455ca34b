use exactplay_game::{Game, Move, Outcome, Player, Policy};
use exactplay_players::Approximate;
use exactplay_tree::{Analysis, Tree};
use num_traits::ToPrimitive as _;

use crate::exact::Tally;

/// Who plays against a player, and knows how it plays.
pub(crate) enum Opponent<'a, G: Game> {
    /// Makes the probability that the player loses as large as possible.
    MostLosses,
    /// Makes the player's expectation of wins less losses as small as possible, and among such replies takes the one with
    /// the most losses. Expectations count as equal when they differ by at most this.
    LeastScore(f64),
    /// Plays an equivariant policy.
    Policy(&'a dyn Policy<G>),
}

/// A bound on the distance of each probability that a player comes to, in the seat of `seat`, from the true one.
///
/// Each probability of a move of its own is off by [`Approximate::error`], and each product and sum by a rounding.
pub fn error_bound<G: Game>(
    analysis: &Analysis<G>,
    player: &Approximate<'_, G>,
    seat: Player,
) -> f64 {
    let (game, tree) = (analysis.game(), analysis.tree());
    let most_moves = |turn: Player| -> f64 {
        let layers = tree.layers().map(|layer| {
            let those = layer.filter(|&id| game.turn(tree.position(id)) == turn);
            those.map(|id| tree.children(id).len()).max().unwrap_or(0)
        });
        layers.sum::<usize>().to_f64().expect("a small number")
    };
    most_moves(seat) * (player.error() + f64::EPSILON) + most_moves(seat.other()) * f64::EPSILON
}

/// What a player comes to from the start, by one backward pass.
pub(crate) fn results<G: Game>(
    analysis: &Analysis<G>,
    player: &Approximate<'_, G>,
    seat: Player,
    opponent: &Opponent<'_, G>,
) -> Tally<f64> {
    let (game, tree) = (analysis.game(), analysis.tree());
    let table = tree.backward(|position, children| {
        if let Some(outcome) = game.outcome(position) {
            return Tally::certain(outcome.seen_by(seat));
        }
        let children = children.values();
        if game.turn(position) == seat {
            return mean(game.moves(position).zip(children), player.probabilities(position));
        }
        let most_losses = |a: &Tally<f64>, b: &Tally<f64>| a.loss.total_cmp(&b.loss);
        let reply = match opponent {
            Opponent::MostLosses => children.max_by(most_losses),
            Opponent::LeastScore(tolerance) => {
                let least = children.clone().map(Tally::score).fold(f64::INFINITY, f64::min);
                children.filter(|reply| reply.score() <= least + tolerance).max_by(most_losses)
            }
            Opponent::Policy(policy) => {
                let law = policy.distribution(game, position);
                let rounded =
                    law.probabilities().map(|(mv, p)| (mv, p.to_f64().expect("in range")));
                Some(mean(game.moves(position).zip(children), rounded))
            }
        };
        reply.expect("a move")
    });
    table[Tree::<G>::START]
}

impl Tally<f64> {
    /// A game that ended, as the player ranks it.
    fn certain(outcome: Outcome) -> Self {
        match outcome {
            Outcome::OWins => Self { win: 1.0, ..Self::default() },
            Outcome::Draw => Self { draw: 1.0, ..Self::default() },
            Outcome::XWins => Self { loss: 1.0, ..Self::default() },
        }
    }

    /// The expectation of wins less losses.
    fn score(self) -> f64 {
        self.win - self.loss
    }
}

/// The mean of what moves lead to, weighted by the probabilities of some of them. Both ascend by move.
fn mean(
    children: impl Iterator<Item = (Move, Tally<f64>)>,
    law: impl IntoIterator<Item = (Move, f64)>,
) -> Tally<f64> {
    let mut law = law.into_iter().peekable();
    children.fold(Tally::default(), |sum, (mv, child)| match law.next_if(|made| made.0 == mv) {
        None => sum,
        Some((_, probability)) => Tally {
            win: sum.win + probability * child.win,
            draw: sum.draw + probability * child.draw,
            loss: sum.loss + probability * child.loss,
        },
    })
}
