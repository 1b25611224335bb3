//! Messages of errors in contest input.

use crate::bad_input::support::{BAD, run_in, run_with};

/// An error: the input, the answers before it, its line and column, what was
/// found there, and a prefix of what was expected.
pub(crate) type InputError<'a> = (&'a str, &'a str, (u64, u64), &'a str, &'a str);

/// How the end of the input is described.
pub(crate) const END: &str = "the end of the input";

/// Checks the messages of errors in the input of a game.
pub(crate) fn check_errors(game: &str, errors: &[InputError<'_>]) {
    for error in errors {
        check_error(game, *error);
    }
}

fn check_error(game: &str, (input, answers, place, found, expected): InputError<'_>) {
    let done = run_with(&["judge", game], input);
    let shown = format!("{game}: {}\n{}", input.escape_debug(), done.err);
    assert_eq!(done.code, BAD, "{shown}");
    assert_eq!(done.out, answers, "{shown}");
    let mut lines = done.err.lines();
    let first = lines.next().unwrap_or_default();
    assert!(
        first.starts_with(&format!("error: expected {expected}")),
        "{shown}"
    );
    assert!(first.ends_with(&format!(", found {found}")), "{shown}");
    let (line, column) = place;
    let place = format!("--> standard input:{line}:{column}");
    assert_eq!(lines.next().unwrap_or_default().trim(), place, "{shown}");
    assert!(done.err.contains('^'), "{shown}");
}

#[test]
fn messages_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cases.txt"), "2\n2\n1 2\n1 oops").unwrap();
    let done = run_in(folder.path(), &["judge", "boxes", "cases.txt"]);
    assert_eq!((done.code, done.out.as_str()), (BAD, "Case 1: Alice\n"));
    assert_eq!(
        done.err,
        "error: expected the number of cards in a box, found `oops`\n \
         --> cases.txt:4:3\n  \
         |\n\
         4 | 1 oops\n  \
         |   ^^^^\n  \
         = in case 2\n"
    );
}

#[test]
fn all_cases_before_an_error_are_answered() {
    let ones = "1 1 1 1 1 1 1 1\n";
    for count in [1usize, 1000, 20_000, 50_000] {
        let cases = format!("0\n{ones}{ones}").repeat(count);
        let input = format!("{}\n{cases}0\n1 2 3 oops", count + 1);
        let done = run_with(&["judge", "numbers"], input);
        assert_eq!(done.code, BAD);
        assert_eq!(done.out, "Deal\n".repeat(count));
        let place = format!("standard input:{}:7", 3 * count + 3);
        assert!(done.err.contains(&place), "{}", done.err);
        assert!(
            done.err.contains(&format!("in case {}", count + 1)),
            "{}",
            done.err
        );
    }
}
