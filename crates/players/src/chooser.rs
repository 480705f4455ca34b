use exactplay_game::{Game, Move, Policy};
use exactplay_tree::Analysis;

use crate::registry::{Budget, MonteCarloName};
use crate::{
    AlphaBeta, Approximate, Dice, Known, Perfect, PlayerError, PlayerName, Random,
    SampledMonteCarlo, Sequences, Uct,
};

/// A way to play that draws one move at a time. Its law may be unknown, and a large game is no obstacle.
///
/// Except under a time limit, the move depends on the position and the dice alone.
pub trait Chooser<G: Game>: Sync {
    /// The move made at a position in progress.
    fn choose(&self, game: &G, position: G::Position, dice: &mut Dice) -> Move;
}

/// A policy that draws its moves from its distribution, exactly.
#[derive(Debug, Clone, Copy)]
pub struct Drawn<P>(pub P);

impl<G: Game, P: Policy<G>> Chooser<G> for Drawn<P> {
    fn choose(&self, game: &G, position: G::Position, dice: &mut Dice) -> Move {
        let moves = self.0.distribution(game, position);
        moves.at(dice.below(moves.total()))
    }
}

impl<G: Game> Chooser<G> for Random {
    fn choose(&self, game: &G, position: G::Position, dice: &mut Dice) -> Move {
        dice.pick(game.move_set(position))
    }
}

impl<G: Game> Chooser<G> for Approximate<'_, G> {
    fn choose(&self, _: &G, position: G::Position, dice: &mut Dice) -> Move {
        let moves = self.probabilities(position);
        let mut rest = dice.unit();
        let drawn = moves.iter().find(|(_, probability)| {
            rest -= probability;
            rest < 0.0
        });
        // The probabilities may sum to a little less than one, and the last move that can be made takes what is missing.
        let last = || moves.iter().rfind(|&&(_, probability)| probability > 0.0);
        drawn.or_else(last).expect("a position in progress has moves").0
    }
}

impl PlayerName {
    /// What draws the player's moves. A player with a number of playouts makes them, whether or not its law is known.
    ///
    /// # Errors
    /// When the player does not know the game, is a person, or [needs the analysis](Self::needs_analysis) that is missing.
    pub fn chooser<'a, G: Game>(
        &self,
        game: &G,
        analysis: Option<&'a Analysis<G>>,
    ) -> Result<Box<dyn Chooser<G> + 'a>, PlayerError> {
        self.check_game(game)?;
        let analysis = || {
            analysis.ok_or_else(|| PlayerError::Analysis {
                player: self.to_string(),
                game: game.name(),
            })
        };
        Ok(match self {
            Self::Random => Box::new(Random),
            Self::Rule(player) => Box::new(Drawn(player.what)),
            Self::Perfect(player) => Box::new(Drawn(Perfect::new(analysis()?, player.what))),
            Self::Sequences(player) => {
                Box::new(Drawn(Sequences::new(analysis()?.tree(), player.what)))
            }
            Self::MonteCarlo(player) => match player.sampled() {
                Some(sampled) => Box::new(sampled),
                None => match player.known(analysis()?).expect("known without a number") {
                    Known::Exact(policy) => Box::new(Drawn(policy)),
                    Known::Approximate(law) => Box::new(law),
                },
            },
            &Self::Uct { playouts, exploration } => Box::new(Uct { playouts, exploration }),
            Self::Discs(player) => Box::new(Drawn(player.what)),
            &Self::AlphaBeta { depth, evaluation } => {
                Box::new(Drawn(AlphaBeta::new(game, depth, evaluation)))
            }
            Self::Human => return Err(PlayerError::Person),
        })
    }

    /// Whether the player looks values up, which only an analysed game has.
    pub fn needs_analysis(&self) -> bool {
        match self {
            Self::Perfect(_) | Self::Sequences(_) => true,
            Self::MonteCarlo(player) => player.sampled().is_none(),
            Self::Random
            | Self::Rule(_)
            | Self::Uct { .. }
            | Self::Discs(_)
            | Self::AlphaBeta { .. }
            | Self::Human => false,
        }
    }
}

impl MonteCarloName {
    /// The player that makes its playouts, if their number is finite.
    pub fn sampled(&self) -> Option<SampledMonteCarlo> {
        match self.budget {
            Budget::Infinite | Budget::Limit => None,
            Budget::Finite { playouts, sharing, seconds } => Some(SampledMonteCarlo {
                preference: self.preference,
                depth: self.depth,
                playouts,
                sharing,
                time: seconds.map(std::time::Duration::from_secs_f64),
            }),
        }
    }
}
