use axum::Json;
use axum::extract::State;
use exactplay_documents::QueryDocument;
use exactplay_game::{Game, Player};
use exactplay_tree::Analysis;
use serde::Deserialize;

use super::reachable;
use crate::engine::{Engine, Need, Question};
use crate::parameters::{Parameters, default_first, default_game, default_position};
use crate::problem::Problem;

/// What is known about one position: the document of `query`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    #[serde(default = "default_position")]
    position: String,
}

impl PositionQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(mut query): Parameters<Self>,
    ) -> Result<Json<QueryDocument>, Problem> {
        let game = std::mem::take(&mut query.game);
        engine.ask((&game, query.first), Need::Values, query).await.map(Json)
    }
}

impl Question for PositionQuery {
    type Answer = QueryDocument;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<QueryDocument, Problem> {
        let position = reachable(game, analysis, &self.position)?;
        Ok(match analysis {
            Some(analysis) => QueryDocument::new(game, &analysis.record(position)),
            None => QueryDocument::of_rules(game, position),
        })
    }
}
