//! Games sent as rule files.

use serde_json::{Value, json};

use crate::client::{Reply, Served, options, path};

pub(crate) const RULES: &str = "/api/v1/rules";

pub(crate) const MATCHES: &str =
    "# Matches: take one, two or three; a player who cannot take loses.
n = 21  # at the start


def start():
    yield n


def moves(left):
    for k in range(1, 4):
        if k <= left:
            yield left - k
";

pub(crate) fn send(server: &Served, text: &str) -> Reply {
    server.post(RULES, text.as_bytes())
}

/// Sends a valid file; returns its name.
pub(crate) fn named(server: &Served, text: &str) -> String {
    let reply = send(server, text);
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["name"].as_str().unwrap().to_owned()
}

/// Rules with unboundedly many positions, each taking some milliseconds.
pub(crate) fn heavy(number: usize) -> String {
    format!(
        "# Heavy {number}\ndef start():\n    yield 0\ndef moves(n):\n    t = 0\n    \
         for i in range(200000):\n        t = (t + i) % 7\n    yield n + 1 + t * 0\n    yield n + 2\n"
    )
}

#[test]
fn rule_file_becomes_a_game() {
    let server = Served::shared();
    let game = send(server, MATCHES).json();
    let name = game["name"].as_str().unwrap();
    assert!(name.starts_with("rules-") && name.len() == 38, "{name}");
    assert_eq!(game["title"], "Matches");
    assert_eq!(game["shown"], "left=21");
    assert_eq!(game["contest"], Value::Null);
    let n = json!({"name": "n", "default": "21", "meaning": "at the start", "kind": "number"});
    assert_eq!(game["parameters"], json!([n]));
    // The same text is the same game; another text is another game.
    assert_eq!(named(server, MATCHES), name);
    assert_ne!(named(server, &format!("{MATCHES}\n")), name);
}

#[test]
fn every_route_works_for_a_rule_file() {
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
    assert_eq!(other["plies"], 3);
    let line = server.json(&path(name, "line", &[("p", "left=4")]));
    assert_eq!(line["steps"].as_array().unwrap().len(), 2);
    let step = server.json(&path(name, "step", &[("by", "LEFT = 19")]));
    assert_eq!(step, json!({"move": "left=19", "position": "left=19"}));
    let stats = server.json(&path(name, "stats", &[]));
    assert_eq!(
        (&stats["positions"], &stats["loss"]),
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
fn extra_turns_and_partizan_rules_are_reported() {
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
fn diagnostics_have_line_column_and_caret() {
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
    // A rejected file is not stored.
    let whole = send(server, "def start():\n    yield 1\n").json();
    assert_eq!(whole["error"]["kind"], "rules");
}

#[test]
fn run_time_faults_name_the_position() {
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
fn invalid_parameters_are_rejected() {
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
fn title_is_the_first_phrase_of_the_head() {
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
        // The summary contains none of the code below.
        let summary = game["summary"].as_str().unwrap();
        assert!(!summary.contains("n = 21"), "{summary}");
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
fn unknown_rule_files_must_be_sent_again() {
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
    // File paths are not games.
    let reply = server.get("/api/v1/games/examples%2Fnim.py/position");
    assert_eq!(reply.kind(), "no_such_game");
}

#[test]
fn least_recently_used_files_are_evicted() {
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
fn every_example_compiles() {
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
