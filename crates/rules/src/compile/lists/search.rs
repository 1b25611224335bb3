//! Searches in constant lists of numbers or letters: of keys of a dict, in a set.
//!
//! A table has the place of every number between the least and the greatest
//! item; a set of a few is one word of bits.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::Gen;
use crate::compile::known::value::{List, Text, Value};
use crate::compile::known::word::{Bit, Range, Word};

/// Shortest list with a table: fewer items are compared one by one.
const MIN_ITEMS: usize = 3;
/// Largest difference of two items of such a list.
const MAX_SPAN: i64 = 1 << 10;

/// A constant list that is searched for a word.
struct Search {
    /// The words of its items.
    items: Vec<i64>,
    /// The word that is searched for.
    wanted: Word,
    /// The least and the greatest item.
    bounds: Range,
}

impl Generator<'_, '_> {
    /// The place of a value in a list, or -1; `None` if there is no table for it.
    pub(in crate::compile) fn place_in_table(
        &mut self,
        items: &[Value],
        wanted: &Value,
    ) -> Gen<Option<Word>> {
        let Some(search) = self.search_in_constants(items, wanted) else {
            return Ok(None);
        };
        let last = search.items.len() as i64 - 1;
        let table = List::Table(self.unit.tables.places(&search.items, search.bounds));
        let at = self.offset_in(&search);
        let place = self.item(&table, at)?;
        let Value::Number(place) = place else {
            return Ok(None);
        };
        self.learn(place, Range::new(-1, last));
        Ok(Some(place))
    }

    /// Whether a value is in a list; `None` if its items are compared one by one.
    pub(in crate::compile) fn is_in_constants(
        &mut self,
        items: &[Value],
        wanted: &Value,
    ) -> Gen<Option<Bit>> {
        let Some(search) = self.search_in_constants(items, wanted) else {
            return Ok(None);
        };
        if search.bounds.hi - search.bounds.lo >= 63 {
            let place = self.place_in_table(items, wanted)?;
            return Ok(place.map(|place| {
                self.compare(IntCC::SignedGreaterThanOrEqual, place, Word::Known(0))
            }));
        }
        // The last bit is 0: it stands for all numbers outside the bounds.
        let bits = search
            .items
            .iter()
            .fold(0_u64, |bits, item| bits | 1 << (item - search.bounds.lo));
        let at = self.offset_in(&search);
        let (set, at) = (ins!(self).iconst(types::I64, bits as i64), self.value(at));
        let shifted = ins!(self).ushr(set, at);
        let bit = ins!(self).band_imm_u(shifted, 1);
        let bit = self.computed(bit, Range::BIT);
        Ok(Some(self.compare(IntCC::NotEqual, bit, Word::Known(0))))
    }

    fn search_in_constants(&self, items: &[Value], wanted: &Value) -> Option<Search> {
        let is_text = |value: &Value| matches!(value, Value::Text(_));
        // A tuple can have numbers and letters.
        if items.len() < MIN_ITEMS || items.iter().any(|item| is_text(item) != is_text(wanted)) {
            return None;
        }
        let wanted = match wanted {
            Value::Number(word) | Value::Text(Text::Word(word)) => self.resolve(*word),
            _ => return None,
        };
        if let Word::Known(_) = wanted {
            return None;
        }
        let words: Option<Vec<i64>> = items.iter().map(|item| self.constant_word(item)).collect();
        let items = words?;
        let bounds = Range::new(*items.iter().min()?, *items.iter().max()?);
        let span = bounds.hi.checked_sub(bounds.lo)?;
        (span < MAX_SPAN).then_some(Search {
            items,
            wanted,
            bounds,
        })
    }

    /// The word of a constant number or letter.
    fn constant_word(&self, value: &Value) -> Option<i64> {
        match value {
            Value::Number(word) => match self.resolve(*word) {
                Word::Known(n) => Some(n),
                Word::Computed(_) => None,
            },
            Value::Text(text) => {
                let mut letters = text.known()?.chars();
                let only = letters.next().filter(|_| letters.next().is_none());
                only.map(|letter| u32::from(letter).into())
            }
            _ => None,
        }
    }

    /// The distance of the wanted word from the least item; the number after the
    /// greatest distance for all words outside the bounds.
    fn offset_in(&mut self, search: &Search) -> Word {
        let Range { lo, hi } = search.bounds;
        let after = Word::Known(hi - lo + 1);
        let known = self.range(search.wanted);
        let wanted = self.value(search.wanted);
        // Wraps around to a large number below the least item.
        let offset = Word::Computed(ins!(self).iadd_imm_s(wanted, lo.wrapping_neg()));
        if lo <= known.lo && known.hi <= hi {
            self.learn(offset, Range::new(0, hi - lo));
            return offset;
        }
        let outside = self.compare(IntCC::UnsignedGreaterThan, offset, Word::Known(hi - lo));
        let at = self.select(outside, after, offset);
        self.learn(at, Range::new(0, hi - lo + 1));
        at
    }
}
