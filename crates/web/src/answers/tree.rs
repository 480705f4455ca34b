use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use exactplay_documents::TreeDocument;
use exactplay_game::{Game, Player};
use exactplay_plot::{Show, tree_plot};
use exactplay_tree::{Analysis, Extent, Scoring, View, play_list};
use serde::Deserialize;

use super::reachable;
use crate::engine::{Engine, Need, Question};
use crate::parameters::{Parameters, default_first, default_game};
use crate::problem::Problem;

/// The part of the tree around a position: the document of `tree`, or its picture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    /// By default the end of the path.
    position: Option<String>,
    /// The moves that were made to come there; by default the first that lead there.
    path: Option<String>,
    #[serde(default = "default_depth")]
    depth: u8,
    #[serde(default)]
    scoring: Rule,
    #[serde(default)]
    merge: bool,
    /// The number above each board, in the picture.
    #[serde(default)]
    show: Shown,
    /// Moves of the selected position that get an outline in the picture, separated by commas.
    #[serde(default)]
    disagree: String,
}

/// The most plies of a subtree.
const MOST_DEPTH: u8 = 9;

fn default_depth() -> u8 {
    2
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Rule {
    #[default]
    Default,
    Shortest,
    ShortestDraw,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(try_from = "String")]
struct Shown(Show);

impl TryFrom<String> for Shown {
    type Error = exactplay_plot::UnknownShow;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl TreeQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<Json<TreeDocument>, Problem> {
        query.document(&engine).await.map(Json)
    }

    pub(crate) async fn get_picture(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<impl IntoResponse, Problem> {
        let Shown(show) = query.show;
        let disagree: Vec<_> =
            query.disagree.split(',').map(|name| name.trim().to_owned()).collect();
        let document = query.document(&engine).await?;
        let svg = tree_plot(&document, show, &disagree);
        Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
    }

    async fn document(mut self, engine: &Engine) -> Result<TreeDocument, Problem> {
        if self.depth > MOST_DEPTH {
            let depth = self.depth;
            return Err(Problem::too_large(format!(
                "depth is {depth}, expected at most {MOST_DEPTH}"
            )));
        }
        let game = std::mem::take(&mut self.game);
        let first = self.first;
        let most_nodes = engine.limits().tree_nodes;
        engine.ask((&game, first), Need::Values, Around { query: self, most_nodes }).await
    }
}

struct Around {
    query: TreeQuery,
    most_nodes: usize,
}

impl Question for Around {
    type Answer = TreeDocument;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<TreeDocument, Problem> {
        let Self { query, most_nodes } = self;
        let position = query.position.as_deref();
        let position = position.map(|text| reachable(game, analysis, text)).transpose()?;
        let scoring = match query.scoring {
            Rule::Default => Scoring::Default,
            Rule::Shortest => Scoring::Shortest,
            Rule::ShortestDraw => Scoring::ShortestDraw,
        };
        let extent = Extent { depth: query.depth, scoring, merge: query.merge, most_nodes };
        let view = match (&query.path, position) {
            (Some(path), position) => {
                let (way, end) = play_list(game, path).map_err(|number| {
                    Problem::impossible(format!("move {number} of path {path:?} is not legal"))
                })?;
                if position.is_some_and(|position| position != end) {
                    let end = game.notation(end);
                    let detail = format!("path {path:?} leads to {end}, not to the position");
                    return Err(Problem::impossible(detail));
                }
                View::new(game, analysis, game.start(), &way, extent)
            }
            (None, Some(position)) => View::around(game, analysis, position, extent),
            (None, None) => View::new(game, analysis, game.start(), &[], extent),
        };
        Ok(TreeDocument::new(game, analysis, &view, extent))
    }
}
