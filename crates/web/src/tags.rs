use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;

/// Gives every good answer a tag made of its content, and sends nothing again that the client still has.
///
/// The tags are weak, because an answer is the same whether or not it is compressed on the way.
pub(crate) async fn tagged(request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    if !is_read || response.status() != StatusCode::OK {
        let never = HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, never);
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return Problem::failed().into_response();
    };
    let tag = tag(&body);
    let matches = known.is_some_and(|known| is_among(&tag, &known));
    set_tag(&mut parts.headers, &tag);
    if matches {
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.status = StatusCode::NOT_MODIFIED;
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(body))
}

fn set_tag(headers: &mut HeaderMap, tag: &str) {
    let value = HeaderValue::from_str(tag).expect("hexadecimal digits");
    headers.insert(header::ETAG, value);
    // To be asked about each time: another version may answer otherwise.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
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
