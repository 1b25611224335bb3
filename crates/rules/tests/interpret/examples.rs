//! Every function of every example, at hundreds of positions.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use kibitz_rules::fault::Limits;
use kibitz_rules::interpret::{Machine, Value, position};
use kibitz_rules::shape::Shape;
use serde_json::{Value as Json, json};

use crate::interpret::cpython::{Case, assert_none, compare, role};
use crate::interpret::support::program;

const POSITIONS: usize = 200;
const PLIES: usize = 80;

const OF_POSITIONS: [&str; 8] = [
    "moves", "left", "right", "over", "claim", "split", "canon", "show",
];

/// Positions of random games from the start.
fn positions(machine: &Machine, shape: &Shape, starts: &[Vec<i64>]) -> BTreeSet<Vec<i64>> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut found: BTreeSet<Vec<i64>> = starts.iter().cloned().collect();
    for _ in 0..POSITIONS {
        let mut slots = starts[random.usize(..starts.len())].clone();
        for _ in 0..PLIES {
            if found.len() >= POSITIONS {
                return found;
            }
            let names = ["moves", "left", "right"];
            let roles: Vec<_> = names
                .iter()
                .filter_map(|name| role(machine.program(), name))
                .collect();
            let options = machine
                .generate(
                    random.choice(roles).unwrap(),
                    position::arguments(shape, &slots),
                    false,
                )
                .expect("an example runs");
            if let Some(over) = role(machine.program(), "over") {
                let result = machine
                    .call(over, position::arguments(shape, &slots))
                    .unwrap();
                if result != Value::None {
                    break;
                }
            }
            let Some(next) = random.choice(&options) else {
                break;
            };
            slots = position::slots(shape, &next.fields, next.span).unwrap();
            found.insert(slots.clone());
        }
    }
    found
}

fn json_arguments(shape: &Shape, slots: &[i64]) -> Vec<Json> {
    let arguments = position::arguments(shape, slots);
    let json = arguments.iter().map(|value| match value {
        Value::Int(number) => json!(number),
        Value::Bool(is_true) => json!(is_true),
        Value::List(list) => {
            let items = list.items();
            items
                .iter()
                .map(|item| json!(item.number().unwrap()))
                .collect()
        }
        other => panic!("{other:?} is not a field"),
    });
    json.collect()
}

fn case(path: &Path) -> Case {
    let source = std::fs::read_to_string(path).unwrap();
    let program = program(&source);
    let machine = Machine::new(Arc::clone(&program), Limits::default()).unwrap();
    let (shape, starts) = machine.starts().unwrap();
    let mut calls = vec![("start".to_owned(), Vec::new())];
    for slots in positions(&machine, &shape, &starts) {
        for name in OF_POSITIONS
            .iter()
            .filter(|name| role(&program, name).is_some())
        {
            calls.push(((*name).to_owned(), json_arguments(&shape, &slots)));
        }
    }
    if role(&program, "symmetry").is_some() {
        calls.extend((0..9).map(|cell| ("symmetry".to_owned(), vec![json!(cell)])));
    }
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    Case {
        name,
        source,
        calls,
    }
}

#[test]
fn examples_agree_with_cpython() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 30);
    let cases: Vec<Case> = paths.iter().map(|path| case(path)).collect();
    let calls: usize = cases.iter().map(|case| case.calls.len()).sum();
    assert!(calls > 10_000, "only {calls} calls");
    assert_none(&compare(&cases));
}
