//! Moves by their names.

use kibitz_query::{find, quick_games};
use serde_json::json;

use crate::client::{Served, path, quick};

#[test]
fn a_step_is_the_move_that_is_listed() {
    let server = Served::shared();
    for (entry, _) in quick_games() {
        let name = entry.info.name;
        let told = server.json(&quick(entry, "position", &[("moves", "20")]));
        let p = told["position"].as_str().unwrap();
        for listed in told["moves"].as_array().unwrap() {
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
fn a_move_need_not_be_listed() {
    let server = Served::shared();
    let (position, by) = ("70000 70000 70000", "2>1 x12345");
    let told = server.json(&path("boxes", "position", &[("p", position)]));
    let listed = told["moves"].as_array().unwrap();
    assert!(told["move_count"].as_u64().unwrap() > listed.len() as u64);
    assert!(listed.iter().all(|one| one["move"] != json!(by)));
    let due = find("boxes").unwrap().open([]).unwrap();
    let due = due.step(position, by).unwrap();
    let made = server.json(&path("boxes", "step", &[("p", position), ("by", by)]));
    assert_eq!(made, json!({"move": by, "position": due.position}));
    assert_eq!(made["position"], json!("82345 57655 70000"));
}

#[test]
fn what_is_no_move_is_refused() {
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
