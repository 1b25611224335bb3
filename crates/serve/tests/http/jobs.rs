//! Jobs: start, progress, cancellation.

use std::time::Duration;

use kibitz_game::RunContext;
use kibitz_query::open;
use kibitz_serve::Options;
use serde_json::{Value, json};

use crate::client::{Client, Served, options, path};

pub(crate) fn begin(server: &Served, job: &Value) -> String {
    let reply = server.post("/api/v1/jobs", job.to_string().as_bytes());
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

/// The events of a job until it ends.
fn events(server: &Served, id: &str, mut seen: impl FnMut(&str)) -> Vec<(String, Value)> {
    let mut client = Client::new(server.address);
    client.send("GET", &format!("/api/v1/jobs/{id}/events"), &[], b"");
    let head = client.line().unwrap();
    assert!(head.contains("200"), "{head}");
    while !client.line().unwrap().is_empty() {}
    let mut text = Vec::new();
    while client.chunk(&mut text).unwrap() {
        seen(&String::from_utf8_lossy(&text));
    }
    let text = String::from_utf8(text).unwrap();
    let blocks = text.split("\n\n").filter(|block| block.contains("event: "));
    let event = |block: &str| {
        let field = |name| {
            let line = block.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap().to_owned()
        };
        let data = serde_json::from_str(&field("data: ")).unwrap();
        (field("event: "), data)
    };
    blocks.map(event).collect()
}

/// Larger tables are computed for some time, so only what does not depend on their size is equal.
#[test]
fn a_job_finds_the_law_of_a_table() {
    let server = Served::shared();
    let job = json!({
        "kind": "guess", "game": "nim", "param": ["a=0..20", "b=0..20"], "at": "{a} {b}",
        "show": "grundy"
    });
    let all = events(server, &begin(server, &job), |_| {});
    let (last, result) = all.last().unwrap();
    assert_eq!(
        (last.as_str(), &result["status"]),
        ("done", &json!("conjecture"))
    );
    let parameters = [
        ("param", "a=0..20"),
        ("param", "b=0..20"),
        ("at", "{a} {b}"),
        ("show", "grundy"),
    ];
    let direct = server.json(&path("nim", "guess", &parameters));
    assert_eq!(direct["law"], result["law"]);
    assert_eq!(direct["law"]["formula"], "a ⊕ b");
    for (show, axis) in [("colour", "a=0..9"), ("plies", "a=0..x"), ("plies", "a=5")] {
        let job =
            json!({"kind": "guess", "game": "nim", "param": [axis], "at": "{a}", "show": show});
        let reply = server.post("/api/v1/jobs", job.to_string().as_bytes());
        if show == "colour" {
            assert_eq!(reply.status, 400, "{}", reply.text());
            continue;
        }
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(
            events(server, &id, |_| {}).last().unwrap().0,
            "failed",
            "{axis}"
        );
    }
}

#[test]
fn job_result_equals_the_direct_response() {
    let server = Served::shared();
    for kind in ["stats", "position"] {
        let job = json!({
            "kind": kind, "game": "numbers", "set": {"cards": "4"}, "position": "1111/1234"
        });
        let id = begin(server, &job);
        let all = events(server, &id, |_| {});
        let (last, result) = all.last().unwrap();
        assert_eq!(last, "done");
        let target = format!("/api/v1/games/numbers/{kind}?set=cards=4&p=1111/1234");
        assert_eq!(*result, server.json(&target), "{kind}");
        let state = server.json(&format!("/api/v1/jobs/{id}"));
        assert_eq!(
            (&state["state"], &state["result"]),
            (&json!("done"), result)
        );
        // A late subscriber receives the final event, too.
        assert_eq!(events(server, &id, |_| {}).last(), all.last());
        let path = format!("/api/v1/jobs/{id}");
        assert_eq!(server.ask("DELETE", &path, &[], b"").status, 204);
        assert_eq!(server.get(&path).status, 404);
    }
}

#[test]
fn job_reports_progress_and_can_be_cancelled() {
    let server = Served::new(Options {
        context: RunContext::new().memory(1 << 30),
        ..options()
    });
    let job = json!({"kind": "stats", "game": "numbers", "set": {"cards": "11", "modulus": "7"}});
    let id = begin(&server, &job);
    let path = format!("/api/v1/jobs/{id}");
    let mut cancelled = false;
    let all = events(&server, &id, |text| {
        let is_going = text.matches("\"done\":").count() > 2;
        if !cancelled && is_going {
            let state = server.json(&path);
            assert_eq!(state["state"], json!("running"));
            assert!(state["stage"].is_string() && state["total"].is_number());
            assert_eq!(server.ask("DELETE", &path, &[], b"").status, 204);
            cancelled = true;
        }
    });
    assert!(cancelled);
    let progress = all.iter().filter(|(name, _)| name == "progress");
    assert!(progress.clone().count() > 2);
    for (_, data) in progress.skip(1) {
        assert!(data["seconds"].is_number() && data["stage"].is_string());
    }
    assert_eq!(all.last().unwrap().0, "cancelled");
    assert_eq!(server.json(&path)["state"], json!("cancelled"));
}

#[test]
fn a_watched_job_ends_with_its_last_stream() {
    let server = Served::new(Options {
        context: RunContext::new().memory(1 << 30),
        ..options()
    });
    let set = json!({"cards": "11", "modulus": "7"});
    let watched = json!({"kind": "stats", "game": "numbers", "set": set, "watched": true});
    let plain = json!({"kind": "stats", "game": "numbers", "set": set});
    for (job, expected) in [(watched, "cancelled"), (plain, "running")] {
        let id = begin(&server, &job);
        let path = format!("/api/v1/jobs/{id}");
        let mut streams = [(); 2].map(|()| {
            let mut client = Client::new(server.address);
            client.send("GET", &format!("{path}/events"), &[], b"");
            assert!(client.line().unwrap().contains("200"));
            Some(client)
        });
        for stream in &mut streams {
            assert_eq!(server.json(&path)["state"], json!("running"));
            *stream = None;
        }
        let state = || server.json(&path)["state"].clone();
        let is_cancelled = || {
            std::thread::sleep(Duration::from_millis(50));
            state() == json!("cancelled")
        };
        if expected == "cancelled" {
            assert!((0..200).any(|_| is_cancelled()));
        } else {
            assert!((0..20).all(|_| !is_cancelled()));
            assert_eq!(server.ask("DELETE", &path, &[], b"").status, 204);
        }
    }
}

#[test]
fn failed_job_reports_its_error() {
    let server = Served::shared();
    let job = json!({"kind": "position", "game": "nim", "position": "1 x"});
    let id = begin(server, &job);
    let all = events(server, &id, |_| {});
    let (last, error) = all.last().unwrap();
    assert_eq!(
        (last.as_str(), &error["kind"]),
        ("failed", &json!("position"))
    );
    let state = server.json(&format!("/api/v1/jobs/{id}"));
    assert_eq!(
        (&state["state"], &state["error"]),
        (&json!("failed"), error)
    );
}

#[test]
fn jobs_are_limited_in_time_and_number() {
    let server = Served::new(Options {
        context: RunContext::new().memory(1 << 30),
        job_time: Duration::from_millis(600),
        ..options()
    });
    let job = json!({"kind": "stats", "game": "numbers", "set": {"cards": "11", "modulus": "7"}});
    let id = begin(&server, &job);
    let all = events(&server, &id, |_| {});
    let (last, error) = all.last().unwrap();
    assert_eq!((last.as_str(), &error["kind"]), ("failed", &json!("time")));
    let many = (0..40).map(|_| {
        server
            .post("/api/v1/jobs", job.to_string().as_bytes())
            .status
    });
    let many: Vec<u16> = many.collect();
    assert!(many.contains(&201) && many.contains(&503), "{many:?}");
    // Jobs do not block requests.
    let reply = server.get("/api/v1/games/nim/position");
    assert_eq!(reply.status, 200);
}

#[test]
fn solution_of_a_job_is_reused_by_requests() {
    // Solving takes longer than the time limit of a request.
    let server = Served::new(Options {
        request_time: Duration::from_millis(150),
        ..options()
    });
    let set = [("cards", "12"), ("modulus", "5")];
    let job =
        json!({"kind": "position", "game": "numbers", "set": {"cards": "12", "modulus": "5"}});
    let id = begin(&server, &job);
    assert_eq!(events(&server, &id, |_| {}).last().unwrap().0, "done");
    let response = server.json("/api/v1/games/numbers/position?set=cards=12");
    let game = open("numbers", set).unwrap();
    let limits = kibitz_query::Limits::default();
    let answer = game
        .analyse(&game.default_position(), limits, &RunContext::new())
        .unwrap();
    assert_eq!(response["value"], json!(answer.value));
}
