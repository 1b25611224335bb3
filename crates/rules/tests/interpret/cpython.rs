//! The same calls in the interpreter and in CPython.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use kibitz_game::{SuccessorBuffer, Turn};
use kibitz_rules::check::check;
use kibitz_rules::fault::{Fault, FaultKind, Limits};
use kibitz_rules::interpret::{Machine, Value, Yielded, position};
use kibitz_rules::shape::{FieldKind, Shape};
use kibitz_rules::source::Source;
use kibitz_rules::tree::{FunctionId, Program};
use serde_json::{Value as Json, json};

/// A program and calls of its functions.
pub(crate) struct Case {
    /// Its name in messages.
    pub(crate) name: String,
    /// A rule file.
    pub(crate) source: String,
    /// Names of entry points, and their arguments.
    pub(crate) calls: Vec<(String, Vec<Json>)>,
}

/// The folder with the Python scripts of the rule tests.
pub(crate) fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules")
}

/// The output lines of a script of that folder for some input.
pub(crate) fn run_script(script: &str, arguments: &[&str], input: String) -> Vec<Json> {
    let mut child = Command::new("python3")
        .arg(scripts().join(script))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("python3 ends");
    writer.join().expect("no panic").expect("all input is read");
    assert!(output.status.success(), "{script} failed");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// CPython's result of each call of each case; a single one for a case whose
/// module fails.
pub(crate) fn cpython(cases: &[Case]) -> Vec<Json> {
    let mut input = String::new();
    for case in cases {
        let calls: Vec<Json> = case
            .calls
            .iter()
            .map(|(function, args)| json!({"function": function, "args": args}))
            .collect();
        let line = json!({"source": case.source, "calls": calls});
        input.push_str(&format!("{line}\n"));
    }
    let answers = run_script("calls.py", &[], input);
    assert_eq!(answers.len(), cases.len());
    answers
}

/// The interpreter's results, in the same form.
pub(crate) fn interpreted(case: &Case) -> Json {
    let program = match check(Source::new("rules.py", case.source.as_str()), &[]) {
        Ok(program) => Arc::new(program),
        Err(diagnostic) => {
            let source = Source::new(case.name.as_str(), case.source.as_str());
            return json!({"refused": diagnostic.render(&source)});
        }
    };
    let machine = match Machine::new(Arc::clone(&program), Limits::default()) {
        Ok(machine) => machine,
        Err(fault) => return fault_answer(&program, &fault),
    };
    let shape = machine.starts().map(|(shape, _)| shape);
    let calls = case.calls.iter().map(|(function, args)| {
        let args = args.iter().map(value).collect();
        match called(&machine, &shape, function, args) {
            Ok(result) => json!({"result": result}),
            Err(fault) => fault_answer(&program, &fault),
        }
    });
    calls.collect()
}

fn fault_answer(program: &Program, fault: &Fault) -> Json {
    let span = fault.diagnostic.span.expect("a fault has a place");
    assert!(fault.diagnostic.help.is_some(), "no help: {fault:?}");
    let line = program.source.place(span.start).line;
    json!({"fault": kind_name(fault.kind), "line": line, "text": fault.diagnostic.message})
}

fn called(
    machine: &Machine,
    shape: &Result<Shape, Fault>,
    name: &str,
    args: Vec<Value>,
) -> Result<Json, Fault> {
    let function = role(machine.program(), name).expect("a function that kibitz asks");
    if !machine.program().functions[function.0 as usize].is_generator {
        return machine.call(function, args).map(|value| plain(&value));
    }
    let yielded = machine.generate(function, args, true)?;
    if name == "symmetry" {
        return Ok(yielded.iter().map(|one| plain(&one.fields[0])).collect());
    }
    let shape = shape.clone()?;
    let steps = yielded.iter().map(|one| step(&shape, one));
    steps.collect()
}

/// The entry point with a name.
pub(crate) fn role(program: &Program, name: &str) -> Option<FunctionId> {
    let roles = &program.roles;
    match name {
        "start" => roles.start,
        "moves" => roles.moves,
        "left" => roles.left,
        "right" => roles.right,
        "over" => roles.over,
        "claim" => roles.claim,
        "split" => roles.split,
        "canon" => roles.canon,
        "symmetry" => roles.symmetry,
        "show" => roles.show,
        _ => None,
    }
}

/// A move as `reference.py` writes it, with the position converted through its
/// slots.
fn step(shape: &Shape, yielded: &Yielded) -> Result<Json, Fault> {
    let slots = position::slots(shape, &yielded.fields, yielded.span)?;
    let mut rest = slots.as_slice();
    let mut values = position::arguments(shape, &slots).into_iter();
    let mut fields = Vec::new();
    for field in &shape.fields {
        let (own, after) = rest.split_at(field.kind.slots());
        rest = after;
        fields.push(match field.kind {
            FieldKind::Int => json!(own[0]),
            FieldKind::Bool => json!(own[0] != 0),
            FieldKind::List(_) | FieldKind::Row(_) => json!(own),
            FieldKind::Value(_) => plain(&values.next().expect("as many values as fields")),
        });
    }
    let (turn, points) = SuccessorBuffer::turn_and_points(yielded.tag);
    let is_again = turn == Turn::Same;
    Ok(json!([fields, is_again, points, yielded.label]))
}

fn value(json: &Json) -> Value {
    match json {
        Json::Number(number) => Value::Int(number.as_i64().expect("64 bits")),
        Json::Bool(is_true) => Value::Bool(*is_true),
        Json::Array(items) => Value::list(items.iter().map(value).collect()),
        other => panic!("{other} is not an argument"),
    }
}

fn plain(value: &Value) -> Json {
    match value {
        Value::Int(number) => json!(number),
        Value::Bool(is_true) => json!(is_true),
        Value::None => Json::Null,
        Value::Str(text) => json!(**text),
        Value::Tuple(items) => items.iter().map(plain).collect(),
        Value::List(list) => list.items().iter().map(plain).collect(),
    }
}

fn kind_name(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Overflow => "overflow",
        FaultKind::Index => "index",
        FaultKind::Key => "key",
        FaultKind::Division => "division",
        FaultKind::Value => "value",
        FaultKind::Assertion => "assert",
        FaultKind::Unbound => "unbound",
        FaultKind::Shape => "shape",
        FaultKind::Frozen => "frozen",
        FaultKind::NoneValue => "none",
        FaultKind::Fuel => "fuel",
        FaultKind::Depth => "depth",
        FaultKind::Parts => "parts",
        FaultKind::Stopped => "stopped",
    }
}

/// Whether the interpreter's result is CPython's.
pub(crate) fn is_same(expected: &Json, found: &Json) -> bool {
    let Some(fault) = expected.get("fault").and_then(Json::as_str) else {
        return expected == found;
    };
    let Some(found_fault) = found.get("fault").and_then(Json::as_str) else {
        return false;
    };
    // A ValueError of CPython is divided further here: a wrong length is a
    // shape fault.
    let is_same_kind = match fault {
        "exponent" | "shift" => found_fault == "value",
        "value" => matches!(found_fault, "value" | "shape"),
        other => found_fault == other,
    };
    is_same_kind && (expected["line"].is_null() || expected["line"] == found["line"])
}

/// Compares all calls of all cases and reports every difference.
pub(crate) fn compare(cases: &[Case]) -> Vec<String> {
    let mut differences = Vec::new();
    for (case, expected) in cases.iter().zip(cpython(cases)) {
        let found = interpreted(case);
        let (Json::Array(expected), Json::Array(found)) = (&expected, &found) else {
            if !is_same(&expected, &found) {
                differences.push(format!(
                    "{}: {found} here, {expected} in CPython",
                    case.name
                ));
            }
            continue;
        };
        for ((call, expected), found) in case.calls.iter().zip(expected).zip(found) {
            if !is_same(expected, found) {
                let (function, args) = call;
                let args = json!(args);
                differences.push(format!(
                    "{}\n  {function} of {args}\n  CPython: {expected}\n  here:    {found}",
                    case.name
                ));
            }
        }
    }
    differences
}

/// Fails if there are differences, and shows the first ones.
pub(crate) fn assert_none(differences: &[String]) {
    let shown: Vec<&String> = differences.iter().take(20).collect();
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        shown
            .iter()
            .map(|text| text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    );
}
