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

/// Coins in a row, and a program that takes the larger coin or the worse end.
fn on_coins(coins: &str, player: &str, options: &[&str]) -> Output {
    let example = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/coins_in_a_row.py"
    );
    let exec = format!(
        "python3 {}/tests/interact/coins.py {player} {coins}",
        env!("CARGO_MANIFEST_DIR")
    );
    let coins = format!("coins=[{coins}]");
    let mut command = kibitz();
    command
        .args(["interact", example, "--exec", &exec, "--set", &coins])
        .args(options);
    command.output().unwrap()
}

fn played(output: &Output) -> Value {
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {stderr}"))
}

/// By how much the first player wins, from the definition.
fn best_difference(coins: &[i64]) -> i64 {
    match coins {
        [] => 0,
        [first, left @ ..] => {
            let (last, right) = coins.split_last().unwrap();
            (first - best_difference(left)).max(last - best_difference(right))
        }
    }
}

#[test]
fn points_are_judged_in_score_play() {
    for coins in ["4,2,7,9,5,2", "1,1,1", "3,9,1,2,8,8,1", "2,2"] {
        let values: Vec<i64> = coins.split(',').map(|coin| coin.parse().unwrap()).collect();
        let best = best_difference(&values);
        for opponent in ["perfect", "random", "traps"] {
            for (side, expected) in [("first", best), ("second", -best)] {
                let options = [
                    "--json",
                    "--opponent",
                    opponent,
                    "--side",
                    side,
                    "--games",
                    "3",
                ];
                let output = on_coins(coins, "perfect", &options);
                let document = played(&output);
                assert_eq!(output.status.code(), Some(0), "{document}");
                assert_eq!(document["expected_score"], expected, "{coins} {side}");
                assert!(
                    document["score"].as_i64().unwrap() >= expected,
                    "{document}"
                );
            }
        }
    }
}

/// It wins, but by less than it could.
#[test]
fn points_that_are_lost_are_a_mistake() {
    let coins = "1,1,9,1,1,6";
    assert_eq!(best_difference(&[1, 1, 9, 1, 1, 6]), 13);
    let output = on_coins(coins, "left", &["--json"]);
    let document = played(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(document["verdict"], "wrong answer");
    assert_eq!(document["expected_score"], 13);
    assert!(document["score"].as_i64().unwrap() < 13);
    let mistake = &document["mistake"];
    assert_eq!(
        (&mistake["ply"], &mistake["better"]),
        (&1.into(), &"right".into())
    );
    // Left: 1 point, and the best of the rest is for the opponent.
    let after = 1 - best_difference(&[1, 9, 1, 1, 6]);
    assert_eq!(mistake["cost"], 13 - after);
    assert!(!mistake["why"].as_str().unwrap().is_empty());

    let text = String::from_utf8(on_coins(coins, "left", &[]).stdout).unwrap();
    assert!(
        text.contains("expected  a win by 13 points for the program"),
        "{text}"
    );
    let cost = format!("move 1, left, costs {} points; better: right", 13 - after);
    assert!(text.contains(&cost), "{text}");
    let testlib = on_coins(coins, "left", &["--testlib"]);
    assert_eq!(testlib.status.code(), Some(1));
    assert!(String::from_utf8(testlib.stderr).unwrap().contains("costs"));
}
