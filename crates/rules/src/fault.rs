//! What goes wrong while rules run.

use kibitz_game::Stop;

use crate::source::{Mistake, Span};

/// A mistake that showed while the rules ran.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", mistake.message)]
pub struct Fault {
    /// Of which kind.
    pub kind: FaultKind,
    /// Where, what, and what to do.
    pub mistake: Mistake,
    /// What stopped the work, where that came from outside.
    pub stop: Option<Box<Stop>>,
    /// The limit that was reached, where it can be raised.
    pub limit: Option<Limit>,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// A number outside 64 bits.
    Overflow,
    /// An index outside its list.
    Index,
    /// A division by zero.
    Division,
    /// A negative shift or exponent, an item that is not in a list, the least
    /// of nothing: what Python calls a `ValueError`.
    Value,
    /// A failed `assert`.
    Assertion,
    /// A name that was never bound.
    Unbound,
    /// A list or tuple of another length than its place has: a field, an
    /// unpacking.
    Shape,
    /// A list of the module that a function wanted to change, even where nothing
    /// would be different afterwards (`xs.sort()` of a sorted list).
    Frozen,
    /// `None` where a value is needed.
    NoneValue,
    /// Too many steps in one call.
    Fuel,
    /// Too many calls inside each other.
    Depth,
    /// A position of too many parts.
    Parts,
    /// The work was stopped from outside: a budget of time or memory is used
    /// up, or somebody asked for it.
    Stopped,
}

impl FaultKind {
    /// Whether a limit was reached, rather than a rule broken.
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(
            self,
            FaultKind::Fuel | FaultKind::Depth | FaultKind::Parts | FaultKind::Stopped
        )
    }
}

impl Fault {
    /// A fault at a place.
    pub fn at(kind: FaultKind, span: Span, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            mistake: Mistake::at(span, message),
            stop: None,
            limit: None,
        }
    }

    /// The work was stopped from outside.
    #[must_use]
    pub fn stopped(stop: Stop, span: Span) -> Fault {
        Fault {
            stop: Some(Box::new(stop.clone())),
            ..Fault::at(FaultKind::Stopped, span, stop.to_string())
        }
    }

    /// The same with a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.mistake = self.mistake.help(help);
        self
    }
}

/// A limit that was reached: one of [`Limits`], with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many steps.
    Fuel(u64),
    /// So many calls inside each other.
    Depth(u32),
}

/// How much one call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps: rounds of loops and comprehensions, calls of functions, and items
    /// of lists, tuples and texts that an operation makes, compares, searches or
    /// moves without such a round (`[0] * n`, a slice, `xs == ys`, a list that is
    /// yielded).
    pub fuel: u64,
    /// Calls inside each other.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            fuel: 10_000_000,
            depth: 1_000,
        }
    }
}
