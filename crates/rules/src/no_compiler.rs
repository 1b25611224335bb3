//! `compile` of a build without the feature `compiler`: every function is
//! interpreted.

use std::sync::Arc;

use crate::fault::Limits;
use crate::interpret::Machine;
use crate::shape::Shape;
use crate::shape::codec::Codec;
use crate::source::Span;
use crate::tree::{FunctionId, Program};

/// Why there is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not compiled: {what}")]
pub struct NotCompiled {
    /// What cannot be compiled.
    pub what: String,
    /// Its place in the file; `None` for the program as a whole.
    pub span: Option<Span>,
}

/// Compiled functions, of which there are none.
#[derive(Clone, Debug)]
pub enum Compiled {}

impl Compiled {
    /// Compiles nothing.
    ///
    /// # Errors
    /// Always returns [`NotCompiled`].
    pub fn new(_: &Program, _: &Machine, _: &Shape, _: Limits) -> Result<Compiled, NotCompiled> {
        Err(NotCompiled {
            what: "this build has no compiler".to_owned(),
            span: None,
        })
    }

    /// Compiles nothing.
    pub(crate) fn with_codec(
        program: &Program,
        machine: &Machine,
        (shape, _): (&Shape, Arc<Codec>),
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        Compiled::new(program, machine, shape, limits)
    }

    /// The entry points that are not compiled.
    #[must_use]
    pub fn left_out(&self) -> &[(FunctionId, NotCompiled)] {
        match *self {}
    }

    /// Whether a function is compiled.
    #[must_use]
    pub fn has(&self, _: FunctionId) -> bool {
        match *self {}
    }

    /// What runs the code on one thread.
    #[must_use]
    pub fn worker(&self) -> Worker {
        match *self {}
    }
}

/// What runs compiled code.
#[derive(Debug)]
pub enum Worker {}

/// How a call of compiled code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The result has been appended.
    Done,
    /// Nothing has been appended.
    Fault,
}

impl Worker {
    /// Appends what a generator yields.
    pub fn generate(&mut self, _: FunctionId, _: &[i64], _: &mut Vec<i64>) -> Outcome {
        match *self {}
    }

    /// Appends what a function returns.
    pub fn call(&mut self, _: FunctionId, _: &[i64], _: &mut Vec<i64>) -> Outcome {
        match *self {}
    }
}

/// The entry points, which are interpreted.
pub fn entry_points(program: &Program) -> impl Iterator<Item = FunctionId> {
    let roles = &program.roles;
    let all = [
        roles.moves,
        roles.left,
        roles.right,
        roles.over,
        roles.canon,
        roles.split,
    ];
    all.into_iter().flatten()
}
