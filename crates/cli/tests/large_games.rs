//! Games that no tree holds: the blocks engine behind the commands, its folders, and runs that are cut off.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactplay"));
    command.args(args);
    command
}

fn exactplay(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = exactplay(args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn assert_refused(args: &[&str], status: i32, message: &str) {
    let output = exactplay(args);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(status), String::new()));
    let error = text(&output.stderr);
    assert!(error.contains(message), "{error}");
    assert_eq!(error.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{error}");
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let items = fs::read_dir(folder).unwrap().map(|item| item.unwrap());
    let files =
        items.map(|item| (item.file_name().into_string().unwrap(), fs::read(item.path()).unwrap()));
    files.collect()
}

const POSITIONS: [&str; 4] = ["-", "..../.o../....", "x.../.o../...o", "oxo./x.o./..x."];

#[test]
fn both_engines_answer_alike() {
    for position in POSITIONS {
        let query =
            |engine| json(&["query", "--json", "-g", "mnk:4x3:3", "--engine", engine, position]);
        assert_eq!(query("tree"), query("blocks"));
    }
    let query = |engine| {
        json(&["query", "--json", "-g", "connect:4x4:4", "--engine", engine, "moves:1122"])
    };
    assert_eq!(query("tree"), query("blocks"));
}

#[test]
fn a_folder_is_solved_once_and_then_read() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_str().unwrap();
    let count =
        json(&["count", "--json", "-g", "mnk:4x3:3", "--playouts", "exact", "--work-dir", path]);
    assert_eq!(count["positions"], 111_973);
    assert_eq!(count["start"]["value"], "o");
    assert_eq!(count["start"]["playout"]["draw"], "1/33");
    let solved = files(folder.path());
    assert_eq!(solved.len(), 14, "a layer for each ply, and the manifest");

    for position in POSITIONS {
        let from_folder =
            json(&["query", "--json", "-g", "mnk:4x3:3", "--work-dir", path, position]);
        assert_eq!(from_folder, json(&["query", "--json", "-g", "mnk:4x3:3", position]));
    }
    assert_eq!(json(&["count", "--json", "-g", "mnk:4x3:3", "--work-dir", path]), count);
    assert!(files(folder.path()) == solved, "reading changes nothing");

    assert_refused(
        &["query", "-g", "mnk:4x3:3", "--playouts", "none", "--work-dir", path, "-"],
        5,
        "it holds values and playouts of mnk:4x3:3 with o first, not values of mnk:4x3:3 with o first",
    );
    let layer = folder.path().join("layer-04.blocks");
    let mut bytes = fs::read(&layer).unwrap();
    bytes[300] ^= 1;
    fs::write(&layer, bytes).unwrap();
    let query = ["query", "-g", "mnk:4x3:3", "--work-dir", path, "oxo./x.../...."];
    assert_refused(&query, 5, "layer-04.blocks is damaged: page 0 does not match its digest");
}

/// A dataset from solved layers is that from the tree, byte for byte.
#[test]
fn datasets_come_from_folders_too() {
    let [layers, from_layers, from_tree] = [(); 3].map(|()| TempDir::new().unwrap());
    let path = |folder: &TempDir| folder.path().to_str().unwrap().to_owned();
    let (layers, written, expected) = (path(&layers), path(&from_layers), path(&from_tree));
    for positions in ["all", "canonical"] {
        let generate = |options: &[&str]| {
            let game = ["generate", "-g", "connect:4x3:3", "--positions", positions];
            let output = exactplay(&[&game, options].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
        };
        let formats = "xp,jsonl,csv";
        generate(&["--work-dir", &layers, "--format", formats, "-o", &written]);
        generate(&["--format", formats, "-o", &expected]);
    }
    let written = files(from_layers.path());
    assert_eq!(written.len(), 8, "three formats and a description, of all and canonical positions");
    assert!(written == files(from_tree.path()));

    let refused = |options: &[&str], message: &str| {
        let generate = ["generate", "-g", "connect:4x3:3", "-o", &expected, "--engine", "blocks"];
        assert_refused(&[&generate, options].concat(), 2, message);
    };
    refused(&["--format", "parquet"], "parquet files need the whole tree");
    refused(&["--playouts", "none"], "a dataset has exact playouts, which this run leaves out");
}

/// A run that is killed, whenever that is, leaves whole layers behind, and the next goes on to the same bytes.
#[test]
fn killed_runs_go_on_to_the_same_bytes() {
    let [whole, killed] = [(); 2].map(|()| TempDir::new().unwrap());
    let run = |folder: &TempDir| {
        let folder = folder.path().to_str().unwrap();
        command(&[
            "count",
            "--json",
            "-g",
            "connect:5x4:4",
            "--playouts",
            "exact",
            "--work-dir",
            folder,
        ])
    };
    assert!(run(&whole).output().unwrap().status.success());
    let expected = files(whole.path());

    let layers = |folder: &TempDir| {
        let names = files(folder.path()).into_keys();
        names.filter(|name| name.ends_with(".blocks")).count()
    };
    let mut kept = Vec::new();
    for milliseconds in [1, 30, 60, 120, 240, 170, 400, 90] {
        let mut child = run(&killed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        kept.push(layers(&killed));
        for (name, bytes) in files(killed.path()) {
            // What was being written has another name.
            assert!(expected.get(&name).is_none_or(|whole| *whole == bytes), "{name}");
        }
    }
    assert!(kept.is_sorted(), "finished layers stay: {kept:?}");
    let output = run(&killed).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(files(killed.path()) == expected, "{kept:?}");
    let count: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(count["positions"], 3_945_711);
}

#[test]
fn what_does_not_fit_is_refused_with_what_would() {
    assert_refused(
        &["query", "-g", "connect:6x5:4", "-"],
        4,
        "exact playouts of connect:6x5:4 need more than 128 bits at ply 2: its values can be solved, with playouts rounded to \
         f64 within a bound or with none (--playouts f64, --playouts none)",
    );
    assert_refused(
        &["count", "-g", "mnk:5x5:4", "--max-memory", "4GiB"],
        4,
        "mnk:5x5:4 is too large: about 20.4 billion positions in 6.2 GiB of memory, more than the limit of 4.0 GiB",
    );
    assert_refused(
        &["query", "-g", "mnk:5x5:4", "--max-memory", "8GiB", "-"],
        4,
        "more than the limit of 8.0 GiB (--playouts none --work-dir DIR would take 6.2 GiB and 19.1 GiB on disk)",
    );
    assert_refused(
        &["query", "-g", "mnk:6x6:5", "-"],
        4,
        "mnk:6x6:5 is too large for the blocks engine: it has 36 cells, expected at most 32",
    );
    assert_refused(&["query", "-g", "othello:8", "-"], 4, "othello:8 is too large");
    assert_refused(
        &["query", "-g", "othello:4", "--playouts", "none", "-"],
        2,
        "the blocks engine does not know othello:4: expected an m,n,k game or connect-k",
    );
    assert_refused(
        &["count", "-g", "mnk:4x4:4", "--engine", "tree", "--work-dir", "x"],
        2,
        "--work-dir is for the blocks engine, which --engine tree excludes",
    );
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let path = folder.path().to_str().unwrap();
    assert_refused(
        &["count", "-g", "mnk:4x3:3", "--work-dir", path],
        5,
        "it is not empty and has no manifest.json",
    );
    assert_eq!(files(folder.path()).len(), 1);
}

/// Near the end of a game too large for any engine, what can still follow is a small tree.
#[test]
fn endgames_of_large_games_are_answered() {
    let othello = "ooooooox/oooooxxx/ooooxoxx/oooxooxx/ooxoooxx/oxooooxx/xooooooo/oooo.... x";
    let record = json(&["query", "--json", "-g", "othello:8", othello]);
    let note = text(&exactplay(&["query", "-g", "othello:8", othello]).stderr);
    assert_eq!(
        note,
        "note: only what can follow is analysed: that games lead here is taken on trust\n"
    );
    assert_eq!(
        (&record["status"], record["moves"].as_array().unwrap().len()),
        (&"playing".into(), 4)
    );
    let best = record["best_moves"][0].as_str().unwrap();
    let moves = record["moves"].as_array().unwrap();
    let after = moves.iter().find(|mv| mv["move"] == best).unwrap();
    assert_eq!(after["value"], record["value"]);
    let child = json(&["query", "--json", "-g", "othello:8", after["position"].as_str().unwrap()]);
    assert_eq!((&child["value"], &child["playout"]), (&record["value"], &after["playout"]));
    assert_eq!(child["plies_to_end"], after["plies_to_end"]);

    // Five rows to and fro, after which the corner completes a diagonal of o.
    let columns = ["abcdef", "fedcba"];
    let rows = (1..=5).zip(columns.iter().cycle());
    let moves = rows.flat_map(|(row, columns)| columns.chars().map(move |x| format!("{x}{row}")));
    let moves = format!("moves:{}", moves.collect::<Vec<_>>().join(","));
    let record = json(&["query", "--json", "-g", "mnk:6x6:6", &moves]);
    assert_eq!((&record["value"], &record["plies_to_end"]), (&"o".into(), &1.into()));
    assert_eq!(record["best_moves"].as_array().unwrap(), &["f6"]);
}
