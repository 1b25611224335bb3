//! `verify` on claims of rule files.

use crate::files::support::{failure, file, json, run, text};

const MATCHES: &str = "
n = 21
most = 3

def start():
    yield n, 0

def moves(left, last):
    for k in range(1, most + 1):
        if k <= left and k != last:
            yield left - k, k

def claim(left, last):
    return left % (most + 1) != 0
";

#[test]
fn the_counterexample_has_minimum_depth() {
    let (_home, path) = file("memory.py", MATCHES);
    let report = json(&["verify", &path]);
    assert_eq!(report["holds"], false);
    let wrong = &report["counterexample"];
    assert_eq!(wrong["position"], "left=17 last=1");
    assert_eq!(wrong["plies_from_start"], 2);
    assert_eq!(wrong["claimed"], true);
    assert_eq!(wrong["truth"], false);
    assert_eq!(wrong["value"], "loss");
    // Each position of the line is a successor of the one before.
    let mut at = wrong["position"].as_str().unwrap().to_owned();
    let line = wrong["line"].as_array().unwrap();
    assert_eq!(Some(line.len() as u64), wrong["plies"].as_u64());
    for step in line {
        let answer = json(&["solve", &path, "--at", &at]);
        let moves = answer["moves"].as_array().unwrap();
        let is_move = |m: &&serde_json::Value| m["position"] == step["position"];
        assert!(moves.iter().any(|m| is_move(&m)), "{at}");
        at = step["position"].as_str().unwrap().to_owned();
    }
    let out = run(&["verify", &path]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&["verify", &path]).contains("refuted   left=17 last=1, 2 plies from the start"));
}

#[test]
fn a_claim_may_be_in_another_file() {
    let (home, path) = file("memory.py", MATCHES);
    let better = home.path().join("better.py");
    let claim = "
def claim(left, last):
    right = left % 4
    return right != 0 and (right != last or right == 2)
";
    std::fs::write(&better, claim).unwrap();
    let better = better.to_str().unwrap();
    let out = run(&["verify", &path, "--claim", better]);
    assert_eq!(out.status.code(), Some(0));
    let report = json(&["verify", &path, "--claim", better, "--set", "n=500"]);
    assert_eq!(report["holds"], true);
    assert!(report["positions"].as_u64().unwrap() > 1000);
}

#[test]
fn diagnostics_of_a_claim_have_a_location() {
    let (home, path) = file("memory.py", MATCHES);
    let other = home.path().join("other.py");
    for (claim, place, words) in [
        (
            "def claim(left, last):\n    return lfet > 0\n",
            "other.py:2:12",
            "did you mean",
        ),
        (
            "def claim(left, last):\n    return 5 // last > 0\n",
            "other.py:2",
            "left=21 last=0",
        ),
        (
            "def guess(left, last):\n    return True\n",
            "other.py",
            "does not define `claim`",
        ),
    ] {
        std::fs::write(&other, claim).unwrap();
        let (code, stderr) = failure(&["verify", &path, "--claim", other.to_str().unwrap()]);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains(place) && stderr.contains(words), "{stderr}");
    }
}

#[test]
fn a_missing_claim_is_explained() {
    let (code, stderr) = failure(&["verify", "examples/tictactoe.py"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("def claim(me, opp)"), "{stderr}");
    let (code, stderr) = failure(&["verify", "marbles"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("--exec"), "{stderr}");
}

#[test]
fn a_grundy_claim_needs_grundy_values() {
    let text = "
claim_of = 'grundy'

def start():
    yield 0

def moves(at):
    yield (at + 1) % 3

def claim(at):
    return 0
";
    let (_home, path) = file("circle.py", text);
    let (code, stderr) = failure(&["verify", &path]);
    assert_eq!(code, 2);
    assert!(stderr.contains("the game has none"), "{stderr}");
}
