//! Random programs, at the positions that come with them and at others.

use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use super::twin::Twin;

/// How many programs; `./test --full` runs more.
fn count() -> usize {
    kibitz_twins::rounds(500, 5_000)
}

/// Programs of the generator in `tests/rules`, with what CPython makes of them.
fn programs(kind: &[&str]) -> Vec<Json> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/generate.py");
    let seed = std::env::var("KIBITZ_SEED").unwrap_or_else(|_| "2".to_owned());
    let output = Command::new("python3")
        .arg(script)
        .args([seed, count().to_string()])
        .args(kind)
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "the generator failed");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Compares all programs of a kind in both back ends, and what `moves` says
/// with CPython.
fn compare(kind: &[&str]) {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut compared = 0;
    let mut left_out = Vec::new();
    for (number, program) in programs(kind).iter().enumerate() {
        let source = program["source"].as_str().expect("text");
        // Some programs have a mistake, or a fault in their module.
        let Ok(mut twin) = Twin::new(&format!("program {number}\n{source}"), source, &[]) else {
            continue;
        };
        for (id, why) in twin.compiled.left_out() {
            let name = &twin.program.functions[id.0 as usize].name;
            left_out.push(format!("program {number}, {name}: {why}"));
        }
        for call in program["calls"].as_array().expect("calls") {
            compare_moves(&mut twin, call);
        }
        twin.explore(20, 40, &mut rng);
        compared += 1;
    }
    assert!(compared * 10 > count() * 8, "only {compared} programs");
    assert!(
        left_out.len() * 20 < compared,
        "not compiled: {left_out:#?}"
    );
}

/// Compares the rows of compiled `moves` with what CPython yields.
fn compare_moves(twin: &mut Twin, call: &Json) {
    let moves = twin.program.roles.moves.expect("a game has moves");
    let Some(expected) = call.get("result").and_then(Json::as_array) else {
        return;
    };
    if call["function"] != "moves" || !twin.compiled.has(moves) {
        return;
    }
    let mut rows = Vec::new();
    for row in expected {
        numbers(&row[0], &mut rows);
        numbers(&row[1], &mut rows);
    }
    let mut slots = Vec::new();
    numbers(&call["args"], &mut slots);
    let compiled = twin.run(moves, &slots);
    assert_eq!(
        compiled,
        Some(rows),
        "{}: moves at {slots:?} (left compiled, right CPython)",
        twin.name
    );
}

/// The numbers of a value, from left to right.
fn numbers(value: &Json, into: &mut Vec<i64>) {
    match value {
        Json::Array(items) => items.iter().for_each(|item| numbers(item, into)),
        Json::Bool(truth) => into.push(i64::from(*truth)),
        other => into.push(other.as_i64().expect("a number of 64 bits")),
    }
}

#[test]
fn random_programs_do_the_same() {
    compare(&[]);
}

/// Tuples of different lengths, lists of them, lists of those: values that lie
/// in memory in different ways and have one type.
#[test]
fn random_programs_with_nested_tuples_do_the_same() {
    compare(&["nested"]);
}
