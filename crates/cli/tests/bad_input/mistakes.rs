//! How a mistake in contest input is told.

use crate::support::{BAD, run_in, run_with};

/// A mistake: the input, the answers before it, its line and column, what was
/// found there, and how what was expected begins.
pub(crate) type Mistake<'a> = (&'a str, &'a str, (u64, u64), &'a str, &'a str);

/// What is found where something is missing.
pub(crate) const END: &str = "the end of the input";

/// Checks that mistakes in the input of a game are found and told.
pub(crate) fn found(game: &str, mistakes: &[Mistake<'_>]) {
    for mistake in mistakes {
        is_found(game, *mistake);
    }
}

fn is_found(game: &str, (input, answers, place, found, expected): Mistake<'_>) {
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
fn a_file_is_named() {
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

/// Many cases before the bad one: all of them are answered.
#[test]
fn no_answer_before_the_mistake_is_lost() {
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
