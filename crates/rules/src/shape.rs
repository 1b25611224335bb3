//! The shape of positions: fields, and their state vector.

pub(crate) mod codec;
mod packing;

use std::fmt::Write as _;
use std::sync::Arc;

pub use codec::Codec;
pub use packing::{Packing, Room, SequenceKind};
pub(crate) use packing::{characters, length};

/// The fields of a position, in order.
///
/// A position is stored as a state vector of *slots*: one number for an `int`
/// or a `bool` (0 or 1), one per item for a list or tuple of numbers of fixed
/// length; other fields as their [`Packing`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The fields.
    pub fields: Vec<Field>,
}

/// A field of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name: that of the parameter of `moves` (or `left`).
    pub name: String,
    /// Its kind.
    pub kind: FieldKind,
}

/// The kind of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A number.
    Int,
    /// `True` or `False`.
    Bool,
    /// A list of numbers of this length.
    List(usize),
    /// A tuple of numbers of this length.
    Row(usize),
    /// Anything else.
    Value(Arc<Packing>),
}

impl FieldKind {
    /// The number of slots of the field.
    #[must_use]
    pub fn slots(&self) -> usize {
        match self {
            FieldKind::Int | FieldKind::Bool => 1,
            FieldKind::List(length) | FieldKind::Row(length) => *length,
            FieldKind::Value(packing) => packing.slots(),
        }
    }

    /// Whether both hold values of one type.
    #[must_use]
    pub fn is_same_type(&self, other: &FieldKind) -> bool {
        match (self, other) {
            (FieldKind::Value(a), FieldKind::Value(b)) => a.is_same_type(b),
            (a, b) => a == b,
        }
    }

    /// Writes the value in `slots` as Python does.
    pub(crate) fn write(&self, slots: &[i64], text: &mut String) {
        match self {
            FieldKind::Int => Packing::Int.write(slots, text),
            FieldKind::Bool => Packing::Bool.write(slots, text),
            // Writing to a string cannot fail.
            FieldKind::List(_) => drop(write!(text, "{slots:?}")),
            FieldKind::Row(_) => {
                let items = vec![Packing::Int; slots.len()];
                Packing::Tuple(items).write(slots, text);
            }
            FieldKind::Value(packing) => packing.write(slots, text),
        }
    }
}

impl Shape {
    /// The number of slots of a position.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.fields.iter().map(|field| field.kind.slots()).sum()
    }

    /// A position in text notation: `me=[0, 3] turn=True`.
    #[must_use]
    pub fn write(&self, slots: &[i64]) -> String {
        let mut text = String::new();
        let mut rest = slots;
        for field in &self.fields {
            let (own, after) = rest.split_at(field.kind.slots().min(rest.len()));
            rest = after;
            let gap = if text.is_empty() { "" } else { " " };
            text.push_str(gap);
            text.push_str(&field.name);
            text.push('=');
            field.kind.write(own, &mut text);
        }
        text
    }
}
