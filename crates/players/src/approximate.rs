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
    /// For each orbit in progress, how random play ends after its moves and with what probability one such move is made.
    laws: Vec<Vec<(Playouts, f64)>>,
    error: f64,
}

impl<'a, G: Game> Approximate<'a, G> {
    /// The player with a finite number of playouts. The cost is that of [`MonteCarlo::choices`] over all orbits.
    pub fn finite(analysis: &'a Analysis<G>, player: &MonteCarlo) -> Self {
        Self::new(analysis, |positions| player.choices(positions))
    }

    /// What that player tends to as its playouts grow without end.
    pub fn limit(analysis: &'a Analysis<G>, comparison: Comparison) -> Self {
        Self::new(analysis, |positions| {
            positions.iter().map(|(moves, turn)| limit(comparison, moves, *turn)).collect()
        })
    }

    fn new(
        analysis: &'a Analysis<G>,
        choose: impl FnOnce(&[(Vec<Playouts>, Player)]) -> Vec<Choice>,
    ) -> Self {
        let (game, tree) = (analysis.game(), analysis.tree());
        let in_progress: Vec<_> =
            tree.layers().flatten().filter(|&id| !tree.children(id).is_empty()).collect();
        let position = |&id: &PositionId| {
            let children = tree.children(id).iter().map(|&child| analysis.playouts(child));
            (children.collect::<Vec<_>>(), game.turn(tree.position(id)))
        };
        let positions: Vec<_> = in_progress.iter().map(position).collect();
        let choices = choose(&positions);
        let error = choices.iter().map(|choice| choice.error).fold(0.0, f64::max);
        let mut laws = vec![Vec::new(); tree.len()];
        for ((id, (moves, _)), choice) in in_progress.into_iter().zip(positions).zip(choices) {
            laws[id as usize] = moves.into_iter().zip(choice.probabilities).collect();
        }
        Self { analysis, laws, error }
    }

    /// The probability of each move of a position in progress, ascending by move.
    pub fn probabilities(&self, position: G::Position) -> Vec<(Move, f64)> {
        let law = &self.laws[self.analysis.id(position) as usize];
        let moves = self.analysis.children(position).map(|(mv, child)| {
            let playouts = self.analysis.playouts(child);
            let alike = law.iter().find(|(of, _)| *of == playouts);
            (mv, alike.expect("children of one orbit are alike").1)
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
        let made = self
            .0
            .probabilities(position)
            .into_iter()
            .filter(|&(_, probability)| probability > 0.0);
        MoveDistribution::uniform(made.map(|(mv, _)| mv))
    }
}
