//! Ranges: length and reverse iteration.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::word::{Range, Word};
use crate::compile::loops::iterate::Iter;

impl Generator<'_, '_> {
    pub(in crate::compile) fn steps(&mut self, start: Word, stop: Word, step: Word) -> Iter {
        let bounds = self.range(start).hull(self.range(stop));
        let left = self.count(start, stop, step);
        Iter::Steps {
            next: start,
            step,
            left,
            bounds,
        }
    }

    /// The unsigned length of a range; its step is not 0.
    pub(in crate::compile) fn count(&mut self, start: Word, stop: Word, step: Word) -> Word {
        if let (Word::Known(start), Word::Known(stop), Word::Known(step)) = (start, stop, step) {
            return Word::Known(range_count(start, stop, step) as i64);
        }
        let is_up = self.compare(IntCC::SignedGreaterThan, step, Word::Known(0));
        let (from, to) = (
            self.select(is_up, start, stop),
            self.select(is_up, stop, start),
        );
        let some = self.compare(IntCC::SignedLessThan, from, to);
        let size = match step {
            Word::Known(n) => Word::Known(n.unsigned_abs() as i64),
            Word::Computed(value) => Word::Computed(ins!(self).iabs(value)),
        };
        let (x, y, size) = (self.value(from), self.value(to), self.value(size));
        let distance = ins!(self).isub(y, x);
        let before = ins!(self).iadd_imm_s(distance, -1);
        let steps = ins!(self).udiv(before, size);
        let count = ins!(self).iadd_imm_s(steps, 1);
        match self.select(some, Word::Computed(count), Word::Known(0)) {
            // The count is unsigned, so it has no range as a signed number.
            Word::Computed(value) => Word::Computed(value),
            known => known,
        }
    }

    /// The reverse of an iteration.
    pub(in crate::compile) fn backwards(&mut self, forwards: Iter) -> Gen<Iter> {
        Ok(match forwards {
            Iter::Up { next, stop } => {
                let bounds = Range::new(
                    self.range(next).lo,
                    self.range(stop)
                        .hi
                        .saturating_sub(1)
                        .max(self.range(next).lo),
                );
                let left = self.count(next, stop, Word::Known(1));
                let last = self.wrapping(stop, -1);
                Iter::Steps {
                    next: last,
                    step: Word::Known(-1),
                    left,
                    bounds,
                }
            }
            Iter::Steps {
                next,
                step,
                left,
                bounds,
            } => {
                let last = match (next, step, left) {
                    (Word::Known(next), Word::Known(step), Word::Known(left)) => {
                        let steps = left.wrapping_sub(1);
                        Word::Known(next.wrapping_add(step.wrapping_mul(steps)))
                    }
                    _ => {
                        let (next, by) = (self.value(next), self.value(step));
                        let left = self.value(left);
                        let steps = ins!(self).iadd_imm_s(left, -1);
                        let way = ins!(self).imul(steps, by);
                        Word::Computed(ins!(self).iadd(next, way))
                    }
                };
                let step = match step {
                    Word::Known(step) => Word::Known(step.wrapping_neg()),
                    Word::Computed(step) => Word::Computed(ins!(self).ineg(step)),
                };
                Iter::Steps {
                    next: last,
                    step,
                    left,
                    bounds,
                }
            }
            Iter::List { list, .. } => {
                let left = self.length(&list);
                Iter::Back { list, left }
            }
            Iter::Letters(inner) => Iter::Letters(Box::new(self.backwards(*inner)?)),
            Iter::Back { .. } | Iter::Enumerate { .. } | Iter::Zip(_) => {
                return cannot("`reversed` of this type");
            }
        })
    }

    pub(in crate::compile) fn wrapping(&mut self, word: Word, by: i64) -> Word {
        match word {
            Word::Known(n) => Word::Known(n.wrapping_add(by)),
            Word::Computed(value) => Word::Computed(ins!(self).iadd_imm_s(value, by)),
        }
    }
}

/// The length of `range(start, stop, step)`; the step is not 0.
pub(in crate::compile) fn range_count(start: i64, stop: i64, step: i64) -> u64 {
    let distance = if step > 0 {
        i128::from(stop) - i128::from(start)
    } else {
        i128::from(start) - i128::from(stop)
    };
    if distance <= 0 {
        return 0;
    }
    ((distance - 1) / i128::from(step.unsigned_abs()) + 1) as u64
}
