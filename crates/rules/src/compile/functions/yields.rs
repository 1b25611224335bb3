//! Results of generators and entry points as rows of words.

use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::generator::Generator;
use crate::compile::functions::row::{Packed, Part};
use crate::compile::known::parts::number;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Text, Value};
use crate::compile::known::word::{Bit, Word};
use crate::compile::layout::{item_type, words};
use crate::compile::lists::memory::MAX_VIRTUAL_LEN;
use crate::shape::{FieldKind, Packing};
use crate::tree::{Expression, Type, Yield};

impl<'p> Generator<'_, 'p> {
    /// Writes a row: the fields' slots, and the tag.
    pub(in crate::compile) fn yield_row(&mut self, yielded: &'p Yield) -> Gen<()> {
        let tag = self.tag(yielded)?;
        let values = self.operands(&yielded.fields)?;
        let fields = match (values.as_slice(), yielded.fields.as_slice()) {
            _ if self.unit.row.len() == 1 => values,
            ([Value::Tuple(items)], [_]) => items.to_vec(),
            ([Value::List(row)], [only]) => match &only.ty {
                Type::Row(_) => self.exactly(row, self.unit.row.len())?,
                _ => values,
            },
            _ => values,
        };
        let kinds = self.unit.row.clone();
        let mut parts = self.parts_of(&fields, &kinds)?;
        parts.push(Part::Word(tag));
        self.write_row(&parts, Bit::Known(true))
    }

    /// 1 if the same player moves again, else 0; plus twice the points.
    fn tag(&mut self, yielded: &'p Yield) -> Gen<Word> {
        match &yielded.tag {
            Some(tag) => self.number(tag),
            None => Ok(Word::Known(i64::from(yielded.is_again))),
        }
    }

    /// A row that is written unconditionally and kept if a test holds. Neither
    /// can fault.
    pub(in crate::compile) fn yield_row_where(
        &mut self,
        test: &'p Expression,
        yielded: &'p Yield,
    ) -> Gen<()> {
        let bit = self.speculated_bit(test)?;
        if bit == Bit::Known(false) {
            return Ok(());
        }
        let fields = self.operands(&yielded.fields)?;
        let kinds = self.unit.row.clone();
        let mut parts = self.parts_of(&fields, &kinds)?;
        parts.push(Part::Word(Word::Known(i64::from(yielded.is_again))));
        self.write_row(&parts, bit)
    }

    /// The items of a list or a row; a fault unless there are `count`.
    pub(in crate::compile) fn exactly(&mut self, list: &List, count: usize) -> Gen<Vec<Value>> {
        let length = self.length(list);
        let other = self.compare(IntCC::NotEqual, length, Word::Known(count as i64));
        self.check_not(other)?;
        self.list_items(list, count)
    }

    /// The items of a list of known length.
    fn list_items(&mut self, list: &List, count: usize) -> Gen<Vec<Value>> {
        if let Some(items) = self.known_items(list) {
            return Ok(items);
        }
        let mut items = Vec::new();
        for i in 0..count {
            items.push(self.item(list, Word::Known(i as i64))?);
        }
        Ok(items)
    }

    /// The words of a position's fields; a fault if a list differs in length
    /// from its field, or a number has no code.
    fn parts_of(&mut self, fields: &[Value], kinds: &[FieldKind]) -> Gen<Vec<Part>> {
        let slots = self.slots_of(fields, kinds)?;
        match self.unit.codec.clone() {
            Some(codec) => self.coded(&codec, slots),
            None => Ok(slots),
        }
    }

    fn slots_of(&mut self, fields: &[Value], kinds: &[FieldKind]) -> Gen<Vec<Part>> {
        if fields.len() != kinds.len() {
            return self.fault();
        }
        let mut parts = Vec::new();
        for (place, (field, kind)) in fields.iter().zip(kinds).enumerate() {
            match (field, kind) {
                (Value::Number(word), FieldKind::Int | FieldKind::Bool) => {
                    parts.push(Part::Word(*word));
                }
                (Value::Tuple(items), FieldKind::Row(length)) => {
                    if items.len() != *length {
                        return self.fault();
                    }
                    for item in items.iter() {
                        match item {
                            Value::Number(word) => parts.push(Part::Word(*word)),
                            _ => return cannot("a field that is not a tuple of numbers"),
                        }
                    }
                }
                (value, FieldKind::Value(packing)) => {
                    let ty = self.unit.program.fields[place].1.without_sets();
                    let value = self.fit(value.clone(), &ty)?;
                    self.packed_field(&value, &ty, packing, &mut parts)?;
                }
                (Value::List(list), FieldKind::List(length) | FieldKind::Row(length)) => {
                    if let Some(image) = self.slots_at(list, *length) {
                        parts.push(Part::Copy(image, *length));
                        continue;
                    }
                    for item in self.exactly(list, *length)? {
                        match item {
                            Value::Number(word) => parts.push(Part::Word(word)),
                            _ => return cannot("a field that is not a list of numbers"),
                        }
                    }
                }
                _ => return cannot("a field of this type"),
            }
        }
        Ok(parts)
    }

    /// The slots of a value of a type.
    fn packed_field(
        &mut self,
        value: &Value,
        ty: &Type,
        packing: &Packing,
        parts: &mut Vec<Part>,
    ) -> Gen<()> {
        match (packing, value, ty) {
            (Packing::Str(room), Value::Text(text), _) => {
                self.packed_text(text, packing, room.most(), parts)?;
            }
            (
                Packing::Sequence { item, room, .. },
                Value::List(list),
                Type::List(ty) | Type::Row(ty),
            ) if let Some(items) = self.known_items(list)
                && items.len() <= room.most()
                && packing.slots() <= MAX_VIRTUAL_LEN =>
            {
                let used = parts.len();
                parts.push(Part::Word(Word::Known(items.len() as i64)));
                match self.slots_at(list, items.len()) {
                    Some(image) if words(ty) == 1 && !item.has_length() => {
                        parts.push(Part::Copy(image, items.len()));
                    }
                    _ => {
                        for one in &items {
                            self.packed_field(one, ty, item, parts)?;
                        }
                    }
                }
                fill(parts, used, packing);
            }
            (Packing::Optional(inner), Value::Optional(flag, value), Type::Optional(ty))
                if !packing.has_length() =>
            {
                let mut own = Vec::new();
                self.packed_field(value, ty, inner, &mut own)?;
                parts.push(Part::Word(*flag));
                // The payload of None is arbitrary; its slots are zeros.
                for part in own {
                    if let Part::Word(word) = part {
                        let bit = self.compare(IntCC::NotEqual, *flag, Word::Known(0));
                        parts.push(Part::Word(self.select(bit, word, Word::Known(0))));
                    }
                }
            }
            (Packing::Tuple(packings), Value::Tuple(items), Type::Tuple(types)) => {
                for ((packing, item), ty) in packings.iter().zip(items.iter()).zip(types) {
                    self.packed_field(item, ty, packing, parts)?;
                }
            }
            _ if !packing.has_length() => {
                let mut flat = Vec::new();
                self.flatten(value, ty, &mut flat)?;
                parts.extend(flat.into_iter().map(Part::Word));
            }
            _ => {
                let mut flat = Vec::new();
                self.flatten(value, ty, &mut flat)?;
                self.packed_by_runtime(&flat, ty, packing, parts)?;
            }
        }
        Ok(())
    }

    /// The slots of a text.
    fn packed_text(
        &mut self,
        text: &Text,
        packing: &Packing,
        most: usize,
        parts: &mut Vec<Part>,
    ) -> Gen<()> {
        let list = match self.only_letter(text)? {
            Some(code) => self.new_list(&Type::Int, vec![Value::Number(code)])?,
            None => self.characters(text)?,
        };
        let Some(items) = self.known_items(&list).filter(|_| most <= MAX_VIRTUAL_LEN) else {
            let address = self.address(&list)?;
            let layout = Type::Row(Type::Int.into());
            return self.packed_by_runtime(&[Word::Computed(address)], &layout, packing, parts);
        };
        if items.len() > most {
            return self.fault();
        }
        let used = parts.len();
        parts.push(Part::Word(Word::Known(items.len() as i64)));
        match self.slots_at(&list, items.len()) {
            Some(image) => parts.push(Part::Copy(image, items.len())),
            None => parts.extend(items.iter().map(|item| Part::Word(number(item)))),
        }
        fill(parts, used, packing);
        Ok(())
    }

    /// The slots of a value with these words, which `runtime` packs.
    fn packed_by_runtime(
        &mut self,
        flat: &[Word],
        ty: &Type,
        packing: &Packing,
        parts: &mut Vec<Part>,
    ) -> Gen<()> {
        let at = self.allocate(8 * flat.len() as i64)?;
        self.store_words(flat, at, 0, self.memory.items);
        parts.push(Part::Packed(Packed {
            value: at,
            layout: self.unit.layout(ty),
            packing: std::ptr::from_ref(packing) as i64,
            slots: packing.slots(),
        }));
        Ok(())
    }

    /// The words of an entry point's result.
    pub(in crate::compile) fn returned(
        &mut self,
        value: &Value,
        ty: &Type,
        is_position: bool,
    ) -> Gen<Vec<Part>> {
        if is_position {
            let kinds = self.unit.shape.clone();
            let fields = match (value, ty) {
                _ if kinds.len() == 1 => vec![value.clone()],
                (Value::Tuple(items), _) => items.to_vec(),
                (Value::List(row), Type::Row(_)) => self.exactly(row, kinds.len())?,
                (other, _) => vec![other.clone()],
            };
            return self.parts_of(&fields, &kinds);
        }
        if item_type(ty).is_some() || value.has_list() {
            return cannot("a list as a result");
        }
        let mut words = Vec::new();
        self.flatten(value, ty, &mut words)?;
        Ok(words.into_iter().map(Part::Word).collect())
    }
}

/// Adds zeros for the slots of a packing that a value does not use.
fn fill(parts: &mut Vec<Part>, from: usize, packing: &Packing) {
    let used: usize = parts[from..].iter().map(Part::words).sum();
    for _ in used..packing.slots() {
        parts.push(Part::Word(Word::Known(0)));
    }
}
