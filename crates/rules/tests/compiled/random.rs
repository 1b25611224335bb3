//! Random programs, at their own positions and at random ones.

use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use super::back_ends::BackEnds;

/// Number of programs; `./test --full` runs more.
fn count(kind: &[&str]) -> usize {
    match kind {
        // Most of them have functions that are not compiled.
        ["forms"] => kibitz_bruteforce::rounds(500, 20_000),
        _ => kibitz_bruteforce::rounds(150, 5_000),
    }
}

/// Programs of the generator in `tests/rules`, with CPython's results.
fn programs(kind: &[&str]) -> Vec<Json> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/generate.py");
    let seed = std::env::var("KIBITZ_SEED").unwrap_or_else(|_| "2".to_owned());
    let output = Command::new("python3")
        .arg(script)
        .args([seed, count(kind).to_string()])
        .args(kind)
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "the generator failed");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Percentages of the programs of a kind.
struct Share {
    /// Least that are accepted.
    accepted: usize,
    /// Most functions that are not compiled, per accepted program.
    left_out: usize,
}

const PLAIN: Share = Share {
    accepted: 80,
    left_out: 5,
};

const FORMS: Share = Share {
    accepted: 80,
    left_out: 100,
};

/// Compares all programs of a kind in both back ends, and the results of
/// `moves` with CPython.
fn compare(kind: &[&str], share: Share) {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut compared = 0;
    let mut left_out = Vec::new();
    for (number, program) in programs(kind).iter().enumerate() {
        let source = program["source"].as_str().expect("text");
        // Some programs have an error, or a fault in their module.
        let Ok(mut back_ends) = BackEnds::new(&format!("program {number}\n{source}"), source, &[])
        else {
            continue;
        };
        for (id, why) in back_ends.compiled.left_out() {
            let name = &back_ends.program.functions[id.0 as usize].name;
            left_out.push(format!("program {number}, {name}: {why}"));
        }
        for call in program["calls"].as_array().expect("calls") {
            compare_moves(&mut back_ends, call);
        }
        back_ends.explore(20, 40, &mut rng);
        compared += 1;
    }
    let least = count(kind) * share.accepted / 100;
    assert!(compared > least, "only {compared} programs");
    assert!(
        left_out.len() * 100 < compared * share.left_out,
        "not compiled: {left_out:#?}"
    );
}

/// Compares the rows of compiled `moves` with CPython's.
fn compare_moves(back_ends: &mut BackEnds, call: &Json) {
    let moves = back_ends.program.roles.moves.expect("a game has moves");
    let Some(expected) = call.get("result").and_then(Json::as_array) else {
        return;
    };
    if call["function"] != "moves" || !back_ends.compiled.has(moves) {
        return;
    }
    let mut rows = Vec::new();
    for row in expected {
        numbers(&row[0], &mut rows);
        let (again, points) = (&row[1], &row[2]);
        rows.push(2 * points.as_i64().expect("points") + i64::from(*again == true));
    }
    let mut slots = Vec::new();
    numbers(&call["args"], &mut slots);
    let compiled = back_ends.run(moves, &slots);
    assert_eq!(
        compiled,
        Some(rows),
        "{}: moves at {slots:?} (left compiled, right CPython)",
        back_ends.name
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
fn random_programs_agree_in_both_back_ends() {
    compare(&[], PLAIN);
}

/// Tuples of different lengths, lists of them, lists of those: values of one
/// type with different layouts.
#[test]
fn random_programs_with_nested_tuples_agree_in_both_back_ends() {
    compare(&["nested"], PLAIN);
}

/// Sets, dicts, strings, closures, generators, records.
#[test]
fn random_programs_with_richer_forms_agree_in_both_back_ends() {
    compare(&["forms"], FORMS);
}
