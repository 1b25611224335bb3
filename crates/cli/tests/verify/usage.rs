//! Usage errors of `verify` and `gen`, and generated cases.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::verify::programs::{answers, kibitz, text};

/// Checks that arguments are rejected with a message that contains all parts.
fn refused(arguments: &[&str], parts: &[&str]) {
    let output = kibitz().args(arguments).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    for part in parts {
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn invalid_programs_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "no program at all").unwrap();
    let name = file.to_str().unwrap();
    for (exec, parts) in [
        (
            "./no-such-file",
            &["--exec: program `./no-such-file` not found"][..],
        ),
        ("no-such-program", &["not found", "give a path"]),
        (name, &["is not executable", "chmod +x"]),
        ("/", &["is a directory"]),
        ("'", &["unterminated"]),
        ("", &["found nothing"]),
    ] {
        refused(&["verify", "boxes", "--exec", exec], parts);
    }
    // A script whose interpreter does not exist.
    fs::write(&file, "#!/no/such/interpreter\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    refused(&["verify", "boxes", "--exec", name], &["cannot run", name]);
}

#[test]
fn invalid_sizes_are_rejected() {
    for (arguments, parts) in [
        (
            &["gen", "boxes", "--size", "boxs=1..2"][..],
            &["no size `boxs`", "did you mean `boxes`"][..],
        ),
        (
            &["gen", "piles", "--size", "height=3"],
            &["no size `height`", "piles, cards, numbers, k"],
        ),
        (
            &["gen", "numbers", "--size", "cards=3"],
            &["no size `cards`", "have no sizes", "--set"],
        ),
        (&["gen", "nine", "--size", "cards=3"], &["have no sizes"]),
        (
            &["gen", "boxes", "--size", "boxes=0..3"],
            &["size `boxes` must be within 1..1000000, found 0..3"],
        ),
        (
            &["gen", "marbles", "--size", "marbles=0..37"],
            &["must be within 0..36"],
        ),
        (
            &["gen", "boxes", "--size", "boxes=3", "--size", "boxes=4"],
            &["given twice"],
        ),
        (&["gen", "boxes", "--size", "boxes"], &["NAME=MIN..MAX"]),
        (
            &["gen", "boxes", "--size", "boxes=5..3"],
            &["5 is greater than 3"],
        ),
        (&["gen", "boxes", "--size", "boxes=-1"], &["NAME=MIN..MAX"]),
        (&["gen", "boxes", "--cases", "0"], &["--cases"]),
        (&["gen", "boxes", "--bias", "odd"], &["uniform", "mixed"]),
        (&["gen", "box"], &["no game `box`"]),
        (&["verify", "boxes"], &["--exec"]),
        (
            &["gen", "piles", "--set", "k=2"],
            &["parameter `k` is part of every case", "--size"],
        ),
        (
            &["verify", "nine", "--exec", "true", "--set", "deal=x"],
            &["--set deal"],
        ),
        (
            &["verify", "boxes", "--exec", "true", "--size", "x=1"],
            &["no size `x`"],
        ),
    ] {
        refused(arguments, parts);
    }
}

/// For every bias.
#[test]
fn cases_have_the_given_sizes() {
    for bias in ["uniform", "balanced", "long", "edge", "mixed"] {
        let made = |game: &str, sizes: &[&str]| {
            let mut command = kibitz();
            command.args(["gen", game, "--cases", "80", "--bias", bias]);
            for size in sizes {
                command.args(["--size", size]);
            }
            let output = command.output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
            text(&output.stdout)
        };
        let numbers = |line: &str| -> Vec<u64> {
            line.split(' ').map(|word| word.parse().unwrap()).collect()
        };
        let boxes = made("boxes", &["boxes=3..5", "cards=2..9"]);
        for case in boxes.lines().skip(1).collect::<Vec<_>>().chunks(2) {
            assert!((3..=5).contains(&numbers(case[0])[0]), "{bias}: {boxes}");
            assert!(numbers(case[1]).iter().all(|n| (2..=9).contains(n)));
        }
        let piles = made(
            "piles",
            &["piles=2", "cards=3..4", "numbers=2..3", "k=1..2"],
        );
        for case in piles.lines().collect::<Vec<_>>().chunks(3) {
            let head = numbers(case[0]);
            assert!(
                head[0] == 2 && (1..=2).contains(&head[1]),
                "{bias}: {piles}"
            );
            for pile in &case[1..] {
                let pile = numbers(pile);
                assert!((3..=4).contains(&pile[0]));
                assert!(pile[1..].iter().all(|n| (2..=3).contains(n)));
            }
        }
        let marbles = made("marbles", &["marbles=10..11"]);
        for board in marbles.split("\n\n").skip(1) {
            assert!((10..=11).contains(&board.matches('*').count()), "{marbles}");
        }
    }
}

/// Seeds are stable across versions.
#[test]
fn seeds_determine_cases() {
    let made = |arguments: &[&str]| {
        let output = kibitz().arg("gen").args(arguments).output().unwrap();
        text(&output.stdout)
    };
    let boxes = ["boxes", "--cases", "2", "--seed", "1", "--bias", "mixed"];
    assert_eq!(made(&boxes), "2\n2\n0 0\n2\n39 88\n");
    let numbers = made(&["numbers", "--cases", "1", "--seed", "1"]);
    assert_eq!(numbers, "1\n1\n1 0 4 0 2 0 0 4\n3 2 1 4 3 1 2 0\n");
    let piles = made(&["piles", "--cases", "2", "--seed", "1"]);
    assert_eq!(piles, "1 4\n6 8 4 6 4 8 2\n1 2\n2 1 4\n");
    let other = ["boxes", "--cases", "2", "--seed", "2", "--bias", "mixed"];
    assert_ne!(made(&boxes), made(&other));
    // Fewer cases are a prefix of more cases, except for the count.
    let more = made(&["boxes", "--cases", "3", "--seed", "1", "--bias", "mixed"]);
    let cases = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert!(cases(&more).starts_with(&cases(&made(&boxes))));
}

/// Each move of a position with very many boxes would be as long as the position;
/// only the beginning of the case is printed.
#[test]
fn very_long_cases_are_not_explained() {
    let made = |format: &[&str]| {
        let mut command = kibitz();
        command.args(["verify", "boxes", "--set", "moves=20000>1"]);
        command
            .args(["--exec", "false", "--cases", "1"])
            .args(format);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        text(&output.stdout)
    };
    let shown = made(&[]);
    assert!(shown.contains("more characters (--json shows all)"));
    assert!(shown.len() < 1000, "{shown}");
    let document: serde_json::Value = serde_json::from_str(&made(&["--json"])).unwrap();
    let boxes = document["case"].as_str().unwrap().split_whitespace();
    assert_eq!(boxes.count(), 20_002);
    assert!(document["value"].is_null());
}

/// Input that `judge` accepts, but not with `--strict`.
#[test]
fn strict_input_is_exactly_as_the_contest_states() {
    let judged = |game: &str, input: &str| {
        let mut command = kibitz();
        command.args(["judge", game, "--strict"]);
        let output = answers(&mut command, input);
        (output.status.code(), text(&output.stderr))
    };
    for (game, input) in [
        ("nim", "1\n3\n1 2 3\n"),
        ("boxes", "2\n2\n1 2\n7\n1 3 3 2 2 1 2\n"),
        ("piles", "2 1\n2 1 1\n1 10\n1 10\n1 1\n"),
        ("numbers", "1\n1\n1 0 4 0 2 0 0 4\n3 2 1 4 3 1 2 0\n"),
        ("euclid", "2\n3 5\n5 3\n"),
        (
            "marbles",
            "1\n\n   .\n  * *\n * * *\n* * * *\n * * *\n  * *\n   *\n",
        ),
    ] {
        assert_eq!(
            judged(game, input).0,
            Some(0),
            "{game}: {}",
            judged(game, input).1
        );
    }
    for (game, input, part) in [
        ("nim", "1\n3\n1 2  3\n", ":3: white space"),
        ("nim", "1\n3\n1 2 3", ":3: no line feed"),
        ("nim", "1\n3\r\n1 2 3\n", ":2: a carriage return"),
        ("nim", "1\n3\n1 2 3\n\n", ":4: more lines"),
        ("nim", "1\n3 1 2 3\n", ":2: found 4, expected 1 word"),
        ("nim", "1\n3\n1 02 3\n", ":3: numbers are written"),
        (
            "nim",
            "1\n3\n1 2 10001\n",
            ":2: case 1: matches in a heap: 10001 is not within 0..10000",
        ),
        (
            "nim",
            &("11\n".to_owned() + &"1\n1\n".repeat(11)),
            "11 cases; the contest has at most 10",
        ),
        (
            "boxes",
            "2\n1\n1\n1\n101\n",
            ":4: case 2: cards in a box: 101",
        ),
        (
            "piles",
            "1 0\n1 1\n",
            "K, the maximum number of cards discarded: 0",
        ),
        (
            "numbers",
            "1\n0\n0 0 0 0 0 0 0 0\n3 2 1 4 3 1 2 0\n",
            "guarantees that the player",
        ),
        (
            "marbles",
            "1\n\n  .\n  * *\n * * *\n* * * *\n * * *\n  * *\n   *\n",
            ":3: white space",
        ),
        ("nim", "1\n3\n1 2 x\n", "found `x`"),
    ] {
        let (code, error) = judged(game, input);
        assert_eq!(code, Some(2), "{game} {input:?}: {error}");
        assert!(error.contains(part), "{game} {input:?}: {error}");
    }
}

/// Generated cases of the contest's sizes are strictly valid.
#[test]
fn contest_sizes_are_within_the_limits() {
    for game in [
        "numbers", "boxes", "marbles", "nine", "piles", "nim", "euclid", "calendar", "ed",
    ] {
        for bias in ["uniform", "balanced", "long", "edge"] {
            let cases = if game == "nine" { "1" } else { "10" };
            let made = kibitz()
                .args([
                    "gen", game, "--cases", cases, "--bias", bias, "--size", "contest",
                ])
                .output()
                .unwrap();
            let input = text(&made.stdout);
            let judged = answers(kibitz().args(["judge", game, "--strict"]), &input);
            assert!(
                judged.status.success(),
                "{game} {bias}: {}",
                text(&judged.stderr)
            );
        }
    }
}

/// The reference decides, whatever the solved game says.
#[test]
fn programs_are_compared_with_each_other() {
    let judge = ["--exec", "kibitz judge nim"];
    let run = |against: &str| {
        let mut command = kibitz();
        command.args(["verify", "nim", "--cases", "50", "--json"]);
        let output = command.args(judge).args(["--against", against]).output();
        let output = output.unwrap();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    assert_eq!(run("kibitz judge p2197").0, Some(0));
    let (code, document, _) = run("sed -n '1d;n;s/.*/No/p'");
    assert_eq!(code, Some(1), "{document}");
    let (code, _, error) = run("false");
    assert_eq!(code, Some(2), "{error}");
    assert!(
        error.contains("the reference program (--against) fails: exit code 1"),
        "{error}"
    );
    refused(&["verify", "nim", "--against", "true"], &["--exec"]);
}

/// Files of different strictly valid inputs with their answers, which are listed.
#[test]
fn tests_are_written_to_files() {
    for game in ["calendar", "nine", "boxes"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("tests");
        let name = out.to_str().unwrap();
        let arguments = ["gen", game, "--out", name, "--files", "9"];
        let made = kibitz().args(arguments).output().unwrap();
        assert!(made.status.success(), "{}", text(&made.stderr));
        let list = fs::read_to_string(out.join("tests.json")).unwrap();
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        let tests = list["tests"].as_array().unwrap();
        assert_eq!(tests.len(), 9);
        assert_eq!(fs::read_dir(&out).unwrap().count(), 19);
        let groups: Vec<&str> = tests.iter().map(|t| t["group"].as_str().unwrap()).collect();
        assert!(
            groups.is_sorted() && groups[0] == "1" && groups[8] == "3",
            "{groups:?}"
        );
        let mut seen = std::collections::HashSet::new();
        for test in tests {
            let read = |field: &str| fs::read_to_string(out.join(test[field].as_str().unwrap()));
            let input = read("input").unwrap();
            assert_eq!(test["bytes"], input.len());
            let judged = answers(kibitz().args(["judge", game, "--strict"]), &input);
            assert!(judged.status.success(), "{game}: {}", text(&judged.stderr));
            assert_eq!(text(&judged.stdout), read("answer").unwrap());
            assert!(seen.insert(input), "{game}: two inputs are equal");
        }
        // Nothing is overwritten.
        let again = kibitz().args(arguments).output().unwrap();
        assert!(!again.status.success());
        assert!(text(&again.stderr).contains("01.in"));
    }
}
