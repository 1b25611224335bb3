//! Code that changes lists, or the sizes of dicts.

use super::LiveDict;
use crate::check::instance::Checker;
use crate::source::{Diagnostic, Span};

/// What a function does to lists and the sizes of dicts: how often, in the code checked so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::check) struct Changes {
    pub(in crate::check) grows: usize,
    pub(in crate::check) shrinks: usize,
    /// Changes of lists.
    pub(in crate::check) lists: usize,
}

impl Changes {
    /// Whether the keys of a dict may have changed since.
    pub(in crate::check) fn has_other_keys(self, before: Changes) -> bool {
        (self.grows, self.shrinks) != (before.grows, before.shrinks)
    }
}

impl Checker<'_> {
    /// Takes note of code that may insert a key.
    pub(super) fn note_growth(&mut self) {
        self.note_changes(Changes {
            grows: 1,
            ..Changes::default()
        });
    }

    pub(super) fn note_removal(&mut self) {
        self.note_changes(Changes {
            shrinks: 1,
            ..Changes::default()
        });
    }

    /// Takes note of code that changes a list.
    pub(in crate::check) fn note_list_change(&mut self) {
        self.note_changes(Changes {
            lists: 1,
            ..Changes::default()
        });
    }

    /// Takes note of code that a call runs.
    pub(in crate::check) fn note_changes(&mut self, changes: Changes) {
        let own = &mut self.frame().changes;
        own.grows += changes.grows;
        own.shrinks += changes.shrinks;
        own.lists += changes.lists;
        let number = self.current_number();
        let known = &mut self.instances[number].changes;
        let joined = Changes {
            grows: known.grows.max(changes.grows.min(1)),
            shrinks: known.shrinks.max(changes.shrinks.min(1)),
            lists: known.lists.max(changes.lists.min(1)),
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
        before: Changes,
    ) -> Result<(), Diagnostic> {
        let has_changed = self.frame().changes.has_other_keys(before);
        match live.first() {
            Some(dict) if has_changed => Err(changed_while_iterated(dict.at)),
            _ => Ok(()),
        }
    }

    /// Rejects a comprehension over a set whose parts change something in its order.
    pub(in crate::check) fn refuse_order(
        &mut self,
        set: Option<Span>,
        before: Changes,
    ) -> Result<(), Diagnostic> {
        match set {
            Some(at) if self.frame().changes != before => Err(self.set_has_no_order(at)),
            _ => Ok(()),
        }
    }
}

pub(super) fn changed_while_iterated(at: Span) -> Diagnostic {
    Diagnostic::at(
        at,
        "this may change the keys of a dict that it iterates over",
    )
    .help("iterate over a copy: `for key in list(d):`")
}
