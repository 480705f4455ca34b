//! The program as people and scripts meet it: what it prints, and how it exits.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program with some text on standard input.
fn exactplay_with_input(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactplay"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments may be gone before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn exactplay(args: &[&str]) -> Output {
    exactplay_with_input(args, "")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&exactplay(args))).unwrap()
}

/// The command fails with this status and prints one sentence and nothing else.
fn assert_refused(args: &[&str], status: i32, message: &str) {
    let output = exactplay(args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?} printed an answer");
    assert_eq!(stderr, format!("error: {message}\n"), "{args:?}");
}

#[test]
fn count_prints_what_authors_can_paste() {
    insta::assert_snapshot!(stdout(&exactplay(&["count"])), @r"
    mnk:3x3:3, o moves first

    what         count  meaning
    nodes      549,946  move sequences of any length, the empty one included
    games      255,168  move sequences that end the game
    positions    5,478  distinct positions that can be reached
    finished       958  626 won by o, 316 won by x, 16 drawn
    orbits         765  positions up to symmetry

    ply    nodes  positions  orbits
      0        1          1       1
      1        9          9       3
      2       72         72      12
      3      504        252      38
      4    3,024        756     108
      5   15,120      1,260     174
      6   54,720      1,520     204
      7  148,176      1,140     153
      8  200,448        390      57
      9  127,872         78      15
    ");
}

#[test]
fn count_json_has_the_documented_fields() {
    let count = json(&["count", "--json"]);
    assert_eq!((&count["schema"], &count["game"]), (&1.into(), &"mnk:3x3:3".into()));
    assert_eq!((&count["nodes"], &count["games"]), (&549_946.into(), &255_168.into()));
    assert_eq!(count["terminal"], serde_json::json!({"o": 626, "x": 316, "draw": 16}));
    assert_eq!(
        count["by_ply"][2],
        serde_json::json!({"ply": 2, "nodes": 72, "positions": 72, "orbits": 12})
    );
    let x_first = json(&["count", "--json", "--first", "x"]);
    assert_eq!(x_first["terminal"], serde_json::json!({"o": 316, "x": 626, "draw": 16}));
    assert_eq!(json(&["count", "--json", "-g", "mnk:4x3:3"])["games"], 151_188_768);
}

#[test]
fn both_engines_count_the_same_positions() {
    for game in ["mnk:3x3:3", "mnk:4x3:3", "connect:4x4:4"] {
        let count = |engine| json(&["count", "--json", "-g", game, "--engine", engine]);
        let (mut tree, mut blocks) = (count("tree"), count("blocks"));
        let fields = blocks.as_object_mut().unwrap();
        let [values, start] = ["values", "start"].map(|field| fields.remove(field).unwrap());
        let positions: u64 = ["o", "x", "draw"].iter().map(|by| values[by].as_u64().unwrap()).sum();
        assert_eq!(positions, tree["positions"], "every position has a value");
        assert!(values[start["value"].as_str().unwrap()].as_u64().unwrap() > 0);
        tree["nodes"] = Value::Null;
        tree["games"] = Value::Null;
        for layer in tree["by_ply"].as_array_mut().unwrap() {
            layer["nodes"] = Value::Null;
        }
        assert_eq!(tree, blocks, "{game}");
    }
    // Too large for the tree, so streamed.
    let streamed = json(&["count", "--json", "-g", "mnk:4x4:4", "--max-memory", "60MB"]);
    assert_eq!(
        (&streamed["positions"], &streamed["orbits"]),
        (&9_722_011.into(), &1_217_977.into())
    );
    assert!(streamed["nodes"].is_null());
    assert_refused(
        &["count", "-g", "othello:4", "--engine", "blocks"],
        2,
        "the blocks engine does not know othello:4: expected an m,n,k game or connect-k",
    );
}

#[test]
fn query_shows_everything_about_a_position() {
    insta::assert_snapshot!(stdout(&exactplay(&["query", "o../x../o.."])), @r"
      a b c   o../x../o..  x to move, ply 3
    1 o . .   value     draw in 6 plies
    2 x . .   best      b2
    3 o . .   score     0 default, 0 shortest, 0.5 shortest_draw
              playouts  o 89/180 (0.494444), draw 1/4 (0.250000), x 23/90 (0.255556)
              ps_o      223/360 (0.619444), ps_x 137/360 (0.380556)
              orbit     4 positions, canonical o../x../o..

    move  value                          P(o)          P(draw)              P(x)              ps_o
    * b2  draw in 6 plies     4/15 (0.266667)  3/10 (0.300000)  13/30 (0.433333)   5/12 (0.416667)
      b1  o wins in 4 plies  19/30 (0.633333)   1/5 (0.200000)    1/6 (0.166667)  11/15 (0.733333)
      b3  o wins in 4 plies  19/30 (0.633333)   1/5 (0.200000)    1/6 (0.166667)  11/15 (0.733333)
      c1  o wins in 4 plies  13/30 (0.433333)   2/5 (0.400000)    1/6 (0.166667)  19/30 (0.633333)
      c2  o wins in 4 plies  17/30 (0.566667)                0  13/30 (0.433333)  17/30 (0.566667)
      c3  o wins in 4 plies  13/30 (0.433333)   2/5 (0.400000)    1/6 (0.166667)  19/30 (0.633333)
    ");
}

#[test]
fn query_json_has_the_documented_fields() {
    let start = json(&["query", "-", "--json"]);
    assert_eq!(start["position"], ".../.../...");
    assert_eq!(
        start["playout"],
        serde_json::json!({"o": "737/1260", "draw": "8/63", "x": "121/420"})
    );
    assert_eq!((&start["ps_o"], &start["ps_x"]), (&"817/1260".into(), &"443/1260".into()));
    assert_eq!(
        start["scores"],
        serde_json::json!({"default": 0, "shortest": 0, "shortest_draw": -0.5})
    );
    assert_eq!(start["orbit"], serde_json::json!({"canonical": ".../.../...", "size": 1}));
    assert_eq!(start["moves"].as_array().unwrap().len(), 9);
    let corner = &start["moves"][0];
    assert_eq!(
        (&corner["move"], &corner["xy"], &corner["best"]),
        (&"a1".into(), &[0, 0].into(), &true.into())
    );
    assert_eq!((&corner["position"], &corner["plies_to_end"]), (&"o../.../...".into(), &8.into()));

    let won = json(&["query", "ooo/xx./...", "--json"]);
    assert_eq!(
        (&won["status"], &won["to_move"], &won["plies_to_end"]),
        (&"o".into(), &Value::Null, &0.into())
    );
    assert_eq!(won["moves"], serde_json::json!([]));
    assert_eq!(json(&["query", "-", "moves:b2", "--json"]).as_array().unwrap().len(), 2);
}

#[test]
fn query_reads_standard_input_a_position_a_line() {
    let output =
        exactplay_with_input(&["query", "--jsonl"], "moves:b2\nxx./.../...\n\nkey:x.o.o....\n");
    assert_eq!(output.status.code(), Some(3));
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["position"], ".../.o./...");
    assert!(lines[1]["error"].as_str().unwrap().contains("the players alternate"));
    assert_eq!(lines[1]["position"], "xx./.../...");
    assert_eq!(lines[2]["best_moves"], serde_json::json!(["c1"]));
    assert_eq!(
        json(&["query", "--json"])["position"],
        ".../.../...",
        "nothing on standard input is the start"
    );
}

#[test]
fn audit_lists_deviations_and_gives_verdicts() {
    let text = stdout(&exactplay(&["audit"]));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "pmc2 on mnk:3x3:3: infinitely many playouts, P(win) + 1/2 P(draw), exact arithmetic",
            "29 of 627 orbits in progress deviate (222 positions): 10 always, 19 only by an unlucky tie",
        ]
    );
    assert_eq!(lines[3], "  a b c   1. o../.../x..  o to move, always wrong");
    assert!(
        text.contains("weak solution as o: yes, at worst a draw; 0 deviating orbits can occur")
    );
    assert!(text.contains("weak solution as x: no, at worst a loss"));
}

#[test]
fn audit_json_has_the_documented_fields() {
    let audit = json(&["audit", "--json"]);
    assert_eq!(
        (&audit["player"], &audit["draw_weight"], &audit["depth"]),
        (&"pmc2".into(), &"1/2".into(), &1.into())
    );
    assert_eq!((&audit["arithmetic"], &audit["orbits_checked"]), (&"exact".into(), &627.into()));
    assert_eq!(
        (&audit["deviating_orbits"], &audit["deviating_positions"]),
        (&29.into(), &222.into())
    );
    let first = &audit["deviations"][0];
    assert_eq!((&first["position"], &first["to_move"]), (&"o../.../x..".into(), &"o".into()));
    assert_eq!(first["player_moves"], serde_json::json!(["b2"]));
    assert_eq!(first["best_moves"], serde_json::json!(["b1", "c1", "c3"]));
    assert_eq!((&first["kind"], &first["error_probability"]), (&"always".into(), &"1".into()));
    assert_eq!(first["moves"].as_array().unwrap().len(), 7);
    let verdicts = &audit["weak_solution"];
    assert_eq!((&verdicts["o"]["holds"], &verdicts["x"]["holds"]), (&true.into(), &false.into()));
    assert_eq!(
        (&verdicts["o"]["worst"], &verdicts["x"]["worst"]),
        (&"draw".into(), &"loss".into())
    );
    assert_eq!(
        (&verdicts["o"]["line"], &verdicts["x"]["loss_probability"]),
        (&Value::Null, &"1".into())
    );
    assert!(verdicts["x"]["line"].as_array().unwrap().len() >= 5);
    assert!(audit.get("differences").is_none());

    let pmc = json(&["audit", "--player", "pmc", "--json"]);
    assert_eq!((&pmc["deviating_orbits"], &pmc["draw_weight"]), (&28.into(), &Value::Null));
    let weighted = json(&["audit", "--draw-weight", "0.6", "--json"]);
    assert_eq!(
        (&weighted["deviating_orbits"], &weighted["draw_weight"]),
        (&14.into(), &"3/5".into())
    );
}

#[test]
fn every_player_with_an_exact_law_can_be_audited() {
    let deviating =
        |args: &[&str]| json(&[&["audit", "--json"], args].concat())["deviating_orbits"].clone();
    for (depth, orbits) in [("1", 29), ("2", 12), ("3", 9), ("4", 5), ("5", 2), ("6", 0)] {
        assert_eq!(deviating(&["--player", "pmc2", "--depth", depth]), orbits, "depth {depth}");
    }
    assert_eq!(deviating(&["--player", "perfect"]), 0);
    assert_eq!(deviating(&["--player", "pmc,limit"]), 56);
    let ai14s = json(&["audit", "--json", "--player", "ai14s", "--expect", "weak"]);
    assert_eq!(
        (&ai14s["player"], &ai14s["depth"], &ai14s["draw_weight"]),
        (&"ai14s".into(), &Value::Null, &Value::Null)
    );
    // Of the note's known losing position half of the tied moves save the draw.
    let counting = json(&["audit", "--json", "--player", "sequences-reach-random"]);
    let deviations = counting["deviations"].as_array().unwrap();
    let known = deviations.iter().find(|deviation| deviation["position"] == "o../.o./..x").unwrap();
    assert_eq!((&known["kind"], &known["error_probability"]), (&"tie".into(), &"1/2".into()));
    assert_refused(
        &["audit", "--player", "human"],
        2,
        "no exact law of human can be computed: `match` samples it with --games",
    );
    assert_refused(
        &["audit", "--player", "ai3", "-g", "mnk:4x3:3"],
        3,
        "ai3 does not play mnk:4x3:3: it knows tic-tac-toe only",
    );
}

#[test]
fn matches_are_sampled_reproducibly() {
    let run = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_exactplay"));
        command.env("RAYON_NUM_THREADS", threads);
        command.args(["match", "pmc2:20", "ai14s", "--games", "200", "--seed", "7", "--json"]);
        command.output().unwrap().stdout
    };
    let one = run("1");
    assert!(one == run("2") && one == run("8"));
    let document: Value = serde_json::from_slice(&one).unwrap();
    assert_eq!(
        (&document["exact"], &document["games"], &document["seed"]),
        (&false.into(), &200.into(), &7.into())
    );
    let o = &document["results"]["a_as_o"];
    let games =
        ["win", "draw", "loss"].iter().map(|result| o[result].as_u64().unwrap()).sum::<u64>();
    assert_eq!((games, &o["win"]), (200, &0.into()));
    assert!(o["intervals"]["win"][1].as_f64().unwrap() > 0.0);

    let text = stdout(&exactplay(&["match", "random", "random", "--games", "50", "--seed", "3"]));
    assert!(text.starts_with(
        "random v random on mnk:3x3:3, 50 games a seat, seed 3\n\ncount     win    lose    draw\no "
    ));
    let large =
        stdout(&exactplay(&["match", "uct:20", "pmc2:20", "-g", "connect:7x6:4", "--games", "2"]));
    assert!(large.contains("2 games a seat, seed 1"));
}

#[test]
fn a_person_can_play_and_err() {
    let game = exactplay_with_input(
        &["play", "human", "ai1"],
        "z9\nb2\n1,1\nundo\nhint\nhelp\nb2\nc1\na3\n",
    );
    let text = stdout(&game);
    assert!(text.starts_with("human (o) v ai1 (x) on mnk:3x3:3, seed 1"), "{text}");
    assert!(text.contains("o> \"z9\" is no move; legal moves: a1 a2 a3"), "{text}");
    assert!(text.contains("x plays a1"), "{text}");
    assert!(text.contains("1,1 is not legal here"), "{text}");
    assert!(
        text.contains("* a1  draw in 9 plies"),
        "the hint stands before the first move again: {text}"
    );
    assert!(text.contains("take back your last move"), "{text}");
    assert!(text.ends_with("1 x x o\n2 . o .\n3 o . .\no has won\n"), "{text}");

    let over = stdout(&exactplay_with_input(&["play", "human", "human"], "undo\na1\n"));
    assert!(over.contains("nothing to take back") && over.ends_with("x> \nbye\n"), "{over}");
    let resigned = stdout(&exactplay_with_input(
        &["play", "perfect", "human", "-g", "connect:4x4:4"],
        "resign\n",
    ));
    assert!(resigned.ends_with("x resigns: o has won\n"), "{resigned}");
    let watched =
        stdout(&exactplay(&["play", "pmc2:50", "uct:50", "-g", "othello:6", "--seed", "5"]));
    assert!(watched.contains("has won\n") || watched.contains("drawn\n"), "{watched}");
    assert_eq!(
        watched,
        stdout(&exactplay(&["play", "pmc2:50", "uct:50", "-g", "othello:6", "--seed", "5"]))
    );
}

#[test]
fn sweeps_are_tabulated_and_plotted() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("weights.svg");
    let plot_path = plot.to_str().unwrap();
    let text = stdout(&exactplay(&["audit", "--sweep", "draw-weight", "--plot", plot_path]));
    for row in [
        "0                          88",
        "(0, 1/9]                   28",
        "1/2                        29",
    ] {
        assert!(text.lines().any(|line| line.starts_with(row)), "{row}: {text}");
    }
    assert!(std::fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    let weights = json(&["audit", "--sweep", "draw-weight", "--json"]);
    let segments = weights["segments"].as_array().unwrap();
    let last = segments.last().unwrap();
    assert_eq!((&last["from"], &last["deviating_orbits"]), (&"1".into(), &77.into()));
    assert!(segments.iter().all(|segment| segment["weak_solution"]["o"]["holds"] == true));
    assert!(segments.iter().all(|segment| segment["weak_solution"]["x"]["holds"] == false));

    let playouts = json(&["audit", "--sweep", "playouts", "--player", "pmc2:1,per=even", "--json"]);
    assert_eq!(
        (&playouts["player"], &playouts["rows"][0]["playouts"]),
        (&"pmc2:N,per=even".into(), &1.into())
    );
    assert_refused(
        &["audit", "--sweep", "playouts", "--player", "ai3"],
        2,
        "playouts are swept for pmc and pmc2 of depth 1, not for ai3",
    );
}

#[test]
fn finite_players_are_audited_without_sampling() {
    let audit = json(&["audit", "--player", "pmc2:10", "--json"]);
    assert_eq!((&audit["player"], &audit["deviating_orbits"]), (&"pmc2:10".into(), &431.into()));
    let start_reply = &audit["deviations"][0];
    assert_eq!(start_reply["position"], "o../.../...");
    assert!(start_reply["error_probability"].as_f64().unwrap() > 0.5);
    assert_eq!(audit["weak_solution"]["o"]["holds"], false);
    assert!(audit["weak_solution"]["o"]["loss_probability"].as_f64().unwrap() < 1.0);
}

#[test]
fn matches_are_exact_where_laws_are_known() {
    insta::assert_snapshot!(stdout(&exactplay(&["match", "pmc2", "random"])), @r"
    pmc2 v random on mnk:3x3:3

                                  win                   draw                  loss
    pmc2 as o        95/96 (0.989583)        1/96 (0.010417)                     0
    pmc2 as x      569/630 (0.903175)      34/567 (0.059965)   209/5670 (0.036861)
    both       19079/20160 (0.946379)  1277/36288 (0.035191)  209/11340 (0.018430)
    ");
    let document = json(&["match", "pmc2", "ai14s", "--json"]);
    assert_eq!(
        (&document["a"], &document["b"], &document["exact"]),
        (&"pmc2".into(), &"ai14s".into(), &true.into())
    );
    assert_eq!(
        document["results"]["a_as_o"],
        serde_json::json!({"win": "0", "draw": "1", "loss": "0"})
    );
    assert_eq!(
        document["results"]["a_as_x"],
        serde_json::json!({"win": "0", "draw": "1/2", "loss": "1/2"})
    );
    let finite = json(&["match", "pmc2:5", "random", "--json"]);
    assert!((finite["results"]["a_as_o"]["win"].as_f64().unwrap() - 0.794_722).abs() < 1e-6);
    assert!(finite["error_bound"].as_f64().unwrap() < 1e-9);
    let table = stdout(&exactplay(&["match", "--all", "ai13s..ai14s,random"]));
    assert!(table.lines().any(|line| line.starts_with("ai14s   50.00  50.00   99.48")), "{table}");
    assert_refused(
        &["match", "pmc2", "uct:100"],
        2,
        "no exact law of uct:100 can be computed: `match` samples it with --games",
    );
    assert_refused(
        &["match", "pmc2,fast", "random"],
        2,
        "invalid player \"pmc2,fast\": unknown option \"fast\", expected \
        per=move, per=even, time=SECONDS, depth=n, draw=A or limit",
    );
    assert_refused(
        &["match", "random", "random", "--from", "o"],
        3,
        "invalid position \"o\": it has 1 row of 1 cells, expected 3 rows of 3 joined by \"/\"",
    );
}

#[test]
fn f64_audits_say_where_rounding_decides() {
    for (player, published, missed, false_alarms) in [("pmc2", 26, 3, 0), ("pmc", 30, 0, 2)] {
        let audit = json(&["audit", "--player", player, "--arithmetic", "f64", "--json"]);
        assert_eq!(audit["deviating_orbits"], published);
        let differences = audit["differences"].as_array().unwrap();
        let count =
            |kind: &str| differences.iter().filter(|difference| difference["kind"] == kind).count();
        assert_eq!((count("missed"), count("false_alarm")), (missed, false_alarms));
    }
    let text = stdout(&exactplay(&["audit", "--arithmetic", "f64"]));
    assert!(text.contains("o../x../.ox  o to move, missed: exactly it deviates"), "{text}");
}

#[test]
fn audit_expectations_set_the_exit_status() {
    assert_eq!(exactplay(&["audit", "--expect", "weak-o"]).status.code(), Some(0));
    for (expectation, sentence) in [
        ("weak-x", "pmc2 is not a weak solution as x"),
        ("weak", "pmc2 is not a weak solution in both seats"),
        ("strong", "pmc2 is not a strong solution"),
    ] {
        let output = exactplay(&["audit", "--expect", "weak-o", "--expect", expectation]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("error: {sentence}\n"));
        assert!(!output.stdout.is_empty(), "the audit is printed all the same");
    }
}

#[test]
fn errors_are_one_sentence_with_the_documented_status() {
    assert_refused(
        &["query", "xx./.../..."],
        3,
        "unreachable position \"xx./.../...\": it has 0 o and 2 x, but the players alternate",
    );
    assert_refused(
        &["query", "x../.../..."],
        3,
        "unreachable position \"x../.../...\": it has 0 o and 1 x, but o moves first (where x does, add --first x)",
    );
    assert_refused(
        &["count", "-g", "chess"],
        3,
        "unknown game \"chess\": expected tictactoe, mnk:WxH:K, connect:WxH:K or othello:N",
    );
    assert_refused(
        &["count", "-g", "mnk:5x5:4", "--engine", "tree", "--max-memory", "8GiB"],
        4,
        "mnk:5x5:4 is too large: about 20.2 billion positions in 2.6 TiB of memory, more than the limit of 8.0 GiB",
    );
    assert_refused(
        &["audit", "--player", "pmc", "--draw-weight", "1/3"],
        2,
        "invalid player \"pmc,draw=1/3\": pmc has no draw weight, which is pmc2's",
    );
    assert_refused(
        &["audit", "--arithmetic", "f64", "--draw-weight", "1/3"],
        2,
        "f64 arithmetic knows only the published pmc and pmc2, not pmc2,draw=1/3",
    );
    assert_refused(
        &["generate", "-o", "/dev/null/x"],
        5,
        "/dev/null/x: Not a directory (os error 20)",
    );
    assert_refused(
        &["generate", "-o", "-"],
        2,
        "several formats need a folder: give one with -o, or one --format",
    );
    assert_refused(
        &["verify", "/no/such.xp"],
        5,
        "/no/such.xp: No such file or directory (os error 2)",
    );
    for usage in [
        &["frobnicate"] as &[&str],
        &["audit", "--draw-weight", "2"],
        &["query", "--jsonl", "--json"],
    ] {
        assert_eq!(exactplay(usage).status.code(), Some(2), "{usage:?}");
    }
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactplay"));
    command
        .args(["generate", "--format", "jsonl", "-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

/// The names of the files in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn generate_writes_what_is_committed_under_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    stdout(&exactplay(&["generate", "-o", path]));
    let files = [
        "bestmoves_and_score_by_board.dat",
        "bestmoves_and_score_by_board_shortest_victory.dat",
        "bestmoves_and_score_by_board_sv_rd.dat",
        "tictactoe.xp",
    ];
    assert_eq!(names(folder.path()), files);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    for file in files {
        let [new, committed] =
            [folder.path(), &data].map(|folder| std::fs::read(folder.join(file)).unwrap());
        assert!(new == committed, "data/{file} is not up to date: run exactplay generate");
        let written = folder.path().join(file);
        let verified = stdout(&exactplay(&["verify", written.to_str().unwrap()]));
        assert!(verified.ends_with(": 5,478 records, all right\n"), "{verified}");
    }
}

#[test]
fn generate_gives_the_same_bytes_at_any_thread_count() {
    let run = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_exactplay"));
        command.env("RAYON_NUM_THREADS", threads).args([
            "generate",
            "-g",
            "mnk:4x3:3",
            "--positions",
            "canonical",
        ]);
        command.args(["--format", "xp", "-o", "-"]).stdout(Stdio::piped());
        command.output().unwrap().stdout
    };
    let one = run("1");
    assert!(one.len() > 100_000);
    assert!(one == run("2") && one == run("8"));
}

#[test]
fn generate_writes_text_formats_with_their_meaning_beside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    stdout(&exactplay(&[
        "generate",
        "--format",
        "csv,jsonl",
        "--positions",
        "canonical",
        "-o",
        path,
    ]));
    assert_eq!(
        names(folder.path()),
        ["tictactoe-canonical.csv", "tictactoe-canonical.jsonl", "tictactoe-canonical.meta.json"]
    );
    let meta =
        std::fs::read_to_string(folder.path().join("tictactoe-canonical.meta.json")).unwrap();
    let meta: Value = serde_json::from_str(&meta).unwrap();
    assert_eq!(
        (&meta["game"], &meta["rows"], &meta["positions"]),
        (&"mnk:3x3:3".into(), &765.into(), &"canonical".into())
    );
    for file in ["tictactoe-canonical.csv", "tictactoe-canonical.jsonl"] {
        let file = folder.path().join(file);
        assert!(
            stdout(&exactplay(&["verify", file.to_str().unwrap()]))
                .ends_with(": 765 records, all right\n")
        );
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replacen("b2", "a1", 1)).unwrap();
        let output = exactplay(&["verify", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stderr).unwrap().contains("record 0 is wrong"));
    }
}

#[test]
fn generate_writes_columns_for_data_frames_and_arrays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let generate = ["generate", "--format", "parquet,npz", "--positions", "canonical", "-o"];
    stdout(&exactplay(&[&generate[..], &[path]].concat()));
    let files = ["tictactoe-canonical.npz", "tictactoe-canonical.parquet"];
    assert_eq!(names(folder.path()), files, "they carry their own meaning");
    for (file, format) in files.into_iter().zip(["npz", "parquet"]) {
        let file = folder.path().join(file);
        let path = file.to_str().unwrap();
        let verified = stdout(&exactplay(&["verify", path]));
        assert_eq!(verified, format!("{path}: 765 records, all right\n"));

        let to_stdout = ["generate", "--positions", "canonical", "-o", "-", "--format", format];
        let bytes = std::fs::read(&file).unwrap();
        assert!(exactplay(&to_stdout).stdout == bytes, "{format} to standard output");

        std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        let output = exactplay(&["verify", path]);
        assert_eq!(output.status.code(), Some(5));
        assert!(String::from_utf8(output.stderr).unwrap().contains(": damaged dataset: "));
    }
}

#[test]
fn damaged_and_foreign_datasets_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.xp");
    let path = file.to_str().unwrap();
    stdout(&exactplay(&["generate", "-g", "mnk:2x2:2", "--format", "xp", "-o", path]));
    assert_eq!(names(folder.path()), ["small.xp"]);
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let damage = "damaged dataset: its checksum does not match its contents";
    assert_refused(&["verify", path], 5, &format!("{path}: {damage}"));
    std::fs::write(&file, "something else entirely").unwrap();
    assert_refused(
        &["verify", path],
        5,
        &format!("{path}: not an exactplay dataset: it does not begin as one"),
    );
}

#[test]
fn every_family_of_games_is_answered() {
    let connect = stdout(&exactplay(&["query", "-g", "connect:4x4:4", "moves:1234"]));
    assert!(
        connect.starts_with("  1 2 3 4   ..../..../..../oxox  o to move, ply 4\n"),
        "{connect}"
    );
    assert_eq!(json(&["count", "-g", "connect:4x4:4", "--json"])["positions"], 161_029);
    assert_eq!(json(&["count", "-g", "othello:4", "--json"])["positions"], 53_801);
    let othello = json(&["query", "-g", "othello:4", "-", "--json"]);
    assert_eq!(
        (&othello["position"], &othello["value"]),
        (&"..../.xo./.ox./.... o".into(), &"x".into())
    );
    assert_refused(
        &["query", "-g", "othello:4", "o..o/.xo./.ox./x..x o"],
        3,
        "unreachable position \"o..o/.xo./.ox./x..x o\": no game leads to it",
    );
}

#[test]
fn games_and_completions_are_listed() {
    assert!(stdout(&exactplay(&["games"])).contains("mnk:WxH:K"));
    assert_eq!(json(&["games", "--json"])["games"][0]["example"], "tictactoe");
    assert!(stdout(&exactplay(&["completions", "bash"])).contains("exactplay"));
}
