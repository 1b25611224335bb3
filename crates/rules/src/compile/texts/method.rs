//! Methods of texts.

use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::generator::Generator;
use crate::compile::known::parts::number;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Text, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::runtime::{self, AT_END, AT_START};
use crate::tree::{Expression, TextMethod, Type};

impl<'p> Generator<'_, 'p> {
    /// `text.method(…)`.
    pub(in crate::compile) fn text_method(
        &mut self,
        method: TextMethod,
        object: &'p Expression,
        arguments: &'p [Expression],
    ) -> Gen<Value> {
        let held = self.held.len();
        let holder = self.expression(object)?;
        self.hold(&holder);
        let values = self.operands(arguments)?;
        self.held.truncate(held);
        let Value::Text(text) = &holder else {
            return cannot("a string method of this value");
        };
        let mut parts = Vec::new();
        for value in values {
            match value {
                Value::Text(part) => parts.push(part),
                _ => return cannot("a string method with this argument"),
            }
        }
        match (method, parts.as_slice()) {
            (TextMethod::Count, [part]) => self.text_count(text, part),
            (TextMethod::Find, [part]) => self.text_find(text, part),
            (TextMethod::Rfind, [part]) => {
                let place = self.place_in(runtime::TEXT_FIND_LAST, text, part)?;
                Ok(Value::Number(place))
            }
            (TextMethod::Index, [part]) => self.text_index(text, part),
            (TextMethod::StartsWith, [part]) => self.text_begins(text, part, true),
            (TextMethod::EndsWith, [part]) => self.text_begins(text, part, false),
            (TextMethod::Replace, [old, new]) => self.text_replace(text, old, new),
            (TextMethod::Split, parts) => {
                self.with_characters(runtime::TEXT_SPLIT, text, parts.first(), &[])?;
                Ok(Value::List(self.new_stored(&Type::Str)))
            }
            (TextMethod::Strip, parts) => self.text_strip(text, parts, AT_START | AT_END),
            (TextMethod::LeftStrip, parts) => self.text_strip(text, parts, AT_START),
            (TextMethod::RightStrip, parts) => self.text_strip(text, parts, AT_END),
            (TextMethod::Upper, []) => self.text_case(text, true),
            (TextMethod::Lower, []) => self.text_case(text, false),
            (TextMethod::Parse, []) => {
                let list = self.characters(text)?;
                let address = self.address(&list)?;
                self.call_runtime(runtime::TEXT_PARSE, &[address]);
                Ok(Value::Number(Word::Computed(self.result(0))))
            }
            (_, []) => self.text_class(text, method),
            _ => cannot("a string method with these arguments"),
        }
    }

    /// Calls a `runtime` function with a text, another or 0, and numbers.
    fn with_characters(
        &mut self,
        function: runtime::Runtime,
        text: &Text,
        other: Option<&Text>,
        numbers: &[i64],
    ) -> Gen<()> {
        let list = self.characters(text)?;
        let other = other.map(|other| self.characters(other)).transpose()?;
        let mut arguments = vec![self.address(&list)?];
        arguments.push(match other {
            Some(other) => self.address(&other)?,
            None => self.value(Word::Known(0)),
        });
        for &number in numbers {
            arguments.push(self.value(Word::Known(number)));
        }
        self.call_runtime(function, &arguments);
        Ok(())
    }

    /// Which characters of a short text are a letter.
    fn letter_hits(&mut self, text: &Text, part: &Text) -> Gen<Option<Vec<Bit>>> {
        let Some(code) = self.only_letter(part)? else {
            return Ok(None);
        };
        let list = self.characters(text)?;
        self.hits(&list, (&Value::Number(code), &Type::Int))
    }

    fn text_count(&mut self, text: &Text, part: &Text) -> Gen<Value> {
        if let Some(bits) = self.letter_hits(text, part)? {
            return self.sum_of_bits(&bits);
        }
        let count = self.place_in(runtime::TEXT_COUNT, text, part)?;
        Ok(Value::Number(count))
    }

    fn text_find(&mut self, text: &Text, part: &Text) -> Gen<Value> {
        let place = match self.letter_hits(text, part)? {
            Some(bits) => self.first_hit(&bits),
            None => self.place_in(runtime::TEXT_FIND, text, part)?,
        };
        Ok(Value::Number(place))
    }

    fn text_index(&mut self, text: &Text, part: &Text) -> Gen<Value> {
        let place = number(&self.text_find(text, part)?);
        let missing = self.compare(IntCC::SignedLessThan, place, Word::Known(0));
        self.check_not(missing)?;
        self.learn(place, Range::LENGTH);
        Ok(Value::Number(place))
    }

    /// `startswith`, or `endswith`: whether a slice of the text is the part.
    fn text_begins(&mut self, text: &Text, part: &Text, at_start: bool) -> Gen<Value> {
        let length = self.text_length(part)?;
        let bounds = if at_start {
            [None, Some(length), None]
        } else {
            let all = self.text_length(text)?;
            let start = self.subtract(all, length)?;
            let start = self.extreme(start, Word::Known(0), false);
            [Some(start), None, None]
        };
        let Value::Text(slice) = self.text_slice(text, bounds)? else {
            return cannot("a slice of a text");
        };
        let same = self.text_equal(&slice, part)?;
        Ok(Value::Number(self.word(same)))
    }

    fn text_replace(&mut self, text: &Text, old: &Text, new: &Text) -> Gen<Value> {
        if let (Some(bits), Some(code)) = (self.letter_hits(text, old)?, self.only_letter(new)?) {
            let list = self.characters(text)?;
            let mut items = self.known_items(&list).unwrap_or_default();
            for (item, bit) in items.iter_mut().zip(bits) {
                *item = Value::Number(self.select(bit, code, number(item)));
            }
            let list = self.new_list(&Type::Int, items)?;
            return Ok(self.text_of(list));
        }
        let lists = [text, old, new].map(|text| self.characters(text));
        let mut addresses = Vec::new();
        for list in lists {
            addresses.push(self.address(&list?)?);
        }
        self.call_runtime(runtime::TEXT_REPLACE, &addresses);
        let list = self.new_stored(&Type::Int);
        Ok(self.text_of(list))
    }

    fn text_strip(&mut self, text: &Text, parts: &[Text], ends: i64) -> Gen<Value> {
        self.with_characters(runtime::TEXT_STRIP, text, parts.first(), &[ends])?;
        let list = self.new_stored(&Type::Int);
        Ok(self.text_of(list))
    }

    fn text_case(&mut self, text: &Text, is_upper: bool) -> Gen<Value> {
        let list = self.characters(text)?;
        let address = self.address(&list)?;
        let is_upper = self.value(Word::Known(is_upper.into()));
        self.call_runtime(runtime::TEXT_CASE, &[address, is_upper]);
        let list = self.new_stored(&Type::Int);
        Ok(self.text_of(list))
    }

    fn text_class(&mut self, text: &Text, method: TextMethod) -> Gen<Value> {
        let list = self.characters(text)?;
        let address = self.address(&list)?;
        let method = self.value(Word::Known(method as i64));
        self.call_runtime(runtime::TEXT_CLASS, &[address, method]);
        let holds = self.result(0);
        Ok(Value::Number(self.computed(holds, Range::BIT)))
    }

    /// `str(x)` of a number or a text; of other values it is not computed.
    pub(in crate::compile) fn text_of_any(&mut self, value: &Value, ty: &Type) -> Gen<Value> {
        match (value, ty) {
            (Value::Text(_), _) => Ok(value.clone()),
            // A bool has another text, but is the same number here.
            (Value::Number(_), Type::Int) if self.unit.program.mixes_bools => {
                Ok(Value::Text(Text::Unknown))
            }
            (Value::Number(word), Type::Int) if !self.discards_text => match self.resolve(*word) {
                Word::Known(n) => Ok(Value::text(n.to_string())),
                word => {
                    let word = self.value(word);
                    self.call_runtime(runtime::TEXT_OF_NUMBER, &[word]);
                    let list: List = self.new_stored(&Type::Int);
                    Ok(self.text_of(list))
                }
            },
            _ => Ok(Value::Text(Text::Unknown)),
        }
    }

    /// `chr(x)`; a fault if it is not a code point.
    pub(in crate::compile) fn text_of_code(&mut self, code: Word) -> Gen<Value> {
        let code = self.resolve(code);
        let range = self.range(code);
        if range.lo < 0 || range.hi >= 0xD800 {
            let limit = Word::Known(0x11_0000);
            let large = self.compare(IntCC::UnsignedGreaterThanOrEqual, code, limit);
            self.check_not(large)?;
            self.learn(code, Range::new(0, 0x10_FFFF));
            let above = self.compare(IntCC::SignedGreaterThanOrEqual, code, Word::Known(0xD800));
            let below = self.compare(IntCC::SignedLessThan, code, Word::Known(0xE000));
            let is_surrogate = self.both(above, below);
            self.check_not(is_surrogate)?;
        }
        Ok(self.letter(&Value::Number(code)))
    }

    /// `ord(x)`; a fault unless it is one character.
    pub(in crate::compile) fn code_of_text(&mut self, text: &Text) -> Gen<Value> {
        let word = self.text_word(text)?;
        let word = self.resolve(word);
        let limit = Word::Known(Range::CODE_POINT.hi);
        let bad = match self.range(word) {
            Range { lo: 0.., hi } if hi <= Range::CODE_POINT.hi => Bit::Known(false),
            _ => self.compare(IntCC::UnsignedGreaterThan, word, limit),
        };
        self.check_not(bad)?;
        self.learn(word, Range::CODE_POINT);
        Ok(Value::Number(word))
    }
}
