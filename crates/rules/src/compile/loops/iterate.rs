//! Iterators over ranges, lists and tuples.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::check::Facts;
use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::loops::range::range_count;
use crate::tree::{Expression, Iteration, IterationKind, Type};

/// The state of an iteration.
pub(in crate::compile) enum Iter {
    /// Step 1: the next number and the exclusive end.
    Up { next: Word, stop: Word },
    /// A range with another step: the number of remaining items (unsigned), and
    /// their bounds.
    Steps {
        next: Word,
        step: Word,
        left: Word,
        bounds: Range,
    },
    /// A list: the index of the next item.
    List { list: List, index: Word },
    /// A list from its end: the number of remaining items, if the list keeps
    /// them.
    Back { list: List, left: Word },
    /// The characters of a text: an iteration over their code points.
    Letters(Box<Iter>),
    /// `enumerate`, with its first number, and how many items came before.
    Enumerate {
        inner: Box<Iter>,
        start: Word,
        index: Word,
    },
    /// Several in parallel.
    Zip(Vec<Iter>),
}

impl Iter {
    /// The words that change between iterations, each with a range that holds
    /// in every iteration; `range` returns the current range of a word.
    pub(in crate::compile) fn words(
        &mut self,
        range: &dyn Fn(Word) -> Range,
    ) -> Vec<(&mut Word, Range)> {
        match self {
            Iter::Up { next, stop } => {
                let known = range(*next).hull(range(*stop));
                vec![(next, known)]
            }
            Iter::Steps { next, left, .. } => vec![(next, Range::ALL), (left, Range::ALL)],
            Iter::List { index, .. } => vec![(index, Range::LENGTH)],
            Iter::Back { left, .. } => vec![(left, Range::LENGTH)],
            Iter::Letters(inner) => inner.words(range),
            Iter::Enumerate { inner, index, .. } => {
                let mut words = inner.words(range);
                words.push((index, Range::ALL));
                words
            }
            Iter::Zip(parts) => parts
                .iter_mut()
                .flat_map(|part| part.words(range))
                .collect(),
        }
    }

    /// The lists that it iterates over.
    pub(in crate::compile) fn lists(&self) -> Vec<Value> {
        match self {
            Iter::Up { .. } | Iter::Steps { .. } => Vec::new(),
            Iter::List { list, .. } | Iter::Back { list, .. } => vec![Value::List(list.clone())],
            Iter::Letters(inner) | Iter::Enumerate { inner, .. } => inner.lists(),
            Iter::Zip(parts) => parts.iter().flat_map(Iter::lists).collect(),
        }
    }
}

impl<'p> Generator<'_, 'p> {
    /// The initial state of an iteration.
    pub(in crate::compile) fn iterate(&mut self, over: &'p Iteration) -> Gen<Iter> {
        match &over.kind {
            IterationKind::Range { start, stop, step } => {
                let start = self.number_or(start.as_ref(), 0)?;
                let stop = self.number(stop)?;
                let step = self.number_or(step.as_ref(), 1)?;
                let still = self.compare(IntCC::Equal, step, Word::Known(0));
                self.check_not(still)?;
                Ok(match step {
                    Word::Known(1) => Iter::Up { next: start, stop },
                    _ => self.steps(start, stop, step),
                })
            }
            IterationKind::Sequence(sequence) => self.through(sequence, &over.item),
            IterationKind::Enumerate(inner, start) => {
                let held = self.held.len();
                let inner = self.iterate(inner)?;
                self.held.extend(inner.lists());
                let start = self.number_or(start.as_ref(), 0)?;
                self.held.truncate(held);
                Ok(Iter::Enumerate {
                    inner: Box::new(inner),
                    start,
                    index: Word::Known(0),
                })
            }
            IterationKind::Zip(parts) => {
                let held = self.held.len();
                let mut all = Vec::new();
                for part in parts {
                    let part = self.iterate(part)?;
                    self.held.extend(part.lists());
                    all.push(part);
                }
                self.held.truncate(held);
                Ok(Iter::Zip(all))
            }
            IterationKind::Reversed(inner) => {
                let forwards = self.iterate(inner)?;
                self.backwards(forwards)
            }
        }
    }

    fn number_or(&mut self, e: Option<&'p Expression>, default: i64) -> Gen<Word> {
        e.map_or(Ok(Word::Known(default)), |e| self.number(e))
    }

    fn through(&mut self, sequence: &'p Expression, item: &Type) -> Gen<Iter> {
        let value = self.expression(sequence)?;
        let index = Word::Known(0);
        match value {
            Value::List(list) => Ok(Iter::List { list, index }),
            tuple @ Value::Tuple(_) => {
                let list = self.sequence_of(&tuple, item)?;
                Ok(Iter::List { list, index })
            }
            Value::Text(text) => {
                let list = self.characters(&text)?;
                Ok(Iter::Letters(Box::new(Iter::List { list, index })))
            }
            _ => cannot("an iteration over this type"),
        }
    }

    /// Whether there is a next item, and the facts this implies.
    pub(in crate::compile) fn has_next(&mut self, iter: &Iter) -> (Bit, Facts) {
        match iter {
            Iter::Up { next, stop } => {
                let how = IntCC::SignedLessThan;
                (
                    self.compare(how, *next, *stop),
                    self.comparison_facts(how, *next, *stop),
                )
            }
            Iter::Steps { left, .. } => (
                self.compare(IntCC::NotEqual, *left, Word::Known(0)),
                Facts::default(),
            ),
            Iter::List { list, index, .. } => {
                let length = self.length(list);
                let how = IntCC::SignedLessThan;
                (
                    self.compare(how, *index, length),
                    self.comparison_facts(how, *index, length),
                )
            }
            Iter::Back { list, left, .. } => {
                let length = self.length(list);
                let some = self.compare(IntCC::SignedGreaterThan, *left, Word::Known(0));
                let kept = self.compare(IntCC::SignedLessThanOrEqual, *left, length);
                let mut facts = Facts::default();
                facts.then.push((*left, Range::new(1, i64::MAX)));
                (self.both(some, kept), facts)
            }
            Iter::Letters(inner) | Iter::Enumerate { inner, .. } => self.has_next(inner),
            Iter::Zip(parts) => {
                let mut all = Bit::Known(!parts.is_empty());
                let mut facts = Facts::default();
                for part in parts {
                    let (bit, more) = self.has_next(part);
                    all = self.both(all, bit);
                    facts.then.extend(more.then);
                }
                (all, facts)
            }
        }
    }

    /// The next item, which exists.
    pub(in crate::compile) fn next(&mut self, iter: &mut Iter) -> Gen<Value> {
        Ok(match iter {
            Iter::Up { next, stop } => {
                let number = *next;
                // Below another number: adding one cannot overflow.
                let range = self.range(number);
                let hi = range
                    .hi
                    .min(self.range(*stop).hi.saturating_sub(1))
                    .max(range.lo);
                *next = match number {
                    Word::Known(n) => Word::Known(n + 1),
                    Word::Computed(value) => {
                        let after = ins!(self).iadd_imm_s(value, 1);
                        let lo = range.lo.saturating_add(1);
                        self.computed(after, Range::new(lo, hi.saturating_add(1).max(lo)))
                    }
                };
                Value::Number(number)
            }
            Iter::Steps {
                next,
                step,
                left,
                bounds,
            } => {
                let number = *next;
                *left = self.wrapping(*left, -1);
                *next = match (number, *step) {
                    (Word::Known(n), Word::Known(step)) => Word::Known(n.wrapping_add(step)),
                    (number, step) => {
                        let (x, y) = (self.value(number), self.value(step));
                        Word::Computed(ins!(self).iadd(x, y))
                    }
                };
                self.learn(number, *bounds);
                Value::Number(number)
            }
            Iter::List { list, index } => {
                let value = self.item(list, *index)?;
                *index = self.add(*index, Word::Known(1))?;
                value
            }
            Iter::Back { list, left } => {
                *left = self.subtract(*left, Word::Known(1))?;
                self.item(list, *left)?
            }
            Iter::Letters(inner) => {
                let code = self.next(inner)?;
                self.letter(&code)
            }
            Iter::Enumerate {
                inner,
                start,
                index,
            } => {
                let item = self.next(inner)?;
                // The number after the last one need not fit into 64 bits.
                let number = self.add(*start, *index)?;
                *index = self.add(*index, Word::Known(1))?;
                Value::tuple([Value::Number(number), item])
            }
            Iter::Zip(parts) => {
                let mut items = Vec::new();
                for part in parts {
                    items.push(self.next(part)?);
                }
                Value::tuple(items)
            }
        })
    }

    /// The number of remaining iterations, if it is known and cannot change.
    pub(in crate::compile) fn iterations_left(&mut self, iter: &Iter) -> Option<u64> {
        match iter {
            Iter::Up {
                next: Word::Known(next),
                stop: Word::Known(stop),
            } => Some(range_count(*next, *stop, 1)),
            Iter::Steps {
                left: Word::Known(left),
                ..
            } => Some(*left as u64),
            Iter::List {
                list,
                index: Word::Known(index),
                ..
            } => {
                let items = self.known_items(list)?;
                Some((items.len() as u64).saturating_sub(*index as u64))
            }
            Iter::Back {
                left: Word::Known(left),
                ..
            } => Some(*left as u64),
            Iter::Letters(inner) | Iter::Enumerate { inner, .. } => self.iterations_left(inner),
            Iter::Zip(parts) => {
                let mut least = None;
                for part in parts {
                    let left = self.iterations_left(part)?;
                    least = Some(least.map_or(left, |least: u64| least.min(left)));
                }
                least
            }
            _ => None,
        }
    }
}
