//! Values during code generation: their static information, and the location of
//! the rest.

use std::rc::Rc;

use cranelift_codegen::ir;

use crate::compile::known::table::Table;
use crate::compile::known::word::Word;
use crate::tree::Type;

/// A value of the program, as words.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Value {
    /// An `int` or a `bool` (0 or 1).
    Number(Word),
    /// `None`.
    Nothing,
    /// A flag and a value: 1 and the value, or 0 and an arbitrary value of the
    /// type.
    Optional(Word, Rc<Value>),
    /// A tuple.
    Tuple(Rc<[Value]>),
    /// A list, or a row: an immutable list.
    List(List),
    /// Text.
    Text(Text),
}

/// Text. It is immutable, so any of its representations can replace another.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Text {
    /// A constant.
    Known(Rc<str>),
    /// In one word; see `layout::EMPTY_TEXT`.
    Word(Word),
    /// Its characters: a list of code points that is not modified.
    Characters(List),
    /// Not computed, because only labels and messages need it. Whatever else
    /// needs it is not compiled.
    Unknown,
}

/// A list.
#[derive(Clone, Debug)]
pub(in crate::compile) enum List {
    /// A list of the module: known and immutable.
    Table(Rc<Table>),
    /// A list created in the current function; the state holds the location of
    /// its items.
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
    /// The type that its items were stored with.
    pub(in crate::compile) item: Rc<Type>,
    /// Its length, if it is constant: no list of this type ever changes its
    /// length.
    pub(in crate::compile) length: Option<usize>,
    /// Whether it may be a list of the module.
    pub(in crate::compile) may_be_frozen: bool,
}

/// What the state records about an object.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Object {
    /// Its items are SSA values. No reference to it is in memory.
    Virtual {
        /// The type of its items.
        item: Rc<Type>,
        /// The items.
        items: Vec<Value>,
        /// The address of a copy of the items in memory, for reads at an unknown
        /// index.
        image: Option<ir::Value>,
    },
    /// It is in memory.
    Stored(Stored),
}

/// The content of a local.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Slot {
    /// Unbound, or dead.
    Unbound,
    /// A value.
    Bound(Value),
    /// A value if the word is 1.
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

    /// A known text.
    pub(in crate::compile) fn text(text: impl Into<Rc<str>>) -> Value {
        Value::Text(Text::Known(text.into()))
    }

    /// Whether it contains a list, which may be an object of the state.
    pub(in crate::compile) fn has_list(&self) -> bool {
        match self {
            Value::Text(Text::Characters(_)) => true,
            Value::Number(_) | Value::Nothing | Value::Text(_) => false,
            Value::Optional(_, inner) => inner.has_list(),
            Value::Tuple(items) => items.iter().any(Value::has_list),
            Value::List(_) => true,
        }
    }
}

impl Text {
    /// The text, if it is a constant.
    pub(in crate::compile) fn known(&self) -> Option<&Rc<str>> {
        match self {
            Text::Known(text) => Some(text),
            _ => None,
        }
    }

    /// The list of its characters, if it is represented by one.
    pub(in crate::compile) fn characters(&self) -> Option<&List> {
        match self {
            Text::Characters(list) => Some(list),
            _ => None,
        }
    }
}
