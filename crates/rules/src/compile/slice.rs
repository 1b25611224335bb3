//! Slices, sums and multiples of sequences, and copies.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use super::generator::{Generator, ins};
use super::memory::LONGEST_VIRTUAL;
use super::runtime::{self, HAS_START, HAS_STOP};
use super::state::{Gen, cannot};
use super::value::{List, Stored, Value, item_type, words};
use super::word::{Bit, Word};
use crate::tree::{Expression, Type};

impl<'p> Generator<'_, 'p> {
    /// `object[start:stop:step]`.
    pub(super) fn slice(
        &mut self,
        object: &'p Expression,
        bounds: [Option<&'p Expression>; 3],
        ty: &Type,
    ) -> Gen<Value> {
        let held = self.held.len();
        let value = self.expression(object)?;
        self.hold(&value);
        let mut given = [None; 3];
        for (bound, place) in bounds.into_iter().zip(&mut given) {
            if let Some(bound) = bound {
                *place = match self.expression(bound)? {
                    Value::Number(word) => Some(self.resolve(word)),
                    Value::Nothing => None,
                    _ => return cannot("a bound that may be None"),
                };
            }
        }
        self.held.truncate(held);
        if let Value::Text(_) = value {
            let step = given[2].unwrap_or(Word::Known(1));
            let still = self.compare(IntCC::Equal, step, Word::Known(0));
            self.check_not(still)?;
            return Ok(Value::Text(None));
        }
        let value = self.fit(value, ty)?;
        let (Value::List(list), Some(item)) = (&value, item_type(ty)) else {
            return cannot("a slice of text");
        };
        Ok(Value::List(self.cut(list, item, given)?))
    }

    fn cut(&mut self, list: &List, item: &Type, given: [Option<Word>; 3]) -> Gen<List> {
        let [start, stop, step] = given;
        let known = |bound: Option<Word>| match bound {
            None => Some(None),
            Some(Word::Known(n)) => Some(Some(n)),
            Some(Word::Computed(_)) => None,
        };
        if let (Some(start), Some(stop), Some(step)) = (known(start), known(stop), known(step))
            && let Some(items) = self.short_items(list, item)?
        {
            let Some(indices) = runtime::slice_indices(items.len(), start, stop, step.unwrap_or(1))
            else {
                return self.fault();
            };
            let taken = indices.map(|i| items[i].clone()).collect();
            return self.new_list(item, taken);
        }
        let given = i64::from(start.is_some()) * HAS_START + i64::from(stop.is_some()) * HAS_STOP;
        let address = self.address(list)?;
        let numbers = [
            start.unwrap_or(Word::Known(0)),
            stop.unwrap_or(Word::Known(0)),
            step.unwrap_or(Word::Known(1)),
            Word::Known(words(item) as i64),
            Word::Known(given),
        ];
        let mut arguments = vec![address];
        arguments.extend(numbers.map(|word| self.value(word)));
        self.call_runtime(runtime::SLICE, &arguments);
        Ok(self.new_stored(0))
    }

    /// The list that a function of `runtime` has made.
    pub(super) fn new_stored(&mut self, result: usize) -> List {
        let address = self.result(result);
        self.own(address)
    }

    fn own(&mut self, address: ir::Value) -> List {
        List::Stored(Stored {
            address,
            length: None,
            may_be_frozen: false,
        })
    }

    /// The items of a list that is short and of known length.
    pub(super) fn short_items(&mut self, list: &List, item: &Type) -> Gen<Option<Vec<Value>>> {
        if let Some(items) = self.items_at_hand(list) {
            return Ok(Some(items).filter(|items| items.len() <= LONGEST_VIRTUAL));
        }
        match self.length(list) {
            Word::Known(length) if length as usize <= LONGEST_VIRTUAL / 2 => {
                let mut items = Vec::new();
                for i in 0..length {
                    items.push(self.item(list, item, Word::Known(i))?);
                }
                Ok(Some(items))
            }
            _ => Ok(None),
        }
    }

    /// A new list with the same items.
    pub(super) fn copy(&mut self, list: &List, item: &Type) -> Gen<List> {
        self.cut(list, item, [None; 3])
    }

    /// `a + b` of lists and rows.
    pub(super) fn concatenate(&mut self, a: &Value, b: &Value, ty: &Type) -> Gen<Value> {
        let held = self.held.len();
        let (a, b) = (self.fit(a.clone(), ty)?, self.fit(b.clone(), ty)?);
        let (Value::List(a), Value::List(b), Some(item)) = (a, b, item_type(ty)) else {
            return cannot("text");
        };
        let (first, second) = (self.short_items(&a, item)?, self.short_items(&b, item)?);
        if let (Some(mut first), Some(second)) = (first, second) {
            first.extend(second);
            return Ok(Value::List(self.new_list(item, first)?));
        }
        self.hold(&Value::List(b.clone()));
        let first = self.address(&a)?;
        let second = self.address(&b)?;
        self.held.truncate(held);
        let size = ins!(self).iconst(types::I64, words(item) as i64);
        self.call_runtime(runtime::CONCATENATE, &[first, second, size]);
        Ok(Value::List(self.new_stored(0)))
    }

    /// `object * times` of lists and rows.
    pub(super) fn repeat(&mut self, object: Value, times: Word, ty: &Type) -> Gen<Value> {
        let object = self.fit(object, ty)?;
        let (Value::List(list), Some(item)) = (object, item_type(ty)) else {
            return cannot("text");
        };
        if let Word::Known(times) = self.resolve(times)
            && let Some(items) = self.short_items(&list, item)?
        {
            let count = items.len().saturating_mul(times.max(0) as usize);
            if count <= LONGEST_VIRTUAL {
                let repeated = items.iter().cycle().take(count).cloned().collect();
                return Ok(Value::List(self.new_list(item, repeated)?));
            }
        }
        let address = self.address(&list)?;
        let times = self.value(times);
        let size = ins!(self).iconst(types::I64, words(item) as i64);
        self.call_runtime(runtime::REPEAT, &[address, times, size]);
        Ok(Value::List(self.new_stored(0)))
    }

    /// One of two lists.
    pub(super) fn choose_list(&mut self, bit: Bit, a: &List, b: &List) -> Gen<Value> {
        let condition = match bit {
            Bit::Known(known) => {
                return Ok(Value::List(if known { a.clone() } else { b.clone() }));
            }
            Bit::Computed(condition) => condition,
        };
        let (first, second) = (self.stored(a)?, self.stored(b)?);
        let address = ins!(self).select(condition, first.address, second.address);
        Ok(Value::List(List::Stored(Stored {
            address,
            length: first.length.filter(|_| first.length == second.length),
            may_be_frozen: first.may_be_frozen || second.may_be_frozen,
        })))
    }

    /// Whether the distance between two words, the second not the lesser, is a
    /// multiple of a number.
    pub(super) fn is_multiple(&mut self, from: Word, to: Word, of: u64) -> Bit {
        let (x, y) = (self.value(from), self.value(to));
        let distance = ins!(self).isub(y, x);
        let size = ins!(self).iconst(types::I64, of as i64);
        let rest = ins!(self).urem(distance, size);
        self.compare(IntCC::Equal, Word::Computed(rest), Word::Known(0))
    }
}
