//! A move from its words.

use kibitz_game::{Grouped, Step};

use super::{Heaps, Nim, Take};
use crate::spelling::{item, number, packed};

impl Nim {
    /// `2: -4`, with spaces anywhere; `2: 4` is as good.
    pub(super) fn spelled(&self, p: &Heaps, text: &str) -> Option<Step<Heaps, Take>> {
        let text = packed(text);
        let (heap, rest) = text.split_once(':')?;
        let (heap, held) = item(p, heap)?;
        let matches = number(rest.strip_prefix('-').unwrap_or(rest))?;
        let by = Take { heap, matches };
        (1..=*held)
            .contains(&matches)
            .then(|| Step::pass(self.after(p, &by), by))
    }
}
