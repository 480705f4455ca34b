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
    /// The player with a finite number of playouts. The cost is that of [`MonteCarlo::choices`] over all orbits.
    pub fn finite(analysis: &'a Analysis<G>, player: &MonteCarlo) -> Self {
        let possible = |moves: &[Playouts], turn, _: &Choice| player.possible(moves, turn);
        Self::new(analysis, |positions| player.choices(positions), possible)
    }

    /// What that player tends to as its playouts grow without end.
    pub fn limit(analysis: &'a Analysis<G>, comparison: Comparison) -> Self {
        let choice = |(moves, turn): &(Vec<Playouts>, Player)| limit(comparison, moves, *turn);
        let possible = |_: &[Playouts], _, choice: &Choice| {
            choice.probabilities.iter().map(|&probability| probability > 0.0).collect()
        };
        Self::new(analysis, |positions| positions.iter().map(choice).collect(), possible)
    }

    /// `choose` gives the laws at many positions, and `possible` says which moves may be made at one of them.
    fn new(
        analysis: &'a Analysis<G>,
        choose: impl FnOnce(&[(Vec<Playouts>, Player)]) -> Vec<Choice>,
        possible: impl Fn(&[Playouts], Player, &Choice) -> Vec<bool>,
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
        for ((id, (moves, turn)), choice) in in_progress.into_iter().zip(positions).zip(choices) {
            let possible = possible(&moves, turn, &choice);
            let law = moves.into_iter().zip(choice.probabilities).zip(possible);
            laws[id as usize] =
                law.filter(|&(_, possible)| possible).map(|(entry, _)| entry).collect();
        }
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
