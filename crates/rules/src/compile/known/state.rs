//! What is known at a place of the program, and the places where paths meet.

use std::collections::BTreeMap;
use std::rc::Rc;

use cranelift_codegen::ir;

use crate::compile::known::value::{Object, ObjectId, Slot, Value};
use crate::compile::known::word::{Range, Word};
use crate::source::Span;

/// What is known at a place of the program.
#[derive(Clone, Debug)]
pub(in crate::compile) struct State {
    /// What the locals of the function at hand hold; after them what
    /// comprehensions gather.
    pub(in crate::compile) locals: Vec<Slot>,
    /// The lists that were made here.
    pub(in crate::compile) heap: BTreeMap<ObjectId, Rc<Object>>,
    /// Where the next row is written.
    pub(in crate::compile) out: Word,
    /// The first free word of the arena.
    pub(in crate::compile) top: Word,
    /// Steps that are left.
    pub(in crate::compile) fuel: Word,
}

/// A place of the program to which several paths lead. The paths that have
/// come so far wait with their blocks open, until all are there and it is known
/// in which values they differ.
#[derive(Debug)]
pub(in crate::compile) struct Join {
    pub(in crate::compile) edges: Vec<Edge>,
    /// How many facts were known where the paths parted.
    pub(in crate::compile) mark: usize,
}

/// A path that leads to a join.
#[derive(Debug)]
pub(in crate::compile) struct Edge {
    /// Its last block, still open.
    pub(in crate::compile) block: ir::Block,
    /// What is known there.
    pub(in crate::compile) state: State,
    /// What the path gives: the value of an expression, of a call.
    pub(in crate::compile) value: Option<Value>,
    /// What was learnt on the path of values that were there before.
    pub(in crate::compile) facts: Vec<(ir::Value, Range)>,
}

/// Why no code follows.
#[derive(Debug)]
pub(in crate::compile) enum Stop {
    /// The place cannot be reached.
    Dead,
    /// Something in the program cannot be compiled: what, and where that is.
    Cannot(String, Option<Span>),
}

impl Stop {
    /// The same at a place, unless it has one further in.
    pub(in crate::compile) fn at(self, span: Span) -> Stop {
        match self {
            Stop::Cannot(what, None) => Stop::Cannot(what, Some(span)),
            other => other,
        }
    }
}

/// What generating a piece of code comes to.
pub(in crate::compile) type Gen<T> = Result<T, Stop>;

/// Whether the end of a piece of code can be reached.
pub(in crate::compile) fn reaches(end: Gen<()>) -> Gen<bool> {
    match end {
        Ok(()) => Ok(true),
        Err(Stop::Dead) => Ok(false),
        Err(stop) => Err(stop),
    }
}

/// Something that cannot be compiled.
pub(in crate::compile) fn cannot<T>(what: impl Into<String>) -> Gen<T> {
    Err(Stop::Cannot(what.into(), None))
}
