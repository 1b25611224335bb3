//! The kinds of values that columns with a dictionary store.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use kibitz_game::{Grundy, Plies, Value, Wdl};
use serde::de::{Deserialize, Deserializer, Error as _};

use crate::Entry;

/// Sets and maps of symbols have a direct-address part of this size.
pub(crate) const SMALL: usize = 1 << 12;

/// The dictionary entry of an item without a value: a hole.
pub(crate) const HOLE: &str = "-";

/// A value that is stored as a code. Its `Display` is the text in the dictionary.
pub(crate) trait Symbol: Copy + Debug + Display + Eq + Hash + Send + Sync {
    /// The name of the column.
    const COLUMN: &'static str;
    /// What a dictionary entry looks like, for messages.
    const EXPECTED: &'static str;

    /// The order of symbols in a dictionary.
    fn key(self) -> i128;

    /// A number below [`SMALL`] for each of the usual symbols and for a hole, the same for no two;
    /// a larger one for the others.
    fn slot(item: Option<Self>) -> usize;

    /// The symbol of a text; `None` unless it is the text of one.
    fn parse(text: &str) -> Option<Self>;
}

impl Symbol for Entry {
    const COLUMN: &'static str = "value";
    const EXPECTED: &'static str = "`-`, `D`, `W`, `L`, or `W` or `L` with a number of plies";

    fn key(self) -> i128 {
        self.number().into()
    }

    #[inline]
    fn slot(item: Option<Entry>) -> usize {
        item.map_or(0, Entry::number) as usize
    }

    fn parse(text: &str) -> Option<Entry> {
        let plies = |digits| decimal::<u32>(digits).map(Plies::new);
        Some(match text.split_at_checked(1)? {
            ("D", "") => Entry::from(Wdl::Draw),
            ("W", "") => Entry::from(Wdl::Win),
            ("L", "") => Entry::from(Wdl::Loss),
            ("W", digits) => Value::Win(plies(digits)?).into(),
            ("L", digits) => Value::Loss(plies(digits)?).into(),
            _ => return None,
        })
    }
}

impl Symbol for Grundy {
    const COLUMN: &'static str = "grundy";
    const EXPECTED: &'static str = "`-` or a number from 0";

    fn key(self) -> i128 {
        self.get().into()
    }

    #[inline]
    fn slot(item: Option<Grundy>) -> usize {
        item.map_or(0, |grundy| grundy.get().saturating_add(1)) as usize
    }

    fn parse(text: &str) -> Option<Grundy> {
        decimal::<u64>(text).map(Grundy::new)
    }
}

/// Depths.
impl Symbol for u32 {
    const COLUMN: &'static str = "depth";
    const EXPECTED: &'static str = "`-` or a number from 0";

    fn key(self) -> i128 {
        self.into()
    }

    #[inline]
    fn slot(item: Option<u32>) -> usize {
        item.map_or(0, |depth| depth as usize + 1)
    }

    fn parse(text: &str) -> Option<u32> {
        decimal(text)
    }
}

/// Scores.
impl Symbol for i64 {
    const COLUMN: &'static str = "score";
    const EXPECTED: &'static str = "`-` or an integer";

    fn key(self) -> i128 {
        self.into()
    }

    #[inline]
    fn slot(item: Option<i64>) -> usize {
        let above = |score: i64| score.wrapping_add(SMALL as i64 / 2) as u64;
        item.map_or(0, |score| above(score).saturating_add(1)) as usize
    }

    fn parse(text: &str) -> Option<i64> {
        decimal(text)
    }
}

/// A number in its usual form: no sign `+`, no leading zeros.
fn decimal<N: std::str::FromStr + Display>(text: &str) -> Option<N> {
    text.parse().ok().filter(|n: &N| n.to_string() == text)
}

/// An entry of a dictionary in JSON; `None` for a hole.
#[derive(Debug)]
pub(crate) struct DictionaryEntry<S>(pub(crate) Option<S>);

impl<'de, S: Symbol> Deserialize<'de> for DictionaryEntry<S> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<DictionaryEntry<S>, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        if text == HOLE {
            return Ok(DictionaryEntry(None));
        }
        let invalid = || D::Error::custom(format!("entry {text:?}, expected {}", S::EXPECTED));
        S::parse(&text)
            .map(|symbol| DictionaryEntry(Some(symbol)))
            .ok_or_else(invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trips<S: Symbol>(symbols: &[S]) {
        for symbol in symbols {
            assert_eq!(S::parse(&symbol.to_string()), Some(*symbol));
        }
        assert!(symbols.is_sorted_by_key(|symbol| symbol.key()));
        for text in [
            "",
            "-",
            "+1",
            "01",
            "W01",
            "X",
            "W-1",
            "D3",
            "ü",
            "W99999999999999999999",
        ] {
            assert_eq!(S::parse(text), None, "{text}");
        }
    }

    #[test]
    fn text_of_symbols_round_trips() {
        let plies = |n| Plies::new(n);
        round_trips::<Entry>(&[
            Wdl::Draw.into(),
            Wdl::Loss.into(),
            Wdl::Win.into(),
            Value::Loss(plies(0)).into(),
            Value::Win(plies(0)).into(),
            Value::Loss(plies(7)).into(),
            Value::Win(plies(7)).into(),
            Value::Win(plies(u32::MAX)).into(),
        ]);
        round_trips(&[0, 1, 77, u64::MAX].map(Grundy::new));
        round_trips(&[0, 1, 77, u32::MAX]);
        round_trips(&[i64::MIN, -1, 0, 5, i64::MAX]);
    }

    /// The usual symbols have slots, no two the same.
    fn slots_are_distinct<S: Symbol>(symbols: impl Iterator<Item = S>, usual: usize) {
        let mut seen = [false; SMALL];
        let slots = symbols
            .map(|symbol| S::slot(Some(symbol)))
            .chain([S::slot(None)]);
        for slot in slots.filter(|slot| *slot < SMALL) {
            assert!(!std::mem::replace(&mut seen[slot], true));
        }
        assert_eq!(seen.iter().filter(|seen| **seen).count(), usual);
    }

    #[test]
    fn slots() {
        let of_distance = |n| [Value::Win(Plies::new(n)), Value::Loss(Plies::new(n))];
        let entries = (0..5000).flat_map(of_distance).map(Entry::from);
        let results = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(Entry::from);
        slots_are_distinct(entries.chain(results), SMALL);
        slots_are_distinct((0..5000).chain([u64::MAX]).map(Grundy::new), SMALL);
        slots_are_distinct((0..5000).chain([u32::MAX]), SMALL);
        slots_are_distinct((-5000..5000i64).chain([i64::MIN, i64::MAX]), SMALL);
    }
}
