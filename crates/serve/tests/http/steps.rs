//! Moves by name.

use kibitz_query::{open, quick_games};
use serde_json::json;

use crate::client::{Served, path, quick};

#[test]
fn step_makes_the_listed_move() {
    let server = Served::shared();
    for (entry, _) in quick_games() {
        let name = entry.info.name;
        let response = server.json(&quick(entry, "position", &[("moves", "20")]));
        let p = response["position"].as_str().unwrap();
        for listed in response["moves"].as_array().unwrap() {
            let by = listed["move"].as_str().unwrap();
            for parameters in [vec![("by", by)], vec![("p", p), ("by", by)]] {
                let made = server.json(&quick(entry, "step", &parameters));
                assert_eq!(made["move"], listed["move"], "{name} {p} {by}");
                assert_eq!(made["position"], listed["position"], "{name} {p} {by}");
            }
        }
    }
}

#[test]
fn unlisted_move_can_be_made() {
    let server = Served::shared();
    let (position, by) = ("70000 70000 70000", "2>1 x12345");
    let response = server.json(&path("boxes", "position", &[("p", position)]));
    let listed = response["moves"].as_array().unwrap();
    assert!(response["move_count"].as_u64().unwrap() > listed.len() as u64);
    assert!(listed.iter().all(|one| one["move"] != json!(by)));
    let expected = open("boxes", []).unwrap();
    let expected = expected.step(position, by).unwrap();
    let made = server.json(&path("boxes", "step", &[("p", position), ("by", by)]));
    assert_eq!(made, json!({"move": by, "position": expected.position}));
    assert_eq!(made["position"], json!("82345 57655 70000"));
}

#[test]
fn invalid_moves_are_rejected() {
    let server = Served::shared();
    for (parameters, kind) in [
        (vec![("p", "3 4"), ("by", "9: -9")], "move"),
        (vec![("p", "3 4"), ("by", "1:")], "move"),
        (vec![("p", "0 0"), ("by", "1: -1")], "move"),
        (vec![("p", "3 4")], "query"),
        (vec![("p", "?"), ("by", "x")], "position"),
        (vec![("by", "x"), ("depth", "1")], "query"),
    ] {
        let reply = server.get(&path("nim", "step", &parameters));
        let what = format!("{parameters:?}");
        assert_eq!((reply.status, reply.kind().as_str()), (400, kind), "{what}");
    }
}
