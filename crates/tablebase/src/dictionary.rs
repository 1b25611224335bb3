//! The distinct values of a column, and their codes.

use std::collections::{HashMap, HashSet};

use crate::symbol::{HOLE, SMALL, Symbol};

/// Maximum number of entries of a dictionary.
pub(crate) const MAX_ENTRIES: usize = 1 << 20;

/// A set of items, for the pass that finds what the dictionary has to hold.
#[derive(Debug)]
pub(crate) struct Distinct<S> {
    /// By [`Symbol::slot`]: whether it is in the set, and what it is.
    seen: Box<[bool; SMALL]>,
    small: Box<[Option<S>; SMALL]>,
    others: HashSet<S>,
}

impl<S: Symbol> Distinct<S> {
    pub(crate) fn new() -> Distinct<S> {
        Distinct {
            seen: Box::new([false; SMALL]),
            small: Box::new([None; SMALL]),
            others: HashSet::new(),
        }
    }

    /// Adds items. Stops when there are too many for a dictionary.
    pub(crate) fn extend(&mut self, items: &[Option<S>]) {
        for item in items {
            let slot = S::slot(*item);
            if slot < SMALL {
                self.seen[slot] = true;
                self.small[slot] = *item;
            } else if self.others.len() <= MAX_ENTRIES {
                self.others.extend(*item);
            }
        }
    }

    /// Adds those of another set.
    pub(crate) fn merge(&mut self, other: &Distinct<S>) {
        for slot in (0..SMALL).filter(|slot| other.seen[*slot]) {
            self.seen[slot] = true;
            self.small[slot] = other.small[slot];
        }
        self.others.extend(&other.others);
    }

    /// Whether there are more than a dictionary may have.
    pub(crate) fn is_too_large(&self) -> bool {
        let small = self.seen.iter().filter(|seen| **seen).count();
        small + self.others.len() > MAX_ENTRIES
    }

    /// The dictionary: the hole, then the values in ascending order.
    pub(crate) fn into_dictionary(self) -> Dictionary<S> {
        let slots = (0..SMALL).filter(|slot| self.seen[*slot]);
        let small = slots.map(|slot| self.small[slot]);
        let mut entries: Vec<Option<S>> = small.chain(self.others.into_iter().map(Some)).collect();
        entries.sort_unstable_by_key(|entry| entry.map(S::key));
        Dictionary::new(entries)
    }
}

/// The entries of a dictionary by code, and the codes of entries.
#[derive(Debug)]
pub(crate) struct Dictionary<S> {
    entries: Vec<Option<S>>,
    /// By [`Symbol::slot`].
    small: Box<[u32; SMALL]>,
    others: HashMap<Option<S>, u32>,
}

/// Marks an entry that the dictionary does not have; larger than every code.
const ABSENT: u32 = u32::MAX;

impl<S: Symbol> Dictionary<S> {
    fn new(entries: Vec<Option<S>>) -> Dictionary<S> {
        let mut small = Box::new([ABSENT; SMALL]);
        let mut others = HashMap::new();
        for (code, entry) in (0u32..).zip(&entries) {
            match small.get_mut(S::slot(*entry)) {
                Some(place) => *place = code,
                None => {
                    others.insert(*entry, code);
                }
            }
        }
        Dictionary {
            entries,
            small,
            others,
        }
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The texts of the entries in the order of their codes.
    pub(crate) fn texts(&self) -> Vec<String> {
        let text = |symbol: &S| symbol.to_string();
        let entries = self.entries.iter();
        entries
            .map(|entry| entry.as_ref().map_or(HOLE.to_owned(), text))
            .collect()
    }

    /// Replaces what `codes` has by the codes of items.
    ///
    /// # Errors
    /// Returns the place of the first item that the dictionary does not have.
    pub(crate) fn encode(&self, items: &[Option<S>], codes: &mut Vec<u32>) -> Result<(), usize> {
        codes.clear();
        codes.extend(items.iter().map(|item| self.code(*item)));
        codes
            .iter()
            .position(|code| *code == ABSENT)
            .map_or(Ok(()), Err)
    }

    /// The code of an item.
    #[inline]
    fn code(&self, item: Option<S>) -> u32 {
        let small = self.small.get(S::slot(item)).copied();
        small.unwrap_or_else(|| self.others.get(&item).copied().unwrap_or(ABSENT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_the_order_of_the_dictionary() {
        let items = [Some(7), None, Some(-9_000_000), Some(7), Some(-1)];
        let mut all = Distinct::<i64>::new();
        for item in items.chunks(2) {
            let mut some = Distinct::new();
            some.extend(item);
            all.merge(&some);
        }
        let dictionary = all.into_dictionary();
        assert_eq!(dictionary.texts(), ["-", "-9000000", "-1", "7"]);
        let mut codes = Vec::new();
        assert_eq!(dictionary.encode(&items, &mut codes), Ok(()));
        assert_eq!(codes, [3, 0, 1, 3, 2]);
        assert_eq!(dictionary.encode(&[None, Some(8)], &mut codes), Err(1));
    }
}
