//! Extreme numbers and lengths.

use std::io::{self, Read};

use kibitz_game::contest::{BadInput, InputError};
use kibitz_query::{ContestError, QueryError};

use crate::judge::support::{Game, judge};

/// The output before the error, and the error.
fn rejected(game: Game, source: impl Read) -> (String, BadInput) {
    match judge(game, source) {
        (out, Err(QueryError::Contest(ContestError::Input(InputError::Bad(bad))))) => (out, *bad),
        (_, other) => panic!("{game:?}: {other:?}"),
    }
}

#[test]
fn huge_announced_counts_allocate_no_memory() {
    let huge = "9223372036854775807";
    for (game, text, answers) in [
        (
            Game::Numbers,
            format!("{huge}\n0\n1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n"),
            "Deal\n",
        ),
        (Game::Boxes, format!("{huge}\n2\n1 2\n"), "Case 1: Alice\n"),
        (Game::Boxes, format!("1\n{huge}\n1 2 3\n"), ""),
        (
            Game::Marbles,
            format!("{huge}\n\n{}", "*".repeat(16)),
            "Impossible.\n",
        ),
        (
            Game::Piles,
            format!("1 0\n1 1\n{huge} 1\n1 1\n"),
            "Alice can win.\n",
        ),
        (
            Game::Piles,
            format!("1 0\n1 1\n1 0\n{huge} 1\n"),
            "Alice can win.\n",
        ),
        (Game::Nim, format!("{huge}\n1\n1\n{huge} 1 2\n"), "Yes\n"),
        (Game::Euclid, format!("{huge}\n25 7\n"), "Stan wins\n"),
        (Game::Calendar, format!("{huge}\n2001 11 3\n"), "YES\n"),
        (
            Game::Ed,
            "2\n2\n1 1\n9223372036854775806 1 2\n".to_owned(),
            "NO\n",
        ),
    ] {
        let (out, bad) = rejected(game, text.as_bytes());
        assert_eq!(out, answers, "{game:?}");
        assert_eq!(bad.found, "the end of the input", "{game:?}");
    }
}

#[test]
fn largest_numbers_are_accepted() {
    let huge = "9223372036854775807";
    for (game, text, answers) in [
        (
            Game::Boxes,
            format!("2\n2\n{huge} {huge}\n3 {huge} 0 {huge}"),
            "Case 1: Alice\nCase 2: Bob\n",
        ),
        (
            Game::Piles,
            format!("1 {huge}\n2 {huge} 1"),
            "Alice can win.\n",
        ),
        (Game::Piles, format!("1 0\n1 {huge}"), "Bob will win.\n"),
        (
            Game::Nim,
            format!("2\n2 {huge} {huge}\n3 {huge} 1 2"),
            "No\nYes\n",
        ),
        (
            Game::Euclid,
            format!("3\n{huge} 1\n{huge} {huge}\n{huge} 9223372036854775806"),
            "Stan wins\nStan wins\nOllie wins\n",
        ),
        (
            Game::Ed,
            format!("2\n2 {huge} {huge}\n2 9223372036854775806 1"),
            "NO\nYES\n",
        ),
    ] {
        let (out, end) = judge(game, text.as_bytes());
        assert!(end.is_ok(), "{game:?}: {end:?}");
        assert_eq!(out, answers, "{game:?}");
    }
}

#[test]
fn numbers_above_the_maximum_are_an_error() {
    for (game, text) in [
        (Game::Numbers, "9223372036854775808\n0"),
        (Game::Boxes, "1\n9223372036854775808\n"),
        (Game::Boxes, "1\n1 9223372036854775808\n"),
        (Game::Piles, "1 9223372036854775808\n1 1"),
        (Game::Piles, "1 1\n1 9223372036854775808"),
        (Game::Nim, "1\n1 9223372036854775808"),
        (Game::Euclid, "1\n1 9223372036854775808"),
        (Game::Ed, "1\n2 1 9223372036854775808"),
    ] {
        let (out, bad) = rejected(game, text.as_bytes());
        assert_eq!(out, "");
        assert!(
            bad.expected.ends_with(", at most 9223372036854775807"),
            "{bad}"
        );
    }
}

#[test]
fn endless_invalid_line_is_rejected_immediately() {
    for game in Game::ALL {
        for byte in *b"x0*9\0\xff" {
            let (out, bad) = rejected(game, io::repeat(byte).take(1 << 40));
            assert_eq!(out, "", "{game:?}");
            assert_eq!((bad.line, bad.column), (1, 1), "{game:?}");
            assert!(bad.excerpt.chars().count() < 200);
        }
    }
}

#[test]
fn long_line_of_blanks_is_white_space() {
    let blanks = || io::repeat(b' ').take(20 << 20);
    let source = blanks().chain(&b"1"[..]).chain(blanks()).chain(&b"1 x"[..]);
    let (_, bad) = rejected(Game::Boxes, source);
    assert_eq!((bad.line, bad.column), (1, (40 << 20) + 4));
}

#[test]
fn zero_cases_are_an_error() {
    for game in Game::ALL {
        for text in ["", " ", "\n\n\r\n", "0", "0\n", "000"] {
            let (out, bad) = rejected(game, text.as_bytes());
            assert_eq!(out, "", "{game:?}");
            let is_end = text.trim().is_empty() || game == Game::Piles;
            assert_eq!(
                bad.found == "the end of the input",
                is_end,
                "{game:?}: {bad}"
            );
        }
    }
}

/// The cost of a case depends on its own size only.
#[test]
fn large_case_does_not_slow_down_later_small_ones() {
    let large = format!("1 1000000\n1000000{}\n", " 1".repeat(1_000_000));
    let small = "1 0\n1 1\n".repeat(100_000);
    let (out, end) = judge(Game::Piles, large.as_bytes().chain(small.as_bytes()));
    assert_eq!(end.unwrap(), 100_001);
    assert_eq!(out, "Alice can win.\n".repeat(100_001));
}
