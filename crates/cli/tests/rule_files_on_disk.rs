//! `build` of rule files that do not fit the memory limit: killed, it continues, and ends with the
//! file that is built in memory; errors of the system name the file, and nothing is lost.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A rule file with a quarter of a million positions and ties.
fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/connect_four.py")
}

/// Too little memory for the positions beside the table's writer.
const SMALL: [&str; 4] = ["--memory", "9MiB", "--threads", "1"];
/// With a checkpoint after every shard.
const ALWAYS: [&str; 2] = ["--checkpoint", "0"];

/// A build with some more arguments.
fn build(path: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kibitz"));
    command.arg("build").arg(rules()).arg("-o").arg(path);
    command.args(["--progress", "json"]);
    command.args(more).stdout(Stdio::null());
    command
}

/// The output of a command on standard error; its exit code must be as expected.
fn error(out: &Output, code: i32) -> String {
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(code), "{error}");
    error
}

/// The file that is built in memory.
fn expected(directory: &Path) -> Vec<u8> {
    let path = directory.join("expected.kbz");
    let out = build(&path, &[]).output().unwrap();
    assert!(!error(&out, 0).contains("on disk"));
    std::fs::read(path).unwrap()
}

/// A build with some more arguments that has made its first checkpoint.
fn started(path: &Path, more: &[&str]) -> Child {
    let more = [more, &SMALL, &ALWAYS].concat();
    let mut child = build(path, &more).stderr(Stdio::piped()).spawn().unwrap();
    let checkpoint = path.with_extension("kbz.work").join("checkpoint");
    while !checkpoint.exists() {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it ended without a checkpoint"
        );
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child
}

#[test]
fn killed_builds_continue() {
    let directory = tempfile::tempdir().unwrap();
    let small = [SMALL.as_slice(), &ALWAYS].concat();
    let expected = expected(directory.path());
    let path = directory.path().join("killed.kbz");
    let work = directory.path().join("killed.kbz.work");
    let began = std::time::Instant::now();
    let whole = build(&path, &small).output().unwrap();
    // Kills are spread over the first part of the time that a build takes on this machine; a build
    // that continues comes to all parts of it.
    let time = began.elapsed();
    let stages = error(&whole, 0);
    for stage in [
        "enumeration",
        "expansion",
        "sorting moves",
        "retrograde analysis",
    ] {
        assert!(stages.contains(&format!("{stage} on disk")), "{stages}");
    }
    let (mut continued, mut built) = (0, 0);
    for kill in 0..=kibitz_bruteforce::rounds(3, 40) as u32 {
        if path.exists() {
            // It may have been killed while it removed the working files.
            assert!(std::fs::read(&path).unwrap() == expected);
            std::fs::remove_file(&path).unwrap();
            built += 1;
        }
        continued += usize::from(work.join("checkpoint").exists());
        // The first kill comes after a checkpoint, whatever the machine's speed.
        let mut child = started(&path, &[]);
        if kill > 0 {
            std::thread::sleep(time * (kill * 7919 % 80) / 200);
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(continued > 0, "{built} built");
    error(&build(&path, &small).output().unwrap(), 0);
    assert!(std::fs::read(&path).unwrap() == expected);
    assert!(!work.exists());
}

#[test]
fn builds_continue_after_errors_of_the_system() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("limited.kbz");
    let mut killed = started(&path, &[]);
    killed.kill().unwrap();
    killed.wait().unwrap();
    // The runs of moves are longer than this if no checkpoint ends them, files of positions are
    // not.
    let command = build(&path, &SMALL);
    let mut limited = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\"";
    limited.args(["-c", script]).arg(command.get_program());
    let failed = limited.args(command.get_args()).output().unwrap();
    let message = error(&failed, 4);
    let named = directory.path().join("limited.kbz.work/run-");
    let expected_message = format!("cannot write {}", named.display());
    assert!(message.contains(&expected_message), "{message}");
    assert!(!path.exists());

    let other = [&["--set", "cols=5"], &SMALL[..]].concat();
    let refused = error(&build(&path, &other).output().unwrap(), 4);
    assert!(
        refused.contains("has the working files of connect_four from"),
        "{refused}"
    );
    assert!(
        refused.contains("finish that run, or remove the directory"),
        "{refused}"
    );

    error(&build(&path, &SMALL).output().unwrap(), 0);
    assert!(std::fs::read(&path).unwrap() == expected(directory.path()));
    assert!(!directory.path().join("limited.kbz.work").exists());

    let missing = directory.path().join("missing/table.kbz");
    let refused = error(&build(&missing, &SMALL).output().unwrap(), 4);
    assert!(refused.contains("its directory must exist"), "{refused}");
}

/// An interrupted build says that it can be continued.
#[test]
fn interrupted_builds_name_their_checkpoint() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("stopped.kbz");
    let work = directory.path().join("stopped.kbz.work");
    let child = started(&path, &["--set", "cols=5"]);
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &id]).status();
    assert!(sent.unwrap().success());
    let message = error(&child.wait_with_output().unwrap(), 130);
    let expected = format!(
        "the same command continues from the checkpoint in {}",
        work.display()
    );
    assert!(message.contains(&expected), "{message}");
}
