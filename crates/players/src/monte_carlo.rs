use exactplay_game::{Fraction, Game, Move, MoveDistribution, Player, Policy, Unreduced};
use exactplay_tree::{Analysis, FloatPlayouts, Table, Tree, float_playouts};
use num_bigint::BigInt;

/// How a Monte-Carlo player compares the results of the random playouts that follow its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Preference {
    /// The higher win rate; among equal win rates the higher draw rate (the tutorials' `ai_pmc`).
    WinThenDraw,
    /// The higher win rate plus this share of the draw rate (with 1/2, the tutorials' `ai_pmc2`).
    DrawWeight(Fraction),
}

/// The primitive Monte-Carlo player with infinitely many playouts: it compares the exact expectations of uniform random
/// play after each of its moves, and plays all the best with equal probability.
#[derive(Debug, Clone)]
pub struct MonteCarlo<'a, G: Game> {
    analysis: &'a Analysis<G>,
    preference: Preference,
}

impl<'a, G: Game> MonteCarlo<'a, G> {
    /// The player with this preference, from the playout probabilities of an analysis.
    pub fn new(analysis: &'a Analysis<G>, preference: Preference) -> Self {
        Self { analysis, preference }
    }

    /// What the player compares, as integers over one denominator for all moves of a position.
    fn merit(&self, turn: Player, [x, draw, o]: [u128; 3]) -> (BigInt, u128) {
        let win = match turn {
            Player::O => o,
            Player::X => x,
        };
        match &self.preference {
            Preference::WinThenDraw => (win.into(), draw),
            Preference::DrawWeight(weight) => {
                (BigInt::from(win) * weight.denom() + BigInt::from(draw) * weight.numer(), 0)
            }
        }
    }
}

impl<G: Game> Policy<G> for MonteCarlo<'_, G> {
    fn is_equivariant(&self) -> bool {
        true
    }

    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution {
        let (turn, next_ply) = (game.turn(position), game.ply(position) + 1);
        let merits = self.analysis.children(position).map(|(mv, child)| {
            let weights = self.analysis.playout_weights(child, next_ply);
            (mv, self.merit(turn, weights))
        });
        MoveDistribution::uniform(best_by(merits, |a, b| a > b))
    }
}

/// The same player as the published code plays it: the probabilities are rounded sums, and their equality decides ties.
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
        MoveDistribution::uniform(best_by(merits, |a, b| a > b))
    }
}

/// The moves that no other beats, in their order.
fn best_by<M>(
    merits: impl Iterator<Item = (Move, M)>,
    beats: impl Fn(&M, &M) -> bool,
) -> Vec<Move> {
    let mut best: Option<M> = None;
    let mut moves = Vec::new();
    for (mv, merit) in merits {
        match &best {
            Some(found) if beats(found, &merit) => continue,
            Some(found) if !beats(&merit, found) => {}
            _ => {
                moves.clear();
                best = Some(merit);
            }
        }
        moves.push(mv);
    }
    moves
}
