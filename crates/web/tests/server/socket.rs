//! The server on a socket.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use exactplay_web::{Limits, ServeError, Server};

const ANY: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// A server on a thread of its own, until it is stopped.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<(), ServeError>>,
}

impl Running {
    fn start() -> Self {
        let server = Server::bind(ANY, Limits::default()).unwrap();
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || server.run(move || flag.load(Ordering::Relaxed)));
        Self { address, stop, thread }
    }

    fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap().unwrap();
    }
}

/// A connection that is kept.
struct Client(BufReader<TcpStream>);

impl Client {
    fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_nodelay(true).unwrap();
        Self(BufReader::new(stream))
    }

    fn send(&mut self, target: &str) {
        let request = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.0.get_mut().write_all(request.as_bytes()).unwrap();
    }

    /// The status and the length of the next answer.
    fn receive(&mut self) -> (u16, usize) {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut length = 0;
        loop {
            line.clear();
            self.0.read_line(&mut line).unwrap();
            let lower = line.trim().to_lowercase();
            if lower.is_empty() {
                break;
            }
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        (status, length)
    }

    fn get(&mut self, target: &str) -> (u16, usize) {
        self.send(target);
        self.receive()
    }
}

#[test]
fn a_port_in_use_is_said_in_one_sentence() {
    let first = Server::bind(ANY, Limits::default()).unwrap();
    let error = Server::bind(first.address(), Limits::default()).unwrap_err().to_string();
    let port = first.address().port();
    let expected = format!(
        "port {port} of 127.0.0.1 is in use, try another --port, such as 0 for any that is free"
    );
    assert_eq!(error, expected);
}

#[test]
fn requests_in_flight_are_answered_when_the_server_ends() {
    let running = Running::start();
    let mut client = Client::connect(running.address);
    assert_eq!(client.get("/health").0, 200);
    client.send("/api/v1/audit?player=pmc2:30");
    thread::sleep(Duration::from_millis(100));
    let idle = TcpStream::connect(running.address).unwrap();
    let address = running.address;
    let stopping = thread::spawn(|| running.stop());
    let (status, length) = client.receive();
    assert!(status == 200 && length > 10_000, "{status} {length}");
    stopping.join().unwrap();
    assert!(TcpStream::connect(address).is_err());
    drop(idle);
}

#[test]
fn what_is_no_request_does_no_harm() {
    let running = Running::start();
    let mut unfinished = Vec::new();
    for start in [
        &b"\0\0\0\0\0\0\0\0"[..],
        b"GET",
        b"GET / HTTP/1.1\r\nHost: ",
        b"GET /%00 HTTP/9.9\r\n\r\n",
        b"POST /api/v1/move HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999999999999\r\n\r\n{",
        b"POST /api/v1/move HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzzzz",
        b"\x16\x03\x01\x02\x00\x01\x00\x01",
    ] {
        let mut stream = TcpStream::connect(running.address).unwrap();
        stream.write_all(start).unwrap();
        unfinished.push(stream);
    }
    let mut huge = TcpStream::connect(running.address).unwrap();
    // The server may hang up before all of it is written.
    let _ = huge.write_all(format!("GET /{} HTTP/1.1\r\n", "a".repeat(2_000_000)).as_bytes());
    let _ = huge.shutdown(Shutdown::Write);
    assert_eq!(Client::connect(running.address).get("/api/v1/position").0, 200);
    drop(unfinished);
    running.stop();
}

/// The pages of memory that this process holds, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.map_or(0, |line| 1024 * line.trim_end_matches("kB").trim().parse::<usize>().unwrap())
}

/// Ten thousand requests over 64 connections: no error, and no memory that stays.
#[test]
#[ignore = "half a minute without optimisation"]
fn many_requests_leave_nothing_behind() {
    const CONNECTIONS: usize = 64;
    const REQUESTS: usize = 10_000;
    const TARGETS: [&str; 8] = [
        "/",
        "/health",
        "/api/v1/games",
        "/api/v1/position?position=moves:b2",
        "/api/v1/tree?position=moves:b2,a1&depth=2",
        "/api/v1/choice?player=pmc2:100&position=moves:b2",
        "/api/v1/playouts?playouts=200&position=moves:b2",
        "/api/v1/position?position=q",
    ];
    let running = Running::start();
    let address = running.address;
    let round = || {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut client = Client::connect(address);
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && number < REQUESTS
            {
                let target = TARGETS[number % TARGETS.len()];
                let expected = if target.ends_with("=q") { 400 } else { 200 };
                assert_eq!(client.get(target).0, expected, "{target}");
            }
        };
        thread::scope(|scope| {
            let clients: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(work)).collect();
            for client in clients {
                client.join().unwrap();
            }
        });
    };
    // The first round fills what is kept: the analysis, and the threads.
    round();
    let before = resident();
    let started = Instant::now();
    round();
    let after = resident();
    println!(
        "{REQUESTS} requests in {:.1} s, {} kB resident before and {} kB after",
        started.elapsed().as_secs_f64(),
        before / 1024,
        after / 1024
    );
    assert!(after < before + (8 << 20), "{before} {after}");
    running.stop();
}
