//! The Monte-Carlo player of the published lists, whose ties rounding decides.

use exactplay_game::{Game, Move, MoveDistribution, Player, Policy, Unreduced};
use exactplay_tree::{FloatPlayouts, Table, Tree, float_playouts};

use crate::PlayerName;

/// [`MonteCarlo`](crate::MonteCarlo) of depth 1 as the published code plays it: the probabilities are rounded sums, and their equality decides ties.
///
/// Which moves it takes for equal depends on rounding, and differs between images of one position.
#[derive(Debug)]
pub struct FloatMonteCarlo<G: Game> {
    tree: Tree<Unreduced<G>>,
    playouts: Table<FloatPlayouts>,
    rule: FloatRule,
}

/// What a [`FloatMonteCarlo`] compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatRule {
    /// Win rate, then draw rate.
    WinThenDraw,
    /// `P(win) + 0.5 * P(draw)` of o; for x, one less that.
    Score,
}

impl FloatRule {
    /// The comparison of a player whose rounded sums were published: `pmc` and `pmc2` without options.
    pub fn of(player: &PlayerName) -> Option<Self> {
        match player.to_string().as_str() {
            "pmc" => Some(Self::WinThenDraw),
            "pmc2" => Some(Self::Score),
            _ => None,
        }
    }
}

impl<G: Game> FloatMonteCarlo<G> {
    /// The player, from the tree of all positions of a game.
    pub fn new(tree: Tree<Unreduced<G>>, rule: FloatRule) -> Self {
        let playouts = float_playouts(&tree);
        Self { tree, playouts, rule }
    }

    fn merit(&self, turn: Player, found: FloatPlayouts) -> (f64, f64) {
        match (self.rule, turn) {
            (FloatRule::WinThenDraw, Player::O) => (found.o, found.draw),
            (FloatRule::WinThenDraw, Player::X) => (found.x, found.draw),
            (FloatRule::Score, Player::O) => (found.ps_o(), 0.0),
            (FloatRule::Score, Player::X) => (1.0 - found.ps_o(), 0.0),
        }
    }
}

impl<G: Game> Policy<G> for FloatMonteCarlo<G> {
    fn is_equivariant(&self) -> bool {
        false
    }

    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution {
        let turn = game.turn(position);
        let merits = game.moves(position).map(|mv| {
            let id = self.tree.id(game.play(position, mv)).expect("enumerated");
            (mv, self.merit(turn, self.playouts[id]))
        });
        MoveDistribution::uniform(best(&merits.collect::<Vec<_>>()))
    }
}

/// The moves of the greatest merit, in their order.
fn best(merits: &[(Move, (f64, f64))]) -> Vec<Move> {
    let greater = |best, &(_, merit): &(Move, (f64, f64))| if merit > best { merit } else { best };
    let greatest = merits.iter().fold((f64::NEG_INFINITY, 0.0), greater);
    merits.iter().filter(|&&(_, merit)| merit == greatest).map(|&(mv, _)| mv).collect()
}
