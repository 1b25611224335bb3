//! Values while code is generated: what is known of them, and where the rest is.

use std::rc::Rc;

use cranelift_codegen::ir;

use crate::compile::known::table::Table;
use crate::compile::known::word::Word;
use crate::tree::Type;

/// A value of the program, flattened into words.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Value {
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
pub(in crate::compile) enum List {
    /// A list of the module: known, and frozen.
    Table(Rc<Table>),
    /// A list that was made in the function at hand; the state says where its
    /// items are.
    Object(ObjectId),
    /// A list in memory.
    Stored(Stored),
}

/// The number of an object.
pub(in crate::compile) type ObjectId = u32;

/// A list in memory: the address of its object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::compile) struct Stored {
    /// The address.
    pub(in crate::compile) address: ir::Value,
    /// What its items are: they were stored as such.
    pub(in crate::compile) item: Rc<Type>,
    /// How long it is, where that is known for good: no list of this type ever
    /// changes its length.
    pub(in crate::compile) length: Option<usize>,
    /// Whether it might be a list of the module.
    pub(in crate::compile) may_be_frozen: bool,
}

/// What the state knows of an object.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Object {
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
pub(in crate::compile) enum Slot {
    /// Nothing yet, or nothing that is needed any more.
    Unbound,
    /// A value.
    Bound(Value),
    /// A value where the word is 1.
    Maybe(Word, Value),
}

impl Value {
    /// A known number.
    pub(in crate::compile) fn known(n: i64) -> Value {
        Value::Number(Word::Known(n))
    }

    /// A tuple of values.
    pub(in crate::compile) fn tuple(items: impl Into<Rc<[Value]>>) -> Value {
        Value::Tuple(items.into())
    }

    /// Whether a list is in it, so that it can change.
    pub(in crate::compile) fn has_list(&self) -> bool {
        match self {
            Value::Number(_) | Value::Nothing | Value::Text(_) => false,
            Value::Optional(_, inner) => inner.has_list(),
            Value::Tuple(items) => items.iter().any(Value::has_list),
            Value::List(_) => true,
        }
    }
}
