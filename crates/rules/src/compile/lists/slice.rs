//! Slices, concatenation, repetition and copies of sequences.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Stored, Value};
use crate::compile::known::word::{Bit, Word};
use crate::compile::layout::{either, item_type, words};
use crate::compile::lists::memory::MAX_VIRTUAL_LEN;
use crate::compile::runtime::{self, HAS_START, HAS_STOP};
use crate::tree::{Expression, Type};

impl<'p> Generator<'_, 'p> {
    /// `object[start:stop:step]`.
    pub(in crate::compile) fn slice(
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
        if let Value::Text(text) = &value {
            return self.text_slice(text, given);
        }
        let Some(item) = item_type(ty) else {
            return cannot("a slice of this type");
        };
        let list = self.sequence_of(&value, item)?;
        Ok(Value::List(self.cut(&list, given)?))
    }

    /// The items of a slice with the given bounds.
    pub(in crate::compile) fn cut(&mut self, list: &List, given: [Option<Word>; 3]) -> Gen<List> {
        let item = self.item_of(list);
        let [start, stop, step] = given;
        let known = |bound: Option<Word>| match bound {
            None => Some(None),
            Some(Word::Known(n)) => Some(Some(n)),
            Some(Word::Computed(_)) => None,
        };
        if let (Some(start), Some(stop), Some(step)) = (known(start), known(stop), known(step))
            && let Some(items) = self.short_items(list)?
        {
            let Some(indices) = runtime::slice_indices(items.len(), start, stop, step.unwrap_or(1))
            else {
                return self.fault();
            };
            let taken = indices.map(|i| items[i].clone()).collect();
            return self.new_list(&item, taken);
        }
        let given = i64::from(start.is_some()) * HAS_START + i64::from(stop.is_some()) * HAS_STOP;
        let address = self.address(list)?;
        let numbers = [
            start.unwrap_or(Word::Known(0)),
            stop.unwrap_or(Word::Known(0)),
            step.unwrap_or(Word::Known(1)),
            Word::Known(words(&item) as i64),
            Word::Known(given),
        ];
        let mut arguments = vec![address];
        arguments.extend(numbers.map(|word| self.value(word)));
        self.call_runtime(runtime::SLICE, &arguments);
        Ok(self.new_stored(&item))
    }

    /// The list that a `runtime` function has created, with items of a type.
    pub(in crate::compile) fn new_stored(&mut self, item: &Type) -> List {
        List::Stored(Stored {
            address: self.result(0),
            item: Rc::new(item.clone()),
            length: None,
            may_be_frozen: false,
        })
    }

    /// The items of a short list of known length.
    pub(in crate::compile) fn short_items(&mut self, list: &List) -> Gen<Option<Vec<Value>>> {
        if let Some(items) = self.known_items(list) {
            return Ok(Some(items).filter(|items| items.len() <= MAX_VIRTUAL_LEN));
        }
        match self.length(list) {
            Word::Known(length) if length as usize <= MAX_VIRTUAL_LEN / 2 => {
                let mut items = Vec::new();
                for i in 0..length {
                    items.push(self.item(list, Word::Known(i))?);
                }
                Ok(Some(items))
            }
            _ => Ok(None),
        }
    }

    /// A new list with the same items, converted to a type.
    pub(in crate::compile) fn copy(&mut self, list: &List, item: &Type) -> Gen<List> {
        let list = self.sequence_of(&Value::List(list.clone()), item)?;
        self.cut(&list, [None; 3])
    }

    /// `a + b` of lists and rows.
    pub(in crate::compile) fn concatenate(
        &mut self,
        a: &Value,
        b: &Value,
        ty: &Type,
    ) -> Gen<Value> {
        let Some(item) = item_type(ty) else {
            return cannot("a concatenation of these types");
        };
        let (a, b) = (self.sequence_of(a, item)?, self.sequence_of(b, item)?);
        let (first, second) = (self.short_items(&a)?, self.short_items(&b)?);
        if let (Some(mut first), Some(second)) = (first, second) {
            first.extend(second);
            return Ok(Value::List(self.new_list(item, first)?));
        }
        let first = self.address(&a)?;
        let second = self.address(&b)?;
        let size = self.item_size(&a);
        self.call_runtime(runtime::CONCATENATE, &[first, second, size]);
        Ok(Value::List(self.new_stored(item)))
    }

    /// `object * times` of lists and rows.
    pub(in crate::compile) fn repeat(
        &mut self,
        object: &Value,
        times: Word,
        ty: &Type,
    ) -> Gen<Value> {
        let Some(item) = item_type(ty) else {
            return cannot("a repetition of this type");
        };
        let list = self.sequence_of(object, item)?;
        if let Word::Known(times) = self.resolve(times)
            && let Some(items) = self.short_items(&list)?
        {
            let count = items.len().saturating_mul(times.max(0) as usize);
            if count <= MAX_VIRTUAL_LEN {
                let repeated = items.iter().cycle().take(count).cloned().collect();
                return Ok(Value::List(self.new_list(item, repeated)?));
            }
        }
        let address = self.address(&list)?;
        let times = self.value(times);
        let size = self.item_size(&list);
        self.call_runtime(runtime::REPEAT, &[address, times, size]);
        Ok(Value::List(self.new_stored(item)))
    }

    /// Selects one of two lists.
    pub(in crate::compile) fn choose_list(&mut self, bit: Bit, a: &List, b: &List) -> Gen<Value> {
        let condition = match bit {
            Bit::Known(known) => {
                return Ok(Value::List(if known { a.clone() } else { b.clone() }));
            }
            Bit::Computed(condition) => condition,
        };
        let (first, second) = (self.stored(a)?, self.stored(b)?);
        let Some(item) = either(&first.item, &second.item) else {
            return cannot("a choice between lists with different item layouts");
        };
        let address = ins!(self).select(condition, first.address, second.address);
        Ok(Value::List(List::Stored(Stored {
            address,
            item,
            length: first.length.filter(|_| first.length == second.length),
            may_be_frozen: first.may_be_frozen || second.may_be_frozen,
        })))
    }

    /// Whether `to - from`, which is not negative, is a multiple of a number.
    pub(in crate::compile) fn is_multiple(&mut self, from: Word, to: Word, of: u64) -> Bit {
        let (x, y) = (self.value(from), self.value(to));
        let distance = ins!(self).isub(y, x);
        let size = ins!(self).iconst(types::I64, of as i64);
        let rest = ins!(self).urem(distance, size);
        self.compare(IntCC::Equal, Word::Computed(rest), Word::Known(0))
    }
}
