//! The shape of positions: fields, and their state vector.

use std::fmt::Write as _;

/// The fields of a position, in order.
///
/// A position is stored as a state vector of *slots*: one number for an `int`
/// or a `bool` (0 or 1), and one per item for a list.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A number.
    Int,
    /// `True` or `False`.
    Bool,
    /// A list of this length.
    List(usize),
}

impl FieldKind {
    /// The number of slots of the field.
    #[must_use]
    pub fn slots(self) -> usize {
        match self {
            FieldKind::Int | FieldKind::Bool => 1,
            FieldKind::List(length) => length,
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
            // Writing to a string cannot fail.
            let _ = match field.kind {
                FieldKind::Int => write!(text, "{gap}{}={}", field.name, own[0]),
                FieldKind::Bool => {
                    let word = if own[0] == 0 { "False" } else { "True" };
                    write!(text, "{gap}{}={word}", field.name)
                }
                FieldKind::List(_) => write!(text, "{gap}{}={own:?}", field.name),
            };
        }
        text
    }
}
