use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::Problem;

/// The files of the page. They are part of the program; a debug build reads them anew each time, so that a page can be
/// worked on without a build.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// Answers with a file of the page.
pub(crate) async fn file(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Problem::wrong_method(&method, uri.path()).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Assets::get(path) else {
        let detail = format!("there is nothing at {:?}", uri.path());
        return Problem::new(StatusCode::NOT_FOUND, detail).into_response();
    };
    let media_type = HeaderValue::from_static(media_type(path));
    ([(header::CONTENT_TYPE, media_type)], file.data).into_response()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
