//! Run-time faults of rule files.

use kibitz_game::StopReason;

use crate::source::{Diagnostic, Span};

/// A run-time error of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", diagnostic.message)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// Place, message and help.
    pub diagnostic: Diagnostic,
    /// Why the run was stopped from outside, if it was.
    pub stop: Option<Box<StopReason>>,
    /// The limit that was reached, if it can be raised.
    pub limit: Option<Limit>,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// A number outside 64 bits.
    Overflow,
    /// An index outside its list.
    Index,
    /// A key that is not in a dict.
    Key,
    /// A division by zero.
    Division,
    /// What Python reports as `ValueError`: a negative shift or exponent, an
    /// item that is not in a list, `min` of an empty sequence.
    Value,
    /// A failed `assert`.
    Assertion,
    /// An unbound name.
    Unbound,
    /// A list or tuple of the wrong length for a field or an unpacking.
    Shape,
    /// Modification of a list of the module by a function, even if it would
    /// have no effect (`xs.sort()` of a sorted list).
    Frozen,
    /// `None` where a value is expected.
    NoneValue,
    /// Too many steps in one call.
    Fuel,
    /// Call depth exceeded.
    Depth,
    /// A sum of too many components.
    Parts,
    /// The run was stopped from outside: a time or memory limit, or
    /// cancellation.
    Stopped,
}

impl FaultKind {
    /// Whether a limit was reached, as opposed to an error in the rules.
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
            diagnostic: Diagnostic::at(span, message),
            stop: None,
            limit: None,
        }
    }

    /// The fault of a run that was stopped from outside.
    #[must_use]
    pub fn stopped(stop: StopReason, span: Span) -> Fault {
        Fault {
            stop: Some(Box::new(stop.clone())),
            ..Fault::at(FaultKind::Stopped, span, stop.to_string())
        }
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.diagnostic = self.diagnostic.help(help);
        self
    }
}

/// A limit that was reached: one of [`Limits`] with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Maximum number of steps.
    Fuel(u64),
    /// Maximum call depth.
    Depth(u32),
}

/// Limits of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of steps: iterations of loops and comprehensions,
    /// function calls, and items of lists, tuples and strings that an operation
    /// creates, compares, searches or moves without such an iteration (`[0] *
    /// n`, a slice, `xs == ys`, a yielded list).
    pub fuel: u64,
    /// Maximum call depth.
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
