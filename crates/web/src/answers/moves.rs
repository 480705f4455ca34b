use axum::Json;
use axum::extract::State;
use exactplay_documents::{SCHEMA, Status};
use exactplay_game::{Game, Move, Player};
use exactplay_players::PlayerName;
use exactplay_tree::Analysis;
use serde::{Deserialize, Serialize};

use super::in_progress;
use super::playouts::default_seed;
use crate::engine::{Engine, Need, Question};
use crate::limits::Limits;
use crate::parameters::{Body, default_first, default_game, default_position};
use crate::players;
use crate::problem::Problem;

/// One move: a given one, or that of a player.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    #[serde(default = "default_position")]
    position: String,
    r#move: Option<String>,
    player: Option<String>,
    #[serde(default = "default_seed")]
    seed: u64,
}

/// A move that was made.
#[derive(Debug, Serialize)]
pub(crate) struct MadeDocument {
    schema: u32,
    game: String,
    /// The position before it.
    position: String,
    r#move: String,
    xy: [u8; 2],
    /// The position after it.
    next: String,
    /// The player to move then.
    to_move: Option<Player>,
    status: Status,
}

impl MoveRequest {
    pub(crate) async fn post(
        State(engine): State<Engine>,
        Body(request): Body<Self>,
    ) -> Result<Json<MadeDocument>, Problem> {
        let (mover, need) = match (request.r#move, request.player) {
            (Some(name), None) => (Mover::Given(name), Need::Rules),
            (None, Some(name)) => {
                let player = players::named(&name)?;
                let need = if player.needs_analysis() { Need::AllValues } else { Need::Rules };
                (Mover::Player(player, request.seed), need)
            }
            _ => {
                let detail = "expected either a move or a player who makes one";
                return Err(Problem::syntax(detail));
            }
        };
        let question = Moving { position: request.position, mover, limits: *engine.limits() };
        engine.ask((&request.game, request.first), need, question).await.map(Json)
    }
}

enum Mover {
    Given(String),
    /// A player, with the seed of its choices.
    Player(PlayerName, u64),
}

struct Moving {
    position: String,
    mover: Mover,
    limits: Limits,
}

impl Question for Moving {
    type Answer = MadeDocument;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<MadeDocument, Problem> {
        let position = in_progress(game, analysis, &self.position)?;
        let mv = self.mover.make(game, analysis, position, &self.limits)?;
        let next = game.play(position, mv);
        let outcome = game.outcome(next);
        Ok(MadeDocument {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(position),
            r#move: game.move_name(mv),
            xy: game.target(position, mv).into(),
            next: game.notation(next),
            to_move: outcome.is_none().then(|| game.turn(next)),
            status: outcome.into(),
        })
    }
}

impl Mover {
    fn make<G: Game>(
        &self,
        game: &G,
        analysis: Option<&Analysis<G>>,
        position: G::Position,
        limits: &Limits,
    ) -> Result<Move, Problem> {
        match self {
            Self::Given(name) => {
                let mv = game.parse_move(name).ok_or_else(|| {
                    Problem::syntax(format!("{name:?} is no move of {}", game.name()))
                })?;
                if game.moves(position).any(|legal| legal == mv) {
                    return Ok(mv);
                }
                let notation = game.notation(position);
                Err(Problem::impossible(format!("{name} is not legal at {notation}")))
            }
            Self::Player(player, seed) => {
                players::admit_choice(player, game, position, limits)?;
                let chooser = player.chooser(game, analysis)?;
                Ok(chooser.choose(game, position, &mut players::dice(*seed, game, position)))
            }
        }
    }
}
