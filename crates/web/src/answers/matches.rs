use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use exactplay_arena::Arena;
use exactplay_documents::MatchDocument;
use exactplay_game::{Game, Player};
use exactplay_players::{Known, PlayerName};
use exactplay_tree::Analysis;
use serde::Deserialize;

use super::reachable;
use crate::engine::{Engine, Question};
use crate::limits::Limits;
use crate::parameters::{Parameters, default_first, default_game, default_position};
use crate::players;
use crate::problem::Problem;

/// How two players do against each other: the document of `match`, computed rather than sampled.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    a: String,
    b: String,
    #[serde(default = "default_position")]
    from: String,
}

/// How some players do against each other: the documents of `match --all`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchesQuery {
    #[serde(default = "default_game")]
    game: String,
    #[serde(default = "default_first")]
    first: Player,
    players: String,
    #[serde(default = "default_position")]
    from: String,
}

impl MatchQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<Response, Problem> {
        let key = format!("{query:?}");
        let players = vec![players::named(&query.a)?, players::named(&query.b)?];
        let meeting =
            Meeting { pairs: vec![(0, 1)], players, from: query.from, limits: *engine.limits() };
        let documents = engine.judge(key, (query.game, query.first), meeting).await?;
        Ok(Json(&documents[0]).into_response())
    }
}

impl MatchesQuery {
    pub(crate) async fn get(
        State(engine): State<Engine>,
        Parameters(query): Parameters<Self>,
    ) -> Result<Response, Problem> {
        let key = format!("{query:?}");
        let players = PlayerName::parse_list(&query.players)?;
        let (count, most) = (players.len(), engine.limits().players);
        if count > most {
            let detail = format!("there are {count} players, expected at most {most}");
            return Err(Problem::too_large(detail));
        }
        for player in &players {
            players::named(&player.to_string())?;
        }
        let pairs = (0..count).flat_map(|a| (a..count).map(move |b| (a, b))).collect();
        let meeting = Meeting { pairs, players, from: query.from, limits: *engine.limits() };
        let documents = engine.judge(key, (query.game, query.first), meeting).await?;
        Ok(Json(&*documents).into_response())
    }
}

/// Players of whom some pairs meet.
struct Meeting {
    players: Vec<PlayerName>,
    pairs: Vec<(usize, usize)>,
    from: String,
    limits: Limits,
}

impl Question for Meeting {
    type Answer = Vec<MatchDocument>;

    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<Vec<MatchDocument>, Problem> {
        let analysis = analysis.expect("asked for");
        let from = reachable(game, Some(analysis), &self.from)?;
        let law = |player| players::law(player, analysis, &self.limits);
        let laws: Vec<_> = self.players.iter().map(law).collect::<Result<_, _>>()?;
        if !laws.iter().all(Known::is_equivariant) {
            self.limits.admit_full(game)?;
        }
        let arena = Arena::new(analysis);
        let document = |&(a, b): &(usize, usize)| {
            let result = arena.play_match(&laws[a], &laws[b], from)?;
            let [a, b] = [a, b].map(|place| self.players[place].to_string());
            Ok(MatchDocument::new(game, a, b, from, &result))
        };
        self.pairs.iter().map(document).collect()
    }
}
