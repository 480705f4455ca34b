#![deny(clippy::float_arithmetic)]

use std::cmp::Ordering;
use std::num::NonZeroU8;

use exactplay_game::{
    Fraction, Game, Move, MoveDistribution, Outcome, Player, Playouts, Policy, fraction,
};
use exactplay_tree::{Analysis, PositionId};
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::ToPrimitive as _;

use crate::Named;

/// Primitive Monte Carlo with infinitely many playouts: minimax to a fixed depth on exact playout probabilities.
///
/// The positions `depth` plies ahead are worth what random play makes of them, and finished ones before that what they
/// ended in. The player to move maximises and the opponent minimises the worth to the player to move; of several best
/// moves each is made with the same probability. Depth 1 is the tutorials' `ai_pmc` and `ai_pmc2`.
///
/// Comparisons are exact. A decision costs one look-up for every move, and one visit of every distinct orbit from two
/// plies ahead to the horizon.
#[derive(Debug, Clone)]
pub struct MonteCarlo<'a, G: Game> {
    analysis: &'a Analysis<G>,
    preference: Preference,
    depth: NonZeroU8,
}

/// How a player of random playouts ranks what they come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preference {
    /// By the probability of a win, then by that of a draw.
    WinThenDraw,
    /// By P(win) + weight * P(draw).
    Weighted(DrawWeight),
}

/// What a draw is worth where a win is worth 1 and a loss 0: an exact fraction in [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawWeight {
    numerator: u128,
    denominator: u128,
}

/// The Monte-Carlo players, by what they prefer.
pub const MONTE_CARLO_PLAYERS: &[Named<Preference>] = &[
    Named {
        name: "pmc",
        description: "the move that wins the most random playouts, then draws the most",
        what: Preference::WinThenDraw,
    },
    Named {
        name: "pmc2",
        description: "the move with the best random playouts, where a draw counts half a win",
        what: Preference::Weighted(DrawWeight::HALF),
    },
];

impl DrawWeight {
    /// Half a win.
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };

    /// The weight, or `None` when it is not in [0, 1] or its denominator does not fit 128 bits.
    pub fn new(weight: &Fraction) -> Option<Self> {
        let numerator = weight.numer().to_u128()?;
        let denominator = weight.denom().to_u128()?;
        (numerator <= denominator).then_some(Self { numerator, denominator })
    }

    /// The weight as a fraction.
    pub fn to_fraction(self) -> Fraction {
        fraction(self.numerator, self.denominator)
    }
}

/// What a position comes to for one player: the weights of a win and of a draw, over a denominator that all prospects
/// compared share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Prospect {
    pub(crate) win: u128,
    pub(crate) draw: u128,
}

impl Preference {
    /// The moves after which random play comes to the most for the player whose turn it is.
    ///
    /// # Panics
    /// When the common denominator of the playouts exceeds 128 bits; that of one position's moves divides that of the layer,
    /// which an exact engine has seen to fit.
    pub fn best_of(self, moves: &[(Move, Playouts)], turn: Player) -> Vec<Move> {
        let totals = moves.iter().map(|(_, playouts)| playouts.total());
        let common = totals.fold(1, |common: u128, total| common.lcm(&total));
        let prospect = |playouts: Playouts| {
            let factor = common / playouts.total();
            Prospect {
                win: playouts.weight(Outcome::win(turn)) * factor,
                draw: playouts.weight(Outcome::Draw) * factor,
            }
        };
        self.best(moves.iter().map(|&(mv, playouts)| (mv, prospect(playouts))))
    }

    /// The moves with the best prospect.
    fn best(self, prospects: impl Iterator<Item = (Move, Prospect)> + Clone) -> Vec<Move> {
        let all = prospects.clone().map(|(_, prospect)| prospect);
        let best = all.max_by(|&a, &b| self.compare(a, b));
        let is_best = |prospect| best.is_some_and(|best| self.compare(prospect, best).is_eq());
        prospects.filter(|&(_, prospect)| is_best(prospect)).map(|(mv, _)| mv).collect()
    }

    pub(crate) fn compare(self, a: Prospect, b: Prospect) -> Ordering {
        match self {
            Self::WinThenDraw => a.cmp(&b),
            Self::Weighted(weight) => match (weight.score(a), weight.score(b)) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => weight.wide_score(a).cmp(&weight.wide_score(b)),
            },
        }
    }
}

impl DrawWeight {
    /// The score over the denominators of the weight and of the prospect, where 128 bits hold it.
    fn score(self, prospect: Prospect) -> Option<u128> {
        let wins = prospect.win.checked_mul(self.denominator)?;
        wins.checked_add(prospect.draw.checked_mul(self.numerator)?)
    }

    fn wide_score(self, prospect: Prospect) -> BigUint {
        BigUint::from(prospect.win) * self.denominator
            + BigUint::from(prospect.draw) * self.numerator
    }
}

/// One decision: who decides, and where reading stops.
struct Decision<'a, G: Game> {
    player: &'a MonteCarlo<'a, G>,
    turn: Player,
    /// The ply of the positions that random play values.
    horizon: u8,
    /// The denominator of the playout weights at the horizon.
    whole: u128,
}

impl<'a, G: Game> MonteCarlo<'a, G> {
    /// The player for an analysed game that values the positions `depth` plies ahead.
    pub fn new(analysis: &'a Analysis<G>, preference: Preference, depth: NonZeroU8) -> Self {
        Self { analysis, preference, depth }
    }

    /// The moves with the best prospect.
    fn best_moves(&self, position: G::Position) -> Vec<Move> {
        let game = self.analysis.game();
        let ply = game.ply(position);
        let decision = Decision::new(self, game.turn(position), ply);
        let (moves, children): (Vec<_>, Vec<_>) = self.analysis.children(position).unzip();
        let prospects = decision.prospects(&children, ply + 1);
        self.preference.best(moves.into_iter().zip(prospects))
    }
}

impl<'a, G: Game> Decision<'a, G> {
    fn new(player: &'a MonteCarlo<'a, G>, turn: Player, ply: u8) -> Self {
        let mut layers = player.analysis.tree().layers();
        let last = u8::try_from(layers.len() - 1).expect("a ply");
        let horizon = ply.saturating_add(player.depth.get()).min(last);
        let layer = layers.nth(horizon.into()).expect("a layer of the tree");
        let whole = player.analysis.playout_weights(layer.start, horizon).iter().sum();
        Self { player, turn, horizon, whole }
    }

    /// The prospects of orbits of the layer at `ply`, in their order.
    fn prospects(&self, ids: &[PositionId], ply: u8) -> Vec<Prospect> {
        let analysis = self.player.analysis;
        if ply == self.horizon {
            let weights = ids.iter().map(|&id| analysis.playout_weights(id, ply));
            return weights.map(|weights| self.prospect(weights)).collect();
        }
        // Many positions share children; each orbit is valued once.
        let (game, tree) = (analysis.game(), analysis.tree());
        let mut next: Vec<_> = ids.iter().flat_map(|&id| tree.children(id)).copied().collect();
        next.sort_unstable();
        next.dedup();
        let found = self.prospects(&next, ply + 1);
        let prospects = ids.iter().map(|&id| {
            let position = tree.position(id);
            if let Some(ended) = game.outcome(position) {
                let weight = |outcome| if outcome == ended { self.whole } else { 0 };
                return self.prospect(Outcome::ALL.map(weight));
            }
            let children = tree.children(id).iter();
            let prospects = children.map(|child| found[next.binary_search(child).expect("listed")]);
            let compare = |a: &Prospect, b: &Prospect| self.player.preference.compare(*a, *b);
            let best = if game.turn(position) == self.turn {
                prospects.max_by(compare)
            } else {
                prospects.min_by(compare)
            };
            best.expect("a position in progress has moves")
        });
        prospects.collect()
    }

    /// What weights of (x wins, draw, o wins) mean to the player who decides.
    fn prospect(&self, weights: [u128; 3]) -> Prospect {
        let weight = |outcome| weights[outcome as usize];
        Prospect { win: weight(Outcome::win(self.turn)), draw: weight(Outcome::Draw) }
    }
}

impl<G: Game, H: Game<Position = G::Position>> Policy<H> for MonteCarlo<'_, G> {
    fn is_equivariant(&self) -> bool {
        true
    }

    fn distribution(&self, _: &H, position: G::Position) -> MoveDistribution {
        MoveDistribution::uniform(self.best_moves(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draw_weights_lie_between_a_loss_and_a_win() {
        assert_eq!(DrawWeight::new(&fraction(3, 6)), Some(DrawWeight::HALF));
        assert!(DrawWeight::new(&fraction(0, 1)).is_some());
        assert!(DrawWeight::new(&fraction(1, 1)).is_some());
        assert_eq!(DrawWeight::new(&fraction(3, 2)), None);
        assert_eq!(DrawWeight::new(&-fraction(1, 2)), None);
    }

    #[test]
    fn scores_beyond_128_bits_compare_exactly() {
        let weight = DrawWeight { numerator: u128::MAX / 2, denominator: u128::MAX };
        let preference = Preference::Weighted(weight);
        let compare = |a: (u128, u128), b: (u128, u128)| {
            preference.compare(Prospect { win: a.0, draw: a.1 }, Prospect { win: b.0, draw: b.1 })
        };
        // The weight is just below a half.
        assert_eq!(compare((1 << 126, 0), (0, 1 << 127)), Ordering::Greater);
        assert_eq!(compare((1 << 126, 0), (0, (1 << 127) + 1)), Ordering::Less);
        assert_eq!(compare((5, 1 << 127), (5, 1 << 127)), Ordering::Equal);
        assert_eq!(compare((1, 0), (0, 2)), Ordering::Greater);
        assert_eq!(compare((0, 1 << 127), (1, 0)), Ordering::Greater);
    }
}
