//! Types of expressions.

use std::fmt;

/// The static type of an expression.
///
/// A value may have a type that is *assignable* to the type of its place (a
/// local, a parameter, a result, an item of a literal, an operand of `and`):
///
/// - `bool` to `int`: one number to the compiler, displayed differently;
/// - `T` or `None` to an optional `T`;
/// - a tuple to another, item by item;
/// - a tuple to a [`Row`](Type::Row) if every item is assignable to the row's.
///
/// List types are invariant: all names of one list agree on it. (A list of ints
/// may contain a bool, as everywhere.)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A 64-bit integer.
    Int,
    /// `True` or `False`.
    Bool,
    /// A string; only in labels, `show`, messages and constants.
    Str,
    /// `None` only.
    None,
    /// `None`, or a value of the inner type (which is neither optional nor
    /// `None`).
    Optional(Box<Type>),
    /// A fixed number of values, each with its own type.
    Tuple(Vec<Type>),
    /// A tuple whose length is known only at run time, with items of one type:
    /// the result of `tuple(xs)`, and the items of ragged tables.
    Row(Box<Type>),
    /// Values of one type; variable length.
    List(Box<Type>),
    /// A set; only as the type of a field. Elsewhere a set is a row: its items
    /// in ascending order.
    Set(Box<Type>),
}

impl Type {
    /// The type with rows for sets.
    #[must_use]
    pub fn without_sets(&self) -> Type {
        let inside = |inner: &Type| Box::new(inner.without_sets());
        match self {
            Type::Int | Type::Bool | Type::Str | Type::None => self.clone(),
            Type::Optional(inner) => Type::Optional(inside(inner)),
            Type::Tuple(items) => Type::Tuple(items.iter().map(Type::without_sets).collect()),
            Type::Row(item) | Type::Set(item) => Type::Row(inside(item)),
            Type::List(item) => Type::List(inside(item)),
        }
    }

    /// Whether this is a number: `int` or `bool`.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self, Type::Int | Type::Bool)
    }

    /// The number of types it consists of, itself included.
    #[must_use]
    pub fn parts(&self) -> usize {
        match self {
            Type::Int | Type::Bool | Type::Str | Type::None => 1,
            Type::Optional(inner) | Type::Row(inner) | Type::List(inner) | Type::Set(inner) => {
                1 + inner.parts()
            }
            Type::Tuple(items) => 1 + items.iter().map(Type::parts).sum::<usize>(),
        }
    }

    /// Whether it contains a string type.
    #[must_use]
    pub fn has_text(&self) -> bool {
        match self {
            Type::Str => true,
            Type::Int | Type::Bool | Type::None => false,
            Type::Optional(inner) | Type::Row(inner) | Type::List(inner) | Type::Set(inner) => {
                inner.has_text()
            }
            Type::Tuple(items) => items.iter().any(Type::has_text),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("an int"),
            Type::Bool => f.write_str("a bool"),
            Type::Str => f.write_str("a string"),
            Type::None => f.write_str("None"),
            Type::Optional(inner) => write!(f, "None or {inner}"),
            Type::Tuple(items) if items.is_empty() => f.write_str("an empty tuple"),
            Type::Tuple(items) => {
                f.write_str("a tuple of (")?;
                for (i, item) in items.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}{}", Bare(item))?;
                }
                f.write_str(")")
            }
            Type::Row(item) => write!(f, "a tuple of {}", Many(item)),
            Type::List(item) => write!(f, "a list of {}", Many(item)),
            Type::Set(item) => write!(f, "a set of {}", Many(item)),
        }
    }
}

/// A type name without its article.
struct Bare<'a>(&'a Type);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let bare = text.strip_prefix("an ").or(text.strip_prefix("a "));
        f.write_str(bare.unwrap_or(&text))
    }
}

/// The plural of a type name.
struct Many<'a>(&'a Type);

impl fmt::Display for Many<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Int => f.write_str("ints"),
            Type::Bool => f.write_str("bools"),
            Type::Str => f.write_str("strings"),
            Type::List(item) => write!(f, "lists of {}", Many(item)),
            other => {
                let text = Bare(other).to_string();
                write!(f, "{}", text.replacen("tuple", "tuples", 1))
            }
        }
    }
}
