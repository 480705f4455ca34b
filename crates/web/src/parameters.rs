//! What requests carry: parameters of the address, and JSON bodies.

use std::error::Error;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use exactplay_game::Player;
use exactplay_rules::{AnyGame, GameError, GameOptions};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The parameters of an address. Unknown and repeated ones are refused.
#[derive(Debug)]
pub(crate) struct Parameters<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(parameters)) => Ok(Self(parameters)),
            Err(error) => Err(Problem::syntax(format!("invalid parameters: {}", cause(&error)))),
        }
    }
}

/// A JSON document in the body of a request.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Json::from_request(request, state).await {
            Ok(Json(document)) => Ok(Self(document)),
            // A document of another shape is malformed too; 422 is kept for what the rules of a game forbid.
            Err(JsonRejection::JsonDataError(error)) => {
                Err(Problem::syntax(format!("invalid document: {}", cause(&error))))
            }
            Err(error) => Err(Problem::new(error.status(), describe(&error))),
        }
    }
}

fn describe(error: &JsonRejection) -> String {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => "the document is too large".to_owned(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "the document must be sent with the content type application/json".to_owned()
        }
        _ => format!("invalid document: {}", cause(error)),
    }
}

/// The innermost reason of an error.
fn cause(mut error: &dyn Error) -> String {
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

/// The game of requests that name none.
pub(crate) fn default_game() -> String {
    "tictactoe".to_owned()
}

/// Who moves first where a request does not say.
pub(crate) fn default_first() -> Player {
    Player::O
}

/// The position of requests that name none: the start.
pub(crate) fn default_position() -> String {
    "-".to_owned()
}

/// The game of a name.
pub(crate) fn game(name: &str, first: Player) -> Result<AnyGame, GameError> {
    AnyGame::parse(name, GameOptions { first, allow_drawn: false })
}
