//! What can be typed beside moves.

use crate::support::{moves, play, told};

/// A board on which b2 wins, with what follows of it.
const FOUR: &str = "****/*..*/*..*/****";

/// Plays on the board with four empty cells.
fn on_four(lines: &str) -> String {
    told(&["marbles", "--at", FOUR, "--seed", "1"], lines)
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
    let shown = told(&["marbles", "--at", FOUR, "--values", "--ascii"], "");
    assert!(shown.contains("   1) b2     + win in 3 plies\n"), "{shown}");
    assert!(shown.is_ascii());
    let board = told(&["tictactoe", "--ascii"], "");
    assert!(board.contains("a 3x3 board") && board.is_ascii(), "{board}");
}

#[test]
fn numbers_count_only_where_they_were_shown() {
    let out = told(&["marbles"], "3\n#3\n");
    assert!(out.contains("There is no move `3` here."), "{out}");
    assert!(out.contains("You play c1."), "{out}");
    let out = told(&["marbles"], "moves\n3\n");
    assert!(out.contains("You play c1."), "{out}");
    let groups = told(&["boxes", "--at", "9 1000000", "--values"], "1\n");
    assert!(
        groups.contains("  box 2: 1,000,000 moves, 1 wins: 2>1 x1000000\n"),
        "{groups}"
    );
    assert!(!groups.contains("You play"), "{groups}");
}

#[test]
fn back_and_forth() {
    let out = on_four("undo\nredo\nb2-b3\nundo\nredo\nundo\nb2\nundo\nundo\n");
    assert_eq!(
        out.matches("There is nothing to take back.").count(),
        2,
        "{out}"
    );
    assert_eq!(
        out.matches("There is nothing to make again.").count(),
        1,
        "{out}"
    );
    assert_eq!(out.matches("Taken back: 2 plies.").count(), 3, "{out}");
    assert_eq!(out.matches("Made again: 2 plies.").count(), 1, "{out}");
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
fn sides_change() {
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
    let out = told(
        &["marbles", "--at", FOUR, "--side", "both"],
        "flip\nb2\nundo\n",
    );
    assert!(out.contains("Both sides are yours."), "{out}");
    assert!(out.contains("The first player plays b2."), "{out}");
    assert!(out.contains("The second player to move:"), "{out}");
    assert!(out.contains("Taken back: 1 ply."), "{out}");
}

#[test]
fn what_is_printed_can_be_played() {
    let out = told(
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
    let out = told(
        &[&["nine", "--side", "both"], &rules[..]].concat(),
        "9C\n8C\nTC\nJC\n",
    );
    assert!(
        out.contains("Bob passes: nothing else is possible.\n"),
        "{out}"
    );
    assert!(out.contains("Alice wins after 5 plies.\n"), "{out}");
    let out = told(&[&["nine"], &rules[..]].concat(), "\n\n\n");
    assert!(out.contains("Only 9C is possible: press Enter.\n"), "{out}");
    assert!(
        out.contains("You win after 5 plies.\nYou made no mistake.\n"),
        "{out}"
    );
}

#[test]
fn endless_play_ends_at_the_third_time() {
    let circle = [
        "boxes",
        "--set",
        "moves=1>2,2>1",
        "--at",
        "1 0",
        "--side",
        "both",
    ];
    let out = told(&circle, "1>2\n2>1\n1>2\n2>1\n1>2\nundo\n1>2\n");
    let draw = "A draw after 4 plies: the position has come for the third time.";
    assert_eq!(out.matches(draw).count(), 1, "{out}");
    assert!(out.contains("The game is over: `undo` takes back"), "{out}");
}

#[test]
fn typing_errors_cost_nothing() {
    let out = on_four("b22\nb\nudno\nnonsense\nB2\n");
    assert!(
        out.contains("There is no move `b22` here. Did you mean b2?"),
        "{out}"
    );
    assert!(
        out.contains("`b` may be 6 moves: b2, b3, b2-c2, b2-b3, b2-c3, …"),
        "{out}"
    );
    assert!(
        out.contains("There is no move `udno` here. Did you mean undo?"),
        "{out}"
    );
    assert_eq!(moves(&out)[0], ("You", "b2"), "{out}");
}

#[test]
fn a_new_game_and_the_way_out() {
    let out = on_four("b2\nnew\nquit\nb2\n");
    assert!(out.ends_with("> quit\n"), "{out}");
    assert!(out.contains("A new game.\n"), "{out}");
    assert_eq!(moves(&out).len(), 2, "{out}");
    let help = on_four("help\n?\n");
    assert_eq!(
        help.matches("  undo          take back to your last choice\n")
            .count(),
        2
    );
    assert!(
        help.contains("A move is written as b2 for one cell"),
        "{help}"
    );
}

/// People play what cannot be solved; what would need solving is refused.
#[test]
fn without_a_table() {
    let large = [
        "marbles", "--set", "rows=6", "--set", "cols=6", "--memory", "1MB",
    ];
    let out = told(
        &[&large[..], &["--side", "both"]].concat(),
        "hint\na1\nf6-d4\nmoves\n",
    );
    assert!(out.contains("That cannot be told: "), "{out}");
    assert_eq!(moves(&out).len(), 2, "{out}");
    let weak = told(
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
fn usage() {
    for (arguments, part) in [
        (&["chess"][..], "no game `chess`"),
        (&["marbles", "--at", "xyz"], "this is no position"),
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
