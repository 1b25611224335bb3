//! Commands other than moves.

use crate::play::support::{moves, play, transcript};

/// A board with four empty cells, on which b2 wins.
const FOUR: &str = "****/*..*/*..*/****";

/// Plays on the board with four empty cells.
fn on_four(lines: &str) -> String {
    transcript(&["marbles", "--at", FOUR, "--seed", "1"], lines)
}

#[test]
fn hints_lines_and_reasons() {
    let out = on_four("hint\nwhy\nline\nbest\n");
    assert!(out.contains("\nb2 wins in 3 plies.\n"), "{out}");
    assert!(out.contains("\nYou can win in 3 plies.\n"), "{out}");
    assert!(out.contains("\nOf 10 moves, 4 win, 6 lose.\n"), "{out}");
    assert_eq!(out.matches("\nPerfect play: b2, c2, b3-c3\n").count(), 2);
}

#[test]
fn moves_with_and_without_values() {
    let out = on_four("moves\nvalues\nmoves\nvalues\nmoves\n");
    let plain = "   1) b2       2) c2       3) b3       4) c3       5) b2-c2";
    assert_eq!(out.matches(plain).count(), 3, "{out}");
    assert_eq!(
        out.matches("   1) b2     ✓ win in 3 plies\n").count(),
        2,
        "{out}"
    );
    assert_eq!(out.matches("✗ loss in 2 plies\n").count(), 12, "{out}");
    let shown = transcript(&["marbles", "--at", FOUR, "--values", "--ascii"], "");
    assert!(shown.contains("   1) b2     + win in 3 plies\n"), "{shown}");
    assert!(shown.is_ascii());
    let board = transcript(&["tictactoe", "--ascii"], "");
    assert!(board.contains("a 3x3 board") && board.is_ascii(), "{board}");
}

#[test]
fn numbers_select_moves_only_after_a_list() {
    let out = transcript(&["marbles"], "3\n#3\n");
    assert!(out.contains("There is no move `3` here."), "{out}");
    assert!(out.contains("You play c1."), "{out}");
    let out = transcript(&["marbles"], "moves\n3\n");
    assert!(out.contains("You play c1."), "{out}");
    let groups = transcript(&["boxes", "--at", "9 1000000", "--values"], "1\n");
    assert!(
        groups.contains("  box 2: 1,000,000 moves, 1 wins: 2>1 x1000000\n"),
        "{groups}"
    );
    assert!(!groups.contains("You play"), "{groups}");
}

#[test]
fn undo_and_redo() {
    let out = on_four("undo\nredo\nb2-b3\nundo\nredo\nundo\nb2\nundo\nundo\n");
    assert_eq!(out.matches("Nothing to take back.").count(), 2, "{out}");
    assert_eq!(out.matches("Nothing to redo.").count(), 1, "{out}");
    assert_eq!(out.matches("Taken back: 2 plies.").count(), 3, "{out}");
    assert_eq!(out.matches("Redone: 2 plies.").count(), 1, "{out}");
    assert_eq!(
        out.matches("The computer wins after 2 plies.").count(),
        2,
        "{out}"
    );
    let mistake = "Your first mistake was b2-b3 (ply 1): it turned a win into a loss. \
                   b2 would have won.";
    assert_eq!(out.matches(mistake).count(), 2, "{out}");
}

#[test]
fn flip_swaps_sides() {
    let out = on_four("flip\nposition\n");
    let [("The computer", by)] = moves(&out)[..] else {
        panic!("{out}")
    };
    let session = kibitz_query::open("marbles", []).unwrap();
    let after = session.step(FOUR, by).unwrap().position;
    assert!(
        out.contains(&format!("kibitz play marbles --at '{after}'\n")),
        "{out}"
    );
    let out = transcript(
        &["marbles", "--at", FOUR, "--side", "both"],
        "flip\nb2\nundo\n",
    );
    assert!(
        out.contains("There is no computer player to swap with."),
        "{out}"
    );
    assert!(out.contains("The first player plays b2."), "{out}");
    assert!(out.contains("The second player to move:"), "{out}");
    assert!(out.contains("Taken back: 1 ply."), "{out}");
}

#[test]
fn position_prints_a_command() {
    let out = transcript(
        &[
            "boxes",
            "--set",
            "moves=2>1,3>2",
            "--at",
            "0 1 2",
            "--side",
            "both",
        ],
        "3>2 x1\nposition\n",
    );
    assert!(
        out.contains("kibitz play boxes --set 'moves=2>1,3>2' --at '0 2 1'\n"),
        "{out}"
    );
}

#[test]
fn passes_are_announced() {
    let deal = "deal=9C TC JC/8C QC KC";
    let rules = ["--set", "suits=C", "--set", "ranks=89TJQK", "--set", deal];
    let out = transcript(
        &[&["nine", "--side", "both"], &rules[..]].concat(),
        "9C\n8C\nTC\nJC\n",
    );
    assert!(
        out.contains("Bob passes: no other move is possible.\n"),
        "{out}"
    );
    assert!(out.contains("Alice wins after 5 plies.\n"), "{out}");
    let out = transcript(&[&["nine"], &rules[..]].concat(), "\n\n\n");
    assert!(out.contains("Only 9C is possible: press Enter.\n"), "{out}");
    assert!(
        out.contains("You win after 5 plies.\nYou made no mistake.\n"),
        "{out}"
    );
}

#[test]
fn threefold_repetition_is_a_draw() {
    let circle = [
        "boxes",
        "--set",
        "moves=1>2,2>1",
        "--at",
        "1 0",
        "--side",
        "both",
    ];
    let out = transcript(&circle, "1>2\n2>1\n1>2\n2>1\n1>2\nundo\n1>2\n");
    let draw = "A draw after 4 plies: threefold repetition.";
    assert_eq!(out.matches(draw).count(), 1, "{out}");
    assert!(out.contains("The game is over: `undo` takes back"), "{out}");
}

#[test]
fn invalid_input_changes_nothing() {
    let out = on_four("b22\nb\nudno\nnonsense\nB2\n");
    assert!(
        out.contains("There is no move `b22` here. Did you mean b2?"),
        "{out}"
    );
    assert!(
        out.contains("`b` is ambiguous, it matches 6 moves: b2, b3, b2-c2, b2-b3, b2-c3, …"),
        "{out}"
    );
    assert!(
        out.contains("There is no move `udno` here. Did you mean undo?"),
        "{out}"
    );
    assert_eq!(moves(&out)[0], ("You", "b2"), "{out}");
}

#[test]
fn new_quit_and_help() {
    let out = on_four("b2\nnew\nquit\nb2\n");
    assert!(out.ends_with("> quit\n"), "{out}");
    assert!(out.contains("A new game.\n"), "{out}");
    assert_eq!(moves(&out).len(), 2, "{out}");
    let help = on_four("help\n?\n");
    assert_eq!(
        help.matches("  undo          take back to your last decision\n")
            .count(),
        2
    );
    assert!(
        help.contains("A move is written e.g. b2 for one cell"),
        "{help}"
    );
}

/// Human players can play games that cannot be solved; an opponent that needs a
/// solution is rejected.
#[test]
fn games_too_large_to_solve() {
    let large = [
        "marbles", "--set", "rows=6", "--set", "cols=6", "--memory", "1MB",
    ];
    let out = transcript(
        &[&large[..], &["--side", "both"]].concat(),
        "hint\na1\nf6-d4\nmoves\n",
    );
    assert!(out.contains("Not available: "), "{out}");
    assert_eq!(moves(&out).len(), 2, "{out}");
    let weak = transcript(
        &[&large[..], &["--strength", "0", "--seed", "1"]].concat(),
        "a1\n",
    );
    assert_eq!(moves(&weak).len(), 2, "{weak}");
    let refused = play(&large, "a1\n");
    assert_eq!(refused.code, 3, "{}", refused.err);
    assert!(
        refused.err.contains("the memory budget is"),
        "{}",
        refused.err
    );
}

#[test]
fn usage_errors() {
    for (arguments, part) in [
        (&["chess"][..], "no game `chess`"),
        (&["marbles", "--at", "xyz"], "invalid position"),
        (&["marbles", "--strength", "101"], "0..=100"),
        (
            &["marbles", "--second", "--side", "both"],
            "cannot be used with",
        ),
        (
            &["marbles", "--side", "left"],
            "[possible values: first, second, both, none]",
        ),
    ] {
        let done = play(arguments, "");
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?}");
        assert!(done.err.contains(part), "{arguments:?}: {}", done.err);
    }
}
