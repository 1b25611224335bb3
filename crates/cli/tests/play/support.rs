//! Running `kibitz play` and parsing its output.

use std::ffi::OsStr;
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use kibitz_query::Entry;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn kibitz() -> Command {
    let mut command = cargo_bin_cmd!("kibitz");
    command.env_remove("RUST_BACKTRACE");
    command.timeout(Duration::from_secs(120));
    command
}

/// Plays with these arguments and input lines.
pub(crate) fn play(arguments: &[impl AsRef<OsStr>], lines: impl Into<Vec<u8>>) -> Done {
    let mut command = kibitz();
    let output = command.arg("play").args(arguments).write_stdin(lines);
    let output = output.output().expect("the program runs");
    let done = Done {
        code: output.status.code().expect("no signal ended the program"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    };
    assert!(!done.err.contains("panicked"), "{}", done.err);
    assert!(!done.out.contains('\x1b'), "{}", done.out);
    assert!(done.out.is_empty() || done.out.ends_with('\n'));
    done
}

/// Arguments for a game of the catalogue with parameters that are solved quickly.
pub(crate) fn quick(entry: &Entry, more: &[&str]) -> Vec<String> {
    let mut arguments = vec![entry.info.name.to_owned()];
    for (name, value) in entry.quick.into_iter().flatten() {
        arguments.extend(["--set".to_owned(), format!("{name}={value}")]);
    }
    arguments.extend(more.iter().map(|&argument| argument.to_owned()));
    arguments
}

/// Plays to the end of the input; returns the transcript of the successful run.
pub(crate) fn transcript(arguments: &[impl AsRef<OsStr>], lines: &str) -> String {
    let done = play(arguments, lines);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    done.out
}

/// The moves in a transcript: player and name.
pub(crate) fn moves(transcript: &str) -> Vec<(&str, &str)> {
    // Skips the introduction of two lines, and lines that mention commands.
    let lines = transcript
        .lines()
        .skip(2)
        .filter(|line| !line.contains('`'));
    let moves = lines.filter_map(|line| {
        let line = line.strip_suffix('.')?;
        let played = line.split_once(" plays ").or(line.split_once(" play "));
        let passed = || Some((line.split_once(" pass")?.0, "pass"));
        let passes = line.ends_with("no other move is possible");
        played.or_else(|| if passes { passed() } else { None })
    });
    moves.collect()
}
