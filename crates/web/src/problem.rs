use axum::Json;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use exactplay_game::PositionError;
use exactplay_players::PlayerError;
use exactplay_rules::GameError;
use exactplay_tree::TreeError;
use serde::Serialize;

/// Why a request is not answered, as RFC 9457 writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
}

#[derive(Serialize)]
struct Document<'a> {
    /// The status says all there is to say about the kind of problem.
    r#type: &'static str,
    title: &'a str,
    status: u16,
    detail: &'a str,
}

impl Problem {
    /// A problem with a status and one sentence about it.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into() }
    }

    /// Something that cannot be read.
    pub(crate) fn syntax(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// More than a request may ask for, or than the server takes on.
    pub(crate) fn too_large(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    }

    /// What can be read, but does not exist in the game.
    pub(crate) fn impossible(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// The server is busy, slow or about to end: the same request may succeed later.
    pub(crate) fn later(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// A method that an address does not know.
    pub(crate) fn wrong_method(method: &Method, path: &str) -> Self {
        let detail = format!("{method} is not answered at {path:?}");
        Self::new(StatusCode::METHOD_NOT_ALLOWED, detail)
    }

    /// Too much is asked at once.
    pub(crate) fn busy() -> Self {
        Self::later("the server is busy, try again later")
    }

    /// An error of our own; the reason is on standard error.
    pub(crate) fn failed() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the server has failed to compute the answer")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let document = Document {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: &self.detail,
        };
        let mut response = (self.status, Json(document)).into_response();
        let media_type = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, media_type);
        response
    }
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Self {
        Self::new(StatusCode::NOT_FOUND, error.to_string())
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        match error {
            PositionError::Syntax { .. } => Self::syntax(error.to_string()),
            PositionError::Unreachable { .. } => Self::impossible(error.to_string()),
        }
    }
}

impl From<PlayerError> for Problem {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Unknown { .. } | PlayerError::Options { .. } | PlayerError::Person => {
                Self::syntax(error.to_string())
            }
            PlayerError::Game { .. } => Self::impossible(error.to_string()),
            PlayerError::Analysis { .. } => Self::too_large(error.to_string()),
        }
    }
}

impl From<TreeError> for Problem {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::Stopped => Self::later("the server is about to end"),
            TreeError::TooLarge { .. } | TreeError::Denominator { .. } => {
                Self::too_large(error.to_string())
            }
        }
    }
}
