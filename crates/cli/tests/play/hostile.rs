//! Adversarial input, closed pipes and signals.

use std::io::Read;
use std::process::{Command, Stdio};

use kibitz_bruteforce::Random;
use kibitz_query::quick_games;

use crate::play::support::{kibitz, moves, play, quick};

/// Garbage followed by a move: the move is made.
#[test]
fn garbage_is_ignored() {
    let mut random = Random(8);
    let mut garbage: Vec<Vec<u8>> = vec![
        b"\xff\xfe\x00\x01".to_vec(),
        b"\x1b[2J\x1b]0;title\x07".to_vec(),
        "\u{202e}edud".into(),
        vec![b'9'; 1_000_000],
        "é".repeat(70_000).into(),
        b"#99999999999999999999999999".to_vec(),
        b"#0".to_vec(),
        b"play".to_vec(),
        b"play  ".to_vec(),
        b"moves none".to_vec(),
        b"\t \r".to_vec(),
        b"5>4 x99999999999999999999".to_vec(),
        b"1:".to_vec(),
        b"+".to_vec(),
        b"-".to_vec(),
    ];
    for _ in 0..30 {
        let length = random.below(40);
        garbage.push((0..length).map(|_| random.bits() as u8).collect());
    }
    for (entry, session) in quick_games() {
        // An empty line makes a forced move.
        let only = session
            .inspect(&session.default_position(), 2)
            .unwrap()
            .moves
            .len()
            == 1;
        let mut lines = garbage.join(&b"\n"[..]);
        lines.extend(b"\n#1\n");
        let done = play(&quick(entry, &["--seed", "1"]), lines);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
        let made = moves(&done.out);
        assert!(only || made.len() >= 2, "{}", done.out);
        let is_plain = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!(done.out.chars().all(is_plain), "{:?}", done.out);
        assert!(done.out.len() < 100_000);
    }
}

/// Also in the middle of a line.
#[test]
fn input_may_end_anywhere() {
    let lines = b"values\nb2-b3\nundo\nwhy\nb2\n#1\nnew\nflip\n";
    for end in 0..=lines.len() {
        let arguments = ["marbles", "--at", "****/*..*/*..*/****", "--seed", "1"];
        let done = play(&arguments, &lines[..end]);
        assert_eq!((done.code, done.err.as_str()), (0, ""));
    }
}

#[test]
fn colours_only_if_forced() {
    // `play` checks that there are none in a pipe.
    let coloured = |key: &str, value: &str| {
        let mut command = kibitz();
        let command = command.args(["play", "nine"]).env(key, value);
        let output = command.write_stdin("values\n").output().unwrap();
        output.stdout.contains(&b'\x1b')
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
    assert!(!coloured("UNUSED", "1"));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("kibitz"))
        .args(["play", "marbles", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // Input for as long as it reads.
    let mut input = child.stdin.take().unwrap();
    let wrote = std::io::Write::write_all(&mut input, "moves all\n".repeat(20_000).as_bytes());
    drop((wrote, input));
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(errors, "");
}

/// Starts a game and sends a signal once `text` is printed; returns the exit code
/// and standard error.
#[cfg(unix)]
fn ended_by(signal: &str, game: &str, text: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("kibitz"))
        .args(["play", game, "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut seen = Vec::new();
    while !seen.ends_with(text) {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        seen.extend(byte);
    }
    // The prompt may be read before the program waits for input; then the first
    // signal cancels and the second one terminates it.
    let id = child.id().to_string();
    for _ in 0..600 {
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success());
        std::thread::sleep(std::time::Duration::from_millis(50));
        if let Some(status) = child.try_wait().unwrap() {
            let mut errors = String::new();
            let mut stderr = child.stderr.take().unwrap();
            stderr.read_to_string(&mut errors).unwrap();
            return (status.code(), errors);
        }
    }
    child.kill().unwrap();
    panic!("it did not end");
}

/// An interrupt ends a game without a message, with the documented exit code.
#[cfg(unix)]
#[test]
fn an_interrupt_exits_with_code_130() {
    for signal in ["-INT", "-TERM"] {
        // While it waits for input, and while it solves the game.
        for (game, text) in [("marbles", &b"> "[..]), ("dobutsu", b"\n")] {
            let ended = ended_by(signal, game, text);
            assert_eq!(ended, (Some(130), String::new()), "{signal}, {game}");
        }
    }
}
