//! Slots that share words: their numbers, and the words of yielded positions.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, Opcode, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::functions::row::Part;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::word::{Range, Word};
use crate::shape::codec::{Codec, NO_CODE, Numbers, Place};

/// Where a number comes from: a slot of the position.
#[derive(Clone, Copy)]
pub(in crate::compile) struct Coded {
    /// The address of the position.
    position: ir::Value,
    /// The number of the slot.
    slot: usize,
    /// Its code, a word.
    code: ir::Value,
}

/// The most nested choices between numbers whose codes are chosen instead.
const MAX_CHOICES: usize = 4;

impl Generator<'_, '_> {
    /// The number in a slot of a position whose slots share words.
    pub(in crate::compile) fn coded_slot(
        &mut self,
        position: ir::Value,
        slot: usize,
        range: Range,
    ) -> Word {
        let Some(codec) = self.unit.codec.clone() else {
            unreachable!("slots share words only by a codec");
        };
        let place = codec.places()[slot];
        let word = ins!(self).load(types::I64, self.memory.fixed, position, word_at(place));
        let shifted = match place.shift {
            0 => word,
            shift => ins!(self).ushr_imm_u(word, i64::from(shift)),
        };
        let code = match place.width {
            u64::BITS => word,
            width => ins!(self).band_imm_u(shifted, mask(width)),
        };
        let numbers = codec.numbers(place);
        let largest = match place.width {
            u64::BITS => i64::MAX,
            width => mask(width),
        };
        let (value, exact) = match numbers {
            Numbers::Any => (code, Range::ALL),
            Numbers::From(0) => (code, Range::new(0, largest)),
            Numbers::From(least) => {
                let value = ins!(self).iadd_imm_s(code, *least);
                (value, Range::new(*least, least.saturating_add(largest)))
            }
            Numbers::Letters(letters, _) => {
                let table = ins!(self).iconst(types::I64, letters.as_ptr() as i64);
                let offset = ins!(self).ishl_imm_u(code, 3);
                let address = ins!(self).iadd(table, offset);
                // A code is below the table's length, so this can be moved.
                let value = ins!(self).load(types::I64, self.memory.fixed, address, 0);
                let last = letters[letters.len() - 1];
                (value, Range::new(letters[0], last))
            }
        };
        let known = self.computed(value, exact.meet(range));
        if let Word::Computed(value) = known {
            let coded = Coded {
                position,
                slot,
                code,
            };
            self.coded.insert(value, coded);
        }
        known
    }

    /// The words of a position from its slots; a fault if one has no code.
    pub(in crate::compile) fn coded(&mut self, codec: &Codec, slots: Vec<Part>) -> Gen<Vec<Part>> {
        let numbers = self.numbers_of(slots)?;
        let mut words = Vec::with_capacity(codec.words());
        for slots in codec.places().chunk_by(|a, b| a.word == b.word) {
            let first = words_before(codec, slots);
            words.push(Part::Word(self.coded_word(
                codec,
                (first, slots),
                &numbers,
            )?));
        }
        Ok(words)
    }

    /// The numbers of all slots.
    fn numbers_of(&mut self, slots: Vec<Part>) -> Gen<Vec<Word>> {
        let mut numbers = Vec::new();
        for part in slots {
            match part {
                Part::Word(word) => numbers.push(self.resolve(word)),
                Part::Copy(..) => return cannot("slots that share words as a list"),
                Part::Packed(packed) => {
                    let to = self.allocate(8 * packed.slots as i64)?;
                    let count = packed.slots;
                    self.pack(&packed, to);
                    // The words are written by the call.
                    for i in 0..count as i32 {
                        let value = ins!(self).load(types::I64, self.memory.items, to, 8 * i);
                        numbers.push(Word::Computed(value));
                    }
                }
            }
        }
        Ok(numbers)
    }

    /// The word that some slots share, of which the first has a number. Slots
    /// that are those of the position keep their bits.
    fn coded_word(
        &mut self,
        codec: &Codec,
        (first, places): (usize, &[Place]),
        numbers: &[Word],
    ) -> Gen<Word> {
        let (mut known, mut kept) = (0, 0);
        let mut original = None;
        let mut computed: Option<ir::Value> = None;
        for (slot, &place) in places.iter().enumerate() {
            let (slot, number) = (first + slot, numbers[first + slot]);
            if place.width == u64::BITS {
                return Ok(number);
            }
            match number {
                Word::Known(number) => match codec.numbers(place).code(number, place.width) {
                    Some(code) => known |= code << place.shift,
                    None => return self.fault(),
                },
                Word::Computed(value) => {
                    let from = self.coded.get(&value).copied();
                    if let Some(from) = from.filter(|from| from.slot == slot) {
                        kept |= mask(place.width) << place.shift;
                        original = Some(from.position);
                        continue;
                    }
                    let code = self.code_of_number(codec, place, value)?;
                    let bits = ins!(self).ishl_imm_u(code, i64::from(place.shift));
                    computed = Some(match computed {
                        Some(others) => ins!(self).bor(others, bits),
                        None => bits,
                    });
                }
            }
        }
        if let Some(position) = original {
            let at = word_at(places[0]);
            let word = ins!(self).load(types::I64, self.memory.fixed, position, at);
            let bits = match kept == all_bits(places) {
                true => word,
                false => ins!(self).band_imm_u(word, kept),
            };
            computed = Some(match computed {
                Some(others) => ins!(self).bor(others, bits),
                None => bits,
            });
        }
        Ok(match computed {
            Some(bits) if known == 0 => Word::Computed(bits),
            Some(bits) => Word::Computed(ins!(self).bor_imm_u(bits, known)),
            None => Word::Known(known),
        })
    }

    /// The code of a number for a slot; a fault if it has none.
    fn code_of_number(&mut self, codec: &Codec, place: Place, number: ir::Value) -> Gen<ir::Value> {
        if let Some(code) = self.chosen_code(codec, place, number, MAX_CHOICES) {
            return Ok(code);
        }
        let word = Word::Computed(number);
        match codec.numbers(place) {
            Numbers::Any => Ok(number),
            Numbers::From(least) => {
                let code = ins!(self).iadd_imm_s(number, least.wrapping_neg());
                let largest = least.saturating_add(mask(place.width));
                let range = self.range(word);
                if range.lo < *least || range.hi > largest {
                    let largest = Word::Known(mask(place.width));
                    let bad =
                        self.compare(IntCC::UnsignedGreaterThan, Word::Computed(code), largest);
                    self.check_not(bad)?;
                }
                Ok(code)
            }
            Numbers::Letters(_, codes) => {
                let count = Word::Known(codes.len() as i64);
                let bad = self.compare(IntCC::UnsignedGreaterThanOrEqual, word, count);
                self.check_not(bad)?;
                let table = ins!(self).iconst(types::I64, codes.as_ptr() as i64);
                let address = ins!(self).iadd(table, number);
                let code = ins!(self).uload8(types::I64, self.memory.indexed, address, 0);
                let none = Word::Known(i64::from(NO_CODE));
                let bad = self.compare(IntCC::Equal, Word::Computed(code), none);
                self.check_not(bad)?;
                Ok(code)
            }
        }
    }

    /// The code of a number that comes from a slot of the same kind, or is
    /// chosen from such numbers and constants with codes.
    fn chosen_code(
        &mut self,
        codec: &Codec,
        place: Place,
        number: ir::Value,
        choices: usize,
    ) -> Option<ir::Value> {
        let is_same = |other: Place| other.kind == place.kind && other.width == place.width;
        if let Some(from) = self.coded.get(&number)
            && is_same(codec.places()[from.slot])
        {
            return Some(from.code);
        }
        let instruction = self.func.dfg.value_def(number).inst()?;
        match self.func.dfg.insts[instruction] {
            ir::InstructionData::UnaryImm { imm, .. } => {
                let code = codec.numbers(place).code(imm.bits(), place.width)?;
                Some(ins!(self).iconst(types::I64, code))
            }
            ir::InstructionData::Ternary {
                opcode: Opcode::Select,
                args: [condition, then, otherwise],
            } if choices > 0 => {
                let then = self.chosen_code(codec, place, then, choices - 1)?;
                let otherwise = self.chosen_code(codec, place, otherwise, choices - 1)?;
                Some(ins!(self).select(condition, then, otherwise))
            }
            _ => None,
        }
    }
}

/// The offset of the word that has a slot.
fn word_at(place: Place) -> i32 {
    8 * place.word as i32
}

/// The number of the first of some places.
fn words_before(codec: &Codec, places: &[Place]) -> usize {
    let word = places[0].word;
    codec.places().partition_point(|place| place.word < word)
}

/// All bits of a word that are used.
fn all_bits(places: &[Place]) -> i64 {
    places
        .iter()
        .fold(0, |all, place| all | mask(place.width) << place.shift)
}

/// The largest code of some bits.
fn mask(width: u32) -> i64 {
    (1 << width) - 1
}
