//! Compares every example with results computed under CPython
//! (`tests/rules/expected.py`).

use serde_json::Value;

use crate::files::support::{json, run, stderr, top};

fn entries() -> Vec<Value> {
    let text = std::fs::read_to_string(top().join("examples/expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The command line of an entry: the file and its parameters.
fn arguments(entry: &Value) -> Vec<String> {
    let mut words = vec![format!("examples/{}.py", entry["game"].as_str().unwrap())];
    for (name, value) in entry["set"].as_object().unwrap() {
        words.push("--set".to_owned());
        words.push(format!("{name}={}", value.as_str().unwrap()));
    }
    words
}

#[test]
fn statistics_equal_those_of_cpython() {
    let entries = entries();
    assert!(entries.len() >= 30);
    for entry in &entries {
        let words = arguments(entry);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if entry["game"] == "quixo" && entry["published_only"] == true && !is_long() {
            continue;
        }
        let stats = json(&[&["stats"], &words[..]].concat());
        for (name, expected) in entry.as_object().unwrap() {
            if !["set", "claim", "source", "published_only"].contains(&name.as_str()) {
                holds(&stats[name], expected, &format!("{words:?}: {name}"));
            }
        }
    }
}

/// Compares the fields that are present; published results are often partial.
fn holds(found: &Value, expected: &Value, place: &str) {
    match expected {
        Value::Object(fields) => {
            for (name, expected) in fields {
                holds(&found[name], expected, &format!("{place}.{name}"));
            }
        }
        expected => assert_eq!(found, expected, "{place}"),
    }
}

/// Whether to include long runs: quixo 4×4 takes 2 GiB.
fn is_long() -> bool {
    kibitz_bruteforce::is_full()
}

#[test]
fn claims_hold_exactly_as_under_cpython() {
    for entry in entries().iter().filter(|entry| entry["claim"].is_object()) {
        let words = arguments(entry);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let arguments = [&["verify"], &words[..]].concat();
        let report = json(&arguments);
        let claim = &entry["claim"];
        assert_eq!(report["holds"], claim["holds"], "{words:?}");
        let wrong = &report["counterexample"];
        for name in ["position", "plies_from_start", "claimed", "truth"] {
            if let Some(expected) = claim.get(name) {
                assert_eq!(&wrong[name], expected, "{words:?}: {name}");
            }
        }
        if let Some(count) = claim.get("counterexamples") {
            assert_eq!(&report["counterexamples"], count, "{words:?}");
        }
        let code = if claim["holds"] == true { 0 } else { 1 };
        assert_eq!(run(&arguments).status.code(), Some(code), "{words:?}");
    }
}

#[test]
fn every_example_can_be_solved_and_played() {
    let mut names: Vec<String> = entries()
        .iter()
        .map(|entry| format!("examples/{}.py", entry["game"].as_str().unwrap()))
        .collect();
    names.dedup();
    for file in &names {
        let answer = json(&["solve", file, "--line", "3"]);
        let moves = answer["moves"].as_array().unwrap();
        if let Some(best) = moves.first() {
            assert_eq!(best["value"], answer["value"], "{file}");
            assert_eq!(best["plies"], answer["plies"], "{file}");
        }
        let position = answer["position"].as_str().unwrap();
        let again = json(&["solve", file, "--at", position, "--line", "3"]);
        assert_eq!(again, answer, "{file}: the printed position is parsed back");
        let out = run(&[
            "play",
            file,
            "--side",
            "none",
            "--seed",
            "3",
            "--strength",
            "50",
        ]);
        assert!(out.status.success(), "{file}: {}", stderr(&out));
    }
}
