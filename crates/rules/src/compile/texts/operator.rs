//! Comparisons, searches, items and slices of texts.

use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::generator::Generator;
use crate::compile::expressions::compare::{Order, Typed};
use crate::compile::known::state::Gen;
use crate::compile::known::value::{List, Text, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::layout::EMPTY_TEXT;
use crate::compile::runtime;
use crate::tree::Type;

/// Longest list of letters that stays virtual when a computed item changes.
const MAX_LETTERS: usize = 16;

impl Generator<'_, '_> {
    /// Whether two texts are equal.
    pub(in crate::compile) fn text_equal(&mut self, a: &Text, b: &Text) -> Gen<Bit> {
        if let (Text::Known(a), Text::Known(b)) = (a, b) {
            return Ok(Bit::Known(a == b));
        }
        if !self.is_short(a) && !self.is_short(b) {
            return Ok(self.text_order(a, b, true)?.equal);
        }
        let is_long = |this: &Self, text: &Text| match text {
            Text::Characters(list) => this.known_length(list).is_some_and(|length| length > 1),
            _ => false,
        };
        if is_long(self, a) || is_long(self, b) {
            return Ok(Bit::Known(false));
        }
        let (a, b) = (self.text_word(a)?, self.text_word(b)?);
        Ok(self.compare(IntCC::Equal, a, b))
    }

    /// The order of two texts.
    pub(in crate::compile) fn text_order(
        &mut self,
        a: &Text,
        b: &Text,
        only_equal: bool,
    ) -> Gen<Order> {
        let is_list = |text: &Text| matches!(text, Text::Known(_) | Text::Characters(_));
        if is_list(a) && is_list(b) {
            let lists = [self.characters(a)?, self.characters(b)?].map(Value::List);
            let ty = Type::Row(Type::Int.into());
            let (a, b) = (Typed(&lists[0], &ty), Typed(&lists[1], &ty));
            return self.sequence_order(a, b, only_equal);
        }
        let are_short = self.is_short(a) && self.is_short(b);
        let words = [self.text_word(a)?, self.text_word(b)?];
        let (order, to) = if are_short {
            (words[0], words[1])
        } else {
            let values = words.map(|word| self.value(word));
            self.call_runtime(runtime::TEXT_ORDER, &values);
            let order = self.result(0);
            (self.computed(order, Range::new(-1, 1)), Word::Known(0))
        };
        Ok(Order {
            less: self.compare(IntCC::SignedLessThan, order, to),
            equal: self.compare(IntCC::Equal, order, to),
        })
    }

    /// `part in text`.
    pub(in crate::compile) fn is_in_text(&mut self, part: &Text, text: &Text) -> Gen<Bit> {
        if let (Text::Known(part), Text::Known(text)) = (part, text) {
            return Ok(Bit::Known(text.contains(&**part)));
        }
        if !self.is_short(part) {
            let place = self.place_in(runtime::TEXT_FIND, text, part)?;
            return Ok(self.compare(IntCC::SignedGreaterThanOrEqual, place, Word::Known(0)));
        }
        let code = self.text_word(part)?;
        let list = Value::List(self.characters(text)?);
        let of_list = Typed(&list, &Type::Row(Type::Int.into()));
        let found = self.is_in(Typed(&Value::Number(code), &Type::Int), of_list)?;
        let empty = self.compare(IntCC::Equal, code, Word::Known(EMPTY_TEXT));
        Ok(self.either(empty, found))
    }

    /// Calls a `runtime` function that finds or counts a part.
    pub(in crate::compile) fn place_in(
        &mut self,
        function: runtime::Runtime,
        text: &Text,
        part: &Text,
    ) -> Gen<Word> {
        let lists = [self.characters(text)?, self.characters(part)?];
        let text = self.address(&lists[0])?;
        let part = self.address(&lists[1])?;
        self.call_runtime(function, &[text, part]);
        let place = self.result(0);
        Ok(self.computed(place, Range::new(-1, Range::LENGTH.hi)))
    }

    /// `text[index]`.
    pub(in crate::compile) fn text_item(&mut self, text: &Text, index: Word) -> Gen<Value> {
        let list = self.characters(text)?;
        let length = self.length(&list);
        let index = self.normalise_index(length, index)?;
        let item = self.item(&list, index)?;
        Ok(self.letter(&item))
    }

    /// `text[start:stop:step]`.
    pub(in crate::compile) fn text_slice(
        &mut self,
        text: &Text,
        bounds: [Option<Word>; 3],
    ) -> Gen<Value> {
        if let Text::Unknown = text {
            let step = bounds[2].unwrap_or(Word::Known(1));
            let still = self.compare(IntCC::Equal, step, Word::Known(0));
            self.check_not(still)?;
            return Ok(Value::Text(Text::Unknown));
        }
        let list = self.characters(text)?;
        let cut = self.cut(&list, bounds)?;
        Ok(self.text_of(cut))
    }

    /// `a + b`.
    pub(in crate::compile) fn text_sum(&mut self, a: &Text, b: &Text) -> Gen<Value> {
        let is_unknown = matches!((a, b), (Text::Unknown, _) | (_, Text::Unknown));
        if is_unknown || self.discards_text {
            return Ok(Value::Text(Text::Unknown));
        }
        let lists = [self.characters(a)?, self.characters(b)?].map(Value::List);
        let ty = Type::Row(Type::Int.into());
        self.text_of_value(|this| this.concatenate(&lists[0], &lists[1], &ty))
    }

    /// `text * times`.
    pub(in crate::compile) fn text_repeat(&mut self, text: &Text, times: Word) -> Gen<Value> {
        if let Text::Unknown = text {
            return Ok(Value::Text(Text::Unknown));
        }
        let list = Value::List(self.characters(text)?);
        let ty = Type::Row(Type::Int.into());
        self.text_of_value(|this| this.repeat(&list, times, &ty))
    }

    /// The text of a list that is made of other texts' characters.
    fn text_of_value(&mut self, make: impl FnOnce(&mut Self) -> Gen<Value>) -> Gen<Value> {
        match make(self)? {
            Value::List(list) => Ok(self.text_of(list)),
            other => Ok(other),
        }
    }

    /// Stores a letter at a computed index of a short virtual list of letters,
    /// which stays virtual; returns whether the list is one.
    pub(in crate::compile) fn set_letter(
        &mut self,
        list: &List,
        index: Word,
        value: &Value,
    ) -> Gen<bool> {
        let is_letter = |this: &Self, value: &Value| match value {
            Value::Text(text) => this.is_short(text),
            _ => false,
        };
        let items = self.known_items(list).unwrap_or_default();
        let all = items.iter().chain([value]);
        if items.is_empty() || items.len() > MAX_LETTERS || !{ all }.all(|one| is_letter(self, one))
        {
            return Ok(false);
        }
        let mut changed = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let here = self.compare(IntCC::Equal, index, Word::Known(i as i64));
            changed.push(self.choose(here, value.clone(), item.clone())?);
        }
        let is_virtual = self
            .change_virtual(list, |items| *items = changed)
            .is_some();
        Ok(is_virtual)
    }
}
