//! `serve` and `tree` as people meet them.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

fn exactplay(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_exactplay")).args(args).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// A server on a free port, and its address.
fn serve() -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactplay"));
    command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    (child, address)
}

fn get(address: &str, target: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// The server tells what the commands print.
#[test]
fn the_documents_are_those_of_the_commands() {
    let (mut server, address) = serve();
    for (args, target) in [
        (&["query", "moves:b2"][..], "position?position=moves:b2"),
        (&["audit", "--player", "pmc"], "audit?player=pmc"),
        (&["audit", "--arithmetic", "f64"], "audit?arithmetic=f64"),
        (&["audit", "--sweep", "draw-weight"], "sweep"),
        (&["match", "pmc2", "random"], "match?a=pmc2&b=random"),
        (&["match", "--all", "pmc2,random"], "matches?players=pmc2,random"),
        (&["tree", "moves:b2,a1", "--merge"], "tree?path=b2,a1&merge=true"),
        (
            &["tree", "x../.o./..o", "--scoring", "shortest-draw"],
            "tree?position=x../.o./..o&scoring=shortest_draw",
        ),
    ] {
        let printed = exactplay(&[args, &["--json"]].concat());
        assert!(printed.status.success(), "{args:?}");
        let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
        let told: Value =
            serde_json::from_str(&get(&address, &format!("/api/v1/{target}"))).unwrap();
        assert_eq!(told, printed, "{target}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_well() {
    let (mut server, address) = serve();
    assert!(get(&address, "/health").contains("\"ok\""));
    let killed = Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(server.wait().unwrap().code(), Some(0));
    assert!(TcpStream::connect(&address).is_err());
}

#[test]
fn a_port_in_use_is_refused() {
    let (mut server, address) = serve();
    let port = address.rsplit_once(':').unwrap().1;
    let refused = exactplay(&["serve", "--port", port]);
    assert_eq!(refused.status.code(), Some(5));
    let expected = format!(
        "error: port {port} of 127.0.0.1 is in use, try another --port, such as 0 for any that is free\n"
    );
    assert_eq!(text(refused.stderr), expected);
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn trees_are_written_by_the_names_of_files() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [
        ("tree.svg", "<svg "),
        ("tree.html", "<!doctype html>"),
        (
            "tree.json",
            "{\n  \"schema\": 1,\n  \"game\": \"mnk:3x3:3\",\n  \"position\": \".../.../...\"",
        ),
        ("tree.dot", "digraph "),
    ] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let output = exactplay(&["tree", "--depth", "1", "-o", path]);
        assert_eq!(text(output.stdout), format!("{path}: 82 nodes\n"), "{}", text(output.stderr));
        assert!(std::fs::read_to_string(path).unwrap().starts_with(start), "{name}");
    }
    assert!(text(exactplay(&["tree", "-o", "-"]).stdout).starts_with("<svg "));
    for (args, status) in [
        (&["tree", "-o", "tree.png"][..], 2),
        (&["tree", "--show", "all"], 2),
        (&["tree", "moves:b2,b2"], 3),
        (&["tree", "-g", "connect:7x6:4"], 4),
        (&["tree", "-o", "/nowhere/tree.svg"], 5),
    ] {
        let refused = exactplay(args);
        assert_eq!(refused.status.code(), Some(status), "{args:?}");
        assert!(refused.stdout.is_empty() && text(refused.stderr).starts_with("error: "));
    }
}
