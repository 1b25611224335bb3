//! Runs the executable with random command lines: no panic, no signal, no hang,
//! and only documented exit codes. A unit test in `src/arguments.rs` parses many
//! more of them in one process.

mod lines;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;
use kibitz_bruteforce::{Random, rounds};

/// Timeout of a hanging command; each has a time limit of a fraction of a second.
const HANGS: Duration = Duration::from_secs(60);

/// The documented exit codes.
const CODES: [i32; 6] = [0, 1, 2, 3, 4, 130];

/// Whether a line neither runs a server nor writes files.
fn is_harmless(line: &[String]) -> bool {
    let command = line.first().map_or("", String::as_str);
    !["serve", "new"].contains(&command) && !line.iter().any(|word| word.starts_with("-o"))
}

/// Runs a line; returns its exit code.
fn run(seed: u64, folder: &Path) -> Option<i32> {
    let line = lines::command_line(&mut Random(seed));
    if !is_harmless(&line) {
        return None;
    }
    let output = cargo_bin_cmd!("kibitz")
        .args(&line)
        .current_dir(folder)
        .env_remove("RUST_BACKTRACE")
        .timeout(HANGS)
        .write_stdin("2\n3\n1 2 3\n#1\nquit\n")
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).expect("messages are text");
    let shown = format!("seed {seed}: kibitz {line:?}\n{error}");
    let code = output.status.code();
    let code = code.unwrap_or_else(|| panic!("ended by {}: {shown}", output.status));
    assert!(CODES.contains(&code), "exit code {code}: {shown}");
    assert!(!error.contains("panicked"), "{shown}");
    assert!(code < 2 || error.contains("error"), "code {code}: {shown}");
    let out = String::from_utf8(output.stdout).expect("answers are text");
    assert!(out.is_empty() || out.ends_with('\n'), "{shown}");
    Some(code)
}

#[test]
fn random_command_lines_exit_with_documented_codes() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in ["samples", "examples"] {
        std::os::unix::fs::symlink(
            root.join(name).canonicalize().unwrap(),
            folder.path().join(name),
        )
        .unwrap();
    }
    let max = rounds(600, 30_000);
    let next = AtomicUsize::new(0);
    let ended = CODES.map(|_| AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= max {
                        return;
                    }
                    let code = run(seed as u64, folder.path());
                    let place = CODES.iter().position(|own| Some(*own) == code);
                    if let Some(place) = place {
                        ended[place].fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    // The sample covers more than usage errors.
    let [done, no, bad, budget, system, _] = ended.map(AtomicUsize::into_inner);
    assert!(
        done > max / 10 && bad > max / 10 && budget > 0 && no > 0 && system > 0,
        "{done} done, {no} no, {bad} bad, {budget} over a budget, {system} failed"
    );
}
