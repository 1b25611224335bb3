//! `build` of rule files by several processes, on loopback: the table is that of one process.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use super::processes::{
    build_parts, children, continues_when_killed, is_the_same, kibitz, merge, signal, stderr,
    wait_until,
};
use crate::table_files::{build, text};

fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    text(&examples.join(name).with_extension("py")).to_owned()
}

/// Draws by infinite play, Grundy values, ties, two kinds of players, extra turns; fewer positions
/// than buckets, and more.
#[test]
fn any_number_of_processes_builds_the_same_table() {
    let all = &["1", "2", "3"];
    is_the_same(&example("chopsticks"), &[], all);
    is_the_same(&example("wythoff"), &[], all);
    is_the_same(&example("connect_four"), &[], all);
    for name in ["hexapawn", "kalah", "pong_hau_ki", "hare_and_hounds"] {
        is_the_same(&example(name), &[], &["3"]);
    }
}

#[test]
fn parts_are_a_table() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let game = example("wythoff");
    let at = ["--at", "4 7"];
    let built = build_parts(&[&game], &parts, &[&["--processes", "3"], &at[..]].concat())
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", stderr(&built));
    let output = |arguments: &[&str]| {
        let output = kibitz(arguments).stdout(Stdio::piped()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let checked = output(&["check", text(&parts)]);
    assert!(checked.contains(": correct; "), "{checked}");
    let whole = build(directory.path(), &game, &at, &[]);
    for position in ["4 7", "0 0", "3 5"] {
        assert_eq!(
            output(&["probe", text(&parts), position]).replace(text(&parts), ""),
            output(&["probe", text(&whole), position]).replace(text(&whole), "")
        );
    }
    let table = ["--table", text(&parts)];
    let of_table = output(&[&["stats", &game, "--json"], &at[..], &table].concat());
    assert_eq!(
        of_table,
        output(&[&["stats", &game, "--json"], &at[..]].concat())
    );
    let info = output(&["info", text(&parts)]);
    assert!(info.contains("grundy"), "{info}");
}

#[test]
fn killed_builds_continue() {
    let kills = kibitz_bruteforce::rounds(10, 200) as u32;
    continues_when_killed(&[&example("connect_four")], "0", kills);
}

/// A rule file.
fn write(directory: &Path, name: &str, lines: &[&str]) -> PathBuf {
    let path = directory.join(name);
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

/// The failure of a build by one process.
fn fails_alone(file: &Path) -> Output {
    let alone = file.with_extension("kbz");
    let failed = kibitz(&["build", text(file), "-o", text(&alone)]).output();
    let failed = failed.unwrap();
    assert!(!failed.status.success());
    failed
}

/// The position at which the rules fail, and how, does not depend on the number of processes.
#[test]
fn faults_of_the_rules_are_those_of_one_process() {
    let directory = tempfile::tempdir().unwrap();
    // Positions of the same depth fail in several processes.
    let moves = [
        "def start():",
        "    yield 0, 0",
        "def moves(a, b):",
        "    if a + b < 60:",
        "        yield a + 1, b",
        "        yield a, b + 1",
    ];
    let expanding = [
        "    if a + b == 40 and a % 3 == 1:",
        "        x = 1 // (a + b - 40)",
    ];
    let deciding = [
        "def over(a, b):",
        "    if a + b == 30 and a % 4 == 2:",
        "        return 1 // (a + b - 30)",
        "    return None",
    ];
    let expanding = [&moves[..3], &expanding, &moves[3..]].concat();
    let deciding = [&moves[..], &deciding].concat();
    for (name, lines) in [("expanding.py", &expanding), ("deciding.py", &deciding)] {
        let file = write(directory.path(), name, lines);
        let expected = fails_alone(&file);
        assert!(
            stderr(&expected).contains("division"),
            "{}",
            stderr(&expected)
        );
        for processes in ["1", "2", "3"] {
            let parts = directory.path().join(processes);
            let more = ["--processes", processes, "--checkpoint", "0"];
            let failed = build_parts(&[text(&file)], &parts, &more).output().unwrap();
            assert_eq!(failed.status.code(), expected.status.code());
            assert_eq!(stderr(&failed), stderr(&expected), "{name} by {processes}");
            std::fs::remove_dir_all(&parts).unwrap();
        }
    }
}

/// A forbidden cycle is reported, with its positions, whatever the number of processes.
#[test]
fn forbidden_cycles_are_errors() {
    let directory = tempfile::tempdir().unwrap();
    let lines = [
        "cycles = \"error\"",
        "def start():",
        "    yield 0",
        "def moves(n):",
        "    if n < 50:",
        "        yield n + 1",
        "    if n == 40:",
        "        yield 17",
    ];
    let file = write(directory.path(), "cyclic.py", &lines);
    let expected = fails_alone(&file);
    let mut found = Vec::new();
    for processes in ["1", "2", "3"] {
        let parts = directory.path().join(processes);
        let more = ["--processes", processes];
        let failed = build_parts(&[text(&file)], &parts, &more).output().unwrap();
        assert_eq!(failed.status.code(), expected.status.code());
        found.push(stderr(&failed));
    }
    let cycle = &found[0];
    assert!(cycle.contains("the game graph has a cycle"), "{cycle}");
    // Positions 17 to 40, of which 12 are shown.
    assert!(cycle.contains("… 12 more"), "{cycle}");
    assert!(found.iter().all(|other| other == cycle), "{found:?}");
}

/// A checkpoint of positions that is cut or altered is not used, but the one before.
#[test]
fn damaged_checkpoints_of_positions_are_not_used() {
    let directory = tempfile::tempdir().unwrap();
    let game = example("connect_four");
    let expected = std::fs::read(build(directory.path(), &game, &[], &[])).unwrap();
    let parts = directory.path().join("parts");
    let often = ["--checkpoint-plies", "1", "--processes", "2"];
    let saved = |depth: &str| {
        let name = format!("checkpoint-positions-{depth}-1-of-2");
        parts.join(name)
    };
    let mut child = build_parts(&[&game], &parts, &often)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the positions are saved", || saved("all").exists());
    signal("-9", children(child.id())[0]);
    child.wait().unwrap();
    let whole = std::fs::read(saved("all")).unwrap();
    let mut altered = whole.clone();
    *altered.last_mut().unwrap() ^= 1;
    for damaged in [&whole[..whole.len() - 1], &altered] {
        std::fs::write(saved("all"), damaged).unwrap();
        let built = build_parts(&[&game], &parts, &often).output().unwrap();
        let notes = stderr(&built);
        assert!(built.status.success(), "{notes}");
        assert!(
            notes.contains("checkpoint-positions-all-1-of-2 is damaged"),
            "{notes}"
        );
        assert!(
            notes.contains("continuing from the checkpoint of depth"),
            "{notes}"
        );
        assert!(merge(&parts) == expected);
        // Again from the same state.
        let mut child = build_parts(&[&game], &parts, &often)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("the positions are saved", || saved("all").exists());
        signal("-9", children(child.id())[0]);
        child.wait().unwrap();
    }
}

#[test]
fn what_several_processes_cannot_solve_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let game = example("nim");
    let refused = build_parts(&[&game], &parts, &["--processes", "2"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("a rule file without sums"),
        "{}",
        stderr(&refused)
    );
}
