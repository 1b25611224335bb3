//! `build`, `probe`, `info`, `check` and `--table`: a table answers as the solver does.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

/// A small deck, and a deal with a disadvantage of the first move.
const NINE: &[&str] = &[
    "--set",
    "suits=CDS",
    "--set",
    "ranks=6789TJ",
    "--set",
    "deal=7C 8C TC JC 6D 9D 8S TS JS/6C 9C 7D 8D TD JD 6S 7S 9S",
];

/// Games of all numberings, with parameters.
const GAMES: &[(&str, &[&str])] = &[
    ("quixo", &[]),
    ("tictactoe", &["--set", "play=misere"]),
    ("kqk", &[]),
    ("numbers", &["--set", "cards=5"]),
    ("calendar", &[]),
    ("nine", NINE),
    ("marbles", &["--set", "rows=3", "--set", "cols=5"]),
    ("cram", &["--set", "rows=3", "--set", "cols=5"]),
    ("domineering", &["--set", "rows=3", "--set", "cols=4"]),
    ("dobutsu", &["--set", "animals=C"]),
];

/// Games whose table lists components, with the root of a table that has those of all puzzles, if
/// there is one.
const SUMS: &[(&str, &[&str])] = &[
    ("nim", &["--at", "60 60 60"]),
    ("boxes", &[]),
    ("piles", &[]),
    ("euclid", &[]),
    ("ed", &[]),
    ("subtraction", &["--at", "100"]),
    ("octal", &["--at", "60 60"]),
];

/// The root of the table of a sum; `None` for other games.
fn root_of_sum(game: &str) -> Option<&'static [&'static str]> {
    let sum = SUMS.iter().find(|(name, _)| *name == game);
    sum.map(|(_, root)| *root)
}

/// Rule files whose table lists positions or components: impartial, with sums and `split`,
/// partizan, with cycles, extra turns, symmetries, and parameters of all types.
const RULE_FILES: &[(&str, &[&str])] = &[
    ("docs/matches.py", &["--set", "n=30"]),
    ("examples/chomp.py", &[]),
    ("examples/chopsticks.py", &[]),
    ("examples/domineering.py", &[]),
    ("examples/dots_and_boxes.py", &[]),
    ("examples/hackenbush.py", &[]),
    ("examples/hexapawn.py", &[]),
    ("examples/kayles.py", &[]),
    ("examples/misere_nim.py", &[]),
    ("examples/nim.py", &[]),
    ("examples/numbers.py", &["--set", "cards=3"]),
    ("examples/pong_hau_ki.py", &[]),
    ("examples/tictactoe.py", &[]),
];

/// All games with table files; with `--full` all examples.
fn games() -> Vec<(String, Vec<&'static str>)> {
    let built_in = GAMES
        .iter()
        .map(|(game, set)| ((*game).to_owned(), set.to_vec()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = |(name, set): &(&str, &[&'static str])| {
        let path = root.join(name);
        (text(&path).to_owned(), set.to_vec())
    };
    let mut games: Vec<(String, Vec<&str>)> = built_in.collect();
    games.extend(SUMS.iter().map(|(game, _)| ((*game).to_owned(), vec![])));
    games.extend(RULE_FILES.iter().map(file));
    if kibitz_bruteforce::rounds(0, 1) == 1 {
        let examples = std::fs::read_dir(root.join("examples")).unwrap();
        let paths = examples.map(|entry| entry.unwrap().path());
        let rules = paths.filter(|path| path.extension().is_some_and(|e| e == "py"));
        games.extend(rules.map(|path| (text(&path).to_owned(), Vec::new())));
    }
    games
}

fn kibitz(arguments: &[&str], input: &str) -> Output {
    let mut command = cargo_bin_cmd!("kibitz");
    command.args(arguments).write_stdin(input).output().unwrap()
}

fn succeed(arguments: &[&str], input: &str) -> String {
    let out = kibitz(arguments, input);
    let error = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{arguments:?}\n{error}");
    String::from_utf8(out.stdout).unwrap()
}

pub(crate) fn fail(arguments: &[&str], input: &str, code: i32, part: &str) {
    let out = kibitz(arguments, input);
    let error = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(code), "{arguments:?}\n{error}");
    assert!(error.contains(part), "{arguments:?}\n{error}");
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Builds the table of a game in a directory.
pub(crate) fn build(directory: &Path, game: &str, set: &[&str], more: &[&str]) -> PathBuf {
    let name = Path::new(game).file_stem().unwrap();
    let path = directory.join(name).with_extension("kbz");
    let arguments = [&["build", game, "-o", text(&path)], set, more].concat();
    succeed(&arguments, "");
    path
}

#[test]
fn tables_are_correct_and_answer_as_the_solver_does() {
    let directory = tempfile::tempdir().unwrap();
    for (game, set) in &games() {
        let game = game.as_str();
        let root = root_of_sum(game);
        let path = build(directory.path(), game, set, root.unwrap_or_default());
        let table = text(&path);
        let checked = succeed(&["check", table], "");
        assert!(checked.contains(": correct; "), "{game}\n{checked}");
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(succeed(&["info", table], "").starts_with(name));
        let questions: [&[&str]; 6] = [
            &["solve", game, "--json"],
            &["solve", game, "--replies", "2"],
            &["stats", game, "--json"],
            &["find", game, "--where", "plies=max", "--json"],
            &[
                "find",
                game,
                "--where",
                "winning=1, moves>2",
                "--limit",
                "5",
            ],
            &["puzzle", game, "--seed", "3", "--solution", "--json"],
        ];
        for question in questions {
            let is_puzzle = question[0] == "puzzle";
            let question = [question, &set[..]].concat();
            let solved = kibitz(&question, "");
            let read = kibitz(&[&question[..], &["--table", table]].concat(), "");
            assert_eq!(solved.status, read.status, "{question:?}");
            // Puzzles of sums are random positions; those that the table does not have are skipped.
            if is_puzzle && root == Some(&[]) {
                continue;
            }
            let [solved, read] = [solved, read].map(|out| String::from_utf8(out.stdout).unwrap());
            assert_eq!(solved, read, "{question:?}");
        }
    }
}

/// Values of many positions, given as arguments and by lines, agree with `find`.
#[test]
fn probes_agree_with_find() {
    let directory = tempfile::tempdir().unwrap();
    for (game, set) in &games() {
        let path = build(directory.path(), game, set, &[]);
        let where_all = [
            "find", game, "--where", "moves>=0", "--limit", "3000", "--json",
        ];
        let found = succeed(&[&where_all[..], set].concat(), "");
        let found: serde_json::Value = serde_json::from_str(&found).unwrap();
        let found = found["positions"].as_array().unwrap();
        let positions: Vec<&str> = found
            .iter()
            .map(|p| p["position"].as_str().unwrap())
            .collect();
        let input = positions.join("\n") + "\n";
        let probed = succeed(&["probe", text(&path), "--json"], &input);
        assert_eq!(probed.lines().count(), found.len());
        for (line, expected) in probed.lines().zip(found) {
            let probe: serde_json::Value = serde_json::from_str(line).unwrap();
            for field in ["position", "value", "grundy", "score"] {
                assert_eq!(probe[field], expected[field], "{game} {line}");
            }
            // Components have no distances.
            match root_of_sum(game) {
                Some(_) => assert_eq!(probe["plies"], serde_json::Value::Null),
                None => assert_eq!(probe["plies"], expected["plies"], "{game} {line}"),
            }
        }
        let some = [&["probe", text(&path), "--"], &positions[..3]].concat();
        let lines = succeed(&some, "");
        let by_lines = succeed(
            &["probe", text(&path)],
            &(positions[..3].join("\r\n") + "\r\n"),
        );
        assert_eq!(lines, by_lines);
        assert_eq!(lines.lines().count(), 3);
    }
}

/// Kayles by plain recursion: one pin or two adjacent ones are removed.
#[test]
fn the_table_of_kayles_has_the_values_of_all_rows() {
    let mut values = vec![0usize];
    for pins in 1..=70 {
        let mut options = Vec::new();
        for hit in 1..=pins.min(2) {
            options.extend((0..=pins - hit).map(|left| values[left] ^ values[pins - hit - left]));
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let directory = tempfile::tempdir().unwrap();
    let path = build(
        directory.path(),
        "octal",
        &["--set", "code=0.77"],
        &["--at", "70"],
    );
    let rows: Vec<String> = (1..=70).map(|pins| pins.to_string()).collect();
    let probed = succeed(&["probe", text(&path)], &rows.join("\n"));
    let expected = (1..=70).map(|pins| match values[pins] {
        0 => format!("{pins}  loss, grundy 0\n"),
        value => format!("{pins}  win, grundy {value}\n"),
    });
    assert_eq!(probed, expected.collect::<String>());
    let several = succeed(&["probe", text(&path), "3 4 70"], "");
    let sum = values[3] ^ values[4] ^ values[70];
    assert_eq!(several, format!("3 4 70  win, grundy {sum}\n"));
    fail(
        &["probe", text(&path), "3 71"],
        "",
        2,
        "reachable from 70, not",
    );
    let checked = succeed(&["check", text(&path)], "");
    assert!(
        checked.contains("correct; 70 stored positions: 70 won"),
        "{checked}"
    );
}

/// Scores, and the gain of moving first; also of positions that no play leads to, and of those
/// that are reachable from one of them.
#[test]
fn tables_with_scores_answer_from_any_position() {
    let directory = tempfile::tempdir().unwrap();
    let path = build(directory.path(), "nine", NINE, &[]);
    let table = ["--table", text(&path)];
    for at in [
        "C:- D:- S:- Alice",
        "C:- D:- S:- Bob",
        "C:7-T D:9-9 S:- Bob",
        "C:6-J D:6-J S:8-9 Alice",
        "C:6-J D:6-J S:6-T Bob",
    ] {
        let questions: [&[&str]; 5] = [
            &["solve", "nine", "--json", "--at", at],
            &["stats", "nine", "--json", "--at", at],
            &["find", "nine", "--where", "score=max", "--json", "--at", at],
            &["find", "nine", "--where", "score<0, plies>1", "--at", at],
            &["play", "nine", "--seed", "1", "--at", at],
        ];
        for question in questions {
            let question = [question, NINE].concat();
            let solved = succeed(&question, "hint\nwhy\nquit\n");
            let read = [&question[..], &table].concat();
            assert_eq!(succeed(&read, "hint\nwhy\nquit\n"), solved, "{question:?}");
        }
    }
    let solved = succeed(&[&["solve", "nine"], NINE, &table].concat(), "");
    let lowers = "\nscore     -1\nfirst     moving first lowers a player's score by 3\n";
    assert!(solved.contains(lowers), "{solved}");
    let cells = [
        "table", "nine", "--param", "a=6..9", "--show", "plies", "--json",
    ];
    let cells = [&cells[..], &["--at", "C:{a}-T D:- S:- Bob"], NINE].concat();
    let read = succeed(&[&cells[..], &table].concat(), "");
    assert_eq!(read, succeed(&cells, ""));
    let probed = succeed(&["probe", text(&path), "C:6-J D:6-J S:6-T Bob"], "");
    assert_eq!(probed, "C:6-J D:6-J S:6-T Bob  win in 0 plies, score +1\n");
}

#[test]
fn tables_are_the_same_with_any_number_of_threads() {
    let directory = tempfile::tempdir().unwrap();
    for (game, set) in &games() {
        let [one, two] = ["1", "2"].map(|threads| {
            let path = build(directory.path(), game, set, &["--threads", threads]);
            std::fs::read(path).unwrap()
        });
        assert!(one == two, "{game}");
        let path = build(directory.path(), game, set, &["--publish"]);
        // Small frames may be larger at a higher level.
        if one.len() > 10_000 {
            assert!(std::fs::metadata(&path).unwrap().len() <= one.len() as u64);
        }
        succeed(&["check", text(&path), "--threads", "1"], "");
    }
}

/// A build that is killed leaves no table, or a complete one, and does not hinder the next build.
#[test]
fn killed_builds_leave_nothing_that_matters() {
    let directory = tempfile::tempdir().unwrap();
    let set = ["--set", "animals=C"];
    let expected = std::fs::read(build(directory.path(), "dobutsu", &set, &[])).unwrap();
    let path = directory.path().join("killed.kbz");
    let kills = kibitz_bruteforce::rounds(20, 1000);
    for kill in 0..kills as u64 {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("kibitz"));
        command
            .args(["build", "dobutsu", "-o", text(&path)])
            .args(set);
        command.stdout(std::process::Stdio::null());
        let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
        // Any moment will do; the last of these are those of the writing.
        std::thread::sleep(std::time::Duration::from_millis(kill * 7919 % 250));
        child.kill().unwrap();
        child.wait().unwrap();
        if path.exists() {
            assert!(std::fs::read(&path).unwrap() == expected, "kill {kill}");
            std::fs::remove_file(&path).unwrap();
        }
    }
    std::fs::write(directory.path().join("dobutsu.kbz.tmp"), "abandoned").unwrap();
    let again = build(directory.path(), "dobutsu", &set, &[]);
    assert!(std::fs::read(again).unwrap() == expected);
    assert!(!directory.path().join("dobutsu.kbz.tmp").exists());
}

/// A table of a rule file is that of its meaning and of one root.
#[test]
fn tables_of_rule_files_are_for_the_same_rules_and_root() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let rules = "def start():\n    yield 7\n\n\ndef moves(left):\n    \
                 for take in 1, 2, 3:\n        if take <= left:\n            yield left - take\n";
    let file = write("matches.py", rules);
    let path = build(directory.path(), text(&file), &[], &[]);
    let table = text(&path);
    let same = write(
        "same.py",
        &format!("# Take some.\n{}", rules.replace("take", "n")),
    );
    succeed(&["solve", text(&same), "--table", table], "");
    let other = write("other.py", &rules.replace("1, 2, 3", "1, 2"));
    fail(
        &["solve", text(&other), "--table", table],
        "",
        2,
        "is not a table of this game: rules ",
    );
    let beyond = ["solve", text(&file), "--at", "8", "--table", table];
    fail(
        &beyond,
        "",
        2,
        "positions reachable from left=7, not those reachable from left=8",
    );
    succeed(&["solve", text(&file), "--at", "6", "--table", table], "");
    let inside = ["stats", text(&file), "--at", "6", "--table", table];
    fail(&inside, "", 2, "not those reachable from left=6");
    fail(
        &["probe", table, "8"],
        "",
        2,
        "not those reachable from left=8",
    );
    let cells = [
        "table",
        text(&file),
        "--param",
        "left=0..7",
        "--at",
        "{left}",
    ];
    let cells = [&cells[..], &["--show", "plies", "--json"]].concat();
    let read = succeed(&[&cells[..], &["--table", table]].concat(), "");
    assert_eq!(read, succeed(&cells, ""));
    let beyond = [
        "table",
        text(&file),
        "--param",
        "left=0..8",
        "--at",
        "{left}",
    ];
    fail(
        &[&beyond[..], &["--table", table]].concat(),
        "",
        2,
        "not those reachable from left=8",
    );
    // The rules are in the table.
    std::fs::remove_file(&file).unwrap();
    let probed = succeed(&["probe", table, "6"], "");
    assert_eq!(probed, "6  win in 3 plies, grundy 2\n");
    succeed(&["check", table], "");
    fail(
        &["build", "kqk", "-o", table, "--at", "x"],
        "",
        2,
        "has all positions",
    );
}

#[test]
fn errors_name_the_place_and_the_remedy() {
    let directory = tempfile::tempdir().unwrap();
    let path = build(directory.path(), "quixo", &[], &[]);
    let table = text(&path);
    let missing = directory.path().join("missing/quixo.kbz");
    fail(
        &["build", "quixo", "-o", text(&missing)],
        "",
        4,
        "its directory must exist",
    );
    let misere = ["build", "nim", "--set", "play=misere", "-o", table];
    fail(&misere, "", 2, "in misère play the Grundy values");
    for (game, huge) in [
        ("nim", "99999999999"),
        ("euclid", "1000000000000 999999999"),
    ] {
        let huge = ["build", game, "--at", huge, "-o", table];
        fail(&huge, "", 3, "choose a smaller position with --at");
    }
    // The sum of no heaps.
    let empty = build(directory.path(), "octal", &[], &["--at", "0"]);
    succeed(&["check", text(&empty)], "");
    fail(&["info", text(&missing)], "", 4, "cannot read the table");
    fail(&["info", "/dev/null"], "", 4, "expected a file");
    fail(
        &["solve", "kqk", "--table", table],
        "",
        2,
        "game quixo, expected kqk",
    );
    let other = ["solve", "quixo", "--set", "n=2", "--table", table];
    fail(&other, "", 2, "n=3, expected n=2");
    fail(&["probe", table, "nonsense"], "", 2, "nonsense");
    let blank = succeed(&["probe", table], "\n.../.../... X\n \n");
    assert_eq!(blank.lines().count(), 1, "{blank}");
    let rules = directory.path().join("own.py");
    let source = "def start():\n    yield 3\n\n\ndef moves(n):\n    if n:\n        yield n - 1\n";
    std::fs::write(&rules, source).unwrap();
    fail(
        &["solve", text(&rules), "--table", table],
        "",
        2,
        "game quixo, expected own",
    );
    fail(
        &["build", "quixo", "-o", text(&rules)],
        "",
        4,
        "it exists and is not a table file, so it is not overwritten",
    );
    assert_eq!(std::fs::read_to_string(&rules).unwrap(), source);
    let listed = build(directory.path(), text(&rules), &[], &[]);
    fail(
        &["probe", text(&listed)],
        "2\n\n4\n",
        2,
        "reachable from n=3, not those reachable from n=4 (line 3 of standard input)",
    );
    let lines = ".../.../... X\nnonsense\n.../.../... X\n";
    fail(&["probe", table], lines, 2, "line 2 of standard input");
    let answered = kibitz(&["probe", table], lines).stdout;
    assert_eq!(String::from_utf8(answered).unwrap().lines().count(), 1);

    // Any damaged byte of the values is noticed.
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    fail(&["check", table], "", 2, "is damaged");
    fail(&["probe", table, ".../.../... X"], "", 2, "is damaged");
    bytes.truncate(middle);
    std::fs::write(&path, &bytes).unwrap();
    fail(&["info", table], "", 2, "is damaged");
}
