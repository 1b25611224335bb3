//! Random programs with CPython's results.

use serde_json::Value as Json;

use crate::interpret::cpython::{Case, assert_none, interpreted, is_same, run_script};

/// Number of programs; `./test --full` runs more.
fn count() -> usize {
    kibitz_bruteforce::rounds(400, 20_000)
}

#[test]
fn random_programs_agree_with_cpython() {
    compare(&[]);
}

#[test]
fn random_programs_with_nested_tuples_agree_with_cpython() {
    compare(&["nested"]);
}

fn compare(kind: &[&str]) {
    let count = count();
    let (seed, number) = ("1", count.to_string());
    let arguments: Vec<&str> = [seed, &number].iter().chain(kind).copied().collect();
    let generated = run_script("generate.py", &arguments, String::new());
    assert_eq!(generated.len(), count);
    let mut differences = Vec::new();
    for (number, program) in generated.iter().enumerate() {
        let calls = program["calls"].as_array().expect("calls");
        let case = Case {
            name: format!("program {number}"),
            source: program["source"].as_str().expect("text").to_owned(),
            calls: calls.iter().map(call).collect(),
        };
        let found = interpreted(&case);
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
}

fn call(call: &Json) -> (String, Vec<Json>) {
    let function = call["function"].as_str().expect("a name").to_owned();
    let args = call["args"].as_array().expect("arguments").clone();
    (function, args)
}
