//! `build` by several processes, on loopback: the table is that of one process, whatever fails.
#![cfg(unix)]

mod hosts;
mod processes;
mod rule_files;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::table_files::{build, text};
use processes::{
    build_parts, children, continues_when_killed, is_executed, is_running, is_the_same, kibitz,
    merge, signal, stderr, wait_until,
};

/// 4 million positions.
const NUMBERS: &[&str] = &["--set", "cards=9", "--set", "modulus=6"];
/// 19 million positions: time enough to stop a process.
const LARGER: &[&str] = &["--set", "cards=11", "--set", "modulus=6"];

#[test]
fn any_number_of_processes_builds_the_same_table() {
    is_the_same("quixo", &[], &["1", "2", "3"]);
    is_the_same("kqk", &[], &["2"]);
    is_the_same("numbers", NUMBERS, &["1", "2", "3"]);
    let larger = ["--set", "cards=10", "--set", "modulus=6"];
    is_the_same(
        "numbers",
        &larger,
        if kibitz_bruteforce::is_full() {
            &["1", "2", "3"]
        } else {
            &["2"]
        },
    );
}

/// Parts are a table without being merged.
#[test]
fn parts_are_a_table() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let built = build_parts(&["quixo"], &parts, &["--processes", "3"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", stderr(&built));
    let checked = kibitz(&["check", text(&parts)]).output().unwrap();
    assert!(checked.status.success(), "{}", stderr(&checked));
    let output = |arguments: &[&str]| {
        let output = kibitz(arguments).stdout(Stdio::piped()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let position = ".../.../... X";
    let probed = output(&["probe", text(&parts), position]);
    assert!(probed.contains("win in"), "{probed}");
    let solved = output(&[
        "solve",
        "quixo",
        "--at",
        position,
        "--table",
        text(&parts),
        "--json",
    ]);
    assert_eq!(
        solved,
        output(&["solve", "quixo", "--at", position, "--json"])
    );

    let part = parts.join("part-1-of-3.kbz");
    let whole = std::fs::read(&part).unwrap();
    std::fs::write(&part, &whole[..whole.len() - 1]).unwrap();
    let damaged = kibitz(&["check", text(&parts)]).output().unwrap();
    assert!(
        stderr(&damaged).contains("part-1-of-3.kbz"),
        "{}",
        stderr(&damaged)
    );
    std::fs::remove_file(&part).unwrap();
    let missing = kibitz(&["check", text(&parts)]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        stderr(&missing).contains("it has 2 of the 3 parts"),
        "{}",
        stderr(&missing)
    );
    // A part alone is not a table.
    let alone = kibitz(&["check", text(&parts.join("part-0-of-3.kbz"))])
        .output()
        .unwrap();
    assert_eq!(alone.status.code(), Some(2), "{}", stderr(&alone));
}

#[test]
fn killed_builds_continue() {
    let game = [&["numbers"], NUMBERS].concat();
    let kills = kibitz_bruteforce::rounds(10, 100) as u32;
    continues_when_killed(&game, "0.02", kills);
}

/// Levels of the checkpoints of a process.
fn checkpoints(parts: &Path, process: usize, processes: usize) -> Vec<(u32, PathBuf)> {
    let suffix = format!("-{process}-of-{processes}");
    let mut found = Vec::new();
    for file in std::fs::read_dir(parts).into_iter().flatten() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let level = name
            .strip_prefix("checkpoint-")
            .and_then(|n| n.strip_suffix(&suffix));
        found.extend(level.and_then(|level| Some((level.parse().ok()?, path))));
    }
    found.sort();
    found
}

/// A checkpoint that is cut or altered is not used, but the one before.
#[test]
fn damaged_checkpoints_are_not_used() {
    let directory = tempfile::tempdir().unwrap();
    let expected = std::fs::read(build(directory.path(), "numbers", NUMBERS, &[])).unwrap();
    let parts = directory.path().join("parts");
    let game = [&["numbers"], NUMBERS].concat();
    for is_cut in [true, false] {
        let often = ["--checkpoint-plies", "2", "--processes", "2"];
        let mut child = build_parts(&game, &parts, &often)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("there are two checkpoints", || {
            let all = [checkpoints(&parts, 0, 2), checkpoints(&parts, 1, 2)];
            all.iter()
                .all(|own| own.last().is_some_and(|(level, _)| *level >= 6))
        });
        signal("-9", child.id());
        child.wait().unwrap();
        wait_until("the other process ends", || {
            let lock = std::fs::File::open(parts.join("lock-1")).unwrap();
            lock.try_lock().is_ok()
        });
        let (level, newest) = checkpoints(&parts, 1, 2).pop().unwrap();
        let mut bytes = std::fs::read(&newest).unwrap();
        if is_cut {
            bytes.truncate(bytes.len() - 1);
        } else {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }
        std::fs::write(&newest, bytes).unwrap();
        let again = build_parts(&game, &parts, &often).output().unwrap();
        let error = stderr(&again);
        assert!(again.status.success(), "{error}");
        let name = newest.file_name().unwrap().to_string_lossy();
        assert!(
            error.contains(&*name) && error.contains("is damaged"),
            "{error}"
        );
        let before = format!("continuing from the checkpoint of level {}", level - 2);
        assert!(error.contains(&before), "level {level}: {error}");
        assert!(merge(&parts) == expected);
    }
}

/// A process that is stopped is noticed within the limit, at the start and later.
#[test]
fn stopped_processes_are_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let game = [&["numbers"], LARGER].concat();
    for at_start in [true, false] {
        let limit = [
            "--peer-timeout",
            "1",
            "--processes",
            "2",
            "--progress",
            "json",
        ];
        let mut command = build_parts(&game, &parts, &limit);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let mut other = None;
        wait_until("there is another process", || {
            other = children(child.id()).first().copied();
            other.is_some_and(is_executed)
        });
        let other = other.unwrap();
        let mut line = String::new();
        while !at_start && !line.contains("retrograde analysis by several") {
            line.clear();
            assert!(lines.read_line(&mut line).unwrap() > 0);
        }
        signal("-STOP", other);
        let began = Instant::now();
        let mut error = String::new();
        lines.read_to_string(&mut error).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(4), "{error}");
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "{:?}",
            began.elapsed()
        );
        let expected = if at_start {
            "no connection with process 1"
        } else {
            "silent for 1s"
        };
        assert!(error.contains(expected), "{error}");
        wait_until("it was killed", || !is_running(other));
    }
}

/// What cannot be started says why.
#[test]
fn wrong_usage_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let file = directory.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let secret = directory.path().join("secret");
    std::fs::write(&secret, "short").unwrap();
    let hosts = directory.path().join("hosts");
    std::fs::write(&hosts, "127.0.0.1:4000\n").unwrap();
    let of_hosts = |process, secret| {
        let hosts = text(&hosts);
        [
            "quixo",
            "--hosts",
            hosts,
            "--process",
            process,
            "--secret",
            secret,
        ]
        .map(str::to_owned)
    };
    let cases: &[(&[String], &Path, &str)] = &[
        (
            &["nim", "--processes", "2"].map(str::to_owned),
            &parts,
            "cannot be solved by several",
        ),
        (
            &["quixo", "--processes", "0"].map(str::to_owned),
            &parts,
            "1..=64",
        ),
        (
            &["quixo", "--processes", "2"].map(str::to_owned),
            &file,
            "expected a directory",
        ),
        (
            &of_hosts("1", text(&secret)),
            &parts,
            "there is no process 1",
        ),
        (
            &of_hosts("0", text(&secret)),
            &parts,
            "expected at least 16",
        ),
        (&of_hosts("0", "nowhere"), &parts, "cannot read the secret"),
    ];
    for (arguments, output, expected) in cases {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let refused = build_parts(&arguments, output, &[]).output().unwrap();
        let code = refused.status.code().unwrap();
        assert!(matches!(code, 2 | 4), "{arguments:?}: {code}");
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
}
