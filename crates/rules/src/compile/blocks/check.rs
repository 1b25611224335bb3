//! Comparisons, branches and checks.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, Join, NoCode};
use crate::compile::known::word::{Bit, Range, Word};

/// Whether checks are generated. Without them an invalid program has undefined
/// behaviour; disabled only by hand, to measure their cost.
const CHECKS: bool = true;

/// The facts implied by a condition and by its negation.
#[derive(Default)]
pub(in crate::compile) struct Facts {
    pub(in crate::compile) then: Vec<(Word, Range)>,
    pub(in crate::compile) not: Vec<(Word, Range)>,
}

impl Generator<'_, '_> {
    /// Branches on a condition.
    pub(in crate::compile) fn branch(
        &mut self,
        bit: Bit,
        facts: &Facts,
        then: &mut Join,
        otherwise: &mut Join,
    ) {
        match bit {
            Bit::Known(true) => self.leave(then, None),
            Bit::Known(false) => self.leave(otherwise, None),
            Bit::Computed(condition) => {
                let (yes, no) = (self.new_block(), self.new_block());
                ins!(self).brif(condition, yes, &[], no, &[]);
                let mark = self.mark();
                for (block, facts, join) in [(yes, &facts.then, then), (no, &facts.not, otherwise)]
                {
                    self.block = block;
                    for &(word, range) in facts {
                        self.learn(word, range);
                    }
                    self.leave(join, None);
                    self.forget(mark);
                }
            }
        }
    }

    /// Exits with a fault if a condition holds.
    pub(in crate::compile) fn check_not(&mut self, bad: Bit) -> Gen<()> {
        self.exit_where(bad, self.fault)
    }

    /// Exits for more row space if a condition holds.
    pub(in crate::compile) fn check_rows(&mut self, too_small: Bit) -> Gen<()> {
        self.exit_where(too_small, self.rows)
    }

    /// Exits for a larger arena if a condition holds.
    pub(in crate::compile) fn check_arena(&mut self, too_small: Bit) -> Gen<()> {
        self.exit_where(too_small, self.arena_full)
    }

    fn exit_where(&mut self, bad: Bit, exit: ir::Block) -> Gen<()> {
        match bad {
            Bit::Known(false) => Ok(()),
            Bit::Known(true) => {
                ins!(self).jump(exit, &[]);
                Err(NoCode::Dead)
            }
            Bit::Computed(_) if !CHECKS && exit == self.fault => Ok(()),
            Bit::Computed(condition) => {
                let good = self.new_block();
                ins!(self).brif(condition, exit, &[], good, &[]);
                self.block = good;
                Ok(())
            }
        }
    }

    /// An unconditional fault.
    pub(in crate::compile) fn fault<T>(&mut self) -> Gen<T> {
        ins!(self).jump(self.fault, &[]);
        Err(NoCode::Dead)
    }

    /// Propagates the status of a call unless it is `Done`.
    pub(in crate::compile) fn check_status(&mut self, status: ir::Value) {
        let (bad, good) = (self.new_block(), self.new_block());
        self.func.layout.set_cold(bad);
        ins!(self).brif(status, bad, &[], good, &[]);
        self.block = bad;
        ins!(self).return_(&[status]);
        self.block = good;
    }

    /// Compares two words.
    pub(in crate::compile) fn compare(&mut self, how: IntCC, a: Word, b: Word) -> Bit {
        if let Some(known) = self.known_comparison(how, a, b) {
            return Bit::Known(known);
        }
        let (a, b) = (self.value(a), self.value(b));
        Bit::Computed(ins!(self).icmp(how, a, b))
    }

    fn known_comparison(&self, how: IntCC, a: Word, b: Word) -> Option<bool> {
        if a == b {
            let holds_of_equals = matches!(
                how,
                IntCC::Equal
                    | IntCC::SignedLessThanOrEqual
                    | IntCC::SignedGreaterThanOrEqual
                    | IntCC::UnsignedLessThanOrEqual
                    | IntCC::UnsignedGreaterThanOrEqual
            );
            return Some(holds_of_equals);
        }
        let (a, b) = (self.range(a), self.range(b));
        let (below, above) = (a.hi < b.lo, a.lo > b.hi);
        let (at_most, at_least) = (a.hi <= b.lo, a.lo >= b.hi);
        let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        match how {
            IntCC::Equal => decide(at_most && at_least, below || above),
            IntCC::NotEqual => decide(below || above, at_most && at_least),
            IntCC::SignedLessThan => decide(below, at_least),
            IntCC::SignedLessThanOrEqual => decide(at_most, above),
            IntCC::SignedGreaterThan => decide(above, at_most),
            IntCC::SignedGreaterThanOrEqual => decide(at_least, below),
            IntCC::UnsignedLessThan if a.lo >= 0 && b.lo >= 0 => decide(below, at_least),
            IntCC::UnsignedGreaterThan if a.lo >= 0 && b.lo >= 0 => decide(above, at_most),
            IntCC::UnsignedGreaterThanOrEqual if a.lo >= 0 && b.lo >= 0 => decide(at_least, below),
            _ => None,
        }
    }

    /// A truth value as a word.
    pub(in crate::compile) fn word(&mut self, bit: Bit) -> Word {
        match bit {
            Bit::Known(known) => Word::Known(i64::from(known)),
            Bit::Computed(condition) => {
                let value = ins!(self).uextend(types::I64, condition);
                self.computed(value, Range::BIT)
            }
        }
    }
}
