//! Floor division, as in Python.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::Gen;
use crate::compile::known::word::{Range, Word};
use crate::compile::numbers::number::modulo_of;
use crate::tree::Binary;

impl Generator<'_, '_> {
    /// `a // b` and `a % b`, if the quotient is needed.
    pub(in crate::compile) fn divide(&mut self, a: Word, b: Word) -> Gen<(Word, Word)> {
        if let (Word::Known(_), Word::Known(_)) = (a, b) {
            let quotient = self.arithmetic(Binary::FloorDivide, a, b)?;
            let rest = self.arithmetic(Binary::Modulo, a, b)?;
            return Ok((quotient, rest));
        }
        if let Word::Known(n) = b
            && n > 0
            && n.count_ones() == 1
        {
            let by = Word::Known(i64::from(n.trailing_zeros()));
            let quotient = self.arithmetic(Binary::ShiftRight, a, by)?;
            let rest = self.arithmetic(Binary::And, a, Word::Known(n - 1))?;
            return Ok((quotient, rest));
        }
        self.check_divisor(b)?;
        if self.range(b).contains(-1) {
            let is_least = self.compare(IntCC::Equal, a, Word::Known(i64::MIN));
            let is_minus = self.compare(IntCC::Equal, b, Word::Known(-1));
            let overflow = self.both(is_least, is_minus);
            self.check_not(overflow)?;
        }
        Ok(self.floor(a, b))
    }

    /// `a % b`.
    pub(in crate::compile) fn modulo(&mut self, a: Word, b: Word) -> Gen<Word> {
        if let Word::Known(n) = b
            && n > 0
            && n.count_ones() == 1
        {
            return self.arithmetic(Binary::And, a, Word::Known(n - 1));
        }
        self.check_divisor(b)?;
        let range = self.range(a);
        if let Word::Known(n) = b
            && range.lo >= 0
            && range.hi < n
        {
            return Ok(a);
        }
        if let Word::Known(-1) = b {
            return Ok(Word::Known(0));
        }
        // `i64::MIN` divided by -1 traps; the remainder is 0, the same as for 1.
        let minus_one = self.compare(IntCC::Equal, b, Word::Known(-1));
        let divisor = self.select(minus_one, Word::Known(1), b);
        Ok(self.floor(a, divisor).1)
    }

    fn check_divisor(&mut self, b: Word) -> Gen<()> {
        let zero = self.compare(IntCC::Equal, b, Word::Known(0));
        self.check_not(zero)
    }

    /// Quotient and remainder, if the divisor is not 0 and the quotient fits.
    fn floor(&mut self, a: Word, b: Word) -> (Word, Word) {
        let (range_a, range_b) = (self.range(a), self.range(b));
        let rest_range = modulo_of(range_a, range_b);
        let (x, y) = (self.value(a), self.value(b));
        if range_a.lo >= 0 && range_b.lo > 0 {
            let quotient = ins!(self).udiv(x, y);
            let product = ins!(self).imul(quotient, y);
            let rest = ins!(self).isub(x, product);
            let quotients = Range::new(range_a.lo / range_b.hi, range_a.hi / range_b.lo);
            return (
                self.computed(quotient, quotients),
                self.computed(rest, rest_range),
            );
        }
        // Truncated division, minus one if there is a remainder whose sign differs
        // from the divisor's.
        let quotient = ins!(self).sdiv(x, y);
        let product = ins!(self).imul(quotient, y);
        let rest = ins!(self).isub(x, product);
        let zero = Word::Known(0);
        let some = self.compare(IntCC::NotEqual, Word::Computed(rest), zero);
        let signs = ins!(self).bxor(rest, y);
        let differ = self.compare(IntCC::SignedLessThan, Word::Computed(signs), zero);
        let adjusts = self.both(some, differ);
        let one = self.word(adjusts);
        let one = self.value(one);
        let down = ins!(self).isub(quotient, one);
        let correction = self.select(adjusts, b, zero);
        let correction = self.value(correction);
        let rest = ins!(self).iadd(rest, correction);
        (Word::Computed(down), self.computed(rest, rest_range))
    }
}
