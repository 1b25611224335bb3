//! Wrong programs of many kinds are detected with the default options: wrong beyond
//! a size or a number, for one position, at some depth, in the order of cases, in
//! the layout of the output; crashes and hangs. Correct programs are accepted.

use std::process::Command;

use crate::verify::programs::{answers, kibitz, planted, verify};

const WRONG: &str = "wrong answer";
const CRASH: &str = "crash";
const FORMAT: &str = "wrong format";
const TIME: &str = "time limit";

/// Wrong programs by game: their verdict and their bugs.
const WRONG_PROGRAMS: &[(&str, &str, &str)] = &[
    (
        "numbers",
        WRONG,
        "forty-plies last-card-is-zero one-wrong-pair remembers-without-first one-late",
    ),
    ("numbers", CRASH, "crashes-on-equal-hands"),
    (
        "boxes",
        WRONG,
        "first-50 forgets-the-last six-bits hundred-is-ten one-box-wins sum-of-64-loses",
    ),
    (
        "boxes",
        CRASH,
        "array-of-1000 array-of-9999 memory-of-n-squared",
    ),
    ("boxes", FORMAT, "one-digit blank-lines"),
    ("boxes", TIME, "hangs-beyond-5000"),
    (
        "marbles",
        WRONG,
        "one-wrong-board empty-board-loses full-board-wins",
    ),
    ("marbles", CRASH, "array-of-5000"),
    ("marbles", FORMAT, "lower-case"),
    ("nine", WRONG, "forgets-turn down-first always-bob"),
    ("nine", CRASH, "no-aces crashes-on-four-nines"),
    ("nine", TIME, "no-memory"),
    (
        "piles",
        WRONG,
        "k-below-10 first-k-for-all ten-is-one twenty-cards fifty-piles never-the-whole-pile \
         at-most-7 three-bits last-pile-only adds",
    ),
    ("piles", CRASH, "array-of-1000"),
    ("piles", FORMAT, "one-case"),
    ("piles", TIME, "hangs-on-k-10"),
    (
        "nim",
        WRONG,
        "first-1000 forgets-the-first bytes thirteen-bits one-heap-wins one-two-three \
         sum-of-4096-loses largest-wins many-heaps-win reversed",
    ),
    ("nim", CRASH, "crashes-at-10000 exit-code"),
    (
        "euclid",
        WRONG,
        "unordered golden-ratio golden-float doubles-overflow equal-numbers-lose twenty-steps \
         first-answer-for-all",
    ),
    ("euclid", CRASH, "divides-by-difference"),
    ("calendar", WRONG, "one-wrong-date last-day-wins"),
    ("calendar", CRASH, "first-day-crashes"),
    ("calendar", FORMAT, "blanks-before"),
    (
        "ed",
        WRONG,
        "first-1000 forgets-the-last at-most-a-billion twenty-bits thirty-bits \
         equal-piles-cancel",
    ),
    ("ed", CRASH, "crashes-at-20000 deep-recursion"),
];

/// Without minimisation, which has tests of its own, and with more time for all cases
/// of a game, because other tests run meanwhile.
fn is_detected(game: &str, bug: &str, verdict: &str) {
    let words = format!("{game} {bug}");
    let limit = if verdict == TIME { "5" } else { "600" };
    let options = ["--shrink", "no", "--limit", limit];
    let verified = verify(game, planted(), &words, &options);
    let document = &verified.document;
    assert_eq!(verified.code, Some(1), "{words}: {document}");
    assert_eq!(verified.text("verdict"), verdict, "{words}: {document}");
    if verdict == TIME {
        return;
    }
    // The case is valid contest input, and the program fails on it.
    let input = verified.text("case");
    let right = answers(kibitz().args(["judge", game]), input);
    assert!(right.status.success(), "{words}: {document}");
    // With the memory limit of `verify`, 2 GiB.
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -v 2097152; exec \"$0\" \"$@\""]);
    let found = answers(limited.arg(planted()).args([game, bug]), input);
    let is_wrong = !found.status.success() || found.stdout != right.stdout;
    assert!(is_wrong, "{words}: {document}");
}

fn all_are_detected(game: &str) {
    for (of, verdict, bugs) in WRONG_PROGRAMS {
        for bug in bugs.split_whitespace().filter(|_| *of == game) {
            is_detected(game, bug, verdict);
        }
    }
}

fn correct_ones_are_accepted(game: &str) {
    for layout in ["", "crlf", "blanks-after", "no-last-line-feed"] {
        let words = format!("{game} {layout}");
        let verified = verify(game, planted(), &words, &[]);
        assert_eq!(verified.code, Some(0), "{words}: {}", verified.document);
        assert_eq!(verified.text("verdict"), "agreed", "{words}");
    }
}

/// The tests of a game.
macro_rules! tests {
    ($($game:ident)*) => {$(
        mod $game {
            #[test]
            fn wrong_programs_are_detected() {
                super::all_are_detected(stringify!($game));
            }

            #[test]
            fn correct_programs_are_accepted() {
                super::correct_ones_are_accepted(stringify!($game));
            }
        }
    )*};
}

tests!(numbers boxes marbles nine piles nim euclid calendar ed);

/// All cases of these games are compared, after the random ones.
#[test]
fn finite_games_are_exhausted() {
    for (game, cases) in [
        ("marbles", 1 << 16),
        ("numbers", 2 * 494 * 495),
        ("calendar", 39_024),
    ] {
        let verified = verify(game, planted(), game, &["--limit", "600"]);
        let document = &verified.document;
        assert_eq!(document["all_cases"], cases, "{document}");
        assert_eq!(document["complete"], true, "{document}");
        assert_eq!(document["agreed"], 1000 + cases, "{document}");
        let some = verify(game, planted(), game, &["--cases", "200"]).document;
        assert_eq!(some["complete"], false, "{some}");
        assert_eq!(some["agreed"], 200, "{some}");
    }
}

/// Cases of one part or two are found, whatever the first counterexample was.
#[test]
fn sums_are_minimised_to_few_parts() {
    for (game, bug, input) in [
        ("nim", "bytes", "1\n1\n256\n"),
        ("nim", "thirteen-bits", "1\n1\n8192\n"),
        ("nim", "largest-wins", "1\n2\n9999 9999\n"),
        ("boxes", "six-bits", "1\n2\n0 64\n"),
        (
            "piles",
            "at-most-7",
            "2 7\n7 1 1 1 1 1 1 1\n8 1 1 1 1 1 1 1 1\n",
        ),
    ] {
        let words = format!("{game} {bug}");
        let verified = verify(game, planted(), &words, &["--shrink", "600"]);
        assert_eq!(
            verified.text("case"),
            input,
            "{words}: {}",
            verified.document
        );
    }
}
