//! One memory budget for all requests.

use std::time::Duration;

use kibitz_game::RunContext;
use kibitz_serve::Options;
use serde_json::json;

use crate::client::{Served, path};
use crate::hostile::HUNGRY;
use crate::jobs::begin;
use crate::rules::named;

/// Each of these games fits the budget, but no two of them do.
const GAMES: [&str; 3] = ["cards=9", "cards=8", "cards=10"];

/// Number of hands of `cards` cards with six values.
fn hands(cards: u64) -> u64 {
    (1..=5).fold(1, |hands, i| hands * (cards + i) / i)
}

#[test]
fn idle_games_are_closed_to_free_memory() {
    let max = kibitz_solve::hand_pairs::memory(hands(10));
    let server = Served::new(Options {
        context: RunContext::new().memory(max + (1 << 20)),
        request_time: Duration::from_secs(120),
        ..Options::default()
    });
    for round in 0..2 {
        for set in GAMES {
            let moves = round.to_string();
            let ask = [("set", set), ("set", "modulus=6"), ("moves", &moves)];
            let reply = server.get(&path("numbers", "position", &ask));
            assert_eq!(reply.status, 200, "{set}: {}", reply.text());
        }
    }
}

#[test]
fn game_larger_than_the_budget_is_rejected() {
    let server = Served::new(Options {
        context: RunContext::new().memory(1 << 20),
        ..Options::default()
    });
    let reply = server.get(&path("numbers", "position", &[("set", "cards=12")]));
    assert_eq!((reply.status, reply.kind().as_str()), (503, "memory"));
    assert!(reply.text().contains("--memory"));
    let reply = server.get(&path("nim", "position", &[]));
    assert_eq!(reply.status, 200);
}

#[test]
fn job_is_retried_once_memory_is_free() {
    let max = kibitz_solve::hand_pairs::memory(hands(9));
    let server = Served::new(Options {
        context: RunContext::new().memory(max + (1 << 16)),
        request_time: Duration::from_secs(120),
        ..Options::default()
    });
    let set = [("set", "cards=8"), ("set", "modulus=6")];
    assert_eq!(server.get(&path("numbers", "position", &set)).status, 200);
    let set = json!({"cards": "9", "modulus": "6"});
    let job = json!({"kind": "position", "game": "numbers", "set": set});
    let id = begin(&server, &job);
    let end = loop {
        let job = server.json(&format!("/api/v1/jobs/{id}"));
        if job["state"] != "running" {
            break job;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(end["state"], "done", "{end}");
}

#[test]
fn memory_hungry_requests_do_not_affect_others() {
    let server = Served::new(Options {
        context: RunContext::new().memory(8 << 20),
        request_time: Duration::from_secs(60),
        ..Options::default()
    });
    let name = named(&server, HUNGRY);
    std::thread::scope(|scope| {
        let hungry = scope.spawn(|| {
            for n in 0..6 {
                let p = format!("a={n}, b=0");
                let reply = server.get(&path(&name, "position", &[("p", &p)]));
                assert_eq!(reply.status, 503, "{}", reply.text());
                assert_eq!(reply.kind(), "memory", "{}", reply.text());
            }
        });
        let mut sent = 0;
        while !hungry.is_finished() || sent == 0 {
            sent += 1;
            // This request reserves no memory.
            let input = format!("1\n1\n{sent}\n");
            let reply = server.post(&path("nim", "case", &[]), input.as_bytes());
            assert_eq!(reply.status, 200, "{}", reply.text());
        }
    });
}

#[test]
fn memory_error_states_need_and_budget() {
    let server = Served::new(Options {
        context: RunContext::new().memory(1 << 20),
        ..Options::default()
    });
    let reply = server.get(&path("numbers", "position", &[("set", "cards=12")]));
    let message = reply.json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!((reply.status, reply.kind().as_str()), (503, "memory"));
    assert!(
        message.contains(" needs ") && message.contains(", the memory budget is "),
        "{message}"
    );
    let hungry = named(&server, HUNGRY);
    let reply = server.get(&path(&hungry, "position", &[]));
    let message = reply.json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        message.contains(" in use by this task, the memory budget is "),
        "{message}"
    );
}
