//! Processes of a host file: they prove that they belong together.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};

use super::processes::{build_parts, merge, stderr, wait_until};
use crate::table_files::{build, text};

/// A free port outside the range from which the system takes ports for outgoing connections.
fn free_port() -> u16 {
    loop {
        let mut byte = [0; 2];
        std::fs::File::open("/dev/urandom")
            .unwrap()
            .read_exact(&mut byte)
            .unwrap();
        let port = 12_000 + u16::from_le_bytes(byte) % 20_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A host file with two processes.
struct Hosts {
    directory: tempfile::TempDir,
    ports: [u16; 2],
}

impl Hosts {
    fn new() -> Hosts {
        let directory = tempfile::tempdir().unwrap();
        let ports = [free_port(), free_port()];
        let lines = ports.map(|port| format!("127.0.0.1:{port}\n"));
        std::fs::write(directory.path().join("hosts"), lines.concat()).unwrap();
        std::fs::write(directory.path().join("secret"), "correct horse battery\n").unwrap();
        std::fs::write(directory.path().join("other"), "another horse battery\n").unwrap();
        Hosts { directory, ports }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Starts a process.
    fn start(&self, process: &str, game: &[&str], secret: &str) -> Child {
        let (hosts, secret) = (self.path("hosts"), self.path(secret));
        let several = [
            "--hosts",
            text(&hosts),
            "--process",
            process,
            "--secret",
            text(&secret),
        ];
        let mut command = build_parts(game, &self.path("parts"), &several);
        command.args(["--peer-timeout", "20"]);
        command.stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until a process listens.
    fn connect(&self, process: usize) -> TcpStream {
        let mut stream = None;
        wait_until("it listens", || {
            stream = TcpStream::connect(("127.0.0.1", self.ports[process])).ok();
            stream.is_some()
        });
        stream.unwrap()
    }
}

/// Processes of different games, parameters or numbers refuse each other, and both name both.
#[test]
fn different_processes_refuse_each_other() {
    let cases: [(&[&str], &str); 2] = [
        (&["quixo"], "game"),
        (&["numbers", "--set", "cards=6"], "parameters"),
    ];
    for (game, what) in cases {
        let hosts = Hosts::new();
        let first = hosts.start("0", &["numbers"], "secret");
        let second = hosts.start("1", game, "secret");
        for process in [first, second] {
            let ended = process.wait_with_output().unwrap();
            let error = stderr(&ended);
            assert_eq!(ended.status.code(), Some(2), "{error}");
            assert!(error.contains(&format!("has the {what} ")), "{error}");
            for (i, port) in hosts.ports.iter().enumerate() {
                assert!(
                    error.contains(&format!("process {i} at 127.0.0.1:{port}")),
                    "{error}"
                );
            }
        }
    }
}

/// Without a secret, or with another one, there is no connection; the process that knows it waits
/// for one that does.
#[test]
fn strangers_are_refused_and_the_run_goes_on() {
    let hosts = Hosts::new();
    let none = ["--hosts", text(&hosts.path("hosts")), "--process", "0"].map(str::to_owned);
    let none: Vec<&str> = none.iter().map(String::as_str).collect();
    let refused = build_parts(&["quixo"], &hosts.path("parts"), &none)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("need a secret"),
        "{}",
        stderr(&refused)
    );

    let first = hosts.start("0", &["quixo"], "secret");
    // One says nothing, one sends an invalid message, one has another secret.
    let silent = hosts.connect(0);
    let mut invalid = hosts.connect(0);
    let sent = invalid.write_all(&[0x2a; 1 << 16]);
    let stranger = hosts
        .start("1", &["quixo"], "other")
        .wait_with_output()
        .unwrap();
    let error = stderr(&stranger);
    assert_eq!(stranger.status.code(), Some(2), "{error}");
    assert!(
        error.contains("does not know the secret of process 0"),
        "{error}"
    );
    let second = hosts
        .start("1", &["quixo"], "secret")
        .wait_with_output()
        .unwrap();
    assert!(second.status.success(), "{}", stderr(&second));
    let first = first.wait_with_output().unwrap();
    let error = stderr(&first);
    assert!(first.status.success(), "{error}");
    assert!(error.contains("it sent an invalid message"), "{error}");
    assert!(error.contains("but does not know the secret"), "{error}");
    drop((silent, sent));
    let expected = build(hosts.directory.path(), "quixo", &[], &[]);
    assert!(merge(&hosts.path("parts")) == std::fs::read(expected).unwrap());
}
