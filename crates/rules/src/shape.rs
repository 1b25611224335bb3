//! What positions look like: fields, and the row of numbers they become.

use std::fmt::Write as _;

/// The fields of a position, in their order.
///
/// A position is kept as a row of *slots*: one number for an `int` or a `bool`
/// (0 or 1), and as many as it is long for a list.
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
    /// What it holds.
    pub kind: FieldKind,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A number.
    Int,
    /// `True` or `False`.
    Bool,
    /// A list of so many numbers.
    List(usize),
}

impl FieldKind {
    /// How many slots it takes.
    #[must_use]
    pub fn slots(self) -> usize {
        match self {
            FieldKind::Int | FieldKind::Bool => 1,
            FieldKind::List(length) => length,
        }
    }
}

impl Shape {
    /// How many slots a position has.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.fields.iter().map(|field| field.kind.slots()).sum()
    }

    /// A position as people write it: `me=[0, 3] turn=True`.
    #[must_use]
    pub fn write(&self, slots: &[i64]) -> String {
        let mut text = String::new();
        let mut rest = slots;
        for field in &self.fields {
            let (own, after) = rest.split_at(field.kind.slots().min(rest.len()));
            rest = after;
            let gap = if text.is_empty() { "" } else { " " };
            // Writing to a string does not fail.
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
