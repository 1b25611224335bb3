//! Whom the server answers.

use crate::client::{Client, Served};

fn status(request: &str) -> u16 {
    let mut client = Client::new(Served::shared().address);
    client.raw(request.as_bytes());
    client.reply().unwrap().status
}

#[test]
fn own_names_only() {
    let ask = |host: &str| {
        status(&format!(
            "GET /api/v1/games HTTP/1.1\r\nhost: {host}\r\n\r\n"
        ))
    };
    for host in ["localhost", "127.0.0.1", "[::1]", "localhost:8080"] {
        assert_eq!(ask(host), 200, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "0",
        "",
    ] {
        assert_eq!(ask(host), 421, "{host}");
    }
}

#[test]
fn a_host_must_be_named_once() {
    assert_eq!(status("GET / HTTP/1.1\r\n\r\n"), 421);
    assert_eq!(status("GET / HTTP/1.0\r\n\r\n"), 421);
    let twice = "GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n";
    assert_eq!(status(twice), 421);
    let absolute = "GET http://evil.example/ HTTP/1.1\r\nhost: localhost\r\n\r\n";
    assert_eq!(status(absolute), 421);
    let absolute = "GET http://localhost/ HTTP/1.1\r\nhost: localhost\r\n\r\n";
    assert_eq!(status(absolute), 200);
}

#[test]
fn the_refusal_says_what_to_do() {
    let reply = Served::shared().ask("GET", "/", &[("host", "table.local")], b"");
    assert_eq!((reply.status, reply.kind().as_str()), (421, "host"));
    assert!(reply.text().contains("--allow-host"));
}

#[test]
fn pages_of_other_sites_change_nothing() {
    let server = Served::shared();
    let judge = "/api/v1/games/nim/judge";
    let from = |origin| {
        server
            .ask("POST", judge, &[("origin", origin)], b"1\n1\n1\n")
            .status
    };
    assert_eq!(from("http://evil.example"), 403);
    assert_eq!(from("null"), 403);
    assert_eq!(from("http://localhost:1234"), 200);
    let gone = server.ask(
        "DELETE",
        "/api/v1/jobs/1",
        &[("origin", "http://evil.example")],
        b"",
    );
    assert_eq!(gone.status, 403);
}

#[test]
fn nothing_is_shared_with_other_sites() {
    let server = Served::shared();
    for path in ["/", "/api/v1/games", "/api/v1/nothing", "/nothing"] {
        let reply = server.ask("GET", path, &[("origin", "http://evil.example")], b"");
        let shares = |(name, _): &(String, String)| name.starts_with("access-control");
        assert!(!reply.headers.iter().any(shares), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"));
        assert!(!policy.contains("unsafe"));
        let opener = reply.header("cross-origin-opener-policy");
        assert_eq!(opener, Some("same-origin"));
        let resource = reply.header("cross-origin-resource-policy");
        assert_eq!(resource, Some("same-origin"));
    }
}
