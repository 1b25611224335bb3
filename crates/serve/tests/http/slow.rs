//! Slow clients.

use std::io::Read;
use std::time::{Duration, Instant};

use kibitz_serve::Options;

use crate::client::{Client, Served, options};

const TIMEOUT: Duration = Duration::from_millis(600);

fn with_short_timeout() -> Served {
    Served::new(Options {
        idle_timeout: TIMEOUT,
        ..options()
    })
}

/// Waits until the server closes the connection; returns how long that took.
fn time_to_close(client: &mut Client) -> Duration {
    let began = Instant::now();
    let mut rest = Vec::new();
    let _ = client.stream.read_to_end(&mut rest);
    began.elapsed()
}

#[test]
fn missing_headers_time_out() {
    let server = with_short_timeout();
    for head in [
        "",
        "GET",
        "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nhost: local",
    ] {
        let mut client = Client::new(server.address);
        client.raw(head.as_bytes());
        let waited = time_to_close(&mut client);
        assert!(
            waited < Options::default().idle_timeout,
            "{head:?}: {waited:?}"
        );
    }
}

#[test]
fn headers_sent_byte_by_byte_time_out() {
    let server = with_short_timeout();
    let mut client = Client::new(server.address);
    let began = Instant::now();
    let stream = client.stream.get_mut();
    // One byte at a time, never idle for long.
    let is_cut = (0..40).any(|_| {
        std::thread::sleep(TIMEOUT / 5);
        std::io::Write::write_all(stream, b"G").is_err()
    });
    assert!(
        is_cut || time_to_close(&mut client) < TIMEOUT,
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn missing_bodies_time_out() {
    let server = with_short_timeout();
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
        assert!(began.elapsed() < Options::default().idle_timeout);
    }
    // Other clients are not affected.
    assert_eq!(server.get("/api/v1/games").status, 200);
}

#[test]
fn idle_connections_are_closed() {
    let server = with_short_timeout();
    let mut client = Client::new(server.address);
    client.send("GET", "/api/v1/games", &[], b"");
    assert_eq!(client.reply().unwrap().status, 200);
    assert!(time_to_close(&mut client) < Options::default().idle_timeout);
}

#[test]
fn many_slow_clients_do_not_block_others() {
    let server = with_short_timeout();
    let mut clients: Vec<Client> = (0..600).map(|_| Client::new(server.address)).collect();
    for client in &mut clients {
        let _ = std::io::Write::write_all(client.stream.get_mut(), b"GET / HT");
    }
    // They are disconnected, and then other clients are served.
    assert_eq!(server.get("/api/v1/games").status, 200);
}
