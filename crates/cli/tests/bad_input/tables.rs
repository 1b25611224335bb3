//! Wrong questions about many positions.

use crate::support::{BUDGET, refused, run};

#[test]
fn tables_over_what_is_not_there() {
    refused(&["table", "boxes"], &["--param"]);
    refused(
        &["table", "boxes", "--param", "zz=1..3"],
        &["`zz` is no parameter of boxes", "^^", "{zz}"],
    );
    refused(
        &["table", "marbles", "--param", "row=1..3"],
        &["did you mean `rows`?"],
    );
    refused(
        &["table", "boxes", "--param", "a=1..3", "--at", "{a} {b}"],
        &["there is no --param b", "^^^"],
    );
    refused(
        &["table", "boxes", "--param", "a=1..3", "--at", "1 2"],
        &["write {a} into --at"],
    );
    refused(
        &["table", "boxes", "--param", "a=1", "--param", "a=2"],
        &["`a` comes twice"],
    );
    refused(
        &["table", "boxs", "--param", "a=1"],
        &["did you mean `boxes`?"],
    );
}

#[test]
fn values_that_are_none() {
    for (values, said) in [
        ("a", "expected NAME=VALUES"),
        ("a=", "a value is missing"),
        ("a=1,,2", "a value is missing"),
        ("=1", "there is no name"),
        ("a=3..1", "before 3"),
        ("a=1..2:0", "at least 1"),
        ("a=1..", "the last number of a range"),
        ("a=1..-3", "the last number of a range"),
        ("a=1..3:x", "the step of a range"),
        ("a=0..18446744073709551615", "above"),
        ("a=0..9223372036854775807", "more than"),
    ] {
        refused(&["table", "boxes", "--param", values], &[said, "^"]);
    }
}

#[test]
fn a_table_without_any_position_shows_the_first_mistake() {
    refused(
        &["table", "piles", "--param", "a=0,x"],
        &["this is no position", "expected a card from 1, found `0`"],
    );
    refused(
        &["table", "marbles", "--param", "rows=37..40"],
        &["--set rows", "expected a whole number from 1 to 36"],
    );
}

/// That no position has what was asked for is an answer; that it could not be
/// found out is none.
#[test]
fn nothing_found_is_an_answer() {
    for (game, conditions, note) in [
        (
            "boxes",
            "score=3",
            "no position of boxes that was asked about has a score",
        ),
        (
            "kbk",
            "plies=max",
            "no position of kbk that was asked about has plies",
        ),
        ("nim", "plies>1000", ""),
    ] {
        let done = run(&["find", game, "--where", conditions]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(done.out.contains("found     no position\n"), "{}", done.out);
        assert!(done.out.contains(note), "{}", done.out);
        let done = run(&["find", game, "--where", conditions, "--count"]);
        assert_eq!((done.code, done.out.as_str()), (0, "0\n"), "{}", done.err);
    }
    refused(
        &["find", "nim", "--set", "play=misere", "--where", "grundy=0"],
        &["no position of nim", "misère play sums have none"],
    );
}

#[test]
fn what_no_position_has() {
    refused(
        &[
            "table",
            "numbers",
            "--param",
            "cards=1..2",
            "--show",
            "grundy",
        ],
        &["no position of numbers", "a Grundy value"],
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
        &["no position of marbles", "22 empty cells"],
    );
}

#[test]
fn only_one_format_at_a_time() {
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
fn a_table_keeps_to_its_budget() {
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
fn conditions_that_are_none() {
    refused(&["find", "boxes"], &["--where"]);
    for (conditions, said) in [
        ("", "expected a quantity, found the end"),
        ("pleis=3", "did you mean `plies`?"),
        ("colour=3", "conditions are about value, plies"),
        ("value=los", "did you mean `loss`?"),
        ("plies~3", "expected = != < <= > or >="),
        ("plies=3 or plies=4", "expected `and`, a comma or the end"),
        ("plies<=max", "`max` goes with = alone"),
        ("plies=many", "expected a number, max or min"),
    ] {
        refused(&["find", "boxes", "--where", conditions], &[said, "^"]);
    }
    refused(
        &["find", "boxes", "--where", "plies=1", "--at", "x"],
        &["this is no position"],
    );
}

#[test]
fn puzzles_that_are_not_there() {
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
