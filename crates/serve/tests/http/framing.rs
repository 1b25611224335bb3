//! Ambiguous framing (request smuggling).

use crate::client::{Client, Served};

/// The status expected if embedded bytes were parsed as a request.
const NEXT: &str = "GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\n\r\n";
const CASE: &str = "POST /api/v1/games/nim/case HTTP/1.1\r\nhost: localhost\r\n";

/// The statuses of the responses on one connection, until the server closes it.
fn statuses(server: &Served, bytes: &[u8]) -> Vec<u16> {
    let mut client = Client::new(server.address);
    client.raw(bytes);
    std::iter::from_fn(|| client.reply().ok())
        .map(|reply| reply.status)
        .collect()
}

/// The first request is rejected, and nothing after it is parsed.
fn is_rejected(server: &Served, request: &str) {
    let all = statuses(server, format!("{request}{NEXT}").as_bytes());
    assert_eq!(all, [400], "{request:?}");
    assert_eq!(server.get("/api/v1/openapi.json").status, 200);
}

#[test]
fn invalid_or_duplicate_lengths_are_rejected() {
    let server = Served::shared();
    for length in [
        "content-length: 6\r\ncontent-length: 5",
        "content-length: 6, 5",
        "content-length: 6,6",
        "content-length: +6",
        "content-length: -6",
        "content-length: 0x6",
        "content-length: 6 6",
        "content-length: six",
        "content-length: ",
        "content-length: 6.0",
        "content-length: 18446744073709551617",
        "content-length : 6",
        "content-length\t: 6",
        "content length: 6",
    ] {
        is_rejected(server, &format!("{CASE}{length}\r\n\r\n1\n1\n1\n"));
    }
}

#[test]
fn ambiguous_transfer_encodings_are_rejected() {
    let server = Served::shared();
    for encoding in [
        "transfer-encoding: identity",
        "transfer-encoding: gzip",
        "transfer-encoding: xchunked",
        "transfer-encoding: chunked, identity",
        "transfer-encoding: chunked, gzip",
        "transfer-encoding: chunked\r\ntransfer-encoding: identity",
        "transfer-encoding: \"chunked\"",
        "transfer-encoding : chunked",
        "transfer-encoding:\u{b}chunked",
        "transfer-encoding: chunked\u{0}",
        "transfer-encoding: identity\r\ncontent-length: 6",
    ] {
        is_rejected(
            server,
            &format!("{CASE}{encoding}\r\n\r\n6\r\n1\n1\n1\n\r\n0\r\n\r\n"),
        );
    }
    let old = CASE.replace("1.1", "1.0");
    is_rejected(
        server,
        &format!("{old}transfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
    );
}

#[test]
fn chunked_encoding_overrides_content_length() {
    let server = Served::shared();
    let chunks = "6\r\n1\n1\n1\n\r\n0\r\n\r\n";
    for [first, second] in [
        ["content-length: 3", "transfer-encoding: chunked"],
        ["transfer-encoding: chunked", "content-length: 3"],
        ["content-length: 9999", "transfer-encoding: chunked"],
        [
            "content-length: 3\r\ncontent-length: 3",
            "transfer-encoding: chunked",
        ],
    ] {
        let mut client = Client::new(server.address);
        client.raw(format!("{CASE}{first}\r\n{second}\r\n\r\n{chunks}{NEXT}").as_bytes());
        let reply = client.reply().unwrap();
        assert_eq!(reply.status, 200, "{first} {second}: {}", reply.text());
        assert_eq!(reply.json()["position"], "1");
        // What another parser would take for the rest is not answered.
        assert!(client.reply().is_err(), "{first} {second}");
    }
}

#[test]
fn invalid_chunks_are_rejected() {
    let server = Served::shared();
    for chunks in [
        "-6\r\n1\n1\n1\n\r\n0\r\n\r\n",
        "+6\r\n1\n1\n1\n\r\n0\r\n\r\n",
        "0x6\r\n1\n1\n1\n\r\n0\r\n\r\n",
        "g\r\n1\n1\n1\n\r\n0\r\n\r\n",
        "\r\n1\n1\n1\n\r\n0\r\n\r\n",
        " 6\r\n1\n1\n1\n\r\n0\r\n\r\n",
        "6\n1\n1\n1\n\r\n0\r\n\r\n",
        "6\r\n1\n1\n1\nXX0\r\n\r\n",
        "5\r\n1\n1\n1\n\r\n0\r\n\r\n",
        "ffffffffffffffffff\r\n1\n1\n1\n\r\n0\r\n\r\n",
        "6;\n\r\n1\n1\n1\n\r\n0\r\n\r\n",
    ] {
        for route in ["case", "judge"] {
            let head = CASE.replace("case", route);
            is_rejected(
                server,
                &format!("{head}transfer-encoding: chunked\r\n\r\n{chunks}"),
            );
        }
    }
}

#[test]
fn invalid_headers_are_rejected() {
    let server = Served::shared();
    for header in [
        "x: 1\r\n 2",
        "x: 1\r\n\thost: evil.example",
        " x: 1",
        "x",
        "x 1",
        ": 1",
        "x: \u{0}",
        "x\u{0}: 1",
        "x: 1\rhost: evil.example",
        "x: 1\r\r\n",
        "é: 1",
        "x(): 1",
    ] {
        is_rejected(
            server,
            &format!("GET / HTTP/1.1\r\nhost: localhost\r\n{header}\r\n\r\n"),
        );
    }
    for line in [
        "GET  / HTTP/1.1",
        "GET / HTTP/1.1 ",
        "GET /\u{0} HTTP/1.1",
        "GET / x HTTP/1.1",
        "GET /\t HTTP/1.1",
        "GET / HTTP/1.1x",
        "GET / HTTP/9.9",
        "GET / http/1.1",
        "GET /",
        "GET",
        "G(T / HTTP/1.1",
        "\u{0}",
    ] {
        is_rejected(server, &format!("{line}\r\nhost: localhost\r\n\r\n"));
    }
}

#[test]
fn bare_line_feeds_end_lines() {
    let mut client = Client::new(Served::shared().address);
    let bare = format!("{CASE}content-length: 6\r\n\r\n").replace('\r', "");
    client.raw(format!("{bare}1\n1\n1\n{NEXT}").as_bytes());
    assert_eq!(client.reply().unwrap().json()["position"], "1");
    assert!(client.reply().unwrap().json().is_array());
}

#[test]
fn unread_body_is_not_parsed_as_a_request() {
    let server = Served::shared();
    for head in [
        "GET /api/v1/games HTTP/1.1",
        "DELETE /api/v1/jobs/1 HTTP/1.1",
        "POST /api/v1/nothing HTTP/1.1",
        "PUT / HTTP/1.1",
    ] {
        let inner = "GET /core/main.js HTTP/1.1\r\nhost: localhost\r\n\r\n";
        let length = inner.len();
        let mut client = Client::new(server.address);
        let request = format!("{head}\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n");
        client.raw(format!("{request}{inner}{NEXT}").as_bytes());
        client.reply().unwrap();
        if let Ok(next) = client.reply() {
            assert!(next.json().is_array(), "{head}");
        }
    }
}
