use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use exactplay_arena::{
    PLAYOUTS, PlayoutFamily, PlayoutRow, draw_weight_sweep, playout_row, sweep_opponents,
};
use exactplay_documents::{DrawWeightDocument, PlayoutSweepDocument};
use exactplay_game::{Game, Player};
use exactplay_plot::{draw_weight_plot, playout_plot};
use exactplay_tree::Analysis;
use serde::{Deserialize, Serialize};

use super::audit::default_player;
use crate::engine::{Engine, Question};
use crate::limits::Limits;
use crate::parameters::{Parameters, default_first, default_game};
use crate::players;
use crate::problem::Problem;

/// What a player comes to as its draw weight or its number of playouts varies: the documents of `audit --sweep`, or a
/// plot.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SweepQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    #[serde(default)]
    kind: Kind,
    #[serde(default = "default_player")]
    player: String,
    /// The greatest number of playouts.
    #[serde(default = "default_most")]
    most: u32,
}

fn default_most() -> u32 {
    100
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    #[default]
    DrawWeight,
    Playouts,
}

/// The document of a sweep, and its plot.
#[derive(Debug)]
pub(crate) struct Swept {
    document: Document,
    plot: String,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Document {
    DrawWeight(DrawWeightDocument),
    Playouts(PlayoutSweepDocument),
}

impl SweepQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<Response, Problem> {
        Ok(Json(&query.sweep(&engine).await?.document).into_response())
    }

    pub(crate) async fn get_plot(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<Response, Problem> {
        let plot = query.sweep(&engine).await?.plot.clone();
        Ok(([(header::CONTENT_TYPE, "image/svg+xml")], plot).into_response())
    }

    async fn sweep(self, engine: &Engine) -> Result<Arc<Swept>, Problem> {
        let key = format!("{self:?}");
        let player = players::named(&self.player)?;
        let family = match self.kind {
            Kind::DrawWeight if player.to_string() == "pmc2" => None,
            Kind::DrawWeight => {
                let detail = format!("the draw weight is swept for pmc2, not for {player}");
                return Err(Problem::impossible(detail));
            }
            Kind::Playouts => Some(PlayoutFamily::of(&player).ok_or_else(|| {
                Problem::impossible(format!(
                    "playouts are swept for pmc and pmc2 of depth 1, not for {player}"
                ))
            })?),
        };
        let question = Sweeping { family, most: self.most, limits: *engine.limits() };
        engine.judge(key, (self.game, self.first), question).await
    }
}

struct Sweeping {
    /// Whose playouts vary; where there is none, the draw weight does.
    family: Option<PlayoutFamily>,
    most: u32,
    limits: Limits,
}

impl Question for Sweeping {
    type Answer = Swept;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<Swept, Problem> {
        let analysis = analysis.expect("asked for");
        let Some(family) = self.family else {
            let sweep = draw_weight_sweep(analysis);
            return Ok(Swept {
                document: Document::DrawWeight(DrawWeightDocument::new(game, &sweep)),
                plot: draw_weight_plot(&game.name(), &sweep),
            });
        };
        let (orbits, sharing) = (analysis.tree().len() as u64, family.sharing());
        let numbers = PLAYOUTS.iter().filter(|&&playouts| playouts <= self.most.max(1));
        let steps = numbers.clone().map(|&n| players::finite_steps(orbits, n, sharing));
        let steps = steps.fold(0, u64::saturating_add);
        let what = format!("a sweep of {} to {} playouts", family.name(), self.most);
        players::admit_steps(steps, &what, game, &self.limits)?;
        let (names, opponents) = sweep_opponents(game);
        let member = |playouts| {
            let playouts = NonZeroU32::new(playouts).expect("not zero");
            family.with(playouts).expect("few playouts")
        };
        let rows: Vec<PlayoutRow> =
            numbers.map(|&n| playout_row(analysis, &member(n), &opponents)).collect();
        let plot = playout_plot(&game.name(), &family.name(), &names, &rows);
        let document = PlayoutSweepDocument::new(game, family.name(), &names, &rows);
        Ok(Swept { document: Document::Playouts(document), plot })
    }
}
