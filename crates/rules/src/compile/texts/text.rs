//! The representations of a text, and conversions between them.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::parts::number;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Stored, Text, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::layout::{CODE_POINTS, EMPTY_TEXT};
use crate::compile::runtime;
use crate::tree::Type;

impl Generator<'_, '_> {
    /// The text of a word.
    pub(in crate::compile) fn text_from(&self, word: Word) -> Value {
        match self.resolve(word) {
            Word::Known(EMPTY_TEXT) => Value::text(""),
            Word::Known(code) => match u32::try_from(code).ok().and_then(char::from_u32) {
                Some(letter) => Value::text(letter.to_string()),
                None => Value::Text(Text::Word(word)),
            },
            word => Value::Text(Text::Word(word)),
        }
    }

    /// The text of one character: an item of its characters.
    pub(in crate::compile) fn letter(&mut self, item: &Value) -> Value {
        let code = number(item);
        self.learn(code, Range::CODE_POINT);
        self.text_from(code)
    }

    /// The text of a list of code points, which is not modified from here on.
    pub(in crate::compile) fn text_of(&mut self, list: List) -> Value {
        let Some(items) = self.known_items(&list) else {
            return Value::Text(Text::Characters(list));
        };
        if let [only] = items.as_slice() {
            return self.letter(only);
        }
        let known = items.iter().map(|item| match self.resolve(number(item)) {
            Word::Known(code) => char::from_u32(u32::try_from(code).ok()?),
            Word::Computed(_) => None,
        });
        match known.collect::<Option<String>>() {
            Some(text) => Value::text(text),
            None => Value::Text(Text::Characters(list)),
        }
    }

    /// The code points of a text.
    pub(in crate::compile) fn characters(&mut self, text: &Text) -> Gen<List> {
        let word = match text {
            Text::Known(text) => return Ok(List::Table(self.unit.tables.characters(text))),
            Text::Characters(list) => return Ok(list.clone()),
            Text::Word(word) => self.resolve(*word),
            Text::Unknown => return cannot("the characters of a formatted text"),
        };
        let range = self.range(word);
        if range.lo > EMPTY_TEXT && range.hi < CODE_POINTS {
            return self.new_list(&Type::Int, vec![Value::Number(word)]);
        }
        let value = self.value(word);
        self.call_runtime(runtime::CHARACTERS, &[value]);
        Ok(self.new_stored(&Type::Int))
    }

    /// The word of a text.
    pub(in crate::compile) fn text_word(&mut self, text: &Text) -> Gen<Word> {
        let list = match text {
            Text::Known(text) => return Ok(Word::Known(self.unit.tables.text_word(text))),
            Text::Word(word) => return Ok(*word),
            Text::Characters(list) => list,
            Text::Unknown => return cannot("a formatted text as a value"),
        };
        match self.known_length(list) {
            Some(0) => Ok(Word::Known(EMPTY_TEXT)),
            Some(1) => {
                let item = self.item(list, Word::Known(0))?;
                self.learn(number(&item), Range::CODE_POINT);
                Ok(number(&item))
            }
            Some(_) => {
                let address = self.address(list)?;
                // Moved, so that its range is not one of the address itself.
                let word = ins!(self).iadd_imm_s(address, 0);
                Ok(self.computed(word, Range::new(CODE_POINTS, i64::MAX)))
            }
            None => {
                let address = self.address(list)?;
                self.call_runtime(runtime::TEXT_WORD, &[address]);
                let word = self.result(0);
                Ok(self.computed(word, Range::TEXT))
            }
        }
    }

    /// The length of a list, if it is constant.
    pub(in crate::compile) fn known_length(&self, list: &List) -> Option<usize> {
        let known = self.known_items(list).map(|items| items.len());
        known.or_else(|| self.in_memory(list)?.length)
    }

    /// The number of characters of a text.
    pub(in crate::compile) fn text_length(&mut self, text: &Text) -> Gen<Word> {
        if let Text::Word(word) = text
            && self.is_short(text)
        {
            let some = self.compare(IntCC::NotEqual, *word, Word::Known(EMPTY_TEXT));
            return Ok(self.word(some));
        }
        let list = self.characters(text)?;
        Ok(self.length(&list))
    }

    /// Whether a text is not empty.
    pub(in crate::compile) fn text_truth(&mut self, text: &Text) -> Gen<Bit> {
        match text {
            Text::Word(word) => Ok(self.compare(IntCC::NotEqual, *word, Word::Known(EMPTY_TEXT))),
            _ => {
                let length = self.text_length(text)?;
                Ok(self.compare(IntCC::NotEqual, length, Word::Known(0)))
            }
        }
    }

    /// Whether a text is known to have at most one character.
    pub(in crate::compile) fn is_short(&self, text: &Text) -> bool {
        match text {
            Text::Known(text) => text.chars().nth(1).is_none(),
            Text::Word(word) => self.range(*word).hi < CODE_POINTS,
            Text::Characters(_) | Text::Unknown => false,
        }
    }

    /// Whether a text is known to have exactly one character: its code point.
    pub(in crate::compile) fn only_letter(&mut self, text: &Text) -> Gen<Option<Word>> {
        if !self.is_short(text) {
            return Ok(None);
        }
        let word = self.text_word(text)?;
        Ok(Some(word).filter(|word| self.range(*word).lo > EMPTY_TEXT))
    }

    /// A value with words for texts.
    pub(in crate::compile) fn in_words(&mut self, value: &Value) -> Gen<Value> {
        Ok(match value {
            Value::Text(text @ Text::Characters(_)) => {
                let word = self.text_word(text)?;
                self.text_from(word)
            }
            Value::Optional(flag, inner) => Value::Optional(*flag, self.in_words(inner)?.into()),
            Value::Tuple(items) => {
                let words: Gen<Vec<Value>> = items.iter().map(|item| self.in_words(item)).collect();
                Value::tuple(words?)
            }
            other => other.clone(),
        })
    }

    /// A list with the code points from an address, which are not modified.
    pub(in crate::compile) fn characters_at(
        &mut self,
        data: cranelift_codegen::ir::Value,
        length: Word,
    ) -> Gen<List> {
        use crate::compile::layout::{CAPACITY, FROZEN, HEADER_WORDS, ITEMS, LENGTH};
        let address = self.allocate(8 * HEADER_WORDS as i64)?;
        for (word, at) in [
            (length, LENGTH),
            (Word::Known(FROZEN), CAPACITY),
            (Word::Computed(data), ITEMS),
        ] {
            let value = self.value(word);
            ins!(self).store(self.memory.header, value, address, at);
        }
        Ok(List::Stored(Stored {
            address,
            item: Type::Int.into(),
            length: None,
            may_be_frozen: true,
        }))
    }

    /// Faults unless words from an address are code points.
    pub(in crate::compile) fn check_code_points(
        &mut self,
        from: cranelift_codegen::ir::Value,
        at: i32,
        count: usize,
    ) -> Gen<()> {
        let mut all = Word::Known(0);
        for i in 0..count {
            let memory = self.memory.fixed;
            let word = ins!(self).load(types::I64, memory, from, at + 8 * i as i32);
            let so_far = self.value(all);
            all = Word::Computed(ins!(self).bor(so_far, word));
        }
        let limit = Word::Known(CODE_POINTS);
        let bad = self.compare(IntCC::UnsignedGreaterThanOrEqual, all, limit);
        self.check_not(bad)
    }
}
