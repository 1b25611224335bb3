//! Invalid arguments of `table`, `find` and `puzzle`.

use crate::bad_input::support::{BUDGET, refused, run};

#[test]
fn unknown_axes_are_rejected() {
    refused(&["table", "boxes"], &["--param"]);
    refused(
        &["table", "boxes", "--param", "zz=1..3"],
        &["`zz` is neither a parameter of boxes", "^^", "{zz}"],
    );
    refused(
        &["table", "marbles", "--param", "row=1..3"],
        &["did you mean `rows`?"],
    );
    refused(
        &["table", "boxes", "--param", "a=1..3", "--at", "{a} {b}"],
        &["no --param b=… is given", "^^^"],
    );
    refused(
        &["table", "boxes", "--param", "a=1..3", "--at", "1 2"],
        &["write {a} in --at"],
    );
    refused(
        &["table", "boxes", "--param", "a=1", "--param", "a=2"],
        &["`a` is given twice"],
    );
    refused(
        &["table", "boxs", "--param", "a=1"],
        &["did you mean `boxes`?"],
    );
}

#[test]
fn invalid_axis_values_are_rejected() {
    for (values, message) in [
        ("a", "expected NAME=VALUES"),
        ("a=", "missing value"),
        ("a=1,,2", "missing value"),
        ("=1", "missing name"),
        ("a=3..1", "1 is less than 3"),
        ("a=1..2:0", "at least 1"),
        ("a=1..", "the last number of a range"),
        ("a=1..-3", "the last number of a range"),
        ("a=1..3:x", "the step of a range"),
        ("a=0..18446744073709551615", "above"),
        ("a=0..9223372036854775807", "more than"),
    ] {
        refused(&["table", "boxes", "--param", values], &[message, "^"]);
    }
}

#[test]
fn a_table_without_valid_positions_shows_the_first_error() {
    refused(
        &["table", "piles", "--param", "a=0,x"],
        &["invalid position", "expected a card from 1, found `0`"],
    );
    refused(
        &["table", "marbles", "--param", "rows=37..40"],
        &["--set rows", "expected a whole number from 1 to 36"],
    );
}

/// An empty result is a success; a quantity that cannot be computed is an error.
#[test]
fn an_empty_result_is_a_success() {
    for (game, conditions, note) in [
        (
            "boxes",
            "score=3",
            "none of the requested boxes positions has a score",
        ),
        (
            "kbk",
            "plies=max",
            "none of the requested kbk positions has plies",
        ),
        ("nim", "plies>1000", ""),
    ] {
        let done = run(&["find", game, "--where", conditions]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(done.out.contains("found     none\n"), "{}", done.out);
        assert!(done.out.contains(note), "{}", done.out);
        let done = run(&["find", game, "--where", conditions, "--count"]);
        assert_eq!((done.code, done.out.as_str()), (0, "0\n"), "{}", done.err);
    }
    refused(
        &["find", "nim", "--set", "play=misere", "--where", "grundy=0"],
        &[
            "none of the requested nim positions",
            "misère play sums have none",
        ],
    );
}

#[test]
fn undefined_quantities_are_rejected() {
    refused(
        &[
            "table",
            "numbers",
            "--param",
            "cards=1..2",
            "--show",
            "grundy",
        ],
        &["none of the requested numbers positions", "a Grundy value"],
    );
    refused(
        &[
            "table",
            "marbles",
            "--set",
            "rows=1",
            "--param",
            "cols=23,24",
            "--show",
            "plies",
        ],
        &["none of the requested marbles positions", "22 empty cells"],
    );
}

#[test]
fn output_formats_are_exclusive() {
    refused(
        &["table", "boxes", "--param", "a=1", "--csv", "--json"],
        &["cannot be used with"],
    );
    refused(
        &[
            "table", "boxes", "--param", "a=1,x", "--show", "losing", "--emit", "cpp",
        ],
        &["an array of positions needs numbers", "^"],
    );
}

#[test]
fn tables_respect_limits() {
    let cells = ["--param", "a=0..9999", "--param", "b=0..9999"];
    let table = ["table", "boxes", "--memory", "100MB"];
    let done = run(&[&table[..], &cells[..]].concat());
    assert_eq!(done.code, BUDGET, "{}", done.err);
    let done = run(&[&["table", "boxes", "--time", "0.01"][..], &cells[..]].concat());
    assert_eq!(done.code, BUDGET, "{}", done.err);
    let mut many = vec!["table", "boxes"];
    for axis in ["a=0..9999999", "b=0..9999999", "c=0..9999999"] {
        many.extend(["--param", axis]);
    }
    assert_eq!(run(&many).code, BUDGET);
}

#[test]
fn invalid_conditions_are_rejected() {
    refused(&["find", "boxes"], &["--where"]);
    for (conditions, message) in [
        ("", "expected a quantity, found the end"),
        ("pleis=3", "did you mean `plies`?"),
        ("colour=3", "valid quantities: value, plies"),
        ("value=los", "did you mean `loss`?"),
        ("plies~3", "expected = != < <= > or >="),
        ("plies=3 or plies=4", "expected `and`, a comma or the end"),
        ("plies<=max", "`max` requires the operator ="),
        ("plies=many", "expected a number, max or min"),
    ] {
        refused(&["find", "boxes", "--where", conditions], &[message, "^"]);
    }
    refused(
        &["find", "boxes", "--where", "plies=1", "--at", "x"],
        &["invalid position"],
    );
}

#[test]
fn missing_puzzles_exit_with_code_1() {
    let done = run(&["puzzle", "marbles", "--set", "rows=1", "--set", "cols=1"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(
        done.err.contains("marbles has no such puzzle"),
        "{}",
        done.err
    );
    assert_eq!(done.out, "");
    let done = run(&["puzzle", "numbers", "--plies", "100..", "--json"]);
    assert_eq!((done.code, done.out.as_str()), (1, ""), "{}", done.err);
    for plies in ["x", "5..3", "..", "-1", ""] {
        let done = run(&["puzzle", "numbers", "--seed", "1", "--plies", plies]);
        assert!(done.code == 2 || plies == "..", "{plies}: {}", done.err);
    }
    refused(&["puzzle", "numbers", "--count", "0"], &["--count"]);
    refused(&["puzzle", "nine", "--set", "deal=x"], &["--set deal"]);
}
