//! Tree-walking interpreter of checked programs.
//!
//! Simple rather than fast: it is the reference for compiled code, the fallback
//! for functions that cannot be compiled, and the source of fault messages.
//! Values carry their Python type, so that a `True` in a list of ints is shown
//! as `True`.
//!
//! # Steps
//!
//! A call takes one step for each nested call, each iteration of a loop or
//! comprehension, and each item of a list, tuple or string that an operation
//! creates, compares, searches or moves without such an iteration: `[0] * n`,
//! slices, `+`, `copy`, `extend`, `==`, `in`, `sort`, `join`, f-strings,
//! yielded lists. Fuel, the maximum number of steps, thus bounds the time and
//! memory of a call.

mod arithmetic;
mod assign;
mod builtin;
mod compare;
mod comprehension;
mod cursor;
mod error_messages;
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
mod text_method;
mod unbound;
mod value;

use std::borrow::Cow;
use std::sync::Arc;

pub(crate) use arithmetic::compute;
pub(crate) use quote::quoted;
#[cfg(feature = "compiler")]
pub(crate) use text_method::is_space;
pub use value::{List, Tuple, Value};

use self::run::Run;
use crate::fault::{Fault, Limits};
use crate::rules::SettingValue;
use crate::source::Span;
use crate::tree::{FunctionId, GlobalId, Program};

/// A result or a fault; boxed, because faults are large and rare.
type Fallible<T> = Result<T, Box<Fault>>;

/// A program whose module body has run; its functions can be called.
///
/// Its values are bound to one thread, the program is not: every thread can
/// have its own machine.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    limits: Limits,
    globals: Vec<Option<Value>>,
}

/// A yielded position. Its lists are copies.
#[derive(Clone, Debug)]
pub struct Yielded {
    /// The name of the move, if it has one and labels were requested.
    pub label: Option<String>,
    /// 1 if the same player moves again, else 0; plus twice the points in score play.
    pub tag: i64,
    /// The fields of the position; one number for `symmetry`.
    pub fields: Vec<Value>,
    /// The place of the `yield`.
    pub span: Span,
}

impl Machine {
    /// Runs the body of the module; its lists are immutable from then on.
    pub fn new(program: Arc<Program>, limits: Limits) -> Result<Machine, Fault> {
        Machine::with_parameters(program, limits, &[])
    }

    /// The same with other values of some parameters.
    pub(crate) fn with_parameters(
        program: Arc<Program>,
        limits: Limits,
        values: &[(GlobalId, SettingValue)],
    ) -> Result<Machine, Fault> {
        let unbound = vec![None; program.globals.len()];
        let mut run = Run::new(&program, Cow::Owned(unbound), limits);
        run.parameters = values;
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

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The same with other numbers in some globals.
    pub(crate) fn with_numbers(&self, values: &[(GlobalId, i64)]) -> Machine {
        let mut machine = self.clone();
        for (id, number) in values {
            machine.globals[id.0 as usize] = Some(Value::Int(*number));
        }
        machine
    }

    /// The value of a global; `None` if the module's body did not bind it.
    #[must_use]
    pub fn global(&self, id: GlobalId) -> Option<&Value> {
        self.globals[id.0 as usize].as_ref()
    }

    /// The same machine with other values of some globals, which nothing that the module's body
    /// has computed depends on.
    pub(crate) fn with_globals(&self, values: impl Iterator<Item = (GlobalId, Value)>) -> Machine {
        let mut machine = self.clone();
        for (global, value) in values {
            value.freeze();
            machine.globals[global.0 as usize] = Some(value);
        }
        machine
    }

    /// Calls a function that is not a generator.
    pub fn call(&self, function: FunctionId, arguments: Vec<Value>) -> Result<Value, Fault> {
        let mut run = self.run();
        let result = run.call(function, arguments, self.place(function));
        result.map_err(|fault| *fault)
    }

    /// Runs a generator to its end. Labels are evaluated only if requested.
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
