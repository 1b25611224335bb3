//! Adversarial rule files: for any content the command exits with a documented
//! code and a message, in bounded time and memory.
//!
//! Every file is run through `stats`, half of them also through `lint` (interpreter and
//! compiled code at the same positions) or `solve`; in full runs all through all of them.

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
use kibitz_bruteforce::is_full;
use process::{run, violation};

use crate::budgets::child::Ended;

/// Checks the file of this number; returns the problems.
fn problems(number: usize, case: &Case) -> Vec<String> {
    let home = tempfile::tempdir().expect("a directory");
    let path = home.path().join("hostile.py");
    std::fs::write(&path, &case.text).expect("a file");
    let path = path.to_str().expect("a path of text");
    let mut problems = Vec::new();
    let commands: &[&str] = match (is_full(), number % 4) {
        (true, _) => &["stats", "solve", "lint"],
        (false, 0) => &["stats", "solve"],
        (false, 2) => &["stats", "lint"],
        (false, _) => &["stats"],
    };
    for command in commands {
        let ended = run(&[*command, path]);
        let wrong = wrong(case, command, &ended);
        problems.extend(wrong.map(|wrong| format!("{} {command}: {wrong}: {ended:?}", case.name)));
    }
    problems
}

fn wrong(case: &Case, command: &str, ended: &Ended) -> Option<String> {
    if let Some(wrong) = violation(ended) {
        return Some(wrong);
    }
    let (code, text) = match case.expected {
        Expected::Solved => (0, ""),
        Expected::Refused(text) | Expected::Unsolvable(text) => (2, text),
        Expected::Limited(text) => (3, text),
    };
    // `solve` and `lint` visit other positions and functions than `stats`.
    let expected = match command {
        "stats" => ended.code == Some(code),
        "solve" => ended.code == Some(code) || code != 2,
        _ => !matches!(case.expected, Expected::Refused(_)) || ended.code != Some(0),
    };
    if !expected {
        return Some(format!("exit code {code} was expected"));
    }
    let has_text = command != "stats" || ended.stderr.contains(text);
    (!has_text).then(|| format!("{text:?} was expected"))
}

/// Checks all files, two at a time.
fn check(cases: &[Case]) {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else {
                        return;
                    };
                    let problems = problems(number, case);
                    found.lock().unwrap().extend(problems);
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
fn deep_nesting() {
    check(&nesting::cases());
}

#[test]
fn endless_loops() {
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
fn unsupported_python() {
    check(&language::cases());
}
