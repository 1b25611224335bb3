//! Programs for the tests.

use std::sync::Arc;

use kibitz_rules::check::check;
use kibitz_rules::fault::{Fault, Limits};
use kibitz_rules::interpret::{Machine, Value};
use kibitz_rules::source::Source;
use kibitz_rules::tree::Program;

use crate::interpret::cpython::role;

/// The file name of test programs in messages.
pub(crate) const NAME: &str = "rules.py";

/// A checked program.
pub(crate) fn program(source: &str) -> Arc<Program> {
    let source = Source::new(NAME, source);
    match check(source.clone(), &[]) {
        Ok(program) => Arc::new(program),
        Err(diagnostic) => panic!("{}", diagnostic.render(&source)),
    }
}

/// A machine of a program whose module runs.
pub(crate) fn machine(source: &str, limits: Limits) -> Machine {
    Machine::new(program(source), limits).expect("the module runs")
}

/// Calls an entry point.
pub(crate) fn call(machine: &Machine, name: &str, arguments: Vec<Value>) -> Result<Value, Fault> {
    let function = role(machine.program(), name).expect("the function is there");
    if machine.program().functions[function.0 as usize].is_generator {
        machine
            .generate(function, arguments, true)
            .map(|_| Value::None)
    } else {
        machine.call(function, arguments)
    }
}

/// A game of one number with the given `show` and its helpers.
pub(crate) fn showing(functions: &str) -> String {
    format!("def start():\n    yield 0\n\n\ndef moves(n):\n    yield n - 1\n\n\n{functions}")
}
