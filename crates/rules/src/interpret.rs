//! The interpreter: walks the checked tree and does what it says.
//!
//! Obvious before fast: it is what compiled code is compared with, what answers
//! where no code can be compiled, and what finds the words for a fault. Values
//! carry their kind, so that a `True` in a list of ints is shown as `True`.
//!
//! # Steps
//!
//! A call takes a step for each call inside it, each round of a loop or of a
//! comprehension, and each item of a list, a tuple or a text that an operation
//! makes, compares, searches or moves without such a round: `[0] * n`, slices,
//! `+`, `copy`, `extend`, `==`, `in`, `sort`, `join`, f-strings, lists that are
//! yielded. Time and memory of a call are thus bounded by its fuel.

mod arithmetic;
mod assign;
mod blame;
mod builtin;
mod compare;
mod comprehension;
mod cursor;
mod expression;
mod format;
mod gather;
mod grid;
mod method;
pub mod position;
mod quote;
mod run;
mod sequence;
mod show;
mod sort;
mod statement;
mod unbound;
mod value;

use std::borrow::Cow;
use std::sync::Arc;

pub use value::{List, Tuple, Value};

use self::run::Run;
use crate::fault::{Fault, Limits};
use crate::source::Span;
use crate::tree::{FunctionId, GlobalId, Program};

/// A result, or a fault: in a box, since it is large and rare.
type Fallible<T> = Result<T, Box<Fault>>;

/// A program whose module has run: functions can be called.
///
/// Its values stay in one thread, the program does not: every thread can have
/// a machine of its own.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    limits: Limits,
    globals: Vec<Option<Value>>,
}

/// What a generator yielded. Its lists are copies.
#[derive(Clone, Debug)]
pub struct Yielded {
    /// What the move is called, where it has a name and names were wanted.
    pub label: Option<String>,
    /// Whether the same player moves again.
    pub is_again: bool,
    /// The fields of the position; of `symmetry` one number.
    pub fields: Vec<Value>,
    /// Where the `yield` is.
    pub span: Span,
}

impl Machine {
    /// Runs the body of the module. From then on its lists cannot change.
    pub fn new(program: Arc<Program>, limits: Limits) -> Result<Machine, Fault> {
        let unbound = vec![None; program.globals.len()];
        let mut run = Run::new(&program, Cow::Owned(unbound), limits);
        let place = program.functions[program.module.0 as usize].span;
        run.call(program.module, Vec::new(), place)
            .map_err(|fault| *fault)?;
        let globals = run.globals.into_owned();
        globals.iter().flatten().for_each(Value::freeze);
        Ok(Machine {
            program,
            limits,
            globals,
        })
    }

    /// The program that runs.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The value of a global; nothing where the module's body never bound it.
    #[must_use]
    pub fn global(&self, id: GlobalId) -> Option<&Value> {
        self.globals[id.0 as usize].as_ref()
    }

    /// Calls a function that is no generator.
    pub fn call(&self, function: FunctionId, arguments: Vec<Value>) -> Result<Value, Fault> {
        let mut run = self.run();
        let result = run.call(function, arguments, self.place(function));
        result.map_err(|fault| *fault)
    }

    /// Runs a generator to its end. Labels are evaluated only where they are
    /// wanted.
    pub fn generate(
        &self,
        function: FunctionId,
        arguments: Vec<Value>,
        wants_labels: bool,
    ) -> Result<Vec<Yielded>, Fault> {
        let mut run = self.run();
        run.wants_labels = wants_labels;
        let result = run.call(function, arguments, self.place(function));
        result.map_err(|fault| *fault)?;
        Ok(run.yields)
    }

    fn run(&self) -> Run<'_> {
        Run::new(&self.program, Cow::Borrowed(&self.globals), self.limits)
    }

    fn place(&self, function: FunctionId) -> Span {
        self.program.functions[function.0 as usize].span
    }
}
