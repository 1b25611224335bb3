//! Wrong programs are detected, each with a minimal case; correct programs are
//! accepted.

use std::process::Command;

use crate::verify::programs::{answers, kibitz, planted, text, verify};
use crate::verify::smaller::{Cases, smaller};

const GAMES: [&str; 9] = [
    "numbers", "boxes", "marbles", "nine", "piles", "nim", "euclid", "calendar", "ed",
];

/// A planted bug and its expected verdict.
struct Planted {
    game: &'static str,
    bug: &'static str,
    verdict: &'static str,
    /// Number of cases needed to reproduce it.
    cases: u64,
}

const fn wrong(game: &'static str, bug: &'static str) -> Planted {
    Planted {
        game,
        bug,
        verdict: "wrong answer",
        cases: 1,
    }
}

const fn planted_bug(
    game: &'static str,
    bug: &'static str,
    verdict: &'static str,
    cases: u64,
) -> Planted {
    Planted {
        game,
        bug,
        verdict,
        cases,
    }
}

const PLANTED: &[Planted] = &[
    wrong("numbers", "draws-are-losses"),
    wrong("numbers", "ignores-first"),
    wrong("numbers", "no-zero-hand"),
    wrong("boxes", "all-boxes"),
    wrong("boxes", "wrong-residues"),
    wrong("boxes", "odd-index"),
    wrong("boxes", "sums"),
    planted_bug("boxes", "small-array", "crash", 1),
    planted_bug("boxes", "carries-over", "wrong answer", 2),
    planted_bug("boxes", "counts-from-0", "wrong format", 1),
    planted_bug("boxes", "always-case-1", "wrong format", 2),
    wrong("marbles", "reads-as-grid"),
    wrong("marbles", "no-horizontal"),
    wrong("marbles", "one-diagonal"),
    wrong("marbles", "runs-of-2"),
    wrong("marbles", "runs-of-4"),
    planted_bug("marbles", "last-is-missing", "wrong format", 1),
    planted_bug("marbles", "no-full-stop", "wrong format", 1),
    planted_bug("marbles", "extra-line", "wrong format", 1),
    planted_bug("marbles", "ends-early", "crash", 1),
    wrong("nine", "stuck-loses"),
    wrong("nine", "bob-first"),
    wrong("piles", "k-too-small"),
    wrong("piles", "k-too-large"),
    wrong("piles", "top-first"),
    wrong("piles", "takes-what-is-left"),
    wrong("piles", "discards-all"),
    wrong("piles", "misere"),
    wrong("nim", "sums"),
    wrong("nim", "parity"),
    wrong("nim", "misere"),
    wrong("euclid", "never-chooses"),
    wrong("euclid", "one-at-a-time"),
    wrong("euclid", "chooses-from-3"),
    wrong("calendar", "no-exceptions"),
    wrong("calendar", "one-exception"),
    wrong("calendar", "rolls-over"),
    wrong("ed", "forgets-minus-1"),
    wrong("ed", "counts-from-1"),
    wrong("ed", "both"),
    wrong("ed", "adds"),
];

/// The program itself, without `verify`.
fn solution(plant: &Planted) -> Command {
    let mut command = Command::new(planted());
    command.args([plant.game, plant.bug]);
    command
}

fn judge(game: &str) -> Command {
    let mut command = kibitz();
    command.args(["judge", game]);
    command
}

fn is_detected(plant: &Planted) {
    let Planted { game, bug, .. } = plant;
    let words = format!("{game} {bug}");
    let verified = verify(game, planted(), &words, &["--together", "1000"]);
    let at = format!("{words}: {}", verified.document);
    assert_eq!(verified.code, Some(1), "{at}");
    assert_eq!(verified.text("verdict"), plant.verdict, "{at}");
    let input = verified.text("case");
    assert_eq!(verified.document["case_count"], plant.cases, "{at}");

    // The case is valid contest input, and the program fails on it.
    let right = answers(&mut judge(game), input);
    assert!(right.status.success(), "{at}");
    let found = answers(&mut solution(plant), input);
    assert!(
        !found.status.success() || found.stdout != right.stdout,
        "{at}"
    );
    if plant.verdict == "wrong answer" {
        let last = |output: &[u8]| text(output).lines().last().map(str::to_owned);
        assert_eq!(last(&found.stdout).unwrap(), verified.text("found"), "{at}");
        assert_eq!(
            last(&right.stdout).unwrap(),
            verified.text("expected"),
            "{at}"
        );
        assert!(verified.document["why"].is_string(), "{at}");
    }

    // No smaller case fails: all of them are tried here.
    if plant.cases > 1 {
        return;
    }
    assert_eq!(verified.document["smallest"], true, "{at}");
    let Cases { count, text: all } = smaller(game, input);
    if count == 0 {
        return;
    }
    let right = answers(&mut judge(game), &all);
    assert_eq!(text(&right.stdout).lines().count(), count, "{at}");
    let found = answers(&mut solution(plant), &all);
    assert!(found.status.success(), "{at}");
    let (found, right) = (text(&found.stdout), text(&right.stdout));
    assert!(found == right, "{at}: a smaller case disagrees");
}

fn all_are_detected(game: &str) {
    for plant in PLANTED.iter().filter(|plant| plant.game == game) {
        is_detected(plant);
    }
}

#[test]
fn bugs_in_numbers() {
    all_are_detected("numbers");
}

#[test]
fn bugs_in_boxes() {
    all_are_detected("boxes");
}

#[test]
fn bugs_in_marbles() {
    all_are_detected("marbles");
}

#[test]
fn bugs_in_nine() {
    all_are_detected("nine");
}

#[test]
fn bugs_in_piles() {
    all_are_detected("piles");
}

#[test]
fn bugs_in_nim() {
    all_are_detected("nim");
}

#[test]
fn bugs_in_euclid() {
    all_are_detected("euclid");
}

#[test]
fn bugs_in_calendar() {
    all_are_detected("calendar");
}

#[test]
fn bugs_in_ed() {
    all_are_detected("ed");
}

#[test]
fn a_program_that_hangs_on_some_cases() {
    let words = "marbles hangs-on-5";
    let options = ["--limit", "1", "--shrink", "60"];
    let verified = verify("marbles", planted(), words, &options);
    assert_eq!(verified.code, Some(1));
    assert_eq!(verified.text("verdict"), "time limit");
    assert_eq!(verified.document["case_count"], 1);
    let empty = verified.text("case").matches('.').count();
    assert_eq!(empty, 5, "{}", verified.document);
}

#[test]
fn correct_programs_are_accepted() {
    for game in GAMES {
        let options = ["--together", "200", "--cases", "600"];
        for (program, words) in [
            (planted().to_owned(), game.to_owned()),
            (
                kibitz().get_program().to_owned().into(),
                format!("judge {game}"),
            ),
        ] {
            let verified = verify(game, &program, &words, &options);
            assert_eq!(verified.code, Some(0), "{game}: {}", verified.document);
            assert_eq!(verified.text("verdict"), "agreed");
            assert_eq!(verified.document["agreed"], 600);
            assert!(verified.document["case"].is_null());
        }
    }
}

/// As in the contest of nine.
#[test]
fn one_case_per_run() {
    for game in ["nine", "boxes"] {
        let options = ["--together", "1", "--cases", "20"];
        let verified = verify(game, planted(), game, &options);
        assert_eq!(verified.code, Some(0), "{game}: {}", verified.document);
    }
}

#[test]
fn equal_seeds_give_equal_results() {
    let run = |seed: &str| {
        let options = ["--seed", seed];
        let mut document = verify("piles", planted(), "piles top-first", &options).document;
        // Time and memory differ.
        document["usage"].take();
        document
    };
    assert_eq!(run("5"), run("5"));
}
