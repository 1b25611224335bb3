//! System errors: unreadable files, unwritable output, closed pipes.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use crate::bad_input::support::{SYSTEM, kibitz, kibitz_under, run, run_in};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("kibitz"))
}

#[test]
fn missing_files_are_reported() {
    for arguments in [
        &["judge", "boxes", "no-such-file"][..],
        &["solve", "boxes", "--input", "no-such-file"],
    ] {
        let done = run(arguments);
        assert_eq!((done.code, done.out.as_str()), (SYSTEM, ""), "{}", done.err);
        assert!(
            done.err.contains("cannot open no-such-file: "),
            "{}",
            done.err
        );
    }
}

#[test]
fn directories_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["judge", "boxes", "."][..],
        &["solve", "boxes", "--input", "."],
    ] {
        let done = run_in(folder.path(), arguments);
        assert_eq!((done.code, done.out.as_str()), (SYSTEM, ""), "{}", done.err);
        assert!(done.err.contains("cannot read .: "), "{}", done.err);
    }
    let input = File::open(folder.path()).unwrap();
    let output = program()
        .args(["judge", "boxes"])
        .stdin(input)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(SYSTEM));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("standard input: "), "{error}");
}

#[test]
fn file_names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"cases-\xff");
    if std::fs::write(folder.path().join(name), "1\n2\n1 2\n").is_err() {
        return; // not supported by every file system
    }
    let output = kibitz()
        .current_dir(folder.path())
        .args(["judge", "boxes"])
        .arg(name)
        .output();
    assert_eq!(output.unwrap().stdout, b"Case 1: Alice\n");
}

#[test]
fn a_minus_is_standard_input() {
    let done = crate::bad_input::support::run_with(&["judge", "boxes", "-"], "1\n2\n1 2\n");
    assert_eq!((done.code, done.out.as_str()), (0, "Case 1: Alice\n"));
}

/// Runs a command whose standard output is a full disk.
fn on_a_full_disk(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Commands that write to standard output, with their input.
const WRITERS: [(&[&str], &str); 26] = [
    (&["judge", "boxes"], ONE_CASE),
    (&["solve", "boxes"], ""),
    (&["solve", "boxes", "--json"], ""),
    (&["stats", "marbles"], ""),
    (&["stats", "nim", "--json"], ""),
    (&["table", "nim", "--param", "a=1..3"], ""),
    (&["table", "nim", "--param", "a=1..3", "--csv"], ""),
    (&["table", "nim", "--param", "a=1..3", "--json"], ""),
    (&["table", "nim", "--param", "a=1..3", "--emit", "cpp"], ""),
    (&["find", "nim", "--where", "moves>1"], ""),
    (&["find", "nim", "--where", "moves>1", "--count"], ""),
    (&["find", "nim", "--where", "moves>1", "--json"], ""),
    (&["puzzle", "nim", "--seed", "1"], ""),
    (&["gen", "nim"], ""),
    (
        &[
            "verify",
            "nim",
            "--exec",
            "kibitz judge nim",
            "--cases",
            "9",
        ],
        "",
    ),
    (&["play", "nim", "--side", "none"], ""),
    (&["play", "nim"], "quit\n"),
    (&["completions", "bash"], ""),
    (&["man"], ""),
    (&["man", "solve"], ""),
    (&["shim"], ""),
    (&["games"], ""),
    (&["games", "--json"], ""),
    (&["--help"], ""),
    (&["judge", "--help"], ""),
    (&["--version"], ""),
];

const ONE_CASE: &str = "1\n2\n1 2\n";

#[test]
fn a_full_disk_is_reported() {
    let many = format!("50000\n{}", "2\n1 2\n".repeat(50_000));
    let long = [(&["judge", "boxes"][..], many.as_str())];
    for (arguments, input) in WRITERS.into_iter().chain(long) {
        let (code, error) = on_a_full_disk(arguments, input);
        assert_eq!(code, Some(SYSTEM), "{arguments:?}: {error}");
        assert!(
            error.contains("cannot write the output: "),
            "{arguments:?}: {error}"
        );
    }
}

/// Runs a command with standard output closed by a shell (`>&-`).
fn with_closed_output(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = kibitz_under("sh");
    command.args(["-c", "exec \"$0\" \"$@\" >&-"]);
    command.arg(assert_cmd::cargo::cargo_bin!("kibitz"));
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_closed_output_is_reported() {
    for (arguments, input) in WRITERS {
        let (code, error) = with_closed_output(arguments, input);
        assert_eq!(code, Some(SYSTEM), "{arguments:?}: {error}");
        let message = "error: cannot write the output: standard output is closed\n";
        assert!(error.ends_with(message), "{arguments:?}: {error}");
    }
}

#[test]
fn files_are_written_although_output_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let shim = folder.path().join("kibitz.py");
    let shim = shim.to_str().unwrap();
    let pages = folder.path().join("pages");
    let pages = pages.to_str().unwrap();
    for arguments in [&["shim", "-o", shim][..], &["man", "--out", pages]] {
        let done = with_closed_output(arguments, "");
        assert_eq!(done, (Some(0), String::new()), "{arguments:?}");
    }
    let text = std::fs::read_to_string(shim).unwrap();
    assert_eq!(text, run(&["shim"]).out);
    // The file is created, but the message cannot be printed.
    let game = folder.path().join("game.py");
    let (code, error) = with_closed_output(&["new", game.to_str().unwrap()], "");
    assert_eq!(code, Some(SYSTEM), "{error}");
    assert!(game.exists());
}

/// Checks that a command exits successfully if its reader closes the pipe.
fn with_a_short_reader(arguments: &[&str], bytes: usize, input: &str) {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input.as_bytes());
        });
        stdout.read_exact(&mut vec![0; bytes]).unwrap();
        drop(stdout);
    });
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    assert_eq!(error, "", "{arguments:?}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let many = format!("200000\n{}", "2\n1 2\n".repeat(200_000));
    for bytes in [0, 1, 5, 70_000] {
        with_a_short_reader(&["judge", "boxes"], bytes, &many);
    }
    for arguments in [
        &["games"][..],
        &["games", "--json"],
        &["--help"],
        &["solve", "boxes"],
    ] {
        with_a_short_reader(arguments, 0, "");
    }
}

/// A program with interactive input and output.
struct Interactive {
    child: Child,
    stdin: ChildStdin,
    answers: Receiver<String>,
}

impl Interactive {
    fn with(arguments: &[&str]) -> Interactive {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, answers) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Interactive {
            child,
            stdin,
            answers,
        }
    }

    /// Writes a text and waits for a line of output.
    fn answer(&mut self, text: &str) -> Option<String> {
        self.stdin.write_all(text.as_bytes()).unwrap();
        self.answers.recv_timeout(Duration::from_secs(20)).ok()
    }

    fn end(mut self) -> Option<i32> {
        drop(self.stdin);
        self.child.wait().unwrap().code()
    }
}

/// Output is flushed after each case if the input is interactive.
#[test]
fn interactive_cases_are_answered_immediately() {
    let ones = "1 1 1 1 1 1 1 1\n";
    let numbers = format!("0\n{ones}{ones}");
    let marbles = "   *\n  * *\n * * *\n* * * *\n * * *\n  * *\n   .\n";
    for (game, first, case, answers) in [
        ("boxes", "2\n", "2\n1 0\n", ["Case 1: Bob", "Case 2: Bob"]),
        ("numbers", "2\n", &numbers, ["Deal"; 2]),
        ("marbles", "2\n\n", marbles, ["Possible."; 2]),
        ("piles", "", "1 0\n1 1\n", ["Alice can win."; 2]),
    ] {
        let mut judge = Interactive::with(&["judge", game]);
        let answer = judge.answer(&format!("{first}{case}"));
        assert_eq!(answer.as_deref(), Some(answers[0]), "{game}");
        let answer = judge.answer(case);
        assert_eq!(answer.as_deref(), Some(answers[1]), "{game}");
        assert_eq!(judge.end(), Some(0), "{game}");
    }
}
