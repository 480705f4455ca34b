//! The files of the page, and what is said about all answers.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::Value;

use crate::ask::Asked;

#[test]
fn the_page_is_there_and_nothing_else() {
    let server = Asked::new();
    for address in ["/", "/index.html"] {
        let answer = server.get(address);
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.header(header::CONTENT_TYPE), "text/html; charset=utf-8");
        assert!(answer.text().starts_with("<!doctype html>"));
    }
    for address in [
        "/../Cargo.toml",
        "/../openapi.json",
        "/app/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/..%5cCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/.",
        "/..",
        "/app",
        "/app/",
        "/index.html/",
        "/index.html%00",
        "/API/V1/games",
    ] {
        let answer = server.get(address);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{address}");
        assert_eq!(answer.header(header::CONTENT_TYPE), "application/problem+json");
    }
}

/// Everything that a browser loads first is small, and comes from here.
#[test]
fn the_first_page_is_small() {
    let server = Asked::new();
    let html = server.get("/").text();
    let linked = html
        .split(['"', '\''])
        .filter(|text| text.starts_with('/') && !text.starts_with("//") && text.contains('.'));
    let mut bytes = html.len();
    for address in linked {
        let answer = server.get(address);
        assert_eq!(answer.status, StatusCode::OK, "{address}");
        bytes += answer.body.len();
    }
    assert!(bytes < 300_000, "{bytes}");
    assert!(!html.contains("http://") && !html.contains("https://"));
}

#[test]
fn all_answers_carry_the_policy() {
    let server = Asked::new();
    for address in ["/", "/nothing", "/api/v1/position", "/api/v1/position?position=q"] {
        let answer = server.get(address);
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
        assert!(policy.ends_with("frame-ancestors 'none'") && !policy.contains("unsafe"));
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        assert_eq!(answer.header(header::REFERRER_POLICY), "no-referrer");
    }
}

#[test]
fn what_a_client_has_is_not_sent_again() {
    let server = Asked::new();
    for address in ["/", "/api/v1/position", "/api/v1/tree.svg"] {
        let first = server.get(address);
        let tag = first.header(header::ETAG);
        assert!(tag.starts_with("W/\""), "{tag}");
        assert_eq!(first.header(header::CACHE_CONTROL), "no-cache");
        for known in [tag.to_owned(), format!("\"other\", {tag}"), "*".to_owned()] {
            let request = Request::get(address).header(header::IF_NONE_MATCH, &known);
            let again = server.send(request.body(Body::empty()).unwrap());
            assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
            assert_eq!(again.header(header::ETAG), tag);
        }
        let request = Request::get(address).header(header::IF_NONE_MATCH, "W/\"other\"");
        assert_eq!(server.send(request.body(Body::empty()).unwrap()).body, first.body);
    }
}

#[test]
fn answers_are_compressed_for_those_who_like() {
    let server = Asked::new();
    let plain = server.get("/api/v1/audit");
    let request = Request::get("/api/v1/audit").header(header::ACCEPT_ENCODING, "gzip");
    let packed = server.send(request.body(Body::empty()).unwrap());
    assert_eq!(packed.header(header::CONTENT_ENCODING), "gzip");
    assert_eq!(packed.header(header::ETAG), plain.header(header::ETAG));
    assert!(packed.body.starts_with(&[0x1f, 0x8b]) && packed.body.len() < plain.body.len() / 4);
    let request = Request::head("/api/v1/position").body(Body::empty()).unwrap();
    let head = server.send(request);
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
}

#[test]
fn the_description_is_served() {
    let description: Value = Asked::new().get("/api/v1/openapi.json").json();
    assert_eq!(description["openapi"], "3.1.0");
}
