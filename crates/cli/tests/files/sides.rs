//! Partizan games.

use serde_json::json as value;

use crate::files::support::{failure, file, json, text};

const BOARD: [&str; 5] = [
    "examples/domineering.py",
    "--set",
    "rows=2",
    "--set",
    "cols=3",
];

#[test]
fn the_value_is_for_the_player_named_in_the_position() {
    let left = json(&[&["solve"], &BOARD[..]].concat());
    assert_eq!(left["position"], "board=0 Left");
    assert_eq!(left["mover"], "Left");
    let right = json(&[&["solve"], &BOARD[..], &["--at", "board=0 Right"]].concat());
    assert_eq!(right["mover"], "Right");
    for answer in [&left, &right] {
        assert_eq!(answer["outcome_class"], "N");
        assert_eq!(answer["left"]["value"], "win");
        assert_eq!(answer["right"]["value"], "win");
    }
    let best = left["moves"][0]["position"].as_str().unwrap();
    assert!(best.ends_with(" Right"), "{best}");
    let words = text(&[&["solve"], &BOARD[..]].concat());
    assert!(words.contains("outcome   N"), "{words}");
}

#[test]
fn statistics_count_positions_and_nodes() {
    let stats = json(&[&["stats"], &BOARD[..]].concat());
    let count = |name: &str| stats[name].as_u64().unwrap();
    assert_eq!(count("nodes"), count("win") + count("loss") + count("draw"));
    assert!(count("positions") < count("nodes"));
    assert_eq!(stats["unfolded"], stats["positions"]);
    assert_eq!(stats["start"]["outcome_class"], "N");
    assert_eq!(stats["start"]["left"]["value"], "win");
    assert!(stats["start"].get("value").is_none());
}

#[test]
fn draws_make_the_class_a_pair() {
    let text = "
def start():
    yield 0

def left(at):
    yield at

def right(at):
    if at == 0:
        yield 1

def over(at):
    return -1 if at == 1 else None
";
    let (_home, path) = file("pair.py", text);
    let answer = json(&["solve", &path]);
    // Left moves from 0 to 0; then Right wins by moving to 1.
    assert_eq!(answer["outcome_class"], "R");
    let endless = "
def start():
    yield 0

def left(at):
    yield at

def right(at):
    yield at
    yield 1

def over(at):
    return 0 if at == 1 else None
";
    let (_home, path) = file("endless.py", endless);
    let stats = json(&["stats", &path]);
    assert_eq!(stats["start"]["outcome_class"], "draw/draw");
    assert_eq!(stats["ties"], value!(1));
}

#[test]
fn impartial_positions_have_no_left_or_right() {
    let (code, stderr) = failure(&["solve", "examples/subtraction.py", "--at", "7 Right"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("Left and Right do not apply"), "{stderr}");
}
