//! Clients that keep the server waiting.

use std::io::Read;
use std::time::{Duration, Instant};

use kibitz_serve::Options;

use crate::client::{Client, Served, options};

const PATIENCE: Duration = Duration::from_millis(600);

fn impatient() -> Served {
    Served::new(Options {
        patience: PATIENCE,
        ..options()
    })
}

/// Waits until the server ends the connection; says how long that took.
fn ended(client: &mut Client) -> Duration {
    let began = Instant::now();
    let mut rest = Vec::new();
    let _ = client.stream.read_to_end(&mut rest);
    began.elapsed()
}

#[test]
fn headers_that_do_not_come() {
    let server = impatient();
    for head in [
        "",
        "GET",
        "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nhost: local",
    ] {
        let mut client = Client::new(server.address);
        client.raw(head.as_bytes());
        let waited = ended(&mut client);
        assert!(waited < 8 * PATIENCE, "{head:?}: {waited:?}");
    }
}

#[test]
fn headers_that_come_letter_by_letter() {
    let server = impatient();
    let mut client = Client::new(server.address);
    let began = Instant::now();
    let stream = client.stream.get_mut();
    // One letter at a time, never waiting for long.
    let is_cut = (0..40).any(|_| {
        std::thread::sleep(PATIENCE / 5);
        std::io::Write::write_all(stream, b"G").is_err()
    });
    assert!(
        is_cut || ended(&mut client) < PATIENCE,
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn bodies_that_do_not_come() {
    let server = impatient();
    for (path, length) in [
        ("/api/v1/games/nim/case", 100),
        ("/api/v1/jobs", 100),
        ("/api/v1/games/nim/judge", 1000),
    ] {
        let mut client = Client::new(server.address);
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n");
        client.raw(format!("{head}content-length: {length}\r\n\r\n1\n").as_bytes());
        let began = Instant::now();
        let reply = client.reply().unwrap();
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (408, "time"),
            "{path}"
        );
        assert!(began.elapsed() < 8 * PATIENCE);
    }
    // Nobody else has noticed.
    assert_eq!(server.get("/api/v1/games").status, 200);
}

#[test]
fn connections_that_say_nothing_more() {
    let server = impatient();
    let mut client = Client::new(server.address);
    client.send("GET", "/api/v1/games", &[], b"");
    assert_eq!(client.reply().unwrap().status, 200);
    assert!(ended(&mut client) < 8 * PATIENCE);
}

#[test]
fn many_slow_clients_at_once() {
    let server = impatient();
    let mut clients: Vec<Client> = (0..600).map(|_| Client::new(server.address)).collect();
    for client in &mut clients {
        let _ = std::io::Write::write_all(client.stream.get_mut(), b"GET / HT");
    }
    // They are cut off, and then everybody else is served.
    assert_eq!(server.get("/api/v1/games").status, 200);
}
