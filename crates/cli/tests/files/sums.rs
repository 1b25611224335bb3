//! Sums: several starts, `split`, and games that do not allow them.

use crate::files::support::{failure, file, json, text};

#[test]
fn several_starts_are_a_sum() {
    let answer = json(&["solve", "examples/nim.py"]);
    assert_eq!(answer["position"], "heap=3 + heap=5 + heap=7");
    assert_eq!(answer["value"], "win");
    assert_eq!(answer["plies"], serde_json::Value::Null);
    assert_eq!(answer["grundy"], 1);
    assert_eq!(answer["why"]["kind"], "sum");
    assert_eq!(answer["why"]["nim_sum"], 1);
    let best = &answer["moves"][0];
    assert_eq!(best["grundy"], 0);
    let lost = json(&["solve", "examples/nim.py", "--at", "1 + 2 + 3"]);
    assert_eq!(lost["position"], "heap=1 + heap=2 + heap=3");
    assert_eq!(lost["value"], "loss");
    assert!(text(&["solve", "examples/nim.py"]).contains("nim-sum"));
}

#[test]
fn split_decomposes_positions() {
    let answer = json(&["solve", "examples/kayles.py", "--at", "row=5 other=4"]);
    assert_eq!(answer["position"], "row=5 other=0 + row=4 other=0");
    assert_eq!(answer["grundy"], 4 ^ 1);
    let nothing = json(&[
        "solve",
        "examples/boxes.py",
        "--at",
        "cards=[1, 0, 0, 0, 0, 0, 0]",
    ]);
    assert_eq!(nothing["value"], "loss");
}

#[test]
fn positions_with_grundy_values_can_be_added() {
    let one = json(&["solve", "examples/subtraction.py", "--at", "left=6"]);
    assert_eq!((&one["grundy"], &one["plies"]), (&2.into(), &3.into()));
    let sum = json(&[
        "solve",
        "examples/subtraction.py",
        "--at",
        "left=6 + left=2",
    ]);
    assert_eq!(sum["value"], "loss");
    assert_eq!(sum["plies"], serde_json::Value::Null);
    let (code, stderr) = failure(&[
        "solve",
        "examples/misere_nim.py",
        "--at",
        "[1,2,3] + [1,1,1]",
    ]);
    assert_eq!(code, 2);
    assert!(stderr.contains("misère"), "{stderr}");
}

#[test]
fn invalid_sums_are_rejected_with_a_reason() {
    let moves = "\ndef moves(left):\n    if left > 0:\n        yield left - 1\n";
    for (more, start, reason) in [
        (
            "def over(left):\n    return None\n",
            "yield 3\n    yield 4",
            "`over`",
        ),
        ("play = 'misere'\n", "yield 3\n    yield 4", "misère"),
        (
            "def over(left):\n    return None\ndef split(left):\n    yield left\n",
            "yield 3",
            "`over`",
        ),
    ] {
        let (_home, path) = file(
            "sum.py",
            &format!("{more}\ndef start():\n    {start}\n{moves}"),
        );
        let (code, stderr) = failure(&["solve", &path]);
        assert_eq!(code, 2, "{stderr}");
        assert!(
            stderr.contains(reason) && stderr.contains("sum.py:"),
            "{stderr}"
        );
    }
}

#[test]
fn extra_turns_and_cycles_do_not_allow_sums() {
    let again = "
from kibitz import again

def start():
    yield 2
    yield 3

def moves(left):
    if left > 0:
        yield again(left - 1)
";
    let (_home, path) = file("again.py", again);
    let (code, stderr) = failure(&["solve", &path]);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("again") && stderr.contains("left="),
        "{stderr}"
    );
    let circle = "
def start():
    yield 0
    yield 1

def moves(at):
    yield (at + 1) % 3
";
    let (_home, path) = file("circle.py", circle);
    let (code, stderr) = failure(&["stats", &path]);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("has a cycle") && stderr.contains("at=2"),
        "{stderr}"
    );
}
