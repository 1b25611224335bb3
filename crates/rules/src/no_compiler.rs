//! `compile` of a build without the feature `compiler`: every function is
//! interpreted.

use std::sync::Arc;

use crate::fault::Limits;
use crate::interpret::Machine;
use crate::rules::SettingValue;
use crate::shape::Shape;
use crate::shape::codec::Codec;
use crate::source::Span;
use crate::tree::{FunctionId, GlobalId, Program};

/// Why there is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not compiled: {what}")]
pub struct NotCompiled {
    /// What cannot be compiled.
    pub what: String,
    /// Its place in the file; `None` for the program as a whole.
    pub span: Option<Span>,
}

/// A global whose value code reads from a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseGlobal {
    /// The global.
    pub id: GlobalId,
    /// The length of its list, if all cases have the same.
    pub length: Option<usize>,
}

/// The values of a case, of which there are none.
#[derive(Debug)]
pub enum CaseValues {}

/// Compiled functions, of which there are none.
#[derive(Clone, Debug)]
pub enum Compiled {}

impl Compiled {
    /// Compiles nothing.
    ///
    /// # Errors
    /// Always returns [`NotCompiled`].
    pub fn new(_: &Machine, _: &Shape, _: Limits) -> Result<Compiled, NotCompiled> {
        Err(NotCompiled {
            what: "this build has no compiler".to_owned(),
            span: None,
        })
    }

    /// Compiles nothing.
    ///
    /// # Errors
    /// Always returns [`NotCompiled`].
    pub(crate) fn with_codec(
        machine: &Machine,
        (shape, _): (&Shape, Arc<Codec>),
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        Compiled::new(machine, shape, limits)
    }

    /// Compiles nothing.
    ///
    /// # Errors
    /// Always returns [`NotCompiled`].
    pub fn start_of_cases(
        machine: &Machine,
        _: &[CaseGlobal],
        shape: &Shape,
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        Compiled::new(machine, shape, limits)
    }

    /// Compiles nothing.
    ///
    /// # Errors
    /// Always returns [`NotCompiled`].
    pub fn rules_of_cases(
        machine: &Machine,
        _: &[CaseGlobal],
        shape: &Shape,
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        Compiled::new(machine, shape, limits)
    }

    /// The same code with the values of a case.
    pub fn with_case<'v>(
        &self,
        _: impl Iterator<Item = &'v SettingValue> + Clone,
    ) -> Option<Compiled> {
        match *self {}
    }

    /// The values of a case.
    pub fn case<'v>(
        &self,
        _: impl Iterator<Item = &'v SettingValue> + Clone,
        _: Option<CaseValues>,
    ) -> Option<CaseValues> {
        match *self {}
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
    /// The values of the case that was set last.
    pub fn take_case(&mut self) -> Option<CaseValues> {
        match *self {}
    }

    /// Sets the values that code for cases reads.
    pub fn set_case(&mut self, _: Arc<CaseValues>) {
        match *self {}
    }

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
