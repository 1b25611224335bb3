//! `kibitz serve` as a process: address, output, limits and termination.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A running server.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn new(options: &[&str]) -> Serving {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kibitz"))
            .arg("serve")
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("kibitz listens on http://");
        let address = url.and_then(|url| url.strip_suffix('/'));
        Serving {
            address: address.unwrap_or_else(|| panic!("{line:?}")).to_owned(),
            child,
        }
    }

    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let head = "host: localhost\r\nconnection: close\r\n\r\n";
        let mut reply = String::new();
        let mut stream = self.send(&format!("GET {path} HTTP/1.1\r\n{head}"));
        stream.read_to_string(&mut reply).unwrap();
        reply
    }

    /// CPU time of the process, in hundredths of a second.
    fn cpu_time(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat
            .rsplit_once(')')
            .unwrap()
            .1
            .split_whitespace()
            .collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// Whether a thread is running or could run.
    fn is_computing(&self) -> bool {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        // A thread may end meanwhile.
        let stats =
            tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("stat")).ok());
        stats
            .into_iter()
            .any(|stat| stat.rsplit_once(')').unwrap().1.starts_with(" R"))
    }

    /// Waits until the process computes.
    fn wait_until_busy(&self) {
        let before = self.cpu_time();
        while self.cpu_time() < before + 10 {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until all threads sleep. The limit is in CPU time: a busy machine takes longer.
    fn wait_until_idle(&self) {
        let before = self.cpu_time();
        let mut idle_looks = 0;
        while idle_looks < 20 {
            let used = self.cpu_time() - before;
            assert!(used < 200, "still busy after {used} hundredths of a second");
            idle_looks = if self.is_computing() {
                0
            } else {
                idle_looks + 1
            };
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }

    /// Terminates the server; returns its standard error.
    fn end(mut self, signal: &str) -> String {
        self.signal(signal);
        let began = Instant::now();
        let status = self.child.wait().unwrap();
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{:?}",
            began.elapsed()
        );
        assert_eq!(status.code(), Some(0), "{signal}");
        let mut text = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut text).unwrap();
        text
    }
}

/// A failed test leaves no server behind.
impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a server that fails to start.
fn refused(options: &[&str]) -> Output {
    let kibitz = Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .arg("serve")
        .args(options)
        .output();
    kibitz.unwrap()
}

#[test]
fn loopback_and_a_free_port_by_default() {
    let one = Serving::new(&[]);
    let other = Serving::new(&[]);
    assert!(one.address.starts_with("127.0.0.1:"), "{}", one.address);
    assert_ne!(one.address, other.address);
    assert!(one.get("/api/v1/games").starts_with("HTTP/1.1 200"));
    assert!(one.get("/").contains("<html"));
    assert_eq!(one.end("INT"), "");
    assert_eq!(other.end("TERM"), "");
}

#[test]
fn rule_files_from_other_machines_need_permission() {
    let rules = "def start():\n    yield 3\ndef moves(n):\n    if n:\n        yield n - 1\n";
    for (options, status) in [
        (&[][..], 200),
        (&["--bind", "0.0.0.0"], 403),
        (&["--allow-host", "table.local"], 403),
        (&["--bind", "0.0.0.0", "--allow-rules"], 200),
    ] {
        let serving = Serving::new(options);
        let length = rules.len();
        let mut stream = serving.send(&format!(
            "POST /api/v1/rules HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-length: {length}\r\n\r\n{rules}"
        ));
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let expected = format!("HTTP/1.1 {status}");
        assert!(reply.starts_with(&expected), "{options:?}: {reply}");
        serving.end("TERM");
    }
}

#[test]
fn other_interfaces_cause_a_warning() {
    let serving = Serving::new(&["--bind", "0.0.0.0"]);
    assert!(
        serving.address.starts_with("127.0.0.1:"),
        "{}",
        serving.address
    );
    let warning = serving.end("TERM");
    assert!(warning.contains("warning"), "{warning}");
    assert!(warning.contains("other machines"), "{warning}");
}

#[test]
fn allow_host_accepts_a_host_name() {
    let ask = |serving: &Serving| {
        let mut reply = String::new();
        let head = "host: table.local\r\nconnection: close\r\n\r\n";
        let mut stream = serving.send(&format!("GET / HTTP/1.1\r\n{head}"));
        stream.read_to_string(&mut reply).unwrap();
        reply.lines().next().unwrap().to_owned()
    };
    let plain = Serving::new(&[]);
    assert!(ask(&plain).contains("421"));
    plain.end("TERM");
    let allowed = Serving::new(&["--allow-host", "Table.local"]);
    assert!(ask(&allowed).contains("200"));
    allowed.end("TERM");
}

#[test]
fn a_port_in_use_is_reported() {
    let serving = Serving::new(&[]);
    let port = serving.address.rsplit_once(':').unwrap().1;
    let out = refused(&["--port", port]);
    assert_eq!(out.status.code(), Some(4));
    let message = String::from_utf8(out.stderr).unwrap();
    assert!(
        message.contains(&format!("cannot listen on 127.0.0.1:{port}")),
        "{message}"
    );
    assert!(out.stdout.is_empty());
    serving.end("TERM");
    assert_eq!(refused(&["--port", "70000"]).status.code(), Some(2));
    assert_eq!(refused(&["--bind", "nowhere"]).status.code(), Some(2));
}

/// A request that takes far longer than a second.
const LONG: &str = "/api/v1/games/numbers/stats?set=cards=11&set=modulus=7";

#[test]
fn work_stops_at_the_time_limit() {
    let serving = Serving::new(&["--time", "1", "--memory", "1GiB"]);
    let reply = serving.get(LONG);
    assert!(reply.starts_with("HTTP/1.1 503"), "{reply}");
    assert!(reply.contains("\"kind\":\"time\""), "{reply}");
    serving.wait_until_idle();
    serving.end("TERM");
}

#[test]
fn work_stops_when_the_client_disconnects() {
    let serving = Serving::new(&["--time", "300", "--memory", "1GiB"]);
    let stream = serving.send(&format!("GET {LONG} HTTP/1.1\r\nhost: localhost\r\n\r\n"));
    serving.wait_until_busy();
    drop(stream);
    serving.wait_until_idle();
    serving.end("TERM");
}

#[test]
fn termination_does_not_wait_for_work() {
    let serving = Serving::new(&["--time", "300", "--memory", "1GiB"]);
    let _stream = serving.send(&format!("GET {LONG} HTTP/1.1\r\nhost: localhost\r\n\r\n"));
    serving.wait_until_busy();
    serving.end("INT");
}

/// A game that does not fit the memory is answered from its table.
#[test]
fn games_with_a_table_are_not_solved() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("krk.kbz");
    let built = Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .args(["build", "krk", "-o"])
        .arg(&table)
        .output()
        .unwrap();
    assert!(built.status.success());
    let path = "/api/v1/games/krk/position";
    let without = Serving::new(&["--memory", "100kB"]);
    let refused = without.get(path);
    assert!(!refused.starts_with("HTTP/1.1 200"), "{refused}");
    let tables = directory.path().to_str().unwrap();
    let with = Serving::new(&["--memory", "100kB", "--tables", tables]);
    let answered = with.get(path);
    assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    for serving in [&without, &with] {
        serving.signal("TERM");
    }
    std::fs::write(directory.path().join("damaged.kbz"), "KIBITZTB").unwrap();
    let damaged = Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .args(["serve", "--tables", tables])
        .output()
        .unwrap();
    assert!(!damaged.status.success());
    let error = String::from_utf8(damaged.stderr).unwrap();
    assert!(error.contains("damaged.kbz"), "{error}");
}
