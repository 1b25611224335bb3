//! Host and origin checks.

use std::net::{Ipv4Addr, SocketAddr};

use kibitz_serve::Options;

use crate::client::{Client, Served, options};

fn status(request: &str) -> u16 {
    let mut client = Client::new(Served::shared().address);
    client.raw(request.as_bytes());
    client.reply().unwrap().status
}

#[test]
fn only_own_names_are_accepted() {
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
fn exactly_one_host_header_is_required() {
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
fn rejected_host_gets_advice() {
    let reply = Served::shared().ask("GET", "/", &[("host", "table.local")], b"");
    assert_eq!((reply.status, reply.kind().as_str()), (421, "host"));
    assert!(reply.text().contains("--allow-host"));
}

#[test]
fn cross_origin_writes_are_rejected() {
    let server = Served::shared();
    let judge = "/api/v1/games/nim/judge";
    let port = server.address.port();
    let own = format!("http://localhost:{port}");
    let host = format!("localhost:{port}");
    let from = |origins: &[&str]| {
        let mut headers = vec![("host", host.as_str())];
        headers.extend(origins.iter().map(|origin| ("origin", *origin)));
        let posted = server.ask("POST", judge, &headers, b"1\n1\n1\n");
        let deleted = server.ask("DELETE", "/api/v1/jobs/1", &headers, b"");
        let put = server.ask("PUT", "/", &headers, b"");
        [posted, deleted, put].map(|reply| reply.status)
    };
    let loud = format!("http://LOCALHOST:{port}");
    for origins in [&[][..], &[own.as_str()], &[loud.as_str()]] {
        assert_eq!(from(origins), [200, 404, 405], "{origins:?}");
    }
    for origin in [
        "http://evil.example",
        "http://localhost",
        "http://localhost:1234",
        "http://localhost:80",
        &format!("http://127.0.0.1:{port}"),
        &format!("http://evil.example:{port}"),
        &format!("https://localhost:{port}"),
        &format!("{own}/"),
        &format!("{own}.evil.example"),
        &format!("http://evil@localhost:{port}"),
        "null",
        "",
        "*",
    ] {
        assert_eq!(from(&[origin]), [403; 3], "{origin}");
        assert_eq!(from(&[&own, origin]), [403; 3], "{origin}");
    }
}

#[test]
fn cross_origin_reads_are_rejected() {
    let server = Served::shared();
    let own = format!("http://localhost:{}", server.address.port());
    let ask = |path: &str, headers: &[(&str, &str)]| server.ask("GET", path, headers, b"").status;
    let site = "sec-fetch-site";
    for path in [
        "/api/v1/games",
        "/api/v1/games/nim/position",
        "/api/v1/openapi.json",
    ] {
        for headers in [
            &[][..],
            &[(site, "same-origin")],
            &[(site, "none")],
            &[("origin", &own)],
            &[(site, "same-site"), ("origin", &own)],
        ] {
            assert_eq!(ask(path, headers), 200, "{path} {headers:?}");
        }
        for headers in [
            &[(site, "cross-site")][..],
            &[(site, "cross-site"), ("origin", &own)],
            &[(site, "same-site")],
            &[(site, "same-site"), ("origin", "http://localhost:1")],
            &[(site, "same-origin"), (site, "cross-site")],
            &[(site, "CROSS-SITE")],
            &[(site, "")],
            &[("origin", "http://evil.example")],
        ] {
            assert_eq!(ask(path, headers), 403, "{path} {headers:?}");
        }
    }
    // Everything below `/api` is checked; a link to the page is harmless.
    for path in ["/api", "/api/", "/api/v1/nothing", "/api?x"] {
        assert_eq!(ask(path, &[(site, "cross-site")]), 403, "{path}");
    }
    assert_eq!(ask("/", &[(site, "cross-site")]), 200);
}

#[test]
fn local_addresses_are_accepted() {
    let server = Served::new(Options {
        address: Ipv4Addr::UNSPECIFIED.into(),
        ..options()
    });
    let port = server.address.port();
    // Every address of the loopback network belongs to this machine.
    let ask = |address: [u8; 4], host: &str| {
        let mut client = Client::new(SocketAddr::from((address, port)));
        client.send("GET", "/api/v1/games", &[("host", host)], b"");
        client.reply().unwrap().status
    };
    let there = [127, 9, 8, 7];
    for host in [
        &format!("127.9.8.7:{port}"),
        "127.9.8.7",
        &format!("localhost:{port}"),
        &format!("127.0.0.1:{port}"),
    ] {
        assert_eq!(ask(there, host), 200, "{host}");
    }
    for host in [
        &format!("127.9.8.6:{port}"),
        &format!("192.0.2.1:{port}"),
        &format!("0.0.0.0:{port}"),
        &format!("127.9.8.7.nip.io:{port}"),
        &format!("evil.example:{port}"),
    ] {
        assert_eq!(ask(there, host), 421, "{host}");
    }
}

#[test]
fn security_headers_are_set() {
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
