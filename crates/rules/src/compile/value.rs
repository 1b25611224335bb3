//! Values while code is generated: what is known of them, and where the rest is.

use std::rc::Rc;

use cranelift_codegen::ir;

use super::table::Table;
use super::word::Word;
use crate::tree::Type;

/// A value of the program, flattened into words.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// An `int` or a `bool` (0 or 1).
    Number(Word),
    /// `None`.
    Nothing,
    /// 1 and a value, or 0 and any value of the type.
    Optional(Word, Rc<Value>),
    /// A tuple.
    Tuple(Rc<[Value]>),
    /// A list, or a row: a list that nobody changes.
    List(List),
    /// Text, where it is known; only labels and pictures compute with it.
    Text(Option<Rc<str>>),
}

/// A list.
#[derive(Clone, Debug)]
pub(super) enum List {
    /// A list of the module: known, and frozen.
    Table(Rc<Table>),
    /// A list that was made in the function at hand; the state says where its
    /// items are.
    Object(ObjectId),
    /// A list in memory.
    Stored(Stored),
}

/// The number of an object.
pub(super) type ObjectId = u32;

/// A list in memory: the address of its object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    /// The address.
    pub(super) address: ir::Value,
    /// What its items are: they were stored as such.
    pub(super) item: Rc<Type>,
    /// How long it is, where that is known for good: no list of this type ever
    /// changes its length.
    pub(super) length: Option<usize>,
    /// Whether it might be a list of the module.
    pub(super) may_be_frozen: bool,
}

/// What the state knows of an object.
#[derive(Clone, Debug)]
pub(super) enum Object {
    /// Its items are values at hand. Nothing in memory refers to it.
    Virtual {
        /// What its items are.
        item: Rc<Type>,
        /// The items.
        items: Vec<Value>,
        /// The address of a copy of the items in memory, for reading at an
        /// index that is not known.
        image: Option<ir::Value>,
    },
    /// It lies in memory.
    Stored(Stored),
}

/// What a local holds.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// Nothing yet, or nothing that is needed any more.
    Unbound,
    /// A value.
    Bound(Value),
    /// A value where the word is 1.
    Maybe(Word, Value),
}

impl Value {
    /// A known number.
    pub(super) fn known(n: i64) -> Value {
        Value::Number(Word::Known(n))
    }

    /// A tuple of values.
    pub(super) fn tuple(items: impl Into<Rc<[Value]>>) -> Value {
        Value::Tuple(items.into())
    }

    /// Whether a list is in it, so that it can change.
    pub(super) fn has_list(&self) -> bool {
        match self {
            Value::Number(_) | Value::Nothing | Value::Text(_) => false,
            Value::Optional(_, inner) => inner.has_list(),
            Value::Tuple(items) => items.iter().any(Value::has_list),
            Value::List(_) => true,
        }
    }
}
