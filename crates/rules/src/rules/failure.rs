//! Errors of rule files, with the file to render the place.

use std::fmt;
use std::sync::Arc;

use kibitz_game::StopReason;

use crate::fault::{Fault, FaultKind, Limit};
use crate::source::{Diagnostic, Source};

/// A diagnostic or a run-time fault of a rule file, and the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    /// `None` for a diagnostic of the checker.
    kind: Option<FaultKind>,
    diagnostic: Diagnostic,
    stop: Option<Box<StopReason>>,
    limit: Option<Limit>,
    source: Arc<Source>,
}

impl Failure {
    /// A diagnostic of the checker.
    #[must_use]
    pub fn diagnostic(diagnostic: Diagnostic, source: &Arc<Source>) -> Failure {
        Failure(Box::new(Inner {
            kind: None,
            diagnostic,
            stop: None,
            limit: None,
            source: Arc::clone(source),
        }))
    }

    /// A run-time fault.
    #[must_use]
    pub fn fault(fault: Fault, source: &Arc<Source>) -> Failure {
        Failure(Box::new(Inner {
            kind: Some(fault.kind),
            diagnostic: fault.diagnostic,
            stop: fault.stop,
            limit: fault.limit,
            source: Arc::clone(source),
        }))
    }

    /// Adds a note: the position at which it happened.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Failure {
        self.0.diagnostic = self.0.diagnostic.note(note);
        self
    }

    /// The kind of a fault; `None` for a diagnostic of the checker.
    #[must_use]
    pub fn kind(&self) -> Option<FaultKind> {
        self.0.kind
    }

    /// Whether an assertion failed: of a file that is opened, the parameters allow no starting
    /// position.
    #[must_use]
    pub fn is_assertion(&self) -> bool {
        self.0.kind == Some(FaultKind::Assertion)
    }

    /// Why the run was stopped, if it was stopped from outside; the rules are
    /// then not at fault.
    #[must_use]
    pub fn stop(&self) -> Option<&StopReason> {
        self.0.stop.as_deref()
    }

    /// The limit of one call that was reached, if that is the reason; the help
    /// then ends with the advice to allow more.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.0.limit
    }

    /// Whether a limit was reached that can be raised.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.0.kind.is_some_and(FaultKind::is_limit)
    }

    /// Message and place.
    #[must_use]
    pub fn what(&self) -> &Diagnostic {
        &self.0.diagnostic
    }

    /// The file.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.0.source
    }
}

impl fmt::Display for Failure {
    /// Rendered with the source line; to follow `error: `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.diagnostic.render(&self.0.source))
    }
}

impl std::error::Error for Failure {}
