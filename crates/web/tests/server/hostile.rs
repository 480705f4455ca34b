//! Requests that cannot be answered, or must not be.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use exactplay_web::Limits;

use crate::ask::{Answer, Asked};
use crate::schema;

/// Fails unless an answer is a problem with this status, as described.
fn assert_problem(answer: &Answer, status: u16, what: &str) {
    assert_eq!(answer.status.as_u16(), status, "{what}: {}", answer.text());
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/problem+json", "{what}");
    assert_eq!(answer.header(header::CACHE_CONTROL), "no-store", "{what}");
    let description = schema::description();
    let problem = answer.json();
    schema::check(&description, &description["components"]["schemas"]["Problem"], &problem, what);
    assert_eq!(problem["status"], status);
    // One sentence; a board may end in a point, too.
    let detail = problem["detail"].as_str().unwrap();
    assert!(!detail.is_empty() && !detail.contains(". "), "{detail}");
}

#[rustfmt::skip]
const REFUSED: &[(u16, &str)] = &[
    // Cannot be read.
    (400, "position?position=q"),
    (400, "position?position=oxo"),
    (400, "position?position=.../..."),
    (400, "position?position=%00%00%00"),
    (400, "position?position=%zz"),
    (400, "position?position=%ff%fe"),
    (400, "position?first=z"),
    (400, "position?first="),
    (400, "position?position=-&position=-"),
    (400, "position?depth=2"),
    (400, "tree?depth=-1"),
    (400, "tree?depth=2.5"),
    (400, "tree?depth=99999999999999999999"),
    (400, "tree?scoring=best"),
    (400, "tree?merge=yes"),
    (400, "tree.svg?show=everything"),
    (400, "audit?player=deepblue"),
    (400, "audit?player=pmc2&depth=0"),
    (400, "audit?player=pmc2&draw_weight=2"),
    (400, "audit?player=pmc2&draw_weight=1e999"),
    (400, "audit?arithmetic=f128"),
    (400, "audit?player="),
    (400, "sweep?kind=everything"),
    (400, "match?a=pmc2"),
    (400, "match?a=pmc2&b="),
    (400, "matches?players="),
    (400, "matches?players=,,,"),
    (400, "choice?player=pmc2:10,time=1"),
    (400, "choice?player=uct:10,c=-1"),
    (400, "choice"),
    (400, "playouts?playouts=many"),
    (400, "playouts?seed=-1"),
    (400, "playouts?skip=5000000000"),
    // No such thing.
    (404, "position?game=chess"),
    (404, "position?game="),
    (404, "position?game=mnk:0x0:0"),
    (404, "position?game=mnk:255x255:255"),
    (404, "position?game=mnk:99999999999x3:3"),
    (404, "position?game=othello:1000000"),
    (404, "nothing"),
    (404, "tree/"),
    // Too large.
    (413, "tree?depth=10"),
    (413, "tree?depth=255"),
    (413, "audit?game=mnk:6x6:6"),
    (413, "audit?game=connect:7x6:4"),
    (413, "audit?game=othello:8"),
    (413, "match?game=connect:8x8:8&a=random&b=random"),
    (413, "sweep?game=othello:6"),
    (413, "sweep?game=mnk:4x3:3&kind=playouts"),
    (413, "sweep?kind=playouts&most=4294967295"),
    (413, "audit?player=pmc2:20000"),
    (413, "audit?player=pmc2:1000000,per=even"),
    (413, "audit?game=mnk:4x3:3&player=pmc2,depth=255"),
    (413, "choice?player=pmc2:4294967295"),
    (413, "choice?player=uct:4294967295"),
    (413, "choice?player=pmc2:1000000,per=move&game=othello:8&position=moves:d3"),
    (413, "choice?player=pmc2:1,depth=255&game=othello:8"),
    (413, "choice?player=perfect&game=othello:8"),
    (413, "choice?player=pmc2&game=connect:7x6:4"),
    (413, "playouts?playouts=100001"),
    (413, "playouts?playouts=18446744073709551615"),
    (413, "matches?players=random,random,random,random,random,random,random,random,random,random,random,random,random,random,random,random,random,random,random,random,random"),
    // Impossible.
    (422, "position?position=xxx/.../..."),
    (422, "position?position=ooo/xxx/..."),
    (422, "position?position=moves:b2,b2"),
    (422, "position?game=othello:4&position=o.../..../..../...o%20o"),
    (422, "tree?path=b2,b2"),
    (422, "tree?path=b2&position=o../.../..."),
    (422, "tree?path=z9"),
    (422, "audit?player=ai2s&game=mnk:4x3:3"),
    (422, "audit?player=uct:10"),
    (422, "audit?player=pmc2,draw=1/3&arithmetic=f64"),
    (422, "sweep?player=pmc"),
    (422, "sweep?kind=playouts&player=ai2s"),
    (422, "match?a=human&b=random"),
    (422, "choice?player=random&position=ooo/xx./..."),
    (422, "playouts?position=ooo/xx./..."),
];

#[test]
fn what_cannot_be_answered_is_a_problem() {
    let server = Asked::new();
    for &(status, address) in REFUSED {
        assert_problem(&server.get(&format!("/api/v1/{address}")), status, address);
    }
}

#[test]
fn overlong_addresses_are_refused() {
    let server = Asked::new();
    for length in [10_000, 60_000] {
        let address = format!("/api/v1/position?position={}", "a".repeat(length));
        assert_problem(&server.get(&address), 414, "a long address");
        assert_problem(&server.get(&format!("/{}", "a/".repeat(length / 2))), 414, "a long path");
    }
    // As long as may be.
    let address = format!("/api/v1/position?position={}", "a".repeat(8_000));
    assert_problem(&server.get(&address), 400, "an address of 8,000 letters");
}

#[test]
fn documents_are_checked() {
    let server = Asked::new();
    for (status, document) in [
        (400, ""),
        (400, "{"),
        (400, "[]"),
        (400, "null"),
        (400, "{}"),
        (400, r#"{"move":"b2","player":"random"}"#),
        (400, r#"{"move":5}"#),
        (400, r#"{"move":"b2","unheard":1}"#),
        (400, r#"{"move":"b2","move":"b2"}"#),
        (400, r#"{"move":"\u0000"}"#),
        (400, r#"{"move":"z9"}"#),
        (400, r#"{"player":"human"}"#),
        (400, r#"{"player":"pmc2:10,time=0.1"}"#),
        (400, r#"{"player":"random","seed":-1}"#),
        (404, r#"{"game":"go:19","move":"b2"}"#),
        (413, r#"{"player":"pmc2:4294967295"}"#),
        (413, r#"{"player":"uct:100000000"}"#),
        (413, r#"{"player":"perfect","game":"othello:8"}"#),
        (422, r#"{"position":"moves:b2","move":"b2"}"#),
        (422, r#"{"position":"ooo/xx./...","move":"c3"}"#),
        (422, r#"{"player":"ai2s","game":"mnk:4x3:3"}"#),
    ] {
        assert_problem(&server.post("/api/v1/move", document), status, document);
    }
    let nested = "[".repeat(30_000);
    assert_problem(&server.post("/api/v1/move", &nested), 400, "nested lists");
    let large = format!(r#"{{"move":"{}"}}"#, "a".repeat(100_000));
    assert_problem(&server.post("/api/v1/move", &large), 413, "a large document");
    let plain = Request::post("/api/v1/move").body(Body::from(r#"{"move":"b2"}"#)).unwrap();
    assert_problem(&server.send(plain), 415, "plain text");
}

#[test]
fn other_methods_are_refused() {
    let server = Asked::new();
    let description = schema::description();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::GET, Method::OPTIONS] {
            let is_described = methods.get(method.as_str().to_lowercase()).is_some();
            if !is_described {
                let request = Request::builder().method(&method).uri(path);
                let answer = server.send(request.body(Body::empty()).unwrap());
                assert_problem(&answer, 405, &format!("{method} {path}"));
            }
        }
    }
    let request = Request::put("/index.html").body(Body::empty()).unwrap();
    assert_problem(&server.send(request), 405, "PUT /index.html");
}

#[test]
fn a_busy_or_slow_server_says_so() {
    let busy = Asked::within(Limits { waiting: 0, ..Limits::default() });
    assert_problem(&busy.get("/api/v1/position"), 503, "busy");
    assert_eq!(busy.get("/health").status, StatusCode::OK);
    let judging = Asked::within(Limits { judgements: 0, ..Limits::default() });
    assert_problem(&judging.get("/api/v1/audit"), 503, "judging");
    let slow = Asked::within(Limits { time: Duration::ZERO, ..Limits::default() });
    assert_problem(&slow.get("/api/v1/audit"), 503, "slow");
    // The audit went on, and soon it is there.
    let patient = Asked::within(Limits { time: Duration::from_millis(20), ..Limits::default() });
    while patient.get("/api/v1/audit").status != StatusCode::OK {}
}

#[test]
fn trees_stay_small() {
    let server = Asked::within(Limits { tree_nodes: 50, ..Limits::default() });
    let tree = server.document("tree?depth=9");
    let nodes = tree["nodes"].as_array().unwrap();
    assert!(nodes.len() <= 50);
    let omitted = nodes.iter().map(|node| node["children_omitted"].as_u64().unwrap());
    assert_eq!(omitted.sum::<u64>(), tree["omitted"]);
    assert!(tree["omitted"].as_u64().unwrap() > 0);
    let server = Asked::within(Limits { tree_nodes: 300, ..Limits::default() });
    for game in ["tictactoe", "mnk:6x6:6", "connect:8x8:8", "othello:8"] {
        let tree = server.document(&format!("tree?game={game}&depth=9"));
        assert!(tree["nodes"].as_array().unwrap().len() <= 300);
    }
}
