//! The fields of a position as arguments, from its slots.
//!
//! Lengths that were the same in every position seen (`Room::fixed`) are
//! checked once, at the entry. Where all are as expected, fields of such
//! lengths are virtual lists; otherwise a second copy of the body, in which
//! nothing is known about them, is run.
//!
//! If slots share words (`Codec`), each is loaded by its number as it is
//! needed; what is read at an unknown place is copied to the arena before.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::context::{RESULT_WORDS, RESULTS};
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Text, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::layout::words;
use crate::compile::lists::memory::MAX_VIRTUAL_LEN;
use crate::compile::runtime;
use crate::shape::{FieldKind, Packing, Room};
use crate::tree::Type;

/// The most slots that are copied for reads at an unknown place.
const MAX_SPREAD: usize = 256;

/// A part of a position: its first slot.
#[derive(Clone, Copy)]
struct Slots {
    address: ir::Value,
    /// The offset in bytes, if every slot were a word.
    at: i32,
    /// Whether slots share words.
    is_coded: bool,
}

impl Slots {
    /// The slots after some of them.
    fn after(self, slots: usize) -> Slots {
        Slots {
            at: self.at + 8 * slots as i32,
            ..self
        }
    }
}

impl Generator<'_, '_> {
    /// Whether all lengths that were always the same are as they were.
    pub(in crate::compile) fn has_fixed_lengths(&mut self, slots: ir::Value) -> Bit {
        let mut lengths = Vec::new();
        let mut at = 0;
        for kind in &self.unit.shape {
            if let FieldKind::Value(packing) = kind {
                fixed_lengths(packing, at, &mut lengths);
            }
            at += kind.slots();
        }
        let mut all = Bit::Known(true);
        let first = self.position(slots);
        for (at, expected) in lengths {
            let length = self.slot(first.after(at), Range::ALL);
            let same = self.compare(IntCC::Equal, length, Word::Known(expected as i64));
            all = self.both(all, same);
        }
        all
    }

    /// The slots of a position.
    fn position(&self, address: ir::Value) -> Slots {
        Slots {
            address,
            at: 0,
            is_coded: self.unit.codec.is_some(),
        }
    }

    /// The arguments of an entry point: the fields of a position. Lists are
    /// new.
    pub(in crate::compile) fn fields(
        &mut self,
        address: ir::Value,
        has_fixed_lengths: bool,
    ) -> Gen<Vec<Value>> {
        let mut values = Vec::new();
        let mut slots = self.position(address);
        let program = self.unit.program;
        for (kind, (_, ty)) in self.unit.shape.clone().iter().zip(&program.fields) {
            values.push(match kind {
                FieldKind::Int => Value::Number(self.slot(slots, Range::ALL)),
                FieldKind::Bool => Value::Number(self.slot(slots, Range::BIT)),
                FieldKind::List(length) | FieldKind::Row(length) => {
                    self.number_items(slots, *length)?
                }
                FieldKind::Value(packing) => {
                    self.unpacked(slots, packing, &ty.without_sets(), has_fixed_lengths)?
                }
            });
            slots = slots.after(kind.slots());
        }
        Ok(values)
    }

    fn slot(&mut self, slots: Slots, range: Range) -> Word {
        if slots.is_coded {
            return self.coded_slot(slots.address, slots.at as usize / 8, range);
        }
        let memory = self.memory.fixed;
        let value = ins!(self).load(types::I64, memory, slots.address, slots.at);
        self.slots.insert(value, (slots.address, slots.at));
        self.computed(value, range)
    }

    /// A list of numbers in consecutive slots.
    fn number_items(&mut self, slots: Slots, length: usize) -> Gen<Value> {
        let list = self.slot_list(slots, length, Range::ALL)?;
        Ok(Value::List(list))
    }

    fn slot_list(&mut self, slots: Slots, length: usize, range: Range) -> Gen<List> {
        let items = (0..length).map(|i| Value::Number(self.slot(slots.after(i), range)));
        let items = items.collect();
        match slots.is_coded {
            true => self.new_list(&Type::Int, items),
            false => self.field_list(slots.address, slots.at, items),
        }
    }

    /// A copy of slots that share words, each in a word of the arena.
    fn spread(&mut self, slots: Slots, count: usize) -> Gen<Slots> {
        if !slots.is_coded {
            return Ok(slots);
        }
        if count > MAX_SPREAD {
            return cannot("a field of too many numbers that share words");
        }
        let words: Vec<Word> = (0..count)
            .map(|i| self.slot(slots.after(i), Range::ALL))
            .collect();
        let address = self.allocate(8 * count as i64)?;
        self.store_words(&words, address, 0, self.memory.items);
        Ok(Slots {
            address,
            at: 0,
            is_coded: false,
        })
    }

    /// The value of a type that is packed in slots.
    fn unpacked(
        &mut self,
        slots: Slots,
        packing: &Packing,
        ty: &Type,
        has_fixed_lengths: bool,
    ) -> Gen<Value> {
        match (packing, ty) {
            (Packing::Str(room), _) => {
                if room.most() > MAX_VIRTUAL_LEN {
                    return self.unpacked_by_runtime(slots, packing, ty);
                }
                let fixed = room.fixed().filter(|_| has_fixed_lengths);
                self.unpacked_text(slots, *room, fixed)
            }
            (Packing::Tuple(packings), Type::Tuple(types)) => {
                let (mut items, mut slots) = (Vec::new(), slots);
                for (packing, ty) in packings.iter().zip(types) {
                    items.push(self.unpacked(slots, packing, ty, has_fixed_lengths)?);
                    slots = slots.after(packing.slots());
                }
                Ok(Value::tuple(items))
            }
            (Packing::Sequence { item, .. }, Type::List(of) | Type::Row(of)) => {
                match fixed_items(packing).filter(|_| has_fixed_lengths) {
                    Some(length) if **of == Type::Int => self.number_items(slots.after(1), length),
                    Some(length) => {
                        let mut items = Vec::new();
                        for i in 0..length {
                            let own = slots.after(1 + i * item.slots());
                            items.push(self.unpacked(own, item, of, true)?);
                        }
                        Ok(Value::List(self.new_list(of, items)?))
                    }
                    None => self.unpacked_by_runtime(slots, packing, ty),
                }
            }
            (Packing::Int, _) => Ok(Value::Number(self.slot(slots, Range::ALL))),
            (Packing::Bool, _) => Ok(Value::Number(self.slot(slots, Range::BIT))),
            (Packing::None, _) => Ok(Value::Nothing),
            (Packing::Optional(inner), Type::Optional(ty))
                if slots.is_coded && !packing.has_length() =>
            {
                let flag = self.slot(slots, Range::BIT);
                let value = self.unpacked(slots.after(1), inner, ty, has_fixed_lengths)?;
                Ok(Value::Optional(flag, value.into()))
            }
            _ if !packing.has_length() && !slots.is_coded => {
                Ok(self.load_value(ty, slots.address, slots.at, self.memory.fixed, &[]))
            }
            _ => self.unpacked_by_runtime(slots, packing, ty),
        }
    }

    fn unpacked_text(&mut self, slots: Slots, room: Room, fixed: Option<usize>) -> Gen<Value> {
        let first = slots.after(1);
        if !slots.is_coded {
            // Slots of a damaged table file may have any number.
            self.check_code_points(first.address, first.at, room.most())?;
        }
        if let Some(length) = fixed {
            let list = self.slot_list(first, length, Range::CODE_POINT)?;
            return Ok(self.text_of(list));
        }
        let length = self.slot(slots, Range::ALL);
        let first = self.spread(first, room.most())?;
        let most = Word::Known(room.most() as i64);
        let bad = self.compare(IntCC::UnsignedGreaterThan, length, most);
        self.check_not(bad)?;
        let data = ins!(self).iadd_imm_s(first.address, i64::from(first.at));
        let list = self.characters_at(data, length)?;
        Ok(Value::Text(Text::Characters(list)))
    }

    fn unpacked_by_runtime(&mut self, slots: Slots, packing: &Packing, ty: &Type) -> Gen<Value> {
        if words(ty) > RESULT_WORDS {
            return cannot("a field of too many words");
        }
        let slots = self.spread(slots, packing.slots())?;
        let from = ins!(self).iadd_imm_s(slots.address, i64::from(slots.at));
        let addresses = [std::ptr::from_ref(packing) as i64, self.unit.layout(ty)];
        let [packing, layout] = addresses.map(|address| ins!(self).iconst(types::I64, address));
        self.call_runtime(runtime::UNPACK, &[from, packing, layout]);
        Ok(self.load_value(ty, self.context, RESULTS, self.memory.context, &[]))
    }
}

/// The number of items of a sequence whose length was always the same and
/// whose slots are few.
fn fixed_items(packing: &Packing) -> Option<usize> {
    match packing {
        Packing::Sequence { room, .. } if packing.slots() <= MAX_VIRTUAL_LEN => room.fixed(),
        _ => None,
    }
}

/// The slots of lengths that [`Generator::fields`] relies on, and their values.
fn fixed_lengths(packing: &Packing, at: usize, found: &mut Vec<(usize, usize)>) {
    match packing {
        Packing::Str(room) => found.extend(room.fixed().map(|length| (at, length))),
        Packing::Tuple(items) => {
            let mut at = at;
            for item in items {
                fixed_lengths(item, at, found);
                at += item.slots();
            }
        }
        Packing::Sequence { item, .. } => {
            if let Some(length) = fixed_items(packing) {
                found.push((at, length));
                for i in 0..length {
                    fixed_lengths(item, at + 1 + i * item.slots(), found);
                }
            }
        }
        _ => {}
    }
}
