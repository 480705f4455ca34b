//! What the API says, held against known values and its own description.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::ask::Asked;
use crate::schema;

/// Addresses with places in their answers and what stands there.
#[rustfmt::skip]
const KNOWN: &[(&str, &[(&str, &str)])] = &[
    ("games", &[("/presets/0", "\"tictactoe\""), ("/games/0/name", "\"tictactoe\"")]),
    ("position", &[("/playout/o", "\"737/1260\""), ("/ps_o", "\"817/1260\""), ("/value", "\"draw\""), ("/plies_to_end", "9"), ("/orbit/size", "1")]),
    ("position?position=moves:b2", &[("/best_moves", r#"["a1","a3","c1","c3"]"#), ("/ps_o", "\"3/4\""), ("/to_move", "\"x\"")]),
    ("position?position=ooo/xx./...", &[("/status", "\"o\""), ("/moves", "[]"), ("/to_move", "null")]),
    ("position?first=x", &[("/to_move", "\"x\""), ("/ps_x", "\"817/1260\"")]),
    ("position?game=connect:7x6:4&position=moves:44", &[("/value", "null"), ("/moves/3/move", "\"4\""), ("/moves/3/xy", "[3,3]"), ("/moves/3/best", "null")]),
    ("position?game=othello:8", &[("/playout", "null"), ("/to_move", "\"o\"")]),
    ("tree?depth=1", &[("/omitted", "252"), ("/nodes/0/role", "\"selected\""), ("/nodes/0/ps_o", "\"817/1260\"")]),
    ("tree?position=.../.o./...&depth=1&merge=true&scoring=shortest_draw", &[("/nodes/0/role", "\"path\""), ("/nodes/0/score", "-0.5"), ("/nodes/3/role", "\"selected\""), ("/nodes/3/score", "0.5"), ("/nodes/4/multiplicity", "4"), ("/nodes/4/move", "\"a1\"")]),
    ("tree?path=b2,a1&depth=0", &[("/position", "\"x../.o./...\"")]),
    ("tree?game=othello:8&depth=2", &[("/nodes/0/value", "null"), ("/nodes/1/best", "null"), ("/nodes/1/children_omitted", "0")]),
    ("audit", &[("/orbits_checked", "627"), ("/deviating_orbits", "29"), ("/deviating_positions", "222"), ("/weak_solution/o/holds", "true"), ("/weak_solution/x/worst", "\"loss\"")]),
    ("audit?player=pmc", &[("/deviating_orbits", "28"), ("/draw_weight", "null")]),
    ("audit?player=pmc&arithmetic=f64", &[("/deviating_orbits", "30"), ("/arithmetic", "\"f64\"")]),
    ("audit?player=pmc2&arithmetic=f64", &[("/deviating_orbits", "26")]),
    ("audit?draw_weight=1/9", &[("/deviating_orbits", "28"), ("/draw_weight", "\"1/9\"")]),
    ("audit?draw_weight=0", &[("/deviating_orbits", "88")]),
    ("audit?player=perfect", &[("/deviating_orbits", "0"), ("/weak_solution/x/holds", "true")]),
    ("audit?player=pmc2:5", &[("/deviations/0/kind", "\"tie\"")]),
    ("sweep", &[("/segments/3/from", "\"1/4\""), ("/segments/3/deviating_orbits", "25")]),
    ("match?a=pmc2&b=random", &[("/results/a_as_o/win", "\"95/96\""), ("/error_bound", "null")]),
    ("match?a=perfect&b=perfect", &[("/results/both/draw", "\"1\"")]),
    ("match?a=ai2s&b=random&from=ooo/xx./...", &[("/results/a_as_o/win", "\"1\"")]),
    ("matches?players=random,perfect,ai14s", &[("/0/a", "\"random\""), ("/5/b", "\"ai14s\""), ("/3/results/both/draw", "\"1\"")]),
    ("choice?player=pmc2&position=o../.../x..", &[("/law", "\"exact\""), ("/moves/2/move", "\"b2\""), ("/moves/2/probability", "\"1\""), ("/moves/2/score", "\"137/180\""), ("/moves/0/p", "0.0")]),
    ("choice?player=random", &[("/moves/4/probability", "\"1/9\""), ("/seed", "null")]),
    ("choice?player=ai1", &[("/moves/0/probability", "\"1\"")]),
    ("choice?player=human", &[("/law", "\"none\"")]),
    ("choice?player=pmc2:50&seed=7", &[("/law", "\"within\""), ("/seed", "7")]),
    ("choice?player=pmc2:50&game=othello:8", &[("/law", "\"sampled\""), ("/error_bound", "null")]),
    ("choice?player=uct:50", &[("/law", "\"sampled\""), ("/moves/0/probability", "null")]),
    ("choice?player=pmc,limit", &[("/law", "\"exact\""), ("/moves/4/probability", "\"1\"")]),
    ("choice?player=pmc2,limit", &[("/law", "\"within\"")]),
    ("choice?player=pmc2,depth=3", &[("/law", "\"exact\""), ("/moves/0/score", "null")]),
    ("playouts?playouts=100&seed=3", &[("/playouts", "100"), ("/seed", "3")]),
];

/// The schema of the good answer at an address.
fn answer_schema<'a>(description: &'a Value, address: &str, method: &str) -> &'a Value {
    let path = address.split('?').next().unwrap();
    &description["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
}

#[test]
fn known_values_are_told_as_described() {
    let server = Asked::new();
    let description = schema::description();
    for &(address, values) in KNOWN {
        let document = server.document(address);
        let full = format!("/api/v1/{address}");
        schema::check(&description, answer_schema(&description, &full, "get"), &document, address);
        for &(pointer, expected) in values {
            let expected: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(document.pointer(pointer), Some(&expected), "{address} {pointer}");
        }
    }
    let health = server.get("/health").json();
    schema::check(&description, answer_schema(&description, "/health", "get"), &health, "health");
}

/// Every address refuses a parameter it does not know, and says which it knows: those of the description.
#[test]
fn parameters_are_those_described() {
    let server = Asked::new();
    let description = schema::description();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let Some(parameters) = methods["get"]["parameters"].as_array() else { continue };
        let mut described: Vec<_> =
            parameters.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
        let answer = server.get(&format!("{path}?unheard=of"));
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        let problem = answer.json();
        let names = problem["detail"].as_str().unwrap().split("expected one of").nth(1).unwrap();
        let mut known: Vec<_> = names.split('`').skip(1).step_by(2).collect();
        described.sort_unstable();
        known.sort_unstable();
        assert_eq!(known, described, "{path}");
    }
}

#[test]
fn moves_are_made() {
    let server = Asked::new();
    let description = schema::description();
    let schema = answer_schema(&description, "/api/v1/move", "post");
    let made = |document: &Value| {
        let answer = server.post("/api/v1/move", &document.to_string());
        assert_eq!(answer.status, StatusCode::OK, "{document}: {}", answer.text());
        schema::check(&description, schema, &answer.json(), "move");
        answer.json()
    };
    let expected = json!({
        "schema": 1, "game": "mnk:3x3:3", "position": ".../.../...", "move": "b2", "xy": [1, 1],
        "next": ".../.o./...", "to_move": "x", "status": "playing",
    });
    assert_eq!(made(&json!({"move": "b2"})), expected);
    let won = made(&json!({"position": "oo./xx./...", "move": "c1"}));
    assert_eq!((&won["status"], &won["to_move"]), (&json!("o"), &Value::Null));
    let connect = json!({"game": "connect:7x6:4", "position": "moves:4", "move": "4"});
    assert_eq!(made(&connect)["xy"], json!([3, 4]));
    for player in ["random", "perfect", "pmc2", "pmc2:100", "uct:100", "ai14s", "pmc,limit"] {
        let request = json!({"position": "moves:b2", "player": player, "seed": 5});
        assert_eq!(made(&request), made(&request), "{player}");
    }
    // Of two moves that win at once a good player takes one; on a large game playouts find it too.
    let request =
        json!({"game": "connect:7x6:4", "position": "moves:414141", "player": "pmc2:2000"});
    assert_eq!(made(&request)["status"], "o");
}

/// What an audit says of a position is what the position and the choice say of it.
#[test]
fn answers_agree_with_each_other() {
    let server = Asked::new();
    let audit = server.document("audit?player=pmc2");
    for deviation in audit["deviations"].as_array().unwrap() {
        let address = format!("?position={}", deviation["position"].as_str().unwrap());
        let position = server.document(&format!("position{address}"));
        assert_eq!(position["best_moves"], deviation["best_moves"]);
        assert_eq!(position["moves"], deviation["moves"]);
        let choice = server.document(&format!("choice{address}&player=pmc2"));
        let moves = choice["moves"].as_array().unwrap();
        let played = moves.iter().filter(|mv| mv["probability"] != "0").map(|mv| &mv["move"]);
        assert!(played.eq(deviation["player_moves"].as_array().unwrap()));
    }
}

#[test]
fn playouts_can_be_had_in_stretches() {
    let server = Asked::new();
    let counts = |skip: u32, playouts: u32| -> Vec<[u64; 3]> {
        let address =
            format!("playouts?position=moves:b2,a1&seed=9&skip={skip}&playouts={playouts}");
        let document = server.document(&address);
        let moves = document["moves"].as_array().unwrap();
        let count = |mv: &Value, outcome: &str| mv[outcome].as_u64().unwrap();
        moves.iter().map(|mv| ["o", "draw", "x"].map(|outcome| count(mv, outcome))).collect()
    };
    let (first, second, both) = (counts(0, 400), counts(400, 600), counts(0, 1_000));
    for ((first, second), both) in first.iter().zip(&second).zip(&both) {
        for outcome in 0..3 {
            assert_eq!(first[outcome] + second[outcome], both[outcome]);
        }
    }
    assert_eq!(both.iter().flatten().sum::<u64>(), 1_000);
    // From here o wins with probability 64/105 or so; 10,000 playouts have a standard deviation of half a per cent.
    let position = server.document("position?position=moves:b2,a1");
    let expected = fraction(position["playout"]["o"].as_str().unwrap());
    let won: u64 = counts(0, 10_000).iter().map(|counts| counts[0]).sum();
    let found = f64::from(u32::try_from(won).unwrap()) / 10_000.0;
    assert!((found - expected).abs() < 0.025, "{found} {expected}");
}

fn fraction(text: &str) -> f64 {
    let (numerator, denominator) = text.split_once('/').unwrap();
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

/// The tallies are those by which the player chooses: it makes one of the moves with the best score.
#[test]
fn a_choice_tells_the_playouts_of_the_move() {
    let server = Asked::new();
    for seed in 1..20 {
        let address = format!("choice?position=moves:b2&player=pmc2:30&seed={seed}");
        let choice = server.document(&address);
        let moves = choice["moves"].as_array().unwrap();
        let score = |mv: &Value| match mv["score"].as_str().unwrap() {
            "0" => 0.0,
            "1" => 1.0,
            text => fraction(text),
        };
        let best = moves.iter().map(score).fold(0.0, f64::max);
        let request = json!({"position": "moves:b2", "player": "pmc2:30", "seed": seed});
        let made = server.post("/api/v1/move", &request.to_string()).json();
        let chosen = moves.iter().find(|mv| mv["move"] == made["move"]).unwrap();
        assert!(score(chosen) >= best - 1e-12, "{choice}");
        let probabilities = moves.iter().map(|mv| mv["p"].as_f64().unwrap());
        assert!((probabilities.sum::<f64>() - 1.0).abs() < 1e-9);
        let playouts = moves.iter().map(|mv| mv["tally"]["playouts"].as_u64().unwrap());
        assert_eq!(playouts.sum::<u64>(), 30);
    }
}

#[test]
fn pictures_are_drawn() {
    let server = Asked::new();
    let address = "/api/v1/tree.svg?position=o../.../x..&depth=1&disagree=b2,c1&show=ps_o";
    let answer = server.get(address);
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["content-type"], "image/svg+xml");
    let svg = answer.text();
    // b2 is played though not best; c1 is best, and stands out anyway.
    assert_eq!(svg.matches(" disagree\"").count(), 1);
    assert!(svg.contains("<title>b2\ndraw in 6 plies\nplayed though not best\n"), "{svg}");
    assert!(svg.contains("ps_o 137/180 (0.761111)"));
    let plot = server.get("/api/v1/sweep.svg").text();
    assert!(plot.contains("Deviating orbits of pmc2 on mnk:3x3:3"));
}

#[test]
#[ignore = "minutes without optimisation"]
fn large_games_are_analysed() {
    let server = Asked::new();
    let position = server.document("position?game=mnk:4x4:4");
    assert_eq!(
        (&position["value"], &position["moves"][0]["value"]),
        (&json!("draw"), &json!("draw"))
    );
    let position = server.document("position?game=connect:5x4:4");
    assert_eq!(position["value"], "draw");
    let sweep = server.document("sweep?kind=playouts&player=pmc2");
    let description = schema::description();
    schema::check(
        &description,
        answer_schema(&description, "/api/v1/sweep", "get"),
        &sweep,
        "sweep",
    );
    assert_eq!(sweep["rows"].as_array().unwrap().len(), 8);
}
