//! Code that changes the sizes of dicts.

use super::LiveDict;
use crate::check::instance::Checker;
use crate::source::{Diagnostic, Span};

/// What a function does to the sizes of dicts: how often, in the code checked so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::check) struct DictChanges {
    pub(in crate::check) grows: usize,
    pub(in crate::check) shrinks: usize,
}

impl Checker<'_> {
    /// Takes note of code that may insert a key.
    pub(super) fn note_growth(&mut self) {
        self.note_changes(DictChanges {
            grows: 1,
            shrinks: 0,
        });
    }

    pub(super) fn note_removal(&mut self) {
        self.note_changes(DictChanges {
            grows: 0,
            shrinks: 1,
        });
    }

    /// Takes note of code that changes the sizes of dicts.
    pub(in crate::check) fn note_changes(&mut self, changes: DictChanges) {
        let own = &mut self.frame().changes;
        own.grows += changes.grows;
        own.shrinks += changes.shrinks;
        let number = self.current_number();
        let known = &mut self.instances[number].changes;
        let joined = DictChanges {
            grows: known.grows.max(changes.grows.min(1)),
            shrinks: known.shrinks.max(changes.shrinks.min(1)),
        };
        if *known != joined {
            *known = joined;
            self.types.has_changed = true;
        }
    }

    /// Rejects a comprehension over dicts whose parts change the size of a dict.
    pub(in crate::check) fn refuse_changes(
        &mut self,
        live: &[LiveDict],
        before: DictChanges,
    ) -> Result<(), Diagnostic> {
        match live.first() {
            Some(dict) if self.frame().changes != before => Err(changed_while_iterated(dict.at)),
            _ => Ok(()),
        }
    }
}

fn changed_while_iterated(at: Span) -> Diagnostic {
    Diagnostic::at(
        at,
        "this may change the keys of a dict that it iterates over",
    )
    .help("iterate over a copy: `for key in list(d):`")
}
