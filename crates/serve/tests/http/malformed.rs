//! Malformed requests.

use std::time::Duration;

use kibitz_query::{CATALOGUE, Session};
use kibitz_serve::Options;
use serde_json::json;

use crate::client::{Served, options, path};

/// Texts that are positions of few games or none.
const TEXTS: [&str; 24] = [
    "?",
    "x",
    "-1",
    "1e3",
    "1.5",
    "/",
    "//",
    "1/",
    "/1",
    "1//2",
    "é",
    "弹珠",
    "\0",
    "1\n2",
    "💥",
    "0",
    "99999999999999999999",
    "18446744073709551616",
    "9223372036854775808",
    "a b c",
    "'; drop table games",
    "<script>alert(1)</script>",
    "%s%n",
    "\u{202e}\u{feff}",
];

#[test]
fn malformed_positions_are_rejected_by_every_game() {
    // Some texts are valid positions too large to solve within the limits.
    let server = Served::new(Options {
        request_time: Duration::from_millis(200),
        ..options()
    });
    for entry in CATALOGUE {
        let name = entry.info.name;
        let long = "1 ".repeat(5000);
        let texts = TEXTS.iter().copied().chain([long.as_str()]);
        for text in texts {
            let step = [("p", text), ("by", "x")];
            let reply = server.get(&path(name, "step", &step));
            assert_eq!(reply.status, 400, "{name} step {text:?}");
            for route in ["position", "line", "stats"] {
                let reply = server.get(&path(name, route, &[("p", text)]));
                let is_position = Session::open(entry, []).unwrap().inspect(text, 0).is_ok();
                if is_position {
                    assert!([200, 422, 503].contains(&reply.status), "{name} {text:?}");
                    continue;
                }
                assert_eq!(reply.status, 400, "{name} {route} {text:?}");
                let error = &reply.json()["error"];
                assert_eq!(error["kind"], json!("position"), "{name} {text:?}");
                assert_eq!(error["text"], json!(text), "{name}");
                let at: [usize; 2] = serde_json::from_value(error["at"].clone()).unwrap();
                assert!(
                    at[0] <= at[1] && at[1] <= text.chars().count(),
                    "{name} {text:?}"
                );
            }
        }
        assert_eq!(
            server.get(&path(name, "position", &[("p", "?")])).status,
            400
        );
    }
}

#[test]
fn error_range_is_counted_in_characters() {
    let reply = Served::shared().get(&path("nim", "position", &[("p", "é 7")]));
    let error = reply.json()["error"].clone();
    assert_eq!(
        (&error["at"], &error["text"]),
        (&json!([0, 1]), &json!("é 7"))
    );
    let reply = Served::shared().get(&path("nim", "position", &[("p", "7 弹x")]));
    assert_eq!(reply.json()["error"]["at"], json!([2, 4]));
}

#[test]
fn malformed_parameters_are_rejected() {
    let server = Served::shared();
    for (query, kind) in [
        ("set=cards=x", "setting"),
        ("set=cards=0", "setting"),
        ("set=cards=99999", "setting"),
        ("set=card=3", "setting"),
        ("set=cards=2&set=cards=3", "setting"),
        ("set=cards", "query"),
        ("q=1", "query"),
        ("p=1&p=2", "query"),
        ("moves=-1", "query"),
        ("moves=5001", "query"),
        ("line=1e3", "query"),
        ("depth=9", "query"),
        ("%ff=%fe", "query"),
    ] {
        let reply = server.get(&format!("/api/v1/games/numbers/position?{query}"));
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (400, kind),
            "{query}"
        );
    }
    let near = server.get("/api/v1/games/numbers/position?set=card=3");
    assert_eq!(near.json()["error"]["help"], json!("did you mean `cards`?"));
    for query in [
        "seed=x",
        "seed=-1",
        "plies=9-5",
        "plies=a-b",
        "plies=",
        "plies=-",
    ] {
        let reply = server.get(&format!("/api/v1/games/numbers/puzzle?{query}"));
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (400, "query"),
            "{query}"
        );
    }
}

#[test]
fn oversized_bodies_are_rejected() {
    let server = Served::shared();
    let large = vec![b' '; (64 << 10) + 1];
    for path in ["/api/v1/games/nim/case", "/api/v1/jobs"] {
        let reply = server.post(path, &large);
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (413, "too_large"),
            "{path}"
        );
    }
    // `judge` accepts larger bodies, and rejects oversized ones before they
    // arrive.
    assert_ne!(server.post("/api/v1/games/nim/judge", &large).status, 413);
    let mut client = crate::client::Client::new(server.address);
    let length = (64 << 20) + 1;
    let head = "POST /api/v1/games/nim/judge HTTP/1.1\r\nhost: localhost\r\n";
    client.raw(format!("{head}content-length: {length}\r\n\r\n").as_bytes());
    let reply = client.reply().unwrap();
    assert_eq!((reply.status, reply.kind().as_str()), (413, "too_large"));
}

#[test]
fn oversized_request_line_is_rejected() {
    let server = Served::shared();
    let long = format!("/{}", "x".repeat(200_000));
    let status = server.get(&long).status;
    assert!([414, 431].contains(&status), "{status}");
}

#[test]
fn malformed_jobs_are_rejected() {
    let server = Served::shared();
    for (body, kind) in [
        ("", "query"),
        ("{", "query"),
        ("[]", "query"),
        (r#"{"kind": "solve", "game": "nim"}"#, "query"),
        (r#"{"kind": "stats"}"#, "query"),
        (r#"{"kind": "stats", "game": "chess"}"#, "no_such_game"),
        (
            r#"{"kind": "stats", "game": "nim", "set": {"x": "1"}}"#,
            "setting",
        ),
        (
            r#"{"kind": "stats", "game": "nim", "set": {"play": 1}}"#,
            "query",
        ),
    ] {
        let reply = server.post("/api/v1/jobs", body.as_bytes());
        assert_eq!(reply.kind(), kind, "{body}");
        assert!([400, 404].contains(&reply.status), "{body}");
    }
    for id in ["0", "..", "%00", "ffffffffffffffff"] {
        for method in ["GET", "DELETE"] {
            let reply = server.ask(method, &format!("/api/v1/jobs/{id}"), &[], b"");
            assert_eq!(
                (reply.status, reply.kind().as_str()),
                (404, "no_such_job"),
                "{id}"
            );
        }
    }
}
