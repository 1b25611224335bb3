//! The distinct values of a column, and their codes.

use std::collections::{HashMap, HashSet};

use crate::symbol::{HOLE, SMALL, Symbol};

/// Maximum number of entries of a dictionary.
pub(crate) const MAX_ENTRIES: usize = 1 << 20;

/// A set of values, for the pass that finds what the dictionary has to hold.
#[derive(Debug)]
pub(crate) struct Distinct<S> {
    hole: bool,
    small: Box<[Option<S>; SMALL]>,
    others: HashSet<S>,
}

impl<S: Symbol> Distinct<S> {
    pub(crate) fn new() -> Distinct<S> {
        Distinct {
            hole: false,
            small: Box::new([None; SMALL]),
            others: HashSet::new(),
        }
    }

    /// Adds values. Stops adding when there are too many for a dictionary.
    pub(crate) fn extend(&mut self, items: &[Option<S>]) {
        for item in items {
            match item {
                None => self.hole = true,
                Some(symbol) => match symbol.small() {
                    Some(at) if self.small[at].is_some() => {}
                    Some(at) => self.small[at] = Some(*symbol),
                    None if self.others.len() > MAX_ENTRIES => return,
                    None => {
                        self.others.insert(*symbol);
                    }
                },
            }
        }
    }

    /// Adds those of another set.
    pub(crate) fn merge(&mut self, other: &Distinct<S>) {
        self.hole |= other.hole;
        for (mine, theirs) in self.small.iter_mut().zip(&*other.small) {
            *mine = mine.or(*theirs);
        }
        self.others.extend(&other.others);
    }

    /// Whether there are more than a dictionary may have.
    pub(crate) fn is_too_large(&self) -> bool {
        let small = self.small.iter().flatten().count();
        usize::from(self.hole) + small + self.others.len() > MAX_ENTRIES
    }

    /// The dictionary: the hole, then the values in ascending order.
    pub(crate) fn into_dictionary(self) -> Dictionary<S> {
        let small = self.small.iter().flatten().copied();
        let mut symbols: Vec<S> = small.chain(self.others).collect();
        symbols.sort_unstable_by_key(|symbol| symbol.key());
        let hole = self.hole.then_some(None);
        let entries = hole.into_iter().chain(symbols.into_iter().map(Some));
        Dictionary::new(entries.collect())
    }
}

/// The entries of a dictionary by code, and the codes of entries.
#[derive(Debug)]
pub(crate) struct Dictionary<S> {
    entries: Vec<Option<S>>,
    hole: u32,
    /// By [`Symbol::small`].
    small: Box<[u32; SMALL]>,
    others: HashMap<S, u32>,
}

/// Marks an entry that the dictionary does not have; larger than every code.
const ABSENT: u32 = u32::MAX;

impl<S: Symbol> Dictionary<S> {
    fn new(entries: Vec<Option<S>>) -> Dictionary<S> {
        let mut hole = ABSENT;
        let mut small = Box::new([ABSENT; SMALL]);
        let mut others = HashMap::new();
        for (code, entry) in (0u32..).zip(&entries) {
            match entry.map(|symbol| (symbol, symbol.small())) {
                None => hole = code,
                Some((_, Some(at))) => small[at] = code,
                Some((symbol, None)) => {
                    others.insert(symbol, code);
                }
            }
        }
        Dictionary {
            entries,
            hole,
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
        match item.map(|symbol| (symbol, symbol.small())) {
            None => self.hole,
            Some((_, Some(at))) => self.small[at],
            Some((symbol, None)) => self.others.get(&symbol).copied().unwrap_or(ABSENT),
        }
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
