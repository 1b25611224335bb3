//! `build` of built-in games on disk: killed, it continues, and ends with the file that is built in
//! memory; errors of the system name the file, and nothing is lost.
#![cfg(unix)]

use std::path::Path;

use crate::table_files::{build, fail, text};

/// Less memory than kbnk needs, but enough for writing the table.
const SMALL: &[&str] = &["--memory", "11MiB", "--threads", "1"];

/// A game whose solve takes a second, what is said about its solve on disk, and the time between
/// checkpoints.
struct Game {
    name: &'static str,
    set: &'static [&'static str],
    engine: &'static str,
    checkpoint: &'static str,
}

const KBNK: Game = Game {
    name: "kbnk",
    set: &[],
    engine: "retrograde analysis on disk",
    checkpoint: "0.2",
};

/// One for each engine.
const GAMES: &[Game] = &[
    KBNK,
    Game {
        name: "numbers",
        set: &["--set", "cards=9", "--set", "modulus=6"],
        engine: "hand pairs on disk",
        checkpoint: "0.1",
    },
    Game {
        name: "cram",
        set: &["--set", "rows=3", "--set", "cols=9"],
        engine: "placement sweep on disk",
        checkpoint: "0",
    },
    Game {
        name: "dobutsu",
        set: &["--set", "animals=EC"],
        engine: "bit-parallel retrograde analysis on disk",
        checkpoint: "0",
    },
];

/// Starts a build with little memory on disk, with frequent checkpoints.
fn build_on_disk(game: &Game, path: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("kibitz"));
    command.args(["build", game.name, "-o", text(path)]);
    command.args(game.set).args(SMALL);
    command.args(["--checkpoint", game.checkpoint, "--progress", "json"]);
    command.stdout(std::process::Stdio::null());
    command
}

/// Waits until a process has written its checkpoint, or has ended.
fn wait_for_checkpoint(checkpoint: &Path, process: &mut std::process::Child) {
    while !checkpoint.exists() && process.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// A build on disk that is killed continues, and its file is that of a build in memory.
#[test]
fn killed_builds_on_disk_continue() {
    GAMES.iter().for_each(continues_when_killed);
}

fn continues_when_killed(game: &Game) {
    let directory = tempfile::tempdir().unwrap();
    let began = std::time::Instant::now();
    let expected = std::fs::read(build(directory.path(), game.name, game.set, &[])).unwrap();
    // Kills are spread over a part of the time that a build takes on this machine; a build that
    // continues comes to all parts of it.
    let time = began.elapsed();
    let path = directory.path().join("killed.kbz");
    let work = directory.path().join("killed.kbz.work");
    let build_on_disk = |path: &Path| build_on_disk(game, path);
    let (mut continued, mut built) = (0, 0);
    let kills = kibitz_bruteforce::rounds(3, 60) as u32;
    for kill in 0..=kills {
        if path.exists() {
            assert!(std::fs::read(&path).unwrap() == expected);
            assert!(!work.exists());
            std::fs::remove_file(&path).unwrap();
            built += 1;
        }
        continued += usize::from(work.join("checkpoint").exists());
        let mut command = build_on_disk(&path);
        let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
        match kill {
            // The first kill comes after a checkpoint, whatever the machine's speed.
            0 => wait_for_checkpoint(&work.join("checkpoint"), &mut child),
            _ => std::thread::sleep(time * (kill * 7919 % 100) / 400),
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(continued > 0, "{}: {built} built", game.name);
    let last = build_on_disk(&path).output().unwrap();
    let error = String::from_utf8(last.stderr).unwrap();
    assert!(last.status.success(), "{error}");
    assert!(error.contains(game.engine), "{error}");
    assert!(std::fs::read(&path).unwrap() == expected);
    assert!(!work.exists());
}

/// A build that cannot write a file names it, and the next build continues.
#[test]
fn builds_on_disk_continue_after_errors_of_the_system() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("kbnk.kbz");
    let small = build_on_disk(&KBNK, &path);
    let mut limited = std::process::Command::new("sh");
    // The entries of a shard have 2 MiB, the updates of a large level more.
    let script = "trap '' XFSZ; ulimit -f 5000; exec \"$0\" \"$@\"";
    limited.args(["-c", script]).arg(small.get_program());
    let failed = limited.args(small.get_args()).output().unwrap();
    let error = String::from_utf8(failed.stderr).unwrap();
    assert_eq!(failed.status.code(), Some(4), "{error}");
    let named = directory.path().join("kbnk.kbz.work/updates-");
    let message = format!("cannot write {}", named.display());
    assert!(error.contains(&message), "{error}");
    assert!(!path.exists());

    let other = ["build", "krkn", "-o", text(&path)];
    let foreign = [&other[..], SMALL].concat();
    fail(
        &foreign,
        "",
        4,
        "expected those of krkn with parameters none",
    );

    let continued = build_on_disk(&KBNK, &path).output().unwrap();
    let error = String::from_utf8(continued.stderr).unwrap();
    assert!(continued.status.success(), "{error}");
    assert!(!error.contains("counting moves"), "{error}");
    let built = std::fs::read(&path).unwrap();
    assert!(!directory.path().join("kbnk.kbz.work").exists());
    // In memory, and on disk because there is no memory for writing the table beside it.
    for memory in ["1GiB", "15MiB"] {
        let options = ["--threads", "2", "--memory", memory];
        let again = build(directory.path(), "kbnk", &[], &options);
        assert!(built == std::fs::read(again).unwrap(), "{memory}");
    }
}
