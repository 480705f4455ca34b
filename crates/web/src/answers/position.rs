use axum::Json;
use axum::extract::State;
use exactplay_documents::{QueryDocument, RulesDocument};
use exactplay_game::{Game, Player};
use exactplay_tree::Analysis;
use serde::{Deserialize, Serialize};

use super::reachable;
use crate::engine::{Engine, Need, Question};
use crate::parameters::{Parameters, default_first, default_game, default_position};
use crate::problem::Problem;

/// What is known about one position: the document of `query`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    #[serde(default = "default_position")]
    position: String,
}

/// The document of `query`, as far as the game is analysed.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Known {
    Values(QueryDocument),
    Rules(RulesDocument),
}

impl Position {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(mut query): Parameters<Self>,
    ) -> Result<Json<Known>, Problem> {
        let game = std::mem::take(&mut query.game);
        engine.ask((&game, query.first), Need::Values, query).await.map(Json)
    }
}

impl Question for Position {
    type Answer = Known;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<Known, Problem> {
        let position = reachable(game, analysis, &self.position)?;
        Ok(match analysis {
            Some(analysis) => Known::Values(QueryDocument::new(game, &analysis.record(position))),
            None => Known::Rules(RulesDocument::new(game, position)),
        })
    }
}
