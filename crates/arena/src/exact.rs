use std::cell::OnceCell;

use exactplay_game::{Fraction, Game, Move, Outcome, Player, Policy, Unreduced};
use exactplay_players::Known;
use exactplay_tree::{Analysis, Table, Tree, TreeError};
use num_traits::{Num, ToPrimitive as _};

/// How a game between two players ends: the probabilities of [`Outcome::ALL`], that is, of x winning, a draw, o winning.
pub type Ends<T> = [T; 3];

/// What A comes to against B: the probabilities of win, draw and loss, from A's view.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally<T> {
    /// A wins.
    pub win: T,
    /// Nobody wins.
    pub draw: T,
    /// B wins.
    pub loss: T,
}

/// The results of A against B in both seats.
#[derive(Debug, Clone, PartialEq)]
pub struct Match<T> {
    /// A plays o.
    pub a_as_o: Tally<T>,
    /// A plays x.
    pub a_as_x: Tally<T>,
}

/// A match whose results are known without playing.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one for each match, not for each game")]
pub enum MatchResult {
    /// As fractions: both players' laws are exact.
    Exact(Match<Fraction>),
    /// As numbers, each within a bound of the true one.
    Bounded {
        /// The results.
        results: Match<f64>,
        /// The bound.
        error: f64,
    },
}

impl<T: Num + Clone> Match<T> {
    /// The results of both seats together, each counting half.
    pub fn both(&self) -> Tally<T> {
        let two = T::one() + T::one();
        let mean = |a: &T, b: &T| (a.clone() + b.clone()) / two.clone();
        Tally {
            win: mean(&self.a_as_o.win, &self.a_as_x.win),
            draw: mean(&self.a_as_o.draw, &self.a_as_x.draw),
            loss: mean(&self.a_as_o.loss, &self.a_as_x.loss),
        }
    }
}

impl<T> Tally<T> {
    fn of([x, draw, o]: Ends<T>, player: Player) -> Self {
        match player {
            Player::O => Self { win: o, draw, loss: x },
            Player::X => Self { win: x, draw, loss: o },
        }
    }
}

/// Where players meet: a game with the values that some of them look up.
#[derive(Debug)]
pub struct Arena<'a, G: Game> {
    analysis: &'a Analysis<G>,
    /// The tree of all positions, built when the first player needs it.
    full: OnceCell<Tree<Unreduced<G>>>,
}

impl<'a, G: Game> Arena<'a, G> {
    /// The arena of an analysed game.
    pub fn new(analysis: &'a Analysis<G>) -> Self {
        Self { analysis, full: OnceCell::new() }
    }

    /// Plays A against B from a position, in both seats, by two backward passes.
    ///
    /// When both players commute with the symmetries the passes run over the reduced tree, otherwise over all
    /// positions.
    ///
    /// # Errors
    /// When the tree of all positions is needed and too large.
    pub fn play_match(
        &self,
        a: &Known<'_, G>,
        b: &Known<'_, G>,
        from: G::Position,
    ) -> Result<MatchResult, TreeError> {
        let game = self.analysis.game();
        if a.is_equivariant() && b.is_equivariant() {
            return Ok(play_on(self.analysis.tree(), game, a, b, from));
        }
        if self.full.get().is_none() {
            let tree = Tree::build(Unreduced(game.clone()), |_| Ok(()))?;
            self.full.set(tree).expect("empty before");
        }
        Ok(play_on(self.full.get().expect("set above"), game, a, b, from))
    }
}

fn play_on<G: Game, H: Game<Position = G::Position>>(
    tree: &Tree<H>,
    game: &G,
    a: &Known<'_, G>,
    b: &Known<'_, G>,
    from: G::Position,
) -> MatchResult {
    let id = tree.id(from).expect("positions are reachable");
    if let (Known::Exact(a), Known::Exact(b)) = (a, b) {
        let law = |policy: &dyn Policy<G>, position| {
            policy.distribution(game, position).probabilities().collect()
        };
        let seat = |player: Player, o: &dyn Policy<G>, x: &dyn Policy<G>| {
            let ends = ends(tree, |p| law(o, p), |p| law(x, p));
            Tally::of(ends[id].clone(), player)
        };
        let (a, b) = (a.as_ref(), b.as_ref());
        return MatchResult::Exact(Match {
            a_as_o: seat(Player::O, a, b),
            a_as_x: seat(Player::X, b, a),
        });
    }
    let seat = |player: Player, o: &Known<'_, G>, x: &Known<'_, G>| {
        let ends = ends(tree, |p| o.probabilities(game, p), |p| x.probabilities(game, p));
        Tally::of(ends[id], player)
    };
    // Over at most so many plies each probability of a move is off by its player's error for each of its moves, and the
    // roundings of a pass are below one unit in the last place for each product and sum.
    let plies = f64::from(game.longest() - game.ply(from));
    let moves = f64::from(game.width()) * f64::from(game.height());
    let error = plies * moves * (a.error() + b.error() + f64::EPSILON);
    MatchResult::Bounded {
        results: Match { a_as_o: seat(Player::O, a, b), a_as_x: seat(Player::X, b, a) },
        error,
    }
}

/// How every position of a tree ends when o and x play by these laws: one backward pass.
///
/// A law gives the probabilities of the moves that may be made, ascending by move.
pub fn ends<G: Game, T>(
    tree: &Tree<G>,
    o: impl Fn(G::Position) -> Vec<(Move, T)> + Sync,
    x: impl Fn(G::Position) -> Vec<(Move, T)> + Sync,
) -> Table<Ends<T>>
where
    T: Num + Clone + Default + Send + Sync,
{
    let game = tree.game();
    tree.backward(|position, children| {
        if let Some(ended) = game.outcome(position) {
            return Outcome::ALL.map(|outcome| if outcome == ended { T::one() } else { T::zero() });
        }
        let law = match game.turn(position) {
            Player::O => o(position),
            Player::X => x(position),
        };
        let mut sum = [T::zero(), T::zero(), T::zero()];
        let mut played = law.into_iter().peekable();
        for (mv, child) in game.moves(position).zip(children.iter()) {
            let child: &Ends<T> = child;
            if let Some((_, probability)) = played.next_if(|&(next, _)| next == mv) {
                for (total, end) in sum.iter_mut().zip(child) {
                    *total = total.clone() + probability.clone() * end.clone();
                }
            }
        }
        sum
    })
}

impl MatchResult {
    /// The results as numbers, and the bound on their distance from the true ones.
    pub fn to_f64(&self) -> (Match<f64>, f64) {
        match self {
            Self::Bounded { results, error } => (results.clone(), *error),
            Self::Exact(results) => {
                let number = |p: &Fraction| p.to_f64().expect("in range");
                let tally = |tally: &Tally<Fraction>| Tally {
                    win: number(&tally.win),
                    draw: number(&tally.draw),
                    loss: number(&tally.loss),
                };
                (
                    Match { a_as_o: tally(&results.a_as_o), a_as_x: tally(&results.a_as_x) },
                    f64::EPSILON,
                )
            }
        }
    }
}
