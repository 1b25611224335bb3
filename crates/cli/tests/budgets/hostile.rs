//! Hostile rule files: whatever a file holds, the command answers with an exit
//! code of its list and a message, in bounded time and memory.
//!
//! Every file is linted (which runs the interpreter and compiled code on the same
//! positions), and solved by `stats` and by `solve`.

mod allocations;
mod case;
mod encodings;
mod language;
mod loops;
mod nesting;
mod process;
mod sizes;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use case::{Case, Expected};
use process::{broken_promise, run};

use crate::child::Ended;

/// Tries one file; what is wrong, a line each.
fn problems(case: &Case) -> Vec<String> {
    let home = tempfile::tempdir().expect("a directory");
    let path = home.path().join("hostile.py");
    std::fs::write(&path, &case.text).expect("a file");
    let path = path.to_str().expect("a path of text");
    let mut problems = Vec::new();
    for command in ["stats", "solve", "lint"] {
        let ended = run(&[command, path]);
        let wrong = wrong(case, command, &ended);
        problems.extend(wrong.map(|wrong| format!("{} {command}: {wrong}: {ended:?}", case.name)));
    }
    problems
}

fn wrong(case: &Case, command: &str, ended: &Ended) -> Option<String> {
    if let Some(wrong) = broken_promise(ended) {
        return Some(wrong);
    }
    let (code, text) = match case.expected {
        Expected::Solved => (0, ""),
        Expected::Refused(text) | Expected::Unsolvable(text) => (2, text),
        Expected::Limited(text) => (3, text),
    };
    // `solve` and `lint` look at other positions and functions than `stats`.
    let expected = match command {
        "stats" => ended.code == Some(code),
        "solve" => ended.code == Some(code) || code != 2,
        _ => !matches!(case.expected, Expected::Refused(_)) || ended.code != Some(0),
    };
    if !expected {
        return Some(format!("exit code {code} was expected"));
    }
    let said = command != "stats" || ended.stderr.contains(text);
    (!said).then(|| format!("{text:?} was expected"))
}

/// Tries all files, two at a time.
fn check(cases: &[Case]) {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    found.lock().unwrap().extend(problems(case));
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(
        found.is_empty(),
        "{} problems:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn nested_deeply() {
    check(&nesting::cases());
}

#[test]
fn loops_without_end() {
    check(&loops::cases());
}

#[test]
fn large_allocations() {
    check(&allocations::cases());
}

#[test]
fn odd_encodings() {
    check(&encodings::cases());
}

#[test]
fn large_files() {
    check(&sizes::cases());
}

#[test]
fn outside_of_the_language() {
    check(&language::cases());
}
