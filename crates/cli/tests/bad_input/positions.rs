//! Invalid positions and parameters, and missing cases.

use crate::bad_input::support::{BAD, refused, run, run_in};

/// Checks that a position is rejected with the message, and what carets underline.
fn invalid(game: &str, text: &str, message: &str, marked: &str) {
    for command in ["solve", "stats"] {
        let done = run(&[command, game, "--at", text]);
        let shown = format!("{game} --at {text:?}: {}", done.err);
        assert_eq!((done.code, done.out.as_str()), (BAD, ""), "{shown}");
        let first = format!("error: invalid position: {message}");
        assert_eq!(done.err.lines().next(), Some(first.as_str()), "{shown}");
        assert_eq!(underlined(&done.err).trim_end(), marked, "{shown}");
    }
}

/// The underlined text of a message.
fn underlined(message: &str) -> String {
    let lines: Vec<&str> = message.lines().collect();
    let carets = lines
        .iter()
        .position(|line| line.contains('^'))
        .expect("carets");
    let line: Vec<char> = lines[carets - 1].chars().collect();
    let marks: Vec<char> = lines[carets].chars().collect();
    let from = marks.iter().position(|c| *c == '^').expect("a caret");
    let until = marks.len().min(line.len());
    line.get(from..until).unwrap_or_default().iter().collect()
}

#[test]
fn of_numbers() {
    let two = "expected two hands separated by `/`";
    invalid("numbers", "", two, "");
    invalid("numbers", "11111111", two, "11111111");
    invalid(
        "numbers",
        "1111111/11111111",
        "expected 8 cards, found 7",
        "1111111",
    );
    invalid(
        "numbers",
        "11111111/111111111",
        "expected 8 cards, found 9",
        "111111111",
    );
    invalid(
        "numbers",
        "11111115/11111111",
        "expected a card from 0 to 4, found `5`",
        "5",
    );
    invalid(
        "numbers",
        "11111111/1111111x",
        "expected a card from 0 to 4, found `x`",
        "x",
    );
    invalid(
        "numbers",
        "1111111é/11111111",
        "expected a card from 0 to 4, found `é`",
        "é",
    );
    invalid(
        "numbers",
        "+1111111/11111111",
        "expected a card from 0 to 4, found `+`",
        "+",
    );
    let both = "both hands are all zero, but the game ends with the first hand of zeros";
    invalid("numbers", "00000000/00000000", both, "00000000/00000000");
}

#[test]
fn of_boxes() {
    let cards = "the number of cards in a box";
    invalid(
        "boxes",
        "1 x 2",
        &format!("expected {cards}, a number, found `x`"),
        "x",
    );
    invalid(
        "boxes",
        "1 -2",
        &format!("expected {cards}, a number from 0, found `-2`"),
        "-2",
    );
    invalid(
        "boxes",
        "1 +2",
        &format!("expected {cards}, a number from 0, found `+2`"),
        "+2",
    );
    let huge = "9223372036854775808";
    let above = format!("{cards} is above the limit of 9223372036854775807");
    invalid("boxes", &format!("1 {huge}"), &above, huge);
    let all = "more than 9223372036854775807 cards in all";
    invalid("boxes", "9223372036854775807 1", all, "1");
}

#[test]
fn of_marbles() {
    invalid("marbles", "", "expected 4 rows joined by /, found 1", "");
    let three = "..../..../....";
    invalid(
        "marbles",
        three,
        "expected 4 rows joined by /, found 3",
        three,
    );
    let short = "expected 4 squares in this row, found 3";
    invalid("marbles", "..../.../..../....", short, "...");
    let mark = "expected * (a marble) or . (empty), found `o`";
    invalid("marbles", "..../.o../..../....", mark, "o");
}

#[test]
fn of_nine() {
    invalid("nine", "", "suit `C` is missing", "");
    invalid(
        "nine",
        "C:- D:- S:- H:-",
        "the player to move is missing",
        "",
    );
    invalid("nine", "C:- D:- S:- X:- Bob", "unknown suit `X`", "X");
    invalid("nine", "C:5-9 D:- S:- H:- Bob", "unknown rank `5`", "5");
    let open = "`T-J` does not contain the opening rank `9`";
    invalid("nine", "C:T-J D:- S:- H:- Bob", open, "T-J");
    let player = "expected a suit, e.g. `C:9-9`, or a player, found `Carol`";
    invalid("nine", "C:- D:- S:- H:- Carol", player, "Carol");
}

#[test]
fn of_piles() {
    invalid(
        "piles",
        "1 2/x",
        "expected a card, a number, found `x`",
        "x",
    );
    invalid("piles", "1 0/1", "expected a card from 1, found `0`", "0");
    invalid(
        "piles",
        "1 2/1 -1",
        "expected a card, a number from 0, found `-1`",
        "-1",
    );
}

#[test]
fn of_heaps_and_pairs() {
    let matches = "expected the matches of a heap, a number, found `x`";
    invalid("nim", "3 x", matches, "x");
    invalid("octal", "3 x", matches, "x");
    let one = "expected one number of matches, found 2";
    invalid("subtraction", "3 4", one, "3 4");
    invalid("euclid", "34", "expected two numbers, found 1", "34");
    let zeros = "both numbers are 0, but the game ends at the first zero";
    invalid("euclid", "0 0", zeros, "0 0");
    invalid("ed", "1 3/2", "expected a pair of piles, found 1", "2");
    invalid("ed", "1 3/0 2", "expected a pile from 1, found `0`", "0");
}

#[test]
fn of_calendar() {
    let form = "expected a date as YEAR-MONTH-DAY";
    invalid("calendar", "2001-11", form, "2001-11");
    let year = "expected a year from 1900 to 2006, found `2007`";
    invalid("calendar", "2007-01-01", year, "2007");
    let day = "expected a day of 1900-02 from 1 to 28, found `29`";
    invalid("calendar", "1900-02-29", day, "29");
    let day = "expected a day of 2006-11 from 1 to 4, on which the game ends, found `5`";
    invalid("calendar", "2006-11-05", day, "05");
    let month = "expected a month, a number, found `x`";
    invalid("calendar", "2001-x-1", month, "x");
}

#[test]
fn of_tictactoe() {
    let counts = "2 X and 0 O: X moves first, so there must be as many X as O or one more";
    invalid("tictactoe", "XX./.../...", counts, "XX./.../...");
    let cell = "expected X, O or . (empty), found `Y`";
    invalid("tictactoe", "X../.Y./...", cell, "Y");
}

#[test]
fn of_chess() {
    let check = "Black is in check, but White is to move";
    let board = "8/8/8/8/8/8/8/K1kQ4";
    invalid("kqk", &format!("{board} w"), check, board);
    let letter = "expected a digit or one of K, k, Q, found `r`";
    invalid("kqk", "8/8/8/8/8/8/8/K1kQr3 w", letter, "r");
    let second = "a second `K`: White has one king here";
    invalid("kqkr", "K7/8/8/8/8/8/8/K1kQr3 w", second, "K");
}

#[test]
fn control_characters_do_not_break_the_excerpt() {
    let done = run(&["solve", "boxes", "--at", "1\n2\tx"]);
    assert_eq!(done.code, BAD);
    assert_eq!(underlined(&done.err), "x", "{}", done.err);
}

#[test]
fn long_positions_are_clipped_around_the_error() {
    let text = format!("{}x{}", "1 ".repeat(5_000), " 1".repeat(5_000));
    let done = run(&["solve", "boxes", "--at", &text]);
    assert_eq!(done.code, BAD);
    assert_eq!(underlined(&done.err), "x", "{}", done.err);
    assert!(done.err.contains("| …") && done.err.contains("…\n"));
    assert!(done.err.lines().all(|line| line.chars().count() <= 110));
}

#[test]
fn invalid_values_of_parameters() {
    for (game, set, parts) in [
        (
            "numbers",
            "cards=0",
            ["--set cards", "expected a whole number from 1 to 65535"],
        ),
        (
            "numbers",
            "cards=many",
            ["--set cards", "expected a whole number from 1 to 65535"],
        ),
        (
            "numbers",
            "cards=+8",
            ["--set cards", "expected a whole number from 1 to 65535"],
        ),
        (
            "numbers",
            "modulus=1",
            ["--set modulus", "expected a whole number from 2 to 64"],
        ),
        (
            "numbers",
            "cards=1000",
            ["--set cards", "the maximum is 65535"],
        ),
        (
            "boxes",
            "moves=2>2",
            ["--set moves", "box 2 cannot move cards to itself"],
        ),
        (
            "boxes",
            "moves=2-1",
            ["--set moves", "expected a move like 2>1, found `2-1`"],
        ),
        (
            "marbles",
            "rows=0",
            ["--set rows", "expected a whole number from 1 to 36"],
        ),
        ("marbles", "cols=10", ["--set cols", "the maximum is 36"]),
        (
            "marbles",
            "shape=..x",
            ["--set shape", "expected . (a cell) or # (none), found `x`"],
        ),
        (
            "marbles",
            "run=0",
            ["--set run", "expected a whole number from 1 to 36"],
        ),
        ("nine", "suits=CC", ["--set suits", "duplicate `C`"]),
        (
            "nine",
            "opening=5",
            [
                "--set opening",
                "expected one of the ranks 6789TJQKA, found `5`",
            ],
        ),
        (
            "nine",
            "deal=9C",
            ["--set deal", "expected `/` between the two hands"],
        ),
        (
            "piles",
            "k=-1",
            ["--set k", "expected a whole number from 0"],
        ),
        (
            "nim",
            "play=odd",
            ["--set play", "expected normal or misere, found `odd`"],
        ),
        (
            "subtraction",
            "take=1,0",
            ["--set take", "expected a number from 1"],
        ),
        ("subtraction", "take=2,2", ["--set take", "duplicate 2"]),
        (
            "octal",
            "code=1.7",
            ["--set code", "expected 0 or 4 before the point, found `1`"],
        ),
        (
            "octal",
            "code=0.78",
            ["--set code", "expected a digit from 0 to 7, found `8`"],
        ),
    ] {
        for command in ["judge", "solve", "stats"] {
            refused(&[command, game, "--set", set], &parts);
        }
    }
    refused(
        &["judge", "numbers", "--set", "cards"],
        &["expected NAME=VALUE, found `cards`"],
    );
    let twice = ["judge", "piles", "--set", "k=1", "--set", "k=2"];
    refused(&twice, &["parameter `k` is set twice"]);
}

#[test]
fn missing_cases() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("boxes", "2\n2\n1 2\n2\n1 2\n");
    write("piles", "1 0\n1 1\n");
    write("short", "2\n2\n1 2\n");
    write("bad", "2\n2\n1 2\n2\n1 x\n");
    write("empty", "");
    let solve = |game: &str, file: &str, case: &str| {
        run_in(
            folder.path(),
            &["solve", game, "--input", file, "--case", case],
        )
    };
    for (game, file, case, message) in [
        ("boxes", "boxes", "3", "no case 3: the input has 2"),
        (
            "boxes",
            "boxes",
            "9223372036854775808",
            "no case 9223372036854775808: the input has 2",
        ),
        ("piles", "piles", "2", "no case 2: the input has 1"),
        ("boxes", "short", "2", "--> short:4:1"),
        ("boxes", "bad", "2", "--> bad:5:3"),
        ("boxes", "empty", "1", "--> empty:1:1"),
        ("piles", "empty", "1", "--> empty:1:1"),
        ("boxes", "boxes", "0", "0 is not in 1.."),
        ("boxes", "boxes", "-1", "'-1"),
        ("boxes", "boxes", "x", "invalid digit"),
    ] {
        let done = solve(game, file, case);
        assert_eq!(
            (done.code, done.out.as_str()),
            (BAD, ""),
            "{file} {case}: {}",
            done.err
        );
        assert!(done.err.contains(message), "{file} {case}: {}", done.err);
    }
    assert_eq!(
        solve("boxes", "bad", "1").code,
        0,
        "later cases are not parsed"
    );
    refused(&["solve", "boxes", "--case", "1"], &["--input"]);
    refused(
        &["solve", "boxes", "--at", "1", "--input", "boxes"],
        &["--at", "--input"],
    );
}
