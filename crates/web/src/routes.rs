use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::answers::audit::AuditQuery;
use crate::answers::choice::ChoiceQuery;
use crate::answers::games::GamesDocument;
use crate::answers::matches::{MatchQuery, MatchesQuery};
use crate::answers::moves::MoveRequest;
use crate::answers::playouts::PlayoutsQuery;
use crate::answers::position::PositionQuery;
use crate::answers::sweep::SweepQuery;
use crate::answers::tree::TreeQuery;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::{assets, tags};

/// Only files of the page itself may be loaded, and nobody may frame it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The addresses of the API.
fn api() -> [(&'static str, MethodRouter<Engine>); 14] {
    [
        ("/health", get(health)),
        ("/api/v1/games", get(|| async { Json(GamesDocument::new()) })),
        ("/api/v1/position", get(PositionQuery::get)),
        ("/api/v1/tree", get(TreeQuery::get)),
        ("/api/v1/tree.svg", get(TreeQuery::get_picture)),
        ("/api/v1/audit", get(AuditQuery::get)),
        ("/api/v1/sweep", get(SweepQuery::get)),
        ("/api/v1/sweep.svg", get(SweepQuery::get_plot)),
        ("/api/v1/match", get(MatchQuery::get)),
        ("/api/v1/matches", get(MatchesQuery::get)),
        ("/api/v1/choice", get(ChoiceQuery::get)),
        ("/api/v1/playouts", get(PlayoutsQuery::get)),
        ("/api/v1/move", post(MoveRequest::post)),
        ("/api/v1/openapi.json", get(description)),
    ]
}

/// Everything the server answers.
pub(crate) fn router(engine: &Engine) -> Router {
    let constant = |name: HeaderName, value| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    let routes = api().into_iter();
    routes
        .fold(Router::new(), |router, (path, methods)| router.route(path, methods))
        .fallback(assets::file)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(engine.limits().body))
        .layer(middleware::from_fn_with_state(engine.clone(), bounded))
        .layer(middleware::from_fn(tags::tagged))
        .layer(CompressionLayer::new())
        .layer(constant(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(constant(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(constant(header::REFERRER_POLICY, "no-referrer"))
        .with_state(engine.clone())
}

/// The API as `OpenAPI` describes it.
async fn description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../openapi.json"))
}

async fn health() -> Json<Value> {
    Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))
}

async fn method_not_allowed(request: Request) -> Problem {
    Problem::wrong_method(request.method(), request.uri().path())
}

/// Refuses overlong addresses, and gives up on answers that take too long.
async fn bounded(State(engine): State<Engine>, uri: Uri, request: Request, next: Next) -> Response {
    let limits = engine.limits();
    let length = uri.path_and_query().map_or(0, |address| address.as_str().len());
    if length > limits.address {
        let detail = format!("the address has {length} bytes, expected at most {}", limits.address);
        return Problem::new(StatusCode::URI_TOO_LONG, detail).into_response();
    }
    let answer = tokio::time::timeout(limits.time, next.run(request)).await;
    answer.unwrap_or_else(|_| {
        let seconds = limits.time.as_secs();
        Problem::later(format!(
            "no answer within {seconds} seconds; an audit, match or sweep goes on, so ask again"
        ))
        .into_response()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_lists_the_addresses() {
        let description: Value = serde_json::from_str(include_str!("../openapi.json")).unwrap();
        let mut described: Vec<_> = description["paths"].as_object().unwrap().keys().collect();
        let mut answered: Vec<_> = api().iter().map(|&(path, _)| path.to_owned()).collect();
        described.sort_unstable();
        answered.sort_unstable();
        assert!(described.into_iter().eq(&answered), "{answered:?}");
    }
}
