//! List methods.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::context::{RESULT_WORDS, RESULTS};
use crate::compile::expressions::compare::Typed;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::layout::{LENGTH, convertible, item_type, words};
use crate::compile::runtime;
use crate::tree::{Expression, Method, Type};

impl<'p> Generator<'_, 'p> {
    /// `object.method(…)`.
    pub(in crate::compile) fn method(
        &mut self,
        method: Method,
        object: &'p Expression,
        arguments: &'p [Expression],
        ty: &Type,
    ) -> Gen<Value> {
        let held = self.held.len();
        let holder = self.expression(object)?;
        self.hold(&holder);
        let values = self.operands(arguments)?;
        self.held.truncate(held);
        if let Value::Tuple(items) = &holder {
            return self.of_tuple(method, items, &object.ty, &values, arguments);
        }
        let Value::List(list) = &holder else {
            return cannot("a method of text");
        };
        let argument = |i: usize| values.get(i).cloned();
        match (method, argument(0)) {
            (Method::Append, Some(value)) => {
                self.append(list, value)?;
            }
            (Method::Pop, index) => return self.pop(list, index),
            (Method::Insert, Some(Value::Number(at))) => {
                let Some(value) = argument(1) else {
                    return cannot("`insert` without arguments");
                };
                self.insert(list, at, value)?;
            }
            (Method::Index, Some(wanted)) => {
                return self.index_of(list, (wanted, &arguments[0].ty));
            }
            (Method::Count, Some(wanted)) => {
                return self.count_of(list, (wanted, &arguments[0].ty));
            }
            (Method::Copy, _) => {
                let Some(item) = item_type(ty) else {
                    return cannot("`copy` of this type");
                };
                return Ok(Value::List(self.copy(list, item)?));
            }
            (Method::Extend, Some(other)) => self.extend(list, &other)?,
            (Method::Reverse, _) => self.reverse(list)?,
            (Method::Sort, _) => {
                let item = self.item_of(list);
                self.sort(list, &item, Word::Known(0))?;
            }
            (Method::Remove, Some(wanted)) => self.remove(list, (wanted, &arguments[0].ty))?,
            (Method::Clear, _) => self.clear(list)?,
            _ => return cannot(format!("`{method:?}` with these arguments")),
        }
        Ok(match ty {
            Type::None => Value::Nothing,
            _ => return cannot(format!("`{method:?}` as a value")),
        })
    }

    /// `count` and `index` of a tuple.
    fn of_tuple(
        &mut self,
        method: Method,
        items: &[Value],
        ty: &Type,
        values: &[Value],
        arguments: &[Expression],
    ) -> Gen<Value> {
        let (Type::Tuple(types), [wanted], [argument]) = (ty, values, arguments) else {
            return cannot(format!("`{method:?}` of a tuple"));
        };
        let mut bits = Vec::new();
        for (item, ty) in items.iter().zip(types) {
            bits.push(self.equal(Typed(item, ty), Typed(wanted, &argument.ty))?);
        }
        match method {
            Method::Count => self.sum_of_bits(&bits),
            Method::Index => self.first_of_bits(&bits),
            _ => cannot(format!("`{method:?}` of a tuple")),
        }
    }

    pub(in crate::compile) fn sum_of_bits(&mut self, bits: &[Bit]) -> Gen<Value> {
        let mut sum = Word::Known(0);
        for &bit in bits {
            let one = self.word(bit);
            sum = self.add(sum, one)?;
        }
        Ok(Value::Number(sum))
    }

    /// The index of the first bit that holds; a fault if none does.
    fn first_of_bits(&mut self, bits: &[Bit]) -> Gen<Value> {
        let index = self.first_hit(bits);
        let missing = self.compare(IntCC::SignedLessThan, index, Word::Known(0));
        self.check_not(missing)?;
        self.learn(index, Range::new(0, i64::MAX));
        Ok(Value::Number(index))
    }

    /// The index of the first bit that holds, or -1.
    pub(in crate::compile) fn first_hit(&mut self, bits: &[Bit]) -> Word {
        let mut index = Word::Known(-1);
        for (i, &bit) in bits.iter().enumerate().rev() {
            index = self.select(bit, Word::Known(i as i64), index);
        }
        index
    }

    /// Which items of a short virtual list equal a value.
    pub(in crate::compile) fn hits(
        &mut self,
        list: &List,
        wanted: (&Value, &Type),
    ) -> Gen<Option<Vec<Bit>>> {
        let item = self.item_of(list);
        let Some(items) = self.known_items(list).filter(|items| items.len() <= 24) else {
            return Ok(None);
        };
        let mut bits = Vec::new();
        for one in &items {
            bits.push(self.equal(Typed(one, &item), Typed(wanted.0, wanted.1))?);
        }
        Ok(Some(bits))
    }

    fn index_of(&mut self, list: &List, wanted: (Value, &Type)) -> Gen<Value> {
        if let Some(bits) = self.hits(list, (&wanted.0, wanted.1))? {
            return self.first_of_bits(&bits);
        }
        let index = self.search(runtime::FIND, list, Typed(&wanted.0, wanted.1))?;
        let missing = self.compare(IntCC::SignedLessThan, index, Word::Known(0));
        self.check_not(missing)?;
        self.learn(index, Range::LENGTH);
        Ok(Value::Number(index))
    }

    fn count_of(&mut self, list: &List, wanted: (Value, &Type)) -> Gen<Value> {
        if let Some(bits) = self.hits(list, (&wanted.0, wanted.1))? {
            return self.sum_of_bits(&bits);
        }
        let count = self.search(runtime::COUNT, list, Typed(&wanted.0, wanted.1))?;
        Ok(Value::Number(count))
    }

    /// `pop()` and `pop(i)`.
    fn pop(&mut self, list: &List, index: Option<Value>) -> Gen<Value> {
        let item = self.item_of(list);
        let index = match index {
            None => Word::Known(-1),
            Some(Value::Number(index)) => index,
            Some(_) => return cannot("`pop` with this argument"),
        };
        let is_last = self.resolve(index) == Word::Known(-1);
        let length = self.length(list);
        let at = self.normalise_index(length, index)?;
        if let Word::Known(i) = self.resolve(at)
            && let Some(value) = self.change_virtual(list, |items| items.remove(i as usize))
        {
            return Ok(value);
        }
        self.check_not_frozen(list)?;
        if is_last {
            // Store it first: the virtual items change below.
            let stored = self.stored(list)?;
            let value = self.item(list, at)?;
            let shorter = self.value(at);
            ins!(self).store(self.memory.header, shorter, stored.address, LENGTH);
            return Ok(value);
        }
        if words(&item) > RESULT_WORDS {
            return cannot("items of too many words");
        }
        let address = self.address(list)?;
        let at = self.value(at);
        let size = self.item_size(list);
        self.call_runtime(runtime::POP, &[address, at, size]);
        Ok(self.load_value(&item, self.context, RESULTS, self.memory.context, &[]))
    }

    fn insert(&mut self, list: &List, at: Word, value: Value) -> Gen<()> {
        let item = self.item_of(list);
        let value = self.fit(value, &item)?;
        if let Word::Known(at) = self.resolve(at) {
            let new = value.clone();
            let done = self.change_virtual(list, |items| {
                let length = items.len() as i64;
                let at = if at < 0 {
                    at.saturating_add(length)
                } else {
                    at
                };
                items.insert(at.clamp(0, length) as usize, new);
            });
            if done.is_some() {
                return Ok(());
            }
        }
        self.check_not_frozen(list)?;
        let address = self.address(list)?;
        self.pass(&value, &item)?;
        let at = self.value(at);
        let size = self.item_size(list);
        self.call_runtime(runtime::INSERT, &[address, at, size]);
        Ok(())
    }

    /// `list.extend(other)`.
    pub(in crate::compile) fn extend(&mut self, list: &List, other: &Value) -> Gen<()> {
        let item = self.item_of(list);
        let other = self.sequence_of(other, &item)?;
        if let Some(more) = self.short_items(&other)?
            && self
                .change_virtual(list, |items| items.extend(more))
                .is_some()
        {
            return Ok(());
        }
        self.check_not_frozen(list)?;
        let second = self.address(&other)?;
        let first = self.address(list)?;
        let size = self.item_size(list);
        self.call_runtime(runtime::EXTEND, &[first, second, size]);
        Ok(())
    }

    /// `list *= times`.
    pub(in crate::compile) fn repeat_in_place(&mut self, list: &List, times: Word) -> Gen<()> {
        self.check_not_frozen(list)?;
        let address = self.address(list)?;
        let times = self.value(times);
        let size = self.item_size(list);
        self.call_runtime(runtime::REPEAT_IN_PLACE, &[address, times, size]);
        Ok(())
    }

    fn reverse(&mut self, list: &List) -> Gen<()> {
        if self.change_virtual(list, |items| items.reverse()).is_some() {
            return Ok(());
        }
        self.check_not_frozen(list)?;
        let address = self.address(list)?;
        let size = self.item_size(list);
        self.call_runtime(runtime::REVERSE, &[address, size]);
        Ok(())
    }

    fn remove(&mut self, list: &List, wanted: (Value, &Type)) -> Gen<()> {
        let item = self.item_of(list);
        self.check_not_frozen(list)?;
        if !convertible(wanted.1, &item) {
            let index = self.index_of(list, wanted)?;
            return self.pop(list, Some(index)).map(drop);
        }
        let wanted = self.fit(wanted.0, &item)?;
        let address = self.address_of_all(list)?;
        self.pass(&wanted, &item)?;
        let layout = self.unit.layout(&item);
        let layout = ins!(self).iconst(types::I64, layout);
        self.call_runtime(runtime::REMOVE, &[address, layout]);
        Ok(())
    }

    fn clear(&mut self, list: &List) -> Gen<()> {
        if self.change_virtual(list, Vec::clear).is_some() {
            return Ok(());
        }
        self.check_not_frozen(list)?;
        let stored = self.stored(list)?;
        let zero = self.value(Word::Known(0));
        ins!(self).store(self.memory.header, zero, stored.address, LENGTH);
        Ok(())
    }
}
