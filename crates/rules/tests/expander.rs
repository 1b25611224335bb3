//! An expander generates the moves of the rules, without their labels.

use std::collections::{HashSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kibitz_game::{CONTINUE, Expander, Game, RunContext, StopReason, laws};
use kibitz_rules::fault::{FaultKind, Limits};
use kibitz_rules::shape::FieldKind;
use kibitz_rules::source::Source;
use kibitz_rules::{Failure, Position, Rules};
use serde_json::Value as Json;

fn open(text: &str) -> Rules {
    Rules::open(Source::new("x.py", text), &[], Limits::default()).unwrap()
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Compares at up to `max` reachable positions with one expander; returns
/// their number.
fn compare(name: &str, rules: &Rules, max: usize) -> usize {
    let mut expander = rules.expander();
    let start = rules.start().unwrap();
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    let mut moves = Vec::new();
    let mut compared = 0;
    while let Some(p) = waiting.pop_front() {
        laws::expander_agrees(rules, &mut expander, &p).unwrap_or_else(|e| panic!("{name}: {e}"));
        compared += 1;
        if expander.static_value(&p).unwrap().is_some() {
            continue;
        }
        expander.expand(&p, &mut moves).unwrap();
        for kibitz_game::Step { to, .. } in moves.drain(..) {
            if known.len() < max && known.insert(to.clone()) {
                waiting.push_back(to);
            }
        }
    }
    compared
}

#[test]
fn expander_agrees_on_examples() {
    let max = kibitz_bruteforce::rounds(60, 2_000);
    let mut files = 0;
    let mut compared = 0;
    for entry in fs::read_dir(folder("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "py") {
            let rules = open(&fs::read_to_string(&path).unwrap());
            compared += compare(&path.display().to_string(), &rules, max);
            files += 1;
        }
    }
    assert!(files >= 50, "{files} examples");
    assert!(compared > 40 * files, "{compared} positions");
}

/// Moves with the same target are distinguished by their labels; in a file
/// without labels they are one.
#[test]
fn equal_moves_are_merged() {
    let named = "from kibitz import again, move\n\ndef start():\n    yield 5\n\n\
        def moves(n):\n    yield move('one', n - 1)\n    yield move('a step', n - 1)\n    \
        yield move('one', n - 1)\n    yield move('one', n - 2)\n    yield move('one', again(n - 2))\n    \
        yield n - 2\n    yield n - 2\n";
    let plain = "from kibitz import again\n\ndef start():\n    yield 5\n\n\
        def moves(n):\n    yield n - 2\n    yield n - 1\n    yield n - 2\n    \
        yield again(n - 2)\n    yield n - 1\n    yield n\n    yield again(n - 2)\n";
    let sum = "def start():\n    yield 4\n    yield 4\n\n\
        def moves(n):\n    for k in range(n):\n        yield k\n    yield n\n";
    let sides = "def start():\n    yield 4, 2\n\n\
        def left(a, b):\n    if a > 0:\n        yield a - 1, b\n\n\
        def right(a, b):\n    if b > 0:\n        yield a, b - 1\n    if a > 0:\n        yield a - 1, b\n";
    let reduced = "from kibitz import move\n\ndef start():\n    yield 3, 3\n\n\
        def canon(a, b):\n    return min(a, b), max(a, b)\n\n\
        def moves(a, b):\n    for k in range(a):\n        yield move(f'{a}-{k}', k, b)\n    \
        for k in range(b):\n        yield move(f'{b}-{k}', a, k)\n";
    for (text, due) in [(named, 5), (plain, 4), (sum, 9), (sides, 1), (reduced, 3)] {
        let rules = open(text);
        let start = rules.start().unwrap();
        assert_eq!(rules.expander().degree(&start).unwrap(), due, "{text}");
        assert_eq!(rules.degree(&start).unwrap(), due, "{text}");
        compare(text, &rules, 20);
    }
}

/// The number of labelled moves of a position, or the failure.
fn named(rules: &Rules, p: &Position) -> Result<usize, Failure> {
    let mut count = 0;
    let _ = rules.expand(p, |_| {
        count += 1;
        CONTINUE
    })?;
    Ok(count)
}

/// A random position of a shape, usually unreachable.
fn any_position(rules: &Rules, random: &mut fastrand::Rng) -> Position {
    let mut row = Vec::new();
    for field in &rules.shape().fields {
        match &field.kind {
            FieldKind::Bool => row.push(i64::from(random.bool())),
            FieldKind::Int => row.push(random.i64(-3..9)),
            FieldKind::List(length) | FieldKind::Row(length) => {
                row.extend((0..*length).map(|_| random.i64(-3..9)));
            }
            FieldKind::Value(_) => unreachable!("examples have numbers and lists"),
        }
    }
    rules.position_of(&row)
}

#[test]
fn expander_agrees_on_random_programs() {
    let count = kibitz_bruteforce::rounds(200, 5_000);
    let output = Command::new("python3")
        .arg(folder("tests/rules/generate.py"))
        .args(["7", &count.to_string()])
        .output()
        .expect("python3 runs");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let (mut same, mut faults) = (0, 0);
    for line in text.lines() {
        let program: Json = serde_json::from_str(line).unwrap();
        let text = program["source"].as_str().unwrap();
        let limits = Limits {
            fuel: 20_000,
            ..Limits::default()
        };
        // Some programs have an error, or a fault in their module.
        let Ok(rules) = Rules::open(Source::new("x.py", text), &[], limits) else {
            continue;
        };
        let mut expander = rules.expander();
        let mut moves = Vec::new();
        for _ in 0..20 {
            let p = any_position(&rules, &mut random);
            if !matches!(rules.static_value(&p), Ok(None)) {
                continue;
            }
            match (named(&rules, &p), expander.expand(&p, &mut moves)) {
                (Ok(_), Ok(())) => {
                    laws::expander_agrees(&rules, &mut expander, &p)
                        .unwrap_or_else(|e| panic!("{e}\n{text}"));
                    same += 1;
                }
                (Err(named), Err(plain)) => {
                    assert_eq!(named.kind(), plain.kind(), "{named}\n{plain}");
                    faults += 1;
                }
                // Labels take fuel, and compiled code takes less of it.
                (Err(named), Ok(())) => {
                    let is_fuel = named.kind() == Some(FaultKind::Fuel);
                    assert!(is_fuel || text.contains("move("), "{named}");
                }
                (Ok(_), Err(plain)) => panic!("{plain}\n{text}"),
            }
        }
    }
    assert!(same > 4 * count, "{same} positions");
    assert!(faults > count, "{faults} faults");
}

/// After a limit was reached, an expander continues at another position, and
/// has released its memory reservation.
#[test]
fn limits_apply_and_release_memory() {
    let text = "def start():\n    yield 5\n\n\
        def moves(n):\n    for k in range(n):\n        yield k\n\n\
        def split(n):\n    yield n\n";
    let context = RunContext::new().memory(4 << 20);
    let _here = context.here();
    let rules = open(text);
    let mut expander = rules.expander();
    let mut moves = Vec::new();
    let start = rules.start().unwrap();
    let large = rules.position_of(&[60_000]);
    for _ in 0..2 {
        let failure = expander.expand(&large, &mut moves).unwrap_err();
        let is_for_memory = failure.stop().is_some_and(StopReason::is_for_memory);
        assert!(is_for_memory, "{failure}");
        assert!(expander.degree(&large).is_err());
        expander.expand(&start, &mut moves).unwrap();
        assert_eq!(moves.len(), 5);
        context.reserve("all the rest", 3 << 20).unwrap();
    }
    let endless = rules.position_of(&[1 << 40]);
    assert_eq!(
        expander.degree(&endless).unwrap_err().kind(),
        named(&rules, &endless).unwrap_err().kind()
    );
}
