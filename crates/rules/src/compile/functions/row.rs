//! Rows of words: the results of a call.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::context::OUT_END;
use crate::compile::known::state::Gen;
use crate::compile::known::value::{List, Object};
use crate::compile::known::word::{Bit, Word};
use crate::compile::runtime;

/// A piece of a row.
pub(in crate::compile) enum Part {
    /// A word.
    Word(Word),
    /// A number of the position's own slots, from an address.
    Copy(ir::Value, usize),
    /// The slots of a field of varying length.
    Packed(Packed),
}

/// A field that `runtime` packs.
pub(in crate::compile) struct Packed {
    /// The address of the value's words.
    pub(in crate::compile) value: ir::Value,
    /// The addresses of their layout and of the packing.
    pub(in crate::compile) layout: i64,
    pub(in crate::compile) packing: i64,
    /// The number of slots.
    pub(in crate::compile) slots: usize,
}

impl Part {
    /// The number of slots.
    pub(in crate::compile) fn words(&self) -> usize {
        match self {
            Part::Word(_) => 1,
            Part::Copy(_, words) => *words,
            Part::Packed(packed) => packed.slots,
        }
    }
}

impl Generator<'_, '_> {
    /// The address of the slots that a list consists of, if it is the
    /// unmodified list of a field of this length.
    pub(in crate::compile) fn slots_at(&self, list: &List, length: usize) -> Option<ir::Value> {
        let List::Object(id) = list else {
            return None;
        };
        match &*self.state.heap[id] {
            Object::Virtual { items, image, .. } if items.len() == length && length > 1 => *image,
            _ => None,
        }
    }

    /// Checks at the entry of a generator that there is space for all rows
    /// outside of real loops, each of which is written at most once. The size
    /// is patched in at the end.
    pub(in crate::compile) fn check_rows_outside(&mut self) -> Gen<()> {
        let size = ins!(self).iconst(types::I64, 0);
        self.rows_outside = Some((size, 0));
        let out = self.value(self.state.out);
        self.check_room_after(out)
    }

    /// Checks that after a row there is still space for all rows outside of
    /// real loops.
    fn check_room_after(&mut self, after: ir::Value) -> Gen<()> {
        let needed = match self.rows_outside {
            Some((size, _)) => ins!(self).iadd(after, size),
            None => after,
        };
        let end = self.fixed(OUT_END);
        let (needed, end) = (Word::Computed(needed), Word::Computed(end));
        let full = self.compare(IntCC::UnsignedGreaterThan, needed, end);
        self.check_rows(full)
    }

    /// Adds a row to the space checked at the entry, if it is outside of real
    /// loops.
    fn is_checked(&mut self, bytes: i64) -> bool {
        match &mut self.rows_outside {
            Some((size, total)) if self.real_loops == 0 => {
                *total += bytes;
                let (size, total) = (*size, *total);
                self.set_constant(size, total);
                true
            }
            _ => false,
        }
    }

    /// Appends a row to the results, conditionally on a bit.
    pub(in crate::compile) fn write_row(&mut self, parts: &[Part], bit: Bit) -> Gen<()> {
        let out = self.value(self.state.out);
        let bytes = 8 * parts.iter().map(Part::words).sum::<usize>() as i64;
        let after = ins!(self).iadd_imm_s(out, bytes);
        if !self.is_checked(bytes) {
            self.check_room_after(after)?;
        }
        let (mut at, mut rest) = (0, parts);
        while let Some((part, after)) = rest.split_first() {
            let run = self.slots_in_order(rest);
            if let (Part::Word(Word::Computed(first)), 2..) = (part, run) {
                let (from, offset) = self.slots[first];
                self.copy_slots((from, offset), run, out, at);
                at += 8 * run as i32;
                rest = &rest[run..];
                continue;
            }
            match part {
                Part::Word(word) => {
                    self.store_words(&[*word], out, at, self.memory.rows);
                }
                Part::Copy(from, words) => self.copy_slots((*from, 0), *words, out, at),
                Part::Packed(packed) => {
                    let to = ins!(self).iadd_imm_s(out, i64::from(at));
                    self.pack(packed, to);
                }
            }
            at += 8 * part.words() as i32;
            rest = after;
        }
        self.state.out = self.select(bit, Word::Computed(after), Word::Computed(out));
        Ok(())
    }

    /// Calls `runtime` to write the slots of a field.
    pub(in crate::compile) fn pack(&mut self, packed: &Packed, to: ir::Value) {
        let [layout, packing] =
            [packed.layout, packed.packing].map(|address| ins!(self).iconst(types::I64, address));
        self.call_runtime(runtime::PACK, &[packed.value, layout, packing, to]);
    }

    /// The number of words at the beginning that are consecutive slots of the
    /// position.
    fn slots_in_order(&self, parts: &[Part]) -> usize {
        let slots = parts.iter().map_while(|part| match part {
            Part::Word(Word::Computed(value)) => self.slots.get(value).copied(),
            _ => None,
        });
        let mut next = None;
        let is_next = |&(address, at): &(ir::Value, i32)| {
            next.replace((address, at + 8))
                .is_none_or(|expected| expected == (address, at))
        };
        slots.take_while(is_next).count()
    }

    /// Copies slots of the position from an address and an offset, two at a
    /// time.
    fn copy_slots(
        &mut self,
        (from, start): (ir::Value, i32),
        words: usize,
        to: ir::Value,
        at: i32,
    ) {
        let mut done = 0;
        while done < words {
            let ty = if words - done >= 2 {
                types::I64X2
            } else {
                types::I64
            };
            let offset = 8 * done as i32;
            let value = ins!(self).load(ty, self.memory.slots, from, start + offset);
            ins!(self).store(self.memory.wide_rows, value, to, at + offset);
            done += ty.bytes() as usize / 8;
        }
    }
}
