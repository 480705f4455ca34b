use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use exactplay_arena::{Representatives, approximate_audit, audit};
use exactplay_documents::{Arithmetic, AuditDocument, AuditSubject, DifferenceDocument};
use exactplay_game::{Game, Player, Unreduced};
use exactplay_players::{FloatMonteCarlo, FloatRule, Known, PlayerName};
use exactplay_tree::{Analysis, Tree};
use serde::Deserialize;

use crate::engine::{Engine, Question};
use crate::limits::Limits;
use crate::parameters::{Parameters, default_first, default_game};
use crate::players;
use crate::problem::Problem;

/// Where a player leaves the best moves: the document of `audit`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuditQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    #[serde(default = "default_player")]
    player: String,
    draw_weight: Option<String>,
    depth: Option<String>,
    #[serde(default)]
    arithmetic: ArithmeticName,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ArithmeticName {
    #[default]
    Exact,
    F64,
}

pub(super) fn default_player() -> String {
    "pmc2".to_owned()
}

impl AuditQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<Response, Problem> {
        let key = format!("{query:?}");
        let mut name = query.player;
        for (option, value) in [("draw", &query.draw_weight), ("depth", &query.depth)] {
            if let Some(value) = value {
                name.push_str(&format!(",{option}={value}"));
            }
        }
        let player = players::named(&name)?;
        let rule = match query.arithmetic {
            ArithmeticName::Exact => None,
            ArithmeticName::F64 => Some(FloatRule::of(&player).ok_or_else(|| {
                let detail =
                    format!("f64 arithmetic knows only the published pmc and pmc2, not {player}");
                Problem::impossible(detail)
            })?),
        };
        let audited = Audited { player, rule, limits: *engine.limits() };
        let audit = engine.judge(key, (query.game, query.first), audited).await?;
        Ok(Json(&*audit).into_response())
    }
}

struct Audited {
    player: PlayerName,
    /// The comparison of rounded sums, where those decide.
    rule: Option<FloatRule>,
    limits: Limits,
}

impl Question for Audited {
    type Answer = AuditDocument;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<AuditDocument, Problem> {
        let Self { player, rule, limits } = self;
        let analysis = analysis.expect("asked for");
        player.check_game(game)?;
        let document = |arithmetic| AuditSubject::new(&player, arithmetic);
        let exact = document(Arithmetic::Exact);
        Ok(match (players::law(&player, analysis, &limits)?, rule) {
            (Known::Approximate(law), _) => {
                AuditDocument::new(analysis, exact, &approximate_audit(analysis, &law), None)
            }
            (Known::Exact(law), None) => {
                let found = audit(analysis, law.as_ref(), Representatives::Any)?;
                AuditDocument::new(analysis, exact, &found, None)
            }
            (Known::Exact(law), Some(rule)) => {
                limits.admit_full(game)?;
                let full = Tree::build(Unreduced(game.clone()), |_| Ok(()))?;
                let rounded = FloatMonteCarlo::new(full, rule);
                let found = audit(analysis, &rounded, Representatives::FirstMet)?;
                let differences = DifferenceDocument::all(analysis, &rounded, law.as_ref());
                AuditDocument::new(analysis, document(Arithmetic::F64), &found, Some(differences))
            }
        })
    }
}
