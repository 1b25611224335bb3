//! Oversized requests.

use std::time::Duration;

use kibitz_serve::Options;

use crate::client::{Client, Served, options, path};

/// The status of the response; `None` if the server closes the connection.
fn status(bytes: &[u8]) -> Option<u16> {
    let mut client = Client::new(Served::shared().address);
    let _ = std::io::Write::write_all(client.stream.get_mut(), bytes);
    client.reply().ok().map(|reply| reply.status)
}

fn is_rejected(bytes: &[u8]) {
    let status = status(bytes);
    assert!(
        status.is_none_or(|status| [400, 413, 414, 431].contains(&status)),
        "{status:?}"
    );
    assert_eq!(Served::shared().get("/api/v1/games").status, 200);
}

#[test]
fn oversized_heads_are_rejected() {
    let host = "host: localhost\r\n";
    for megabytes in [1, 8] {
        let long = "x".repeat(megabytes << 20);
        is_rejected(format!("GET /{long} HTTP/1.1\r\n{host}\r\n").as_bytes());
        is_rejected(format!("{long} / HTTP/1.1\r\n{host}\r\n").as_bytes());
        is_rejected(format!("GET / HTTP/1.1\r\n{host}x: {long}\r\n\r\n").as_bytes());
        is_rejected(format!("GET / HTTP/1.1\r\n{host}{long}: x\r\n\r\n").as_bytes());
        is_rejected(long.as_bytes());
        is_rejected("\r\n".repeat(megabytes << 19).as_bytes());
        let many: String = (0..megabytes << 16)
            .map(|i| format!("x{i}: {i}\r\n"))
            .collect();
        is_rejected(format!("GET / HTTP/1.1\r\n{host}{many}\r\n").as_bytes());
    }
    let many = "cookie: x\r\n".repeat(200);
    is_rejected(format!("GET / HTTP/1.1\r\n{host}{many}\r\n").as_bytes());
    let some = "cookie: x\r\n".repeat(50);
    let some = format!("GET / HTTP/1.1\r\n{host}{some}\r\n");
    assert_eq!(status(some.as_bytes()), Some(200));
}

#[test]
fn oversized_chunked_bodies_are_rejected() {
    let server = Served::shared();
    let chunked = |path: &str, chunks: &[u8]| {
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n");
        let head = format!("{head}transfer-encoding: chunked\r\n\r\n");
        status(&[head.as_bytes(), chunks].concat())
    };
    let piece = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    let large = format!("{}0\r\n\r\n", piece.repeat(100));
    let tiny = format!("{}0\r\n\r\n", "1\r\n \r\n".repeat(70_000));
    for path in ["/api/v1/games/nim/case", "/api/v1/jobs", "/api/v1/rules"] {
        for chunks in [&large, &tiny] {
            let status = chunked(path, chunks.as_bytes());
            assert!(
                status.is_none_or(|status| status == 413),
                "{path} {status:?}"
            );
        }
    }
    // Chunk extensions and trailers are limited, too.
    for wide in [
        format!("1;{}\r\n \r\n0\r\n\r\n", "x".repeat(1 << 20)),
        format!("1\r\n \r\n0\r\nx: {}\r\n\r\n", "x".repeat(1 << 20)),
        format!("1\r\n \r\n0\r\n{}\r\n", "x: 1\r\n".repeat(1 << 17)),
    ] {
        let status = chunked("/api/v1/games/nim/case", wide.as_bytes());
        assert!(status.is_none_or(|status| status == 400), "{status:?}");
    }
    assert_eq!(server.get("/api/v1/games").status, 200);
}

#[test]
fn endless_contest_input_is_rejected() {
    let mut client = Client::new(Served::shared().address);
    let head = "POST /api/v1/games/nim/judge HTTP/1.1\r\nhost: localhost\r\n";
    client.raw(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes());
    // Blanks before the number of cases.
    let blanks = format!("10000\r\n{}\r\n", " ".repeat(1 << 16));
    let stream = client.stream.get_mut();
    let sent = (0..1100).all(|_| std::io::Write::write_all(stream, blanks.as_bytes()).is_ok());
    match client.reply() {
        Ok(reply) => assert_eq!((reply.status, reply.kind().as_str()), (413, "too_large")),
        Err(_) => assert!(!sent, "the server must not wait for more"),
    }
}

#[test]
fn oversized_parameters_are_rejected() {
    let server = Served::new(Options {
        request_time: Duration::from_secs(1),
        ..options()
    });
    let many = (0..3000)
        .map(|i| format!("set=x{i}=1"))
        .collect::<Vec<_>>()
        .join("&");
    for query in [
        many.clone(),
        many.replace("set=", ""),
        format!("set=play={}", "x".repeat(60_000)),
        format!("set={}=1", "x".repeat(60_000)),
        format!("{}=1", "x".repeat(60_000)),
        format!("p={}", "%41".repeat(20_000)),
        format!("p={}", "1+".repeat(30_000)),
        format!("p={}", "9".repeat(60_000)),
        format!("p={}", "(".repeat(60_000)),
        format!("moves={}", "9".repeat(60_000)),
        "&".repeat(60_000),
        "=".repeat(60_000),
        "%".repeat(60_000),
    ] {
        let reply = server.get(&format!("/api/v1/games/nim/position?{query}"));
        let head: String = query.chars().take(30).collect();
        let is_understood = query.starts_with('&') || query.starts_with("p=1+");
        let expected: &[u16] = if is_understood {
            &[200, 400, 422, 503]
        } else {
            &[400]
        };
        assert!(expected.contains(&reply.status), "{head}: {}", reply.status);
    }
    let game = "x".repeat(60_000);
    let reply = server.get(&path(&game, "position", &[]));
    assert_eq!((reply.status, reply.kind().as_str()), (404, "no_such_game"));
    let deep = "/x".repeat(30_000);
    assert_eq!(server.get(&format!("/api/v1{deep}")).status, 404);
    assert_eq!(server.get(&deep).status, 404);
}

#[test]
fn oversized_documents_are_rejected() {
    let server = Served::shared();
    let deep = |open: &str, n: usize| open.repeat(n);
    let many = (0..4000)
        .map(|i| format!(r#""x{i}":"1""#))
        .collect::<Vec<_>>()
        .join(",");
    for body in [
        deep("[", 60_000),
        deep(r#"{"a":"#, 12_000),
        format!(r#"{{"kind":"stats","game":{}"#, deep("[", 50_000)),
        format!(
            r#"{{"kind":"stats","game":"nim","x":{}1{}}}"#,
            deep("[", 120),
            deep("]", 120)
        ),
        format!(r#"{{"kind":"stats","game":"nim","set":{{{many}}}}}"#),
        format!(r#"{{"kind":"stats","game":"{}"}}"#, "x".repeat(60_000)),
        format!(
            r#"{{"kind":"stats","game":"nim","position":{}}}"#,
            "9".repeat(60_000)
        ),
        r#"{"kind":"stats","kind":"stats","game":"nim"}"#.to_owned(),
        "\u{0}".repeat(60_000),
    ] {
        let reply = server.post("/api/v1/jobs", body.as_bytes());
        let head: String = body.chars().take(40).collect();
        // Unknown fields are ignored, up to a nesting limit.
        let expected: &[u16] = if body.contains(r#""x":["#) {
            &[201, 400]
        } else {
            &[400, 404]
        };
        assert!(expected.contains(&reply.status), "{head}: {}", reply.text());
    }
}
