//! `kibitz interact` with real programs.

#![cfg(target_os = "linux")]

use std::process::Output;

use serde_json::Value;

use crate::verify::programs::kibitz;

/// The matches of `player.py`.
const MATCHES: &str = "from kibitz import again, move

n = 21


def start():
    yield n


def moves(left):
    for k in range(1, min(3, left) + 1):
        MOVE
";

/// The game with these statements for a move.
fn game(statements: &str) -> tempfile::TempPath {
    let file = tempfile::Builder::new().suffix(".py").tempfile().unwrap();
    std::fs::write(file.path(), MATCHES.replace("MOVE", statements)).unwrap();
    file.into_temp_path()
}

fn interact_on(game: &str, player: &str, options: &[&str]) -> Output {
    let exec = format!(
        "python3 {}/tests/interact/player.py {player}",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut command = kibitz();
    command
        .args(["interact", game, "--exec", &exec])
        .args(options);
    command.output().unwrap()
}

fn interact(player: &str, options: &[&str]) -> Output {
    let game = game("yield move(f\"take {k}\", left - k)");
    interact_on(game.to_str().unwrap(), player, options)
}

fn document(player: &str, options: &[&str]) -> (Option<i32>, Value) {
    let options = [options, &["--json"]].concat();
    let output = interact(player, &options);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let document = serde_json::from_slice(&output.stdout);
    (
        output.status.code(),
        document.unwrap_or_else(|e| panic!("{e}: {stderr}")),
    )
}

#[test]
fn a_perfect_program_is_accepted_against_every_opponent() {
    for opponent in ["perfect", "random", "traps"] {
        for (side, n) in [("first", "n=21"), ("second", "n=21"), ("second", "n=20")] {
            let options = [
                "--opponent",
                opponent,
                "--side",
                side,
                "--set",
                n,
                "--games",
                "3",
            ];
            let (code, document) = document("perfect", &options);
            assert_eq!(
                (code, &document["verdict"]),
                (Some(0), &"accepted".into()),
                "{options:?}"
            );
            assert_eq!(document["games"], 3);
            let is_won = (side == "first") != (n == "n=20");
            assert_eq!(document["expected"], if is_won { "win" } else { "loss" });
            let result = document["result"].as_str().unwrap();
            assert!(!is_won || result == "win");
            assert_eq!(document["stderr"], format!("goodbye {result}"));
        }
    }
}

#[test]
fn the_first_mistake_is_named() {
    let (code, document) = document("greedy", &["--set", "n=6", "--opponent", "traps"]);
    assert_eq!(
        (code, &document["verdict"]),
        (Some(1), &"wrong answer".into())
    );
    assert_eq!(
        (&document["expected"], &document["result"]),
        (&"win".into(), &"loss".into())
    );
    let mistake = &document["mistake"];
    assert_eq!(
        (&mistake["ply"], &mistake["move"]),
        (&1.into(), &"take 3".into())
    );
    assert_eq!(
        (&mistake["position"], &mistake["better"]),
        (&"left=6".into(), &"take 2".into())
    );
    assert!(mistake["why"].as_str().unwrap().contains("wins"));
    let moves = document["moves"].as_array().unwrap();
    let by: Vec<&str> = moves.iter().map(|m| m["by"].as_str().unwrap()).collect();
    assert_eq!(by, ["program", "opponent"]);
    assert_eq!(moves[1]["position"], "left=0");

    let text = interact("greedy", &["--set", "n=6"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("mistake   move 1, take 3, turns a win into a loss; better: take 2"),
        "{text}"
    );
    assert!(text.contains("   2  opponent  take 3  left=0"), "{text}");
}

#[test]
fn extra_turns_are_the_players_own() {
    let game = game(
        "after = left - k
        if k == 2:
            yield move(\"take 2\", again(after))
        else:
            yield move(f\"take {k}\", after)",
    );
    let path = game.to_str().unwrap();
    for side in ["first", "second"] {
        for opponent in ["perfect", "random", "traps"] {
            for n in 5..12 {
                let set = format!("n={n}");
                let options = [
                    "--set",
                    &set,
                    "--side",
                    side,
                    "--opponent",
                    opponent,
                    "--seed",
                    "7",
                ];
                let output = interact_on(path, "perfect again", &options);
                assert_eq!(output.status.code(), Some(0), "{options:?} {output:?}");
            }
        }
    }
}

#[test]
fn programs_that_do_not_move_are_refused() {
    for (player, verdict, detail, testlib) in [
        (
            "illegal",
            "illegal move",
            "no move `take 4` in this position, at left=21",
            1,
        ),
        ("late_illegal", "illegal move", "take·[2J", 1),
        ("empty", "illegal move", "no move `` in this position", 1),
        ("binary", "illegal move", "\u{fffd}·", 1),
        ("silent", "time limit", "more than 500ms for a move", 2),
        ("crash", "no move", "exit code 1", 2),
        ("closes", "no move", "closed its output", 2),
        ("endless", "wrong format", "much longer than any move", 2),
    ] {
        // Long enough for an interpreter that starts on a busy machine.
        let limit = if player == "silent" { "0.5" } else { "30" };
        let (code, document) = document(player, &["--limit", limit]);
        assert_eq!(
            (code, &document["verdict"]),
            (Some(1), &verdict.into()),
            "{player}"
        );
        let found = document["detail"].as_str().unwrap();
        assert!(found.contains(detail), "{player}: {found}");
        assert_eq!(document["result"], Value::Null);
        let output = interact(player, &["--limit", limit, "--testlib"]);
        assert_eq!(output.status.code(), Some(testlib), "{player}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn testlib_codes_are_those_of_testlib() {
    let code = |player: &str, options: &[&str]| {
        let output = interact(player, &[options, &["--testlib"]].concat());
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(
        code("perfect", &[]),
        (Some(0), "ok the program wins\n".to_owned())
    );
    let (wrong, text) = code("greedy", &["--set", "n=6"]);
    assert_eq!(wrong, Some(1));
    assert_eq!(
        text,
        "wrong answer the program loses; move 1, take 3, turns a win into a loss\n"
    );
    assert_eq!(code("perfect", &["--at", "right=3"]).0, Some(3));
    assert_eq!(code("perfect", &["--set", "n=many"]).0, Some(3));
    assert_eq!(code("perfect", &["--fuel", "1"]).0, Some(3));
}

/// A last line without a line end is read when the program closes its output.
#[test]
fn a_last_move_needs_no_line_end() {
    let (code, document) = document("unterminated", &["--set", "n=3"]);
    assert_eq!((code, &document["verdict"]), (Some(0), &"accepted".into()));
}

#[test]
fn cases_of_contest_input_are_start_positions() {
    let mut input = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut input, b"2\n2\n1 1\n3\n1 2 4\n").unwrap();
    let path = input.path().to_str().unwrap();
    for game in ["nim", "examples/nim.py"] {
        let exec = "sh -c 'read a; read b; echo nothing'";
        let mut command = kibitz();
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        command.args([
            "interact", game, "--exec", exec, "--json", "--input", path, "--case", "2",
        ]);
        let output = command.output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["expected"], "win", "{game}");
        assert_eq!(document["verdict"], "illegal move", "{game}");
    }
}
