//! Contest formats of rule files: how the constants `input`, `limits` and `answer` say that a
//! case is read, which cases are generated, and how an answer is worded.
//!
//! | module | content |
//! | --- | --- |
//! | `read` | finds the constants in a file, and compares them with its parameters |
//! | `items` | `input`: what a case consists of |
//! | `limits` | `limits`: the values that an item can have |
//! | `answers` | `answer`: the line for each result |
//! | `amount` | sizes and bounds: `n`, `2*n-1`, `1e9` |
//! | `text` | words of such a constant, with their places in the file |

mod amount;
mod answers;
mod items;
mod limits;
mod read;
mod text;

use kibitz_game::contest::Count;

use crate::source::Span;

pub use amount::Amount;
pub use answers::Answers;
pub use limits::{Limit, Values};
pub(crate) use read::{NAMES, read};

/// A contest's format.
#[derive(Clone, Debug)]
pub struct ContestFormat {
    /// How the number of cases is given.
    pub count: Count,
    /// The most cases of one input, if the file says so.
    pub max_cases: Option<u64>,
    /// What a case consists of, in order.
    pub items: Vec<Item>,
    /// The answers.
    pub answers: Answers,
    /// The place of the format of a case.
    pub span: Span,
}

/// A number or word of a case, or an array of them.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The parameter of the file that it sets, by its place among them; `None` if it is only
    /// the size or bound of others, or is skipped.
    pub parameter: Option<usize>,
    /// The dimensions, outermost first; none for a single value.
    pub dimensions: Vec<Dimension>,
    /// What its values are.
    pub kind: ItemKind,
    /// Whether it starts a line of generated input.
    pub starts_line: bool,
    /// The allowed values.
    pub limit: Limit,
    /// The place of its name.
    pub span: Span,
}

/// A dimension of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// The number of items.
    pub length: Length,
    /// Whether they are a tuple in the file, not a list.
    pub is_tuple: bool,
}

/// The number of items of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// As many as this.
    Of(Amount),
    /// As many as the number before them, within these limits: `a[*]`.
    Preceded(Limit),
}

/// What the values of an item are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Whole numbers.
    Int,
    /// 0 or 1, for False and True.
    Bool,
    /// Words.
    Text,
}
