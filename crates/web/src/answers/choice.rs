use std::num::NonZeroU8;

use axum::Json;
use axum::extract::State;
use exactplay_documents::SCHEMA;
use exactplay_finite::{Comparison, MonteCarlo, limit};
use exactplay_game::{Fraction, Game, Outcome, Player, Playouts, Policy, fraction};
use exactplay_players::{
    AlphaBeta, Budget, DrawWeight, MonteCarloName, PlayerName, Preference, Random, Sharing, Tally,
    Uct,
};
use exactplay_tree::Analysis;
use serde::{Deserialize, Serialize};

use super::games::Law;
use super::in_progress;
use super::playouts::default_seed;
use crate::engine::{Engine, Need, Question};
use crate::limits::Limits;
use crate::parameters::{Parameters, default_first, default_game, default_position};
use crate::players;
use crate::problem::Problem;

/// How a player chooses at a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    #[serde(default = "default_position")]
    position: String,
    player: String,
    #[serde(default = "default_seed")]
    seed: u64,
}

/// What a player makes of the moves of a position.
#[derive(Debug, Serialize)]
pub(crate) struct ChoiceDocument {
    schema: u32,
    game: String,
    position: String,
    player: String,
    law: Law,
    /// A bound on the distance of each `p` from the true probability; nothing where the probabilities are fractions.
    error_bound: Option<f64>,
    /// The seed of the tallies; nothing where there are none.
    seed: Option<u64>,
    moves: Vec<ChoiceMoveDocument>,
}

#[derive(Debug, Serialize)]
struct ChoiceMoveDocument {
    #[serde(rename = "move")]
    name: String,
    xy: [u8; 2],
    /// The probability that it is made.
    probability: Option<String>,
    /// The same as a number.
    p: Option<f64>,
    /// What the player compares, from its own view.
    score: Option<String>,
    /// What one run of the player's playouts came to.
    tally: Option<ChoiceTallyDocument>,
}

#[derive(Debug, Serialize)]
struct ChoiceTallyDocument {
    playouts: u32,
    o: u32,
    draw: u32,
    x: u32,
}

impl ChoiceQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<Json<ChoiceDocument>, Problem> {
        let player = players::named(&query.player)?;
        let need = if player.needs_analysis() { Need::AllValues } else { Need::Values };
        let choosing = Choosing {
            position: query.position,
            player,
            seed: query.seed,
            limits: *engine.limits(),
        };
        engine.ask((&query.game, query.first), need, choosing).await.map(Json)
    }
}

struct Choosing {
    position: String,
    player: PlayerName,
    seed: u64,
    limits: Limits,
}

/// What is found about the choice between some moves, in their order.
#[derive(Default)]
struct Found {
    exact: Option<Vec<Fraction>>,
    /// Numbers, and a bound on their distance from the true probabilities.
    rounded: Option<(Vec<f64>, f64)>,
    scores: Option<Vec<Fraction>>,
    tallies: Option<Vec<Tally>>,
}

impl Question for Choosing {
    type Answer = ChoiceDocument;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<ChoiceDocument, Problem> {
        let position = in_progress(game, analysis, &self.position)?;
        self.player.check_game(game)?;
        players::admit_choice(&self.player, game, position, &self.limits)?;
        let found = self.find(game, analysis, position)?;
        let law = match (&self.player, &found) {
            (PlayerName::Human, _) => Law::None,
            (_, Found { exact: Some(_), .. }) => Law::Exact,
            (_, Found { rounded: Some(_), .. }) => Law::Within,
            _ => Law::Sampled,
        };
        let turn = game.turn(position);
        let moves = game.moves(position).enumerate().map(|(place, mv)| {
            let exact = found.exact.as_ref().map(|exact| &exact[place]);
            let rounded = found.rounded.as_ref().map(|(rounded, _)| rounded[place]);
            ChoiceMoveDocument {
                name: game.move_name(mv),
                xy: game.target(position, mv).into(),
                probability: exact.map(ToString::to_string),
                p: exact.map(nearest).or(rounded),
                score: found.scores.as_ref().map(|scores| scores[place].to_string()),
                tally: found.tallies.as_ref().map(|tallies| tallies[place].seen_from(turn)),
            }
        });
        Ok(ChoiceDocument {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(position),
            player: self.player.to_string(),
            law,
            error_bound: found.rounded.as_ref().map(|&(_, error)| error),
            seed: found.tallies.is_some().then_some(self.seed),
            moves: moves.collect(),
        })
    }
}

impl Choosing {
    fn find<G: Game + 'static>(
        &self,
        game: &G,
        analysis: Option<&Analysis<G>>,
        position: G::Position,
    ) -> Result<Found, Problem> {
        // The dice of the move that the player would make, so that the tallies are those it is made by.
        let mut dice = players::dice(self.seed, game, position);
        match &self.player {
            PlayerName::Human => Ok(Found::default()),
            PlayerName::Random => Ok(Found::of_law(game, position, &Random)),
            PlayerName::MonteCarlo(name) => {
                let playouts = analysis.map(|analysis| {
                    let children = analysis.children(position);
                    children.map(|(_, child)| analysis.playouts(child)).collect::<Vec<_>>()
                });
                match (name.sampled(), playouts) {
                    (Some(sampled), playouts) => {
                        let tallies = sampled.tallies(game, position, &mut dice);
                        Ok(Found {
                            rounded: playouts.and_then(|playouts| {
                                finite(name, &playouts, game.turn(position), &self.limits)
                            }),
                            scores: Some(rates(name.preference, &tallies)),
                            tallies: Some(tallies),
                            ..Found::default()
                        })
                    }
                    (None, playouts) => {
                        let (analysis, playouts) = analysis.zip(playouts).expect("asked for");
                        Ok(infinite(name, analysis, position, &playouts))
                    }
                }
            }
            &PlayerName::Uct { playouts, exploration } => {
                let tallies = Uct { playouts, exploration }.tallies(game, position, &mut dice);
                let tallies: Vec<_> = tallies.into_iter().map(|(_, tally)| tally).collect();
                let preference = Preference::Weighted(DrawWeight::HALF);
                Ok(Found {
                    scores: Some(rates(preference, &tallies)),
                    tallies: Some(tallies),
                    ..Found::default()
                })
            }
            PlayerName::Discs(player) => Ok(Found::of_law(game, position, &player.what)),
            &PlayerName::AlphaBeta { depth, evaluation } => {
                Ok(Found::of_law(game, position, &AlphaBeta::new(game, depth, evaluation)))
            }
            PlayerName::Rule(_) | PlayerName::Perfect(_) | PlayerName::Sequences(_) => {
                let analysis = analysis.expect("these play small games");
                let known = self.player.known(analysis)?.expect("these have a law");
                let exactplay_players::Known::Exact(policy) = known else {
                    return Ok(Found::default());
                };
                Ok(Found::of_law(game, position, &*policy))
            }
        }
    }
}

impl Found {
    /// The choice of a player whose law is known.
    fn of_law<G: Game>(
        game: &G,
        position: G::Position,
        policy: &(impl Policy<G> + ?Sized),
    ) -> Self {
        let law = policy.distribution(game, position);
        let exact = game.moves(position).map(|mv| law.probability(|played| played == mv));
        Self { exact: Some(exact.collect()), ..Self::default() }
    }

    /// Each of the moves that are made with the same probability.
    fn uniform(are_made: &[bool]) -> Self {
        let made = are_made.iter().filter(|&&is_made| is_made).count() as u128;
        let share = |&is_made: &bool| fraction(is_made.into(), made);
        Self { exact: Some(are_made.iter().map(share).collect()), ..Self::default() }
    }
}

/// The choice of a player with infinitely many playouts, or in the limit of ever more.
fn infinite<G: Game>(
    name: &MonteCarloName,
    analysis: &Analysis<G>,
    position: G::Position,
    playouts: &[Playouts],
) -> Found {
    let (game, turn) = (analysis.game(), analysis.game().turn(position));
    let scores = playouts.iter().map(|playouts| {
        let probability = |outcome| playouts.probability(outcome);
        let win = probability(Outcome::win(turn));
        match name.preference {
            Preference::WinThenDraw => win,
            Preference::Weighted(weight) => win + weight.to_fraction() * probability(Outcome::Draw),
        }
    });
    // Further ahead the player compares what the opponent leaves of them.
    let scores = (name.depth == NonZeroU8::MIN).then(|| scores.collect());
    let found = if name.budget == Budget::Limit {
        let comparison = comparison(name.preference);
        let choice = limit(comparison, playouts, turn);
        match comparison {
            Comparison::WinsThenDraws => {
                Found::uniform(&choice.probabilities.iter().map(|&p| p > 0.0).collect::<Vec<_>>())
            }
            Comparison::HalfDraws => {
                Found { rounded: Some((choice.probabilities, choice.error)), ..Found::default() }
            }
        }
    } else {
        let player = exactplay_players::MonteCarlo::new(analysis, name.preference, name.depth);
        Found::of_law(game, position, &player)
    };
    Found { scores, ..found }
}

/// The law of a player with so many playouts, where it can be computed at once.
fn finite(
    name: &MonteCarloName,
    playouts: &[Playouts],
    turn: Player,
    limits: &Limits,
) -> Option<(Vec<f64>, f64)> {
    let player: MonteCarlo = name.finite()?;
    let most = match player.sharing {
        Sharing::Random => limits.law_playouts,
        Sharing::PerMove | Sharing::Even => limits.law_playouts * 10,
    };
    (player.playouts <= most).then(|| {
        let choice = player.choice(playouts, turn);
        (choice.probabilities, choice.error)
    })
}

fn comparison(preference: Preference) -> Comparison {
    match preference {
        Preference::WinThenDraw => Comparison::WinsThenDraws,
        Preference::Weighted(_) => Comparison::HalfDraws,
    }
}

/// What a player compares after its playouts: rates of wins, or of wins and draws together.
fn rates(preference: Preference, tallies: &[Tally]) -> Vec<Fraction> {
    let rate = |tally: &Tally| {
        let of = |number: u32| fraction(number.into(), tally.playouts.max(1).into());
        match preference {
            Preference::WinThenDraw => of(tally.won),
            Preference::Weighted(weight) => of(tally.won) + weight.to_fraction() * of(tally.drawn),
        }
    };
    tallies.iter().map(rate).collect()
}

/// A tally by outcome, where it is by what a player gets.
trait SeenFrom {
    fn seen_from(self, player: Player) -> ChoiceTallyDocument;
}

impl SeenFrom for Tally {
    fn seen_from(self, player: Player) -> ChoiceTallyDocument {
        let lost = self.playouts - self.won - self.drawn;
        let (o, x) = match player {
            Player::O => (self.won, lost),
            Player::X => (lost, self.won),
        };
        ChoiceTallyDocument { playouts: self.playouts, o, draw: self.drawn, x }
    }
}

fn nearest(probability: &Fraction) -> f64 {
    num_traits::ToPrimitive::to_f64(probability).expect("in range")
}
