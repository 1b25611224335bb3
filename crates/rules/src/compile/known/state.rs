//! The abstract state at a program point, and joins.

use std::collections::BTreeMap;
use std::rc::Rc;

use cranelift_codegen::ir;

use crate::compile::known::value::{Object, ObjectId, Slot, Value};
use crate::compile::known::word::{Range, Word};
use crate::source::Span;

/// The abstract state at a program point.
#[derive(Clone, Debug)]
pub(in crate::compile) struct State {
    /// The values of the current function's locals, followed by the
    /// accumulators of comprehensions.
    pub(in crate::compile) locals: Vec<Slot>,
    /// The lists created here.
    pub(in crate::compile) heap: BTreeMap<ObjectId, Rc<Object>>,
    /// Where the next row is written.
    pub(in crate::compile) out: Word,
    /// The first free word of the arena.
    pub(in crate::compile) top: Word,
    /// Remaining steps.
    pub(in crate::compile) fuel: Word,
}

/// A join point. Its incoming edges keep their blocks open until all have
/// arrived and the differing values are known.
#[derive(Debug)]
pub(in crate::compile) struct Join {
    pub(in crate::compile) edges: Vec<Edge>,
    /// The length of the undo log where the paths diverged.
    pub(in crate::compile) mark: usize,
}

/// An edge into a join.
#[derive(Debug)]
pub(in crate::compile) struct Edge {
    /// Its last block, still open.
    pub(in crate::compile) block: ir::Block,
    /// The state there.
    pub(in crate::compile) state: State,
    /// The value of the edge: of an expression or a call.
    pub(in crate::compile) value: Option<Value>,
    /// Facts recorded on the path about values that existed before it.
    pub(in crate::compile) facts: Vec<(ir::Value, Range)>,
}

/// Why no code follows.
#[derive(Debug)]
pub(in crate::compile) enum NoCode {
    /// The point is unreachable.
    Dead,
    /// A construct that cannot be compiled, and its place.
    Cannot(String, Option<Span>),
}

impl NoCode {
    /// Adds a place, unless a more precise one is set.
    pub(in crate::compile) fn at(self, span: Span) -> NoCode {
        match self {
            NoCode::Cannot(what, None) => NoCode::Cannot(what, Some(span)),
            other => other,
        }
    }
}

/// Result of generating a piece of code.
pub(in crate::compile) type Gen<T> = Result<T, NoCode>;

/// Whether the end of a piece of code is reachable.
pub(in crate::compile) fn reaches(end: Gen<()>) -> Gen<bool> {
    match end {
        Ok(()) => Ok(true),
        Err(NoCode::Dead) => Ok(false),
        Err(stop) => Err(stop),
    }
}

/// An error for a construct that cannot be compiled.
pub(in crate::compile) fn cannot<T>(what: impl Into<String>) -> Gen<T> {
    Err(NoCode::Cannot(what.into(), None))
}
