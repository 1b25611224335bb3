//! Other protocols, methods and paths.

use crate::client::{Client, Served};

/// The status line of the response to some bytes; empty if there is none.
fn head(bytes: &[u8]) -> String {
    let mut client = Client::new(Served::shared().address);
    client.raw(bytes);
    client.line().unwrap_or_default()
}

#[test]
fn other_protocols_are_rejected() {
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let hello = b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03";
    for bytes in [
        &preface[..],
        hello,
        b"SSH-2.0-x\r\n",
        b"EHLO x\r\n",
        b"\0\0\0\0",
    ] {
        let head = head(bytes);
        let status = head.split(' ').nth(1).unwrap_or("400");
        assert!(["400", "505"].contains(&status), "{head}");
    }
}

#[test]
fn upgrade_requests_are_ignored() {
    for upgrade in ["websocket", "h2c", "TLS/1.3"] {
        let mut client = Client::new(Served::shared().address);
        let headers = [
            ("connection", "Upgrade, HTTP2-Settings"),
            ("upgrade", upgrade),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("sec-websocket-version", "13"),
            ("http2-settings", "AAMAAABkAARAAAAAAAIAAAAA"),
        ];
        client.send("GET", "/api/v1/games", &headers, b"");
        let reply = client.reply().unwrap();
        assert_eq!(reply.status, 200, "{upgrade}");
        assert_eq!(reply.header("upgrade"), None);
        // The protocol is unchanged.
        client.send("GET", "/api/v1/games/nim/position", &[], b"");
        assert_eq!(client.reply().unwrap().status, 200);
    }
}

#[test]
fn unsupported_methods_are_rejected() {
    let server = Served::shared();
    let all = [
        "OPTIONS",
        "TRACE",
        "PUT",
        "PATCH",
        "DELETE",
        "PROPFIND",
        "FROBNICATE",
        "get",
    ];
    for method in all {
        for path in [
            "/",
            "/api/v1/games",
            "/api/v1/games/nim/position",
            "/api/v1/rules",
        ] {
            let secret = [
                ("cookie", "secret=1"),
                ("access-control-request-method", "POST"),
            ];
            let reply = server.ask(method, path, &secret, b"");
            assert_eq!(reply.status, 405, "{method} {path}");
            assert!(!reply.text().contains("secret"));
            let shares = |(name, _): &(String, String)| name.starts_with("access-control");
            assert!(!reply.headers.iter().any(shares));
        }
    }
    assert_eq!(server.ask("POST", "/api/v1/games", &[], b"").status, 405);
    assert_eq!(server.ask("POST", "/", &[], b"").status, 405);
    for request in [
        "CONNECT localhost:80",
        "CONNECT evil.example:443",
        "OPTIONS *",
        "GET *",
    ] {
        let head = head(format!("{request} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes());
        let status: u16 = head.split(' ').nth(1).unwrap().parse().unwrap();
        assert!((400..500).contains(&status), "{request}: {head}");
    }
}

#[test]
fn files_outside_the_page_are_not_served() {
    let server = Served::shared();
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/core/../../Cargo.toml",
        "/./../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/..%5cCargo.toml",
        "/..\\Cargo.toml",
        "/....//Cargo.toml",
        "/core/%2e%2e/%2e%2e/Cargo.toml",
        "/%252e%252e/Cargo.toml",
        "/%c0%ae%c0%ae/Cargo.toml",
        "/..;/Cargo.toml",
        "//etc/passwd",
        "///etc/passwd",
        "/file:///etc/passwd",
        "/index.html%00.js",
        "/index.html/",
        "/index.html/../../Cargo.toml",
        "/core",
        "/core/",
        "/.git/config",
        "/~root",
        "/C:/windows/win.ini",
        "/api/../../Cargo.toml",
        "/api/v1/../../../Cargo.toml",
        "/api/v1/games/../../../../Cargo.toml/position",
        "/api/v1/games/..%2f..%2f..%2fCargo.toml/position",
        "/api/v1/games/%2fetc%2fpasswd/position",
        "/api/v1/games/examples%2fnim.py/position",
        "/api/v1/jobs/..%2f..%2fgames",
        "/%61pi/v1/games",
    ] {
        let reply = server.get(path);
        assert!(
            (400..500).contains(&reply.status),
            "{path}: {}",
            reply.status
        );
        let text = reply.text();
        assert!(
            !text.contains("[package]") && !text.contains("root:"),
            "{path}"
        );
    }
}

#[test]
fn http_1_0_connections_are_closed_after_one_response() {
    let mut client = Client::new(Served::shared().address);
    let one = "GET /api/v1/games HTTP/1.0\r\nhost: localhost\r\n\r\n";
    client.raw(one.repeat(2).as_bytes());
    assert_eq!(client.reply().unwrap().status, 200);
    assert!(client.reply().is_err());
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let mut client = Client::new(Served::shared().address);
    let heaps = 1..=20;
    for n in heaps.clone() {
        let path = format!("/api/v1/games/nim/position?p={n}");
        client.send("GET", &path, &[], b"");
    }
    for n in heaps {
        assert_eq!(client.reply().unwrap().json()["position"], n.to_string());
    }
}
