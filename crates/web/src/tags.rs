use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;

/// Gives every good answer a tag made of its content, and sends nothing again that the client still has.
///
/// The tags are weak, because an answer is the same whether or not it is compressed on the way.
pub(crate) async fn tagged(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    let is_good = response.status() == StatusCode::OK;
    let caching = match method {
        // To be asked about each time: another version may answer otherwise.
        Method::GET | Method::HEAD if is_good => "no-cache",
        _ => "no-store",
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    // The answer to HEAD has no content to make a tag of.
    if method != Method::GET || !is_good {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return Problem::failed().into_response();
    };
    let tag = tag(&body);
    let is_known = known.is_some_and(|known| is_among(&tag, &known));
    parts.headers.insert(header::ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits"));
    if is_known {
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.status = StatusCode::NOT_MODIFIED;
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(body))
}

fn tag(body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    let (start, _) = digest.split_first_chunk().expect("32 bytes");
    format!("W/\"{:032x}\"", u128::from_be_bytes(*start))
}

/// Whether a tag is among those of an `If-None-Match` header, by the weak comparison.
fn is_among(tag: &str, known: &HeaderValue) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.to_str().is_ok_and(|known| {
        known.split(',').any(|one| one.trim() == "*" || opaque(one) == opaque(tag))
    })
}
