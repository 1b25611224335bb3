//! Games that clients bring as rule files.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use kibitz_game::Watch;
use kibitz_serve::Options;
use serde_json::{Value, json};

use crate::client::{Reply, Served, options, path};

const RULES: &str = "/api/v1/rules";

const MATCHES: &str = "# Matches: take one, two or three; who cannot take loses.
n = 21  # at the start


def start():
    yield n


def moves(left):
    for k in range(1, 4):
        if k <= left:
            yield left - k
";

fn send(server: &Served, text: &str) -> Reply {
    server.post(RULES, text.as_bytes())
}

/// Sends a file that has no mistake; its name.
fn named(server: &Served, text: &str) -> String {
    let reply = send(server, text);
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["name"].as_str().unwrap().to_owned()
}

#[test]
fn a_file_becomes_a_game() {
    let server = Served::shared();
    let game = send(server, MATCHES).json();
    let name = game["name"].as_str().unwrap();
    assert!(name.starts_with("rules-") && name.len() == 38, "{name}");
    assert_eq!(game["title"], "Matches");
    assert_eq!(game["shown"], "left=21");
    assert_eq!(game["contest"], Value::Null);
    let n = json!({"name": "n", "default": "21", "meaning": "at the start", "kind": "number"});
    assert_eq!(game["parameters"], json!([n]));
    // The same text is the same game, another text another one.
    assert_eq!(named(server, MATCHES), name);
    assert_ne!(named(server, &format!("{MATCHES}\n")), name);
}

#[test]
fn every_question_about_it() {
    let server = Served::shared();
    let name = &named(server, MATCHES);
    let answer = server.json(&path(name, "position", &[]));
    assert_eq!(answer["position"], "left=21");
    assert_eq!(
        (&answer["value"], &answer["grundy"]),
        (&json!("win"), &json!(1))
    );
    let best = &answer["moves"][0];
    assert_eq!(
        (&best["move"], &best["value"]),
        (&json!("left=20"), &json!("win"))
    );
    let lost = server.json(&path(name, "position", &[("set", "n=40"), ("line", "3")]));
    assert_eq!(
        (&lost["position"], &lost["value"]),
        (&json!("left=40"), &json!("loss"))
    );
    assert_eq!(lost["line"].as_array().unwrap().len(), 3);
    let other = server.json(&path(name, "position", &[("p", "left=7")]));
    assert_eq!(other["plies"], 4);
    let line = server.json(&path(name, "line", &[("p", "left=4")]));
    assert_eq!(line["steps"].as_array().unwrap().len(), 2);
    let step = server.json(&path(name, "step", &[("by", "LEFT = 19")]));
    assert_eq!(step, json!({"move": "left=19", "position": "left=19"}));
    let stats = server.json(&path(name, "stats", &[]));
    assert_eq!(
        (&stats["positions"], &stats["losses"]),
        (&json!(22), &json!(6))
    );
    let puzzle = server.json(&path(name, "puzzle", &[("seed", "1")]));
    assert_eq!(puzzle["game"], json!(name));
    assert_eq!(puzzle["puzzles"].as_array().unwrap().len(), 1);
    assert_eq!(server.json(&path(name, "drawn", &[])), json!({"set": {}}));
    for route in ["map", "map/axes"] {
        let reply = server.get(&path(name, route, &[]));
        assert_eq!((reply.status, reply.kind().as_str()), (404, "no_map"));
    }
    for route in ["judge", "case"] {
        let reply = server.post(&path(name, route, &[]), b"1\n");
        assert_eq!((reply.status, reply.kind().as_str()), (404, "no_contest"));
    }
    let job = json!({"kind": "stats", "game": name});
    let job = server.post("/api/v1/jobs", job.to_string().as_bytes());
    assert_eq!(job.status, 201, "{}", job.text());
}

#[test]
fn extra_turns_and_sides() {
    let server = Served::shared();
    let bonus = include_str!("../../../../examples/square_bonus.py");
    let name = &named(server, bonus);
    let answer = server.json(&path(name, "position", &[("p", "left=5")]));
    let moves = answer["moves"].as_array().unwrap();
    let again: Vec<_> = moves
        .iter()
        .filter(|one| one["again"] == json!(true))
        .collect();
    assert_eq!(again.len(), 1, "{moves:?}");
    let by = again[0]["move"].as_str().unwrap();
    let step = server.json(&path(name, "step", &[("p", "left=5"), ("by", by)]));
    assert_eq!(step["again"], true);
    assert_eq!(step["position"], again[0]["position"]);

    let sides = include_str!("../../../../examples/domineering.py");
    let answer = server.json(&path(&named(server, sides), "position", &[]));
    assert_eq!(answer["mover"], "Left");
}

#[test]
fn mistakes_have_a_place_and_a_caret() {
    let server = Served::shared();
    let reply = send(server, &MATCHES.replace("left - k", "lefft - k"));
    assert_eq!(reply.status, 422);
    let error = &reply.json()["error"];
    assert_eq!(error["kind"], "rules");
    assert_eq!((&error["line"], &error["column"]), (&json!(12), &json!(19)));
    let rendered = error["rendered"].as_str().unwrap();
    assert!(rendered.starts_with("error: "), "{rendered}");
    assert!(rendered.contains(" --> rules.py:12:19"), "{rendered}");
    assert!(rendered.contains("yield lefft - k\n"), "{rendered}");
    assert!(rendered.contains("^^^^^\n"), "{rendered}");
    assert!(
        rendered.contains("help: did you mean `left`?"),
        "{rendered}"
    );
    // What failed is not kept.
    let whole = send(server, "def start():\n    yield 1\n").json();
    assert_eq!(whole["error"]["kind"], "rules");
}

#[test]
fn faults_in_play_name_the_position() {
    let server = Served::shared();
    let name = &named(
        server,
        &MATCHES.replace("yield left - k", "yield left // (left - 5)"),
    );
    let reply = server.get(&path(name, "position", &[("p", "left=5")]));
    assert_eq!((reply.status, reply.kind().as_str()), (422, "rules"));
    let error = &reply.json()["error"];
    assert_eq!(error["line"], 12);
    assert!(
        error["rendered"].as_str().unwrap().contains("left=5"),
        "{error}"
    );
}

#[test]
fn parameters_that_do_not_fit() {
    let server = Served::shared();
    let name = &named(server, MATCHES);
    for set in [
        &[("set", "n=many")][..],
        &[("set", "m=1")],
        &[("set", "n=1.5")],
        &[("set", "n=1\0m=2")],
        &[("set", "n=99999999999999999999")],
        &[("set", "n=[1]")],
        &[("set", "n=21"), ("set", "n=22")],
    ] {
        let reply = server.get(&path(name, "position", set));
        assert!(
            [400, 422].contains(&reply.status),
            "{set:?}: {}",
            reply.text()
        );
    }
}

#[test]
fn texts_that_are_no_rules() {
    let server = Served::shared();
    let deep = "(".repeat(60_000);
    let wide = format!("x = [{}]\n{MATCHES}", "1, ".repeat(15_000));
    let names = (0..2_000).map(|i| format!("def f{i}(x): return f{}(x)\n", i + 1));
    for (text, status) in [
        ("", 422),
        ("\n\n\n", 422),
        ("\0", 422),
        ("\u{feff}\u{202e}", 422),
        ("import os\nos.system('true')\n", 422),
        ("def start(): yield open('/etc/passwd')\n", 422),
        ("__import__('os')", 422),
        ("def moves(", 422),
        (deep.as_str(), 422),
        (wide.as_str(), 200),
        (names.collect::<String>().as_str(), 422),
        (
            "def start():\n    yield 10 ** 10 ** 10\ndef moves(n):\n    yield n\n",
            422,
        ),
    ] {
        let began = Instant::now();
        let reply = send(server, text);
        let head: String = text.chars().take(40).collect();
        assert_eq!(reply.status, status, "{head:?}: {}", reply.text());
        assert!(began.elapsed() < Duration::from_secs(10), "{head:?}");
    }
    let bytes = server.post(RULES, b"# \xff\xfe\n");
    assert_eq!((bytes.status, bytes.kind().as_str()), (400, "query"));
    let large = server.post(RULES, &vec![b'#'; (64 << 10) + 1]);
    assert_eq!((large.status, large.kind().as_str()), (413, "too_large"));
    assert_eq!(server.get(RULES).status, 405);
}

#[test]
fn titles() {
    let server = Served::shared();
    for (head, title) in [
        ("# Nim", json!("Nim")),
        ("#Nim (Bouton 1901): take", json!("Nim")),
        ("\"\"\"Nim.\"\"\"", json!("Nim")),
        ("# <b>Nim</b>", json!("<b>Nim</b>")),
        ("", Value::Null),
        ("#", Value::Null),
    ] {
        let body = MATCHES.split_once('\n').unwrap().1;
        let game = send(server, &format!("{head}\n{body}")).json();
        assert_eq!(game["title"], title, "{head}");
    }
    let long = format!("# {}\n{MATCHES}", "弹".repeat(1_000));
    let title = send(server, &long).json()["title"]
        .as_str()
        .unwrap()
        .chars()
        .count();
    assert_eq!(title, 60);
}

#[test]
fn unknown_files_are_asked_for_again() {
    let server = Served::shared();
    for name in [
        "rules-",
        "rules-0123456789abcdef0123456789abcdef",
        "rules-%2e%2e",
    ] {
        for route in [
            "position", "line", "stats", "puzzle", "drawn", "map", "step",
        ] {
            let reply = server.get(&path(
                name,
                route,
                &[("by", "x")][..usize::from(route == "step")],
            ));
            assert_eq!(
                (reply.status, reply.kind().as_str()),
                (404, "no_such_rules"),
                "{route}"
            );
            assert!(reply.text().contains("/api/v1/rules"));
        }
    }
    // Paths of the machine are no games.
    let reply = server.get("/api/v1/games/examples%2Fnim.py/position");
    assert_eq!(reply.kind(), "no_such_game");
}

#[test]
fn only_so_many_files_are_kept_and_always_the_last() {
    let server = Served::new(options());
    let file = |i: usize| MATCHES.replace("21", &i.to_string());
    let first = named(&server, &file(0));
    let mut last = String::new();
    for i in 1..300 {
        last = named(&server, &file(i));
        if i % 50 == 0 {
            let answer = server.json(&path(&last, "position", &[]));
            assert_eq!(answer["position"], json!(format!("left={i}")));
        }
    }
    server.json(&path(&last, "position", &[]));
    let reply = server.get(&path(&first, "position", &[]));
    assert_eq!(
        (reply.status, reply.kind().as_str()),
        (404, "no_such_rules")
    );
    assert_eq!(named(&server, &file(0)), first);
    server.json(&path(&first, "position", &[]));
}

#[test]
fn from_other_machines_only_where_allowed() {
    let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let table = vec!["table.local".to_owned()];
    for (address, hosts, allow_rules, is_taken) in [
        (everywhere, Vec::new(), false, false),
        (everywhere, Vec::new(), true, true),
        (Ipv4Addr::LOCALHOST.into(), table.clone(), false, false),
        (Ipv4Addr::LOCALHOST.into(), table, true, true),
        (Ipv4Addr::LOCALHOST.into(), Vec::new(), false, true),
    ] {
        let server = Served::new(Options {
            address,
            hosts,
            allow_rules,
            ..options()
        });
        let reply = send(&server, MATCHES);
        if is_taken {
            assert_eq!(reply.status, 200, "{}", reply.text());
            continue;
        }
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (403, "rules_forbidden")
        );
        assert!(reply.text().contains("--allow-rules"));
        // Mistakes are not told either: nothing of the file was read.
        assert_eq!(send(&server, "?").status, 403);
    }
}

#[test]
fn pages_of_other_sites_send_none() {
    let from = |origin| {
        let headers = [("origin", origin), ("content-type", "text/plain")];
        Served::shared()
            .ask("POST", RULES, &headers, MATCHES.as_bytes())
            .status
    };
    assert_eq!(from("http://evil.example"), 403);
    assert_eq!(from("null"), 403);
    assert_eq!(from("http://localhost:1"), 200);
}

/// Rules that do not come to an end by themselves.
const ENDLESS: [&str; 4] = [
    // The module itself.
    "n = 0\nwhile True:\n    n += 1\ndef start():\n    yield n\ndef moves(n):\n    yield n\n",
    // Calls that call themselves.
    "def f(n):\n    return f(n + 1)\ndef start():\n    yield f(0)\ndef moves(n):\n    yield n\n",
    // A move.
    "def start():\n    yield 0\ndef moves(n):\n    while True:\n        n += 1\n    yield n\n",
    // More moves than fit anywhere.
    "def start():\n    yield 0\ndef moves(n):\n    i = 0\n    while True:\n        i += 1\n        yield i\n",
];

#[test]
fn endless_rules_end() {
    let server = Served::shared();
    for text in ENDLESS {
        let began = Instant::now();
        let sent = send(server, text);
        let reply = match sent.status {
            200 => {
                let name = sent.json()["name"].as_str().unwrap().to_owned();
                server.get(&path(&name, "position", &[]))
            }
            _ => sent,
        };
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (422, "rules"),
            "{text}"
        );
        assert!(reply.json()["error"]["line"].is_u64(), "{}", reply.text());
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "{:?}",
            began.elapsed()
        );
    }
}

#[test]
fn slow_rules_end_with_the_time_limit() {
    let server = Served::new(Options {
        question_time: Duration::from_millis(700),
        ..options()
    });
    // Each position takes some milliseconds, and there is no end of them.
    let slow = "def start():\n    yield 0\ndef moves(n):\n    t = 0\n    for i in range(200000):\n        \
                t = (t + i) % 7\n    yield n + 1 + t * 0\n    yield n + 2\n";
    let name = named(&server, slow);
    for route in ["position", "line", "stats", "puzzle"] {
        let began = Instant::now();
        let reply = server.get(&path(&name, route, &[]));
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (503, "time"),
            "{route} {}",
            reply.text()
        );
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{route} {:?}",
            began.elapsed()
        );
    }
    // Everybody else is served.
    assert_eq!(server.get(&path("nim", "position", &[])).status, 200);
}

#[test]
fn positions_without_end_stop_at_the_budget() {
    let server = Served::new(Options {
        watch: Watch::new().memory(32 << 20),
        question_time: Duration::from_secs(60),
        ..Options::default()
    });
    let grows =
        "def start():\n    yield 0, 0\ndef moves(a, b):\n    yield a + 1, b\n    yield a, b + 1\n";
    let name = named(&server, grows);
    let reply = server.get(&path(&name, "position", &[]));
    assert_eq!(
        (reply.status, reply.kind().as_str()),
        (503, "memory"),
        "{}",
        reply.text()
    );
    assert_eq!(server.get(&path("nim", "position", &[])).status, 200);
}

#[test]
fn every_example_opens() {
    let server = Served::shared();
    let examples = server.json("/api/v1/rules/examples");
    let examples = examples.as_array().unwrap();
    assert!(examples.len() > 40, "{}", examples.len());
    for example in examples {
        let game = send(server, example["source"].as_str().unwrap());
        assert_eq!(game.status, 200, "{}: {}", example["name"], game.text());
        assert_eq!(game.json()["title"], example["title"]);
    }
}
