//! Functions of numbers.

use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::generator::Generator;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::Value;
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::loops::range::range_count;
use crate::compile::runtime;
use crate::tree::{Binary, Builtin, Expression};

impl<'p> Generator<'_, 'p> {
    /// A function of numbers only.
    pub(in crate::compile) fn of_numbers(
        &mut self,
        builtin: Builtin,
        numbers: &[Word],
    ) -> Gen<Value> {
        let word = match (builtin, numbers) {
            (Builtin::Abs, &[a]) => self.absolute(a)?,
            (Builtin::Divmod, &[a, b]) => {
                let (quotient, rest) = self.divide(a, b)?;
                return Ok(Value::tuple([Value::Number(quotient), Value::Number(rest)]));
            }
            (Builtin::Pow, &[a, b]) => self.arithmetic(Binary::Power, a, b)?,
            (Builtin::Pow, &[a, b, m]) => self.power_modulo(a, b, m)?,
            (Builtin::Int, &[a]) => a,
            (Builtin::Gcd, [first, rest @ ..]) => {
                let mut gcd = *first;
                for &number in rest {
                    gcd = self.gcd(gcd, number);
                }
                self.absolute(gcd)?
            }
            (Builtin::Isqrt, &[a]) => self.square_root(a)?,
            (Builtin::Popcount, &[a]) => {
                let negative = self.compare(IntCC::SignedLessThan, a, Word::Known(0));
                self.check_not(negative)?;
                self.ones(a)
            }
            (Builtin::BitLength, &[a]) => self.bit_length(a),
            _ => return cannot(format!("`{builtin:?}`")),
        };
        Ok(Value::Number(word))
    }

    fn known_or_fault(&mut self, result: Option<i64>) -> Gen<Word> {
        match result {
            Some(n) => Ok(Word::Known(n)),
            None => self.fault(),
        }
    }

    fn power_modulo(&mut self, a: Word, b: Word, m: Word) -> Gen<Word> {
        if let (Word::Known(a), Word::Known(b), Word::Known(m)) = (a, b, m) {
            return self.known_or_fault(runtime::power_modulo_of(a, b, m));
        }
        let words = [a, b, m].map(|word| self.value(word));
        self.call_runtime(runtime::POWER_MODULO, &words);
        Ok(Word::Computed(self.result(0)))
    }

    /// The greatest common divisor; `i64::MIN` represents 2⁶³.
    fn gcd(&mut self, a: Word, b: Word) -> Word {
        if let (Word::Known(a), Word::Known(b)) = (a, b) {
            return Word::Known(runtime::gcd_of(a, b));
        }
        let words = [a, b].map(|word| self.value(word));
        self.call_runtime(runtime::GCD, &words);
        Word::Computed(self.result(0))
    }

    fn square_root(&mut self, a: Word) -> Gen<Word> {
        if let Word::Known(a) = a {
            return self.known_or_fault(runtime::isqrt_of(a));
        }
        let value = self.value(a);
        self.call_runtime(runtime::ISQRT, &[value]);
        let result = self.result(0);
        Ok(self.computed(result, Range::new(0, 3_037_000_499)))
    }

    /// The bounds of `range(…)` as an expression.
    fn bounds(&mut self, bounds: &'p [Expression]) -> Gen<[Word; 3]> {
        let mut words = Vec::new();
        for bound in bounds {
            words.push(self.number(bound)?);
        }
        let (start, stop, step) = match *words.as_slice() {
            [stop] => (Word::Known(0), stop, Word::Known(1)),
            [start, stop] => (start, stop, Word::Known(1)),
            [start, stop, step] => (start, stop, step),
            _ => return cannot("a range with these bounds"),
        };
        let still = self.compare(IntCC::Equal, step, Word::Known(0));
        self.check_not(still)?;
        Ok([start, stop, step])
    }

    /// `len(range(…))`.
    pub(in crate::compile) fn range_length(&mut self, bounds: &'p [Expression]) -> Gen<Word> {
        let [start, stop, step] = self.bounds(bounds)?;
        if let (Word::Known(start), Word::Known(stop), Word::Known(step)) = (start, stop, step) {
            let count = range_count(start, stop, step);
            return self.known_or_fault(i64::try_from(count).ok());
        }
        let count = self.count(start, stop, step);
        let too_long = self.compare(IntCC::SignedLessThan, count, Word::Known(0));
        self.check_not(too_long)?;
        self.learn(count, Range::new(0, i64::MAX));
        Ok(count)
    }

    /// `wanted in range(…)`.
    pub(in crate::compile) fn is_in_range(
        &mut self,
        wanted: &Value,
        bounds: &'p [Expression],
    ) -> Gen<Bit> {
        let [start, stop, step] = self.bounds(bounds)?;
        let (some, wanted) = match wanted {
            Value::Number(word) => (Bit::Known(true), *word),
            Value::Optional(flag, inner) => match &**inner {
                Value::Number(word) => {
                    (self.compare(IntCC::NotEqual, *flag, Word::Known(0)), *word)
                }
                _ => return Ok(Bit::Known(false)),
            },
            _ => return Ok(Bit::Known(false)),
        };
        let Word::Known(known) = step else {
            return cannot("`in` a range whose step is not known");
        };
        let (first, last) = if known > 0 {
            (
                self.compare(IntCC::SignedLessThanOrEqual, start, wanted),
                self.compare(IntCC::SignedLessThan, wanted, stop),
            )
        } else {
            (
                self.compare(IntCC::SignedLessThan, stop, wanted),
                self.compare(IntCC::SignedLessThanOrEqual, wanted, start),
            )
        };
        let between = self.both(first, last);
        let inside = self.both(some, between);
        let size = known.unsigned_abs();
        if size == 1 {
            return Ok(inside);
        }
        // The unsigned distance from the start; it matters only within the bounds.
        let (from, to) = if known > 0 {
            (start, wanted)
        } else {
            (wanted, start)
        };
        let hits = self.is_multiple(from, to, size);
        Ok(self.both(inside, hits))
    }
}
