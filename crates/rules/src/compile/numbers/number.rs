//! Integer arithmetic: folded if the operands are known, checked if the result
//! may overflow 64 bits.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::Gen;
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::runtime;
use crate::tree::Binary;

impl Generator<'_, '_> {
    /// `a op b` of two numbers.
    pub(in crate::compile) fn arithmetic(
        &mut self,
        operator: Binary,
        a: Word,
        b: Word,
    ) -> Gen<Word> {
        let (a, b) = (self.resolve(a), self.resolve(b));
        if let (Word::Known(a), Word::Known(b)) = (a, b) {
            return match fold(operator, a, b) {
                Some(n) => Ok(Word::Known(n)),
                None => self.fault(),
            };
        }
        match operator {
            Binary::Add => self.add(a, b),
            Binary::Subtract => self.subtract(a, b),
            Binary::Multiply => self.multiply(a, b),
            Binary::FloorDivide => Ok(self.divide(a, b)?.0),
            Binary::Modulo => self.modulo(a, b),
            Binary::Power => self.power(a, b),
            Binary::ShiftLeft => self.shift_left(a, b),
            Binary::ShiftRight => self.shift_right(a, b),
            Binary::And | Binary::Or | Binary::Xor => Ok(self.bitwise(operator, a, b)),
        }
    }

    /// `a + b`.
    pub(in crate::compile) fn add(&mut self, a: Word, b: Word) -> Gen<Word> {
        let exact = self.range(a).add(self.range(b));
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => match a.checked_add(b) {
                Some(n) => return Ok(Word::Known(n)),
                None => return self.fault(),
            },
            (other, Word::Known(0)) | (Word::Known(0), other) => return Ok(other),
            _ => {}
        }
        let (x, y) = (self.value(a), self.value(b));
        let sum = ins!(self).iadd(x, y);
        if exact.is_none() {
            // Overflow: the sum is below an operand although the other is not
            // negative, or vice versa.
            let bad = match (a, b) {
                (Word::Known(n), other) | (other, Word::Known(n)) => {
                    let how = if n > 0 {
                        IntCC::SignedLessThan
                    } else {
                        IntCC::SignedGreaterThan
                    };
                    self.compare(how, Word::Computed(sum), other)
                }
                _ => self.signs_differ(sum, x, sum, y),
            };
            self.check_not(bad)?;
        }
        Ok(self.computed(sum, exact.unwrap_or_default()))
    }

    /// `a - b`.
    pub(in crate::compile) fn subtract(&mut self, a: Word, b: Word) -> Gen<Word> {
        let exact = self.range(a).subtract(self.range(b));
        if b == Word::Known(0) {
            return Ok(a);
        }
        if a == b {
            return Ok(Word::Known(0));
        }
        let (x, y) = (self.value(a), self.value(b));
        let difference = ins!(self).isub(x, y);
        if exact.is_none() {
            let bad = match b {
                Word::Known(n) => {
                    let how = if n > 0 {
                        IntCC::SignedGreaterThan
                    } else {
                        IntCC::SignedLessThan
                    };
                    self.compare(how, Word::Computed(difference), a)
                }
                Word::Computed(_) => self.signs_differ(x, y, x, difference),
            };
            self.check_not(bad)?;
        }
        Ok(self.computed(difference, exact.unwrap_or_default()))
    }

    /// Whether the signs of `a` and `b` differ, and those of `c` and `d` as
    /// well.
    fn signs_differ(&mut self, a: ir::Value, b: ir::Value, c: ir::Value, d: ir::Value) -> Bit {
        let first = ins!(self).bxor(a, b);
        let second = ins!(self).bxor(c, d);
        let both = ins!(self).band(first, second);
        self.compare(IntCC::SignedLessThan, Word::Computed(both), Word::Known(0))
    }

    /// `a * b`.
    pub(in crate::compile) fn multiply(&mut self, a: Word, b: Word) -> Gen<Word> {
        let exact = self.range(a).multiply(self.range(b));
        match (a, b) {
            (other, Word::Known(1)) | (Word::Known(1), other) => return Ok(other),
            (_, Word::Known(0)) | (Word::Known(0), _) => return Ok(Word::Known(0)),
            _ => {}
        }
        let (x, y) = (self.value(a), self.value(b));
        if let Some(range) = exact {
            let product = ins!(self).imul(x, y);
            return Ok(self.computed(product, range));
        }
        let (product, overflow) = ins!(self).smul_overflow(x, y);
        self.check_not(Bit::Computed(overflow))?;
        Ok(Word::Computed(product))
    }

    /// `-a`.
    pub(in crate::compile) fn negate(&mut self, a: Word) -> Gen<Word> {
        self.arithmetic(Binary::Subtract, Word::Known(0), a)
    }

    fn bitwise(&mut self, operator: Binary, a: Word, b: Word) -> Word {
        let (range_a, range_b) = (self.range(a), self.range(b));
        match (operator, a, b) {
            (Binary::And, _, Word::Known(0)) | (Binary::And, Word::Known(0), _) => {
                return Word::Known(0);
            }
            (Binary::And, other, Word::Known(-1)) | (Binary::And, Word::Known(-1), other) => {
                return other;
            }
            (Binary::Or | Binary::Xor, other, Word::Known(0))
            | (Binary::Or | Binary::Xor, Word::Known(0), other) => return other,
            _ => {}
        }
        let (x, y) = (self.value(a), self.value(b));
        let (value, range) = match operator {
            Binary::And => (ins!(self).band(x, y), range_a.and(range_b)),
            Binary::Or => (ins!(self).bor(x, y), range_a.or(range_b)),
            _ => (ins!(self).bxor(x, y), range_a.xor(range_b)),
        };
        self.computed(value, range)
    }

    /// `~a`.
    pub(in crate::compile) fn invert(&mut self, a: Word) -> Word {
        match self.resolve(a) {
            Word::Known(n) => Word::Known(!n),
            Word::Computed(value) => {
                let range = self.range(a);
                let inverted = ins!(self).bnot(value);
                self.computed(inverted, Range::new(!range.hi, !range.lo))
            }
        }
    }

    /// `abs(a)`.
    pub(in crate::compile) fn absolute(&mut self, a: Word) -> Gen<Word> {
        let a = self.resolve(a);
        let range = self.range(a);
        if range.lo >= 0 {
            return Ok(a);
        }
        let least = self.compare(IntCC::Equal, a, Word::Known(i64::MIN));
        self.check_not(least)?;
        if let Word::Known(n) = a {
            return Ok(Word::Known(n.abs()));
        }
        let value = self.value(a);
        let positive = ins!(self).iabs(value);
        let hi = range.hi.max(range.lo.saturating_neg());
        Ok(self.computed(positive, Range::new(0, hi)))
    }

    fn shift_left(&mut self, a: Word, by: Word) -> Gen<Word> {
        let (range, shift) = (self.range(a), self.range(by));
        if a == Word::Known(0) {
            let negative = self.compare(IntCC::SignedLessThan, by, Word::Known(0));
            self.check_not(negative)?;
            return Ok(a);
        }
        if !Range::new(0, 63).contains(shift.lo) || !Range::new(0, 63).contains(shift.hi) {
            return self.shift_far_left(a, by);
        }
        let (x, y) = (self.value(a), self.value(by));
        let shifted = ins!(self).ishl(x, y);
        if let Some(range) = range.shift_left(shift) {
            return Ok(self.computed(shifted, range));
        }
        let back = ins!(self).sshr(shifted, y);
        let lost = self.compare(IntCC::NotEqual, Word::Computed(back), Word::Computed(x));
        self.check_not(lost)?;
        Ok(Word::Computed(shifted))
    }

    /// A shift by a number that may be negative or above 63; a nonzero number
    /// then overflows.
    fn shift_far_left(&mut self, a: Word, by: Word) -> Gen<Word> {
        let negative = self.compare(IntCC::SignedLessThan, by, Word::Known(0));
        self.check_not(negative)?;
        let largest = Word::Known(63);
        let is_far = self.compare(IntCC::SignedGreaterThan, by, largest);
        let is_far = self.word(is_far);
        let some = self.compare(IntCC::NotEqual, a, Word::Known(0));
        let some = self.word(some);
        let both = self.bitwise(Binary::And, is_far, some);
        let lost = self.compare(IntCC::NotEqual, both, Word::Known(0));
        self.check_not(lost)?;
        let (x, y) = (self.value(a), self.value(by));
        // The machine shifts by the lowest six bits; 0 stays 0.
        let shifted = ins!(self).ishl(x, y);
        let back = ins!(self).sshr(shifted, y);
        let lost = self.compare(IntCC::NotEqual, Word::Computed(back), Word::Computed(x));
        self.check_not(lost)?;
        Ok(Word::Computed(shifted))
    }

    fn shift_right(&mut self, a: Word, by: Word) -> Gen<Word> {
        let negative = self.compare(IntCC::SignedLessThan, by, Word::Known(0));
        self.check_not(negative)?;
        let mut by = by;
        let shift = self.range(by);
        if shift.hi > 63 {
            let (far, largest) = (self.value(by), self.value(Word::Known(63)));
            let near = ins!(self).umin(far, largest);
            by = self.computed(near, Range::new(shift.lo.clamp(0, 63), 63));
        }
        let range = self
            .range(a)
            .shift_right(self.range(by).meet(Range::new(0, 63)));
        let (x, y) = (self.value(a), self.value(by));
        let shifted = ins!(self).sshr(x, y);
        Ok(self.computed(shifted, range))
    }

    fn power(&mut self, a: Word, b: Word) -> Gen<Word> {
        if let Word::Known(exponent @ 0..=64) = b {
            // Square-and-multiply from the highest bit: every intermediate product
            // divides the result, so it overflows only if the result does.
            let mut product = Word::Known(1);
            for bit in (0..7).rev() {
                product = self.arithmetic(Binary::Multiply, product, product)?;
                if exponent >> bit & 1 == 1 {
                    product = self.arithmetic(Binary::Multiply, product, a)?;
                }
            }
            return Ok(product);
        }
        let (a, b) = (self.value(a), self.value(b));
        self.call_runtime(runtime::POWER, &[a, b]);
        Ok(Word::Computed(self.result(0)))
    }

    /// The smaller or the larger of two numbers.
    pub(in crate::compile) fn extreme(&mut self, a: Word, b: Word, is_min: bool) -> Word {
        let (range_a, range_b) = (self.range(a), self.range(b));
        if let (Word::Known(a), Word::Known(b)) = (a, b) {
            return Word::Known(if is_min { a.min(b) } else { a.max(b) });
        }
        let (x, y) = (self.value(a), self.value(b));
        let (value, lo, hi) = if is_min {
            let lo = range_a.lo.min(range_b.lo);
            (ins!(self).smin(x, y), lo, range_a.hi.min(range_b.hi))
        } else {
            let hi = range_a.hi.max(range_b.hi);
            (ins!(self).smax(x, y), range_a.lo.max(range_b.lo), hi)
        };
        self.computed(value, Range::new(lo, hi))
    }

    /// The population count of a number that is not negative.
    pub(in crate::compile) fn ones(&mut self, a: Word) -> Word {
        match self.resolve(a) {
            Word::Known(n) => Word::Known(i64::from(n.count_ones())),
            Word::Computed(value) => {
                let ones = ins!(self).popcnt(value);
                self.computed(ones, Range::new(0, 63))
            }
        }
    }

    /// The number of bits of the absolute value; of -2⁶³ that is 64.
    pub(in crate::compile) fn bit_length(&mut self, a: Word) -> Word {
        match self.resolve(a) {
            Word::Known(n) => Word::Known(i64::from(u64::BITS - n.unsigned_abs().leading_zeros())),
            Word::Computed(value) => {
                let size = ins!(self).iabs(value);
                let zeros = ins!(self).clz(size);
                let zeros = self.computed(zeros, Range::new(0, 64));
                let zeros = self.value(zeros);
                let all = self.value(Word::Known(64));
                let length = ins!(self).isub(all, zeros);
                self.computed(length, Range::new(0, 64))
            }
        }
    }

    /// Selects one of two words.
    pub(in crate::compile) fn select(&mut self, bit: Bit, then: Word, otherwise: Word) -> Word {
        match bit {
            _ if then == otherwise => then,
            Bit::Known(true) => then,
            Bit::Known(false) => otherwise,
            Bit::Computed(condition) => {
                let range = self.range(then).hull(self.range(otherwise));
                let (x, y) = (self.value(then), self.value(otherwise));
                let value = ins!(self).select(condition, x, y);
                self.computed(value, range)
            }
        }
    }

    /// Conjunction of two bits.
    pub(in crate::compile) fn both(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::Known(true), other) | (other, Bit::Known(true)) => other,
            (Bit::Known(false), _) | (_, Bit::Known(false)) => Bit::Known(false),
            (Bit::Computed(a), Bit::Computed(b)) => Bit::Computed(ins!(self).band(a, b)),
        }
    }

    /// Disjunction of two bits.
    pub(in crate::compile) fn either(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::Known(false), other) | (other, Bit::Known(false)) => other,
            (Bit::Known(true), _) | (_, Bit::Known(true)) => Bit::Known(true),
            (Bit::Computed(a), Bit::Computed(b)) => Bit::Computed(ins!(self).bor(a, b)),
        }
    }

    /// Negation of a bit.
    pub(in crate::compile) fn opposite(&mut self, bit: Bit) -> Bit {
        match bit {
            Bit::Known(known) => Bit::Known(!known),
            Bit::Computed(condition) => {
                let zero = ins!(self).iconst(types::I8, 0);
                Bit::Computed(ins!(self).icmp(IntCC::Equal, condition, zero))
            }
        }
    }
}

/// The value of a constant operation; `None` if it faults.
pub(in crate::compile) fn fold(operator: Binary, a: i64, b: i64) -> Option<i64> {
    match operator {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::FloorDivide => floor_divide(a, b),
        Binary::Modulo => modulo(a, b),
        Binary::Power => runtime::power_of(a, b),
        Binary::ShiftLeft => shift_left(a, b),
        Binary::ShiftRight => (b >= 0).then(|| a >> b.min(63)),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Xor => Some(a ^ b),
    }
}

fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let is_rounded_up = quotient * b != a && (a < 0) != (b < 0);
    Some(quotient - i64::from(is_rounded_up))
}

fn modulo(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return None;
    }
    let rest = a.wrapping_rem(b);
    Some(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}

fn shift_left(a: i64, b: i64) -> Option<i64> {
    if b < 0 {
        return None;
    }
    if a == 0 {
        return Some(0);
    }
    let by = u32::try_from(b).ok().filter(|by| *by < 64)?;
    let shifted = a << by;
    (shifted >> by == a).then_some(shifted)
}

/// The range of `a % b`.
pub(in crate::compile) fn modulo_of(a: Range, b: Range) -> Range {
    let below = if b.hi > 0 { b.hi - 1 } else { 0 };
    let above = if b.lo < 0 { b.lo.saturating_add(1) } else { 0 };
    if a.lo >= 0 && b.lo > 0 {
        return Range::new(0, below.min(a.hi));
    }
    Range::new(above, below)
}
