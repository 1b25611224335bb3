//! Why a rule file gives no answer, with the file at hand to show the place.

use std::fmt;
use std::sync::Arc;

use kibitz_game::Stop;

use crate::fault::{Fault, FaultKind, Limit};
use crate::source::{Mistake, Source};

/// A mistake in a rule file, or a fault while it ran, and the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    /// Nothing for a mistake that was found before anything ran.
    kind: Option<FaultKind>,
    mistake: Mistake,
    stop: Option<Box<Stop>>,
    limit: Option<Limit>,
    source: Arc<Source>,
}

impl Failure {
    /// A mistake that was found before anything ran.
    #[must_use]
    pub fn mistake(mistake: Mistake, source: &Arc<Source>) -> Failure {
        Failure(Box::new(Inner {
            kind: None,
            mistake,
            stop: None,
            limit: None,
            source: Arc::clone(source),
        }))
    }

    /// A fault while the rules ran.
    #[must_use]
    pub fn fault(fault: Fault, source: &Arc<Source>) -> Failure {
        Failure(Box::new(Inner {
            kind: Some(fault.kind),
            mistake: fault.mistake,
            stop: fault.stop,
            limit: fault.limit,
            source: Arc::clone(source),
        }))
    }

    /// The same with a further fact: the position at which it happened.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Failure {
        self.0.mistake = self.0.mistake.note(note);
        self
    }

    /// What kind of fault it is; nothing for a mistake that was found before
    /// anything ran.
    #[must_use]
    pub fn kind(&self) -> Option<FaultKind> {
        self.0.kind
    }

    /// What stopped the work, where that came from outside: then nothing is
    /// wrong with the rules.
    #[must_use]
    pub fn stop(&self) -> Option<&Stop> {
        self.0.stop.as_deref()
    }

    /// The limit of one call that was reached, if that is why it failed; the
    /// help then ends with the advice to allow more.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.0.limit
    }

    /// Whether a limit was reached that can be raised.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.0.kind.is_some_and(FaultKind::is_limit)
    }

    /// What is wrong, and where.
    #[must_use]
    pub fn what(&self) -> &Mistake {
        &self.0.mistake
    }

    /// The file.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.0.source
    }
}

impl fmt::Display for Failure {
    /// In full, with the source line; it begins after `error: `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.mistake.render(&self.0.source))
    }
}

impl std::error::Error for Failure {}
