//! Moves by name, and positions without their values.

use std::time::Duration;

use kibitz_query::{open, quick_games};
use kibitz_serve::Options;
use serde_json::json;

use crate::client::{Served, options, path, quick};

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
                assert_eq!(made["places"], listed["places"], "{name} {p} {by}");
            }
        }
    }
}

/// What is shown without solving the game is part of the analysis.
#[test]
fn a_view_agrees_with_the_analysis() {
    let server = Served::shared();
    for (entry, _) in quick_games() {
        let name = entry.info.name;
        let analysis = server.json(&quick(entry, "position", &[]));
        let view = server.json(&quick(entry, "view", &[]));
        for (field, value) in view.as_object().unwrap() {
            if field != "moves" {
                assert_eq!(analysis[field], *value, "{name} {field}");
            }
        }
        let listed = view["moves"].as_array().unwrap();
        assert_eq!(json!(listed.len()), view["move_count"], "{name}");
        for rated in analysis["moves"].as_array().unwrap() {
            let found = listed.iter().find(|one| one["move"] == rated["move"]);
            for (field, value) in found.unwrap().as_object().unwrap() {
                assert_eq!(rated[field], *value, "{name} {field}");
            }
        }
    }
}

/// A game that takes longer than a request may is shown all the same.
#[test]
fn a_view_needs_no_solution() {
    let server = Served::new(Options {
        request_time: Duration::from_millis(100),
        ..options()
    });
    let view = server.json("/api/v1/games/dobutsu/view");
    assert_eq!(view["move_count"], json!(4));
    assert_eq!(view["mover"], json!("S"));
    let reply = server.get("/api/v1/games/dobutsu/position");
    assert_eq!(reply.kind(), "time");
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
    let places =
        json!({"kind": "move", "from": "2", "to": "1", "cells": ["2", "1"], "count": 12345});
    assert_eq!(
        made,
        json!({"move": by, "position": expected.position, "places": places})
    );
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
