use exactplay_finite::{Choice, Comparison, MonteCarlo, limit};
use exactplay_game::{Game, Move, MoveDistribution, Player, Playouts, Policy};
use exactplay_tree::{Analysis, PositionId};

/// A player whose choice is a probability that no fraction we can compute expresses: known as `f64` within a bound.
///
/// It chooses by random playouts, so moves after which playouts end alike are equally likely, and its law need be found
/// for one position of each orbit only.
#[derive(Debug, Clone)]
pub struct Approximate<'a, G: Game> {
    analysis: &'a Analysis<G>,
    /// For each orbit in progress, how random play ends after the moves that may be made, each with the probability that
    /// it is.
    laws: Vec<Vec<(Playouts, f64)>>,
    error: f64,
}

impl<'a, G: Game> Approximate<'a, G> {
    /// The player with a finite number of playouts. The cost is that of [`MonteCarlo::choice`] at every orbit.
    pub fn finite(analysis: &'a Analysis<G>, player: &MonteCarlo) -> Self {
        Self::new(analysis, |moves, turn| {
            (player.choice(moves, turn), player.possible(moves, turn))
        })
    }

    /// What that player tends to as its playouts grow without end.
    pub fn limit(analysis: &'a Analysis<G>, comparison: Comparison) -> Self {
        Self::new(analysis, |moves, turn| {
            let choice = limit(comparison, moves, turn);
            let possible = choice.probabilities.iter().map(|&probability| probability > 0.0);
            let possible = possible.collect();
            (choice, possible)
        })
    }

    /// `choose` gives the law of the mover's choice, and whether each move may be made at all.
    fn new(
        analysis: &'a Analysis<G>,
        choose: impl Fn(&[Playouts], Player) -> (Choice, Vec<bool>),
    ) -> Self {
        let (game, tree) = (analysis.game(), analysis.tree());
        let mut error = 0.0_f64;
        let law = |id: PositionId| {
            let children = tree.children(id).iter().map(|&child| analysis.playouts(child));
            let moves: Vec<_> = children.collect();
            if moves.is_empty() {
                return Vec::new();
            }
            let (choice, possible) = choose(&moves, game.turn(tree.position(id)));
            error = error.max(choice.error);
            let law = moves.into_iter().zip(choice.probabilities).zip(possible);
            law.filter(|&(_, possible)| possible).map(|(entry, _)| entry).collect()
        };
        let laws = tree.layers().flatten().map(law).collect();
        Self { analysis, laws, error }
    }

    /// The probability of each move that may be made at a position in progress, ascending by move.
    ///
    /// A move that is merely too improbable for the computation to see is listed with probability 0.
    pub fn probabilities(&self, position: G::Position) -> Vec<(Move, f64)> {
        let law = &self.laws[self.analysis.id(position) as usize];
        let moves = self.analysis.children(position).filter_map(|(mv, child)| {
            let playouts = self.analysis.playouts(child);
            let alike = law.iter().find(|(of, _)| *of == playouts);
            alike.map(|&(_, probability)| (mv, probability))
        });
        moves.collect()
    }

    /// A bound on the distance of each probability from the true one.
    pub fn error(&self) -> f64 {
        self.error
    }
}

/// `pmc` in the limit of endlessly many playouts: its law is a uniform choice, so it is known exactly.
#[derive(Debug, Clone)]
pub(crate) struct LimitOfPmc<'a, G: Game>(pub(crate) Approximate<'a, G>);

impl<G: Game, H: Game<Position = G::Position>> Policy<H> for LimitOfPmc<'_, G> {
    fn is_equivariant(&self) -> bool {
        true
    }

    fn distribution(&self, _: &H, position: G::Position) -> MoveDistribution {
        MoveDistribution::uniform(self.0.probabilities(position).into_iter().map(|(mv, _)| mv))
    }
}
