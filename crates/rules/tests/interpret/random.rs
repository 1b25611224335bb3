//! Random programs with CPython's results.

use serde_json::Value as Json;

use crate::interpret::cpython::{Case, assert_none, interpreted, is_same, run_script};

/// Percent of the programs with richer forms that may be refused.
const MOST_REFUSED: usize = 15;

/// Number of programs; `./test --full` runs more.
fn count() -> usize {
    kibitz_bruteforce::rounds(500, 20_000)
}

#[test]
fn random_programs_agree_with_cpython() {
    assert_eq!(compare(&[]), [""; 0]);
}

#[test]
fn random_programs_with_nested_tuples_agree_with_cpython() {
    assert_eq!(compare(&["nested"]), [""; 0]);
}

/// Sets, dicts, strings, closures, generators, records: what is not supported is refused, and
/// that is seldom.
#[test]
fn random_programs_with_richer_forms_agree_with_cpython() {
    let refused = compare(&["forms"]);
    let is_seldom = refused.len() * 100 < count() * MOST_REFUSED;
    let is_asked = std::env::var_os("KIBITZ_REPORT").is_some();
    let number = refused.len();
    assert!(
        is_seldom && !is_asked,
        "{number} refused\n{}",
        refused.join("\n")
    );
}

/// The refused programs of each kind, with the diagnostics; a difference fails.
fn compare(kind: &[&str]) -> Vec<String> {
    let count = count();
    let seed = std::env::var("KIBITZ_SEED").unwrap_or_else(|_| "1".to_owned());
    let number = count.to_string();
    let arguments: Vec<&str> = [seed.as_str(), &number]
        .iter()
        .chain(kind)
        .copied()
        .collect();
    let generated = run_script("generate.py", &arguments, String::new());
    assert_eq!(generated.len(), count);
    let mut differences = Vec::new();
    let mut refused = Vec::new();
    for (number, program) in generated.iter().enumerate() {
        let calls = program["calls"].as_array().expect("calls");
        let case = Case {
            name: format!("program {number}"),
            source: program["source"].as_str().expect("text").to_owned(),
            calls: calls.iter().map(call).collect(),
        };
        let found = interpreted(&case);
        if let Some(text) = found.get("refused") {
            refused.push(text.as_str().expect("text").to_owned());
            continue;
        }
        let Json::Array(found) = &found else {
            differences.push(format!("{}: {found}\n{}", case.name, case.source));
            continue;
        };
        for (expected, found) in calls.iter().zip(found) {
            let is_equal = match expected.get("fault") {
                Some(_) => is_same(expected, found),
                None => found.get("result") == expected.get("result"),
            };
            if !is_equal {
                let name = &case.name;
                let source = &case.source;
                differences.push(format!("{name}\n  {expected}\n  here: {found}\n{source}"));
            }
        }
    }
    assert_none(&differences);
    refused
}

fn call(call: &Json) -> (String, Vec<Json>) {
    let function = call["function"].as_str().expect("a name").to_owned();
    let args = call["args"].as_array().expect("arguments").clone();
    (function, args)
}
