use axum::Json;
use axum::extract::State;
use exactplay_documents::SCHEMA;
use exactplay_game::{Game, Outcome, Player};
use exactplay_players::{Dice, playout};
use exactplay_tree::Analysis;
use serde::{Deserialize, Serialize};

use super::in_progress;
use crate::engine::{Engine, Need, Question};
use crate::parameters::{Parameters, default_first, default_game, default_position};
use crate::problem::Problem;

/// Random games from a position, a stretch of the endless row of them that a seed stands for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayoutsQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    #[serde(default = "default_position")]
    position: String,
    #[serde(default = "default_playouts")]
    playouts: u64,
    #[serde(default = "default_seed")]
    seed: u64,
    /// Playouts before the stretch.
    #[serde(default)]
    skip: u32,
}

/// The most playouts of a request.
const MOST_PLAYOUTS: u64 = 100_000;

fn default_playouts() -> u64 {
    1_000
}

pub(super) fn default_seed() -> u64 {
    1
}

/// What the playouts came to.
#[derive(Debug, Serialize)]
pub(crate) struct PlayoutsDocument {
    schema: u32,
    game: String,
    position: String,
    seed: u64,
    skip: u32,
    playouts: u64,
    moves: Vec<TallyDocument>,
}

/// What the playouts that began with a move came to.
#[derive(Debug, Serialize)]
struct TallyDocument {
    #[serde(rename = "move")]
    name: String,
    xy: [u8; 2],
    playouts: u64,
    o: u64,
    draw: u64,
    x: u64,
}

impl PlayoutsQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(mut query): Parameters<Self>,
    ) -> Result<Json<PlayoutsDocument>, Problem> {
        if query.playouts > MOST_PLAYOUTS {
            return Err(Problem::too_large(format!(
                "{} playouts are asked for, expected at most {MOST_PLAYOUTS} a request",
                query.playouts
            )));
        }
        let game = std::mem::take(&mut query.game);
        engine.ask((&game, query.first), Need::Rules, query).await.map(Json)
    }
}

impl Question for PlayoutsQuery {
    type Answer = PlayoutsDocument;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        _: Option<&Analysis<G>>,
    ) -> Result<PlayoutsDocument, Problem> {
        let position = in_progress(game, None, &self.position)?;
        let moves: Vec<_> = game.moves(position).collect();
        let mut tallies = vec![[0_u64; 3]; moves.len()];
        for number in (u64::from(self.skip)..).take(usize::try_from(self.playouts).expect("few")) {
            // Each playout has dice of its own, so that a stretch can begin anywhere.
            let mut dice = Dice::new([self.seed, number, STREAM, 0]);
            let mv = usize::try_from(dice.below(moves.len() as u64)).expect("few moves");
            let outcome = playout(game, game.play(position, moves[mv]), &mut dice);
            tallies[mv][outcome as usize] += 1;
        }
        let tally = |(&mv, tally): (_, &[u64; 3])| TallyDocument {
            name: game.move_name(mv),
            xy: game.target(position, mv).into(),
            playouts: tally.iter().sum(),
            o: tally[Outcome::OWins as usize],
            draw: tally[Outcome::Draw as usize],
            x: tally[Outcome::XWins as usize],
        };
        Ok(PlayoutsDocument {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(position),
            seed: self.seed,
            skip: self.skip,
            playouts: self.playouts,
            moves: moves.iter().zip(&tallies).map(tally).collect(),
        })
    }
}

/// Sets these dice apart from those of players and matches.
const STREAM: u64 = u64::from_be_bytes(*b"playouts");
