//! Lists in memory: room for them, and how values become words and back.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use super::context;
use super::generator::{Generator, ins};
use super::layout::{CAPACITY, HEADER_WORDS, ITEMS, LENGTH};
use super::state::{Gen, cannot};
use super::value::{List, Object, ObjectId, Stored, Value, words};
use super::word::{Range, Word};
use crate::tree::Type;

/// The longest list whose items are kept as values at hand.
pub(super) const LONGEST_VIRTUAL: usize = 128;

impl Generator<'_, '_> {
    /// A new list of items at hand.
    pub(super) fn new_list(&mut self, item: &Type, items: Vec<Value>) -> Gen<List> {
        let id = self.new_object();
        let is_long = items.len() > LONGEST_VIRTUAL;
        let object = Object::Virtual {
            item: Rc::new(item.clone()),
            items,
            image: None,
        };
        self.state.heap.insert(id, Rc::new(object));
        if is_long {
            self.store_object(id)?;
        }
        Ok(List::Object(id))
    }

    /// The list of a field, whose items are slots.
    pub(super) fn field_list(&mut self, slots: ir::Value, at: i32, items: Vec<Value>) -> Gen<List> {
        let data = ins!(self).iadd_imm_s(slots, i64::from(at));
        let id = self.new_object();
        let item = Rc::new(Type::Int);
        let object = Object::Virtual {
            item,
            items,
            image: Some(data),
        };
        self.state.heap.insert(id, Rc::new(object));
        Ok(List::Object(id))
    }

    /// So many bytes of the arena.
    pub(super) fn allocate(&mut self, bytes: i64) -> Gen<ir::Value> {
        let top = self.value(self.state.top);
        let bytes = ins!(self).iconst(types::I64, bytes);
        let after = ins!(self).iadd(top, bytes);
        let end = self.fixed(context::ARENA_END);
        let too_small = self.compare(
            IntCC::UnsignedGreaterThan,
            Word::Computed(after),
            Word::Computed(end),
        );
        self.check_room(too_small)?;
        self.state.top = Word::Computed(after);
        Ok(top)
    }

    /// Puts an object into memory, if it is not there yet.
    pub(super) fn store_object(&mut self, id: ObjectId) -> Gen<Stored> {
        let object = self.state.heap[&id].clone();
        let (item, items) = match &*object {
            Object::Stored(stored) => return Ok(*stored),
            Object::Virtual { item, items, .. } => (item, items),
        };
        let length = items.len();
        let is_resized = self.unit.effects.resizes(item);
        let capacity = if is_resized {
            (2 * length).max(4)
        } else {
            length
        };
        let step = words(item);
        let address = self.allocate(8 * (HEADER_WORDS + capacity * step) as i64)?;
        let data = ins!(self).iadd_imm_s(address, 8 * HEADER_WORDS as i64);
        for (word, at) in [
            (Word::Known(length as i64), LENGTH),
            (Word::Known(capacity as i64), CAPACITY),
            (Word::Computed(data), ITEMS),
        ] {
            let value = self.value(word);
            ins!(self).store(self.memory.header, value, address, at);
        }
        let stored = Stored {
            address,
            length: Some(length).filter(|_| !is_resized),
            may_be_frozen: false,
        };
        // Before its items: a list can be an item of itself only by way of
        // memory, but an item can be held twice.
        self.state.heap.insert(id, Rc::new(Object::Stored(stored)));
        let mut flat = Vec::new();
        for value in items {
            self.flatten(value, &mut flat)?;
        }
        self.store_words(&flat, address, 8 * HEADER_WORDS as i32, self.memory.items);
        Ok(stored)
    }

    /// Stores words one after the other.
    pub(super) fn store_words(
        &mut self,
        flat: &[Word],
        address: ir::Value,
        at: i32,
        memory: MemFlagsData,
    ) {
        for (i, &word) in flat.iter().enumerate() {
            let value = self.value(word);
            ins!(self).store(memory, value, address, at + 8 * i as i32);
        }
    }

    /// The address of a list, which is put into memory for it.
    pub(super) fn address(&mut self, list: &List) -> Gen<ir::Value> {
        Ok(self.stored(list)?.address)
    }

    /// Puts a list into memory.
    pub(super) fn stored(&mut self, list: &List) -> Gen<Stored> {
        Ok(match list {
            List::Stored(stored) => *stored,
            List::Object(id) => self.store_object(*id)?,
            List::Table(table) => Stored {
                address: ins!(self).iconst(types::I64, table.object),
                length: Some(table.items.len()),
                may_be_frozen: true,
            },
        })
    }

    /// Appends the words of a value; lists in it are put into memory.
    pub(super) fn flatten(&mut self, value: &Value, into: &mut Vec<Word>) -> Gen<()> {
        match value {
            Value::Number(word) => into.push(*word),
            Value::Nothing | Value::Text(_) => {}
            Value::Optional(flag, inner) => {
                into.push(*flag);
                self.flatten(inner, into)?;
            }
            Value::Tuple(items) => {
                for item in items.iter() {
                    self.flatten(item, into)?;
                }
            }
            Value::List(list) => {
                let address = self.address(list)?;
                into.push(Word::Computed(address));
            }
        }
        Ok(())
    }

    /// A value of a type, from its words: the reverse of `flatten`. The words
    /// come with what is known of them from elsewhere.
    pub(super) fn gather_words(
        &mut self,
        ty: &Type,
        next: &mut dyn FnMut(&mut Self, Range) -> Word,
    ) -> Value {
        match ty {
            Type::Int => Value::Number(next(self, Range::ALL)),
            Type::Bool => Value::Number(next(self, Range::BIT)),
            Type::None => Value::Nothing,
            Type::Str => Value::Text(None),
            Type::Optional(inner) => {
                let flag = next(self, Range::BIT);
                Value::Optional(flag, Rc::new(self.gather_words(inner, next)))
            }
            Type::Tuple(items) => {
                let items: Vec<Value> = items
                    .iter()
                    .map(|item| self.gather_words(item, next))
                    .collect();
                Value::tuple(items)
            }
            Type::List(item) | Type::Row(item) => {
                let word = next(self, Range::ALL);
                let address = self.value(word);
                let may_be_frozen = self.unit.is_shared(item);
                Value::List(List::Stored(Stored {
                    address,
                    length: None,
                    may_be_frozen,
                }))
            }
        }
    }

    /// Loads a value of a type.
    pub(super) fn load_value(
        &mut self,
        ty: &Type,
        address: ir::Value,
        at: i32,
        memory: MemFlagsData,
        ranges: &[Range],
    ) -> Value {
        let mut i = 0;
        self.gather_words(ty, &mut |this, range| {
            let value = ins!(this).load(types::I64, memory, address, at + 8 * i as i32);
            let known = ranges.get(i).copied().unwrap_or_default();
            i += 1;
            this.computed(value, range.meet(known))
        })
    }

    /// A value in the place of another type that it may stand for.
    pub(super) fn fit(&mut self, value: Value, ty: &Type) -> Gen<Value> {
        Ok(match (ty, value) {
            (Type::Optional(inner), Value::Nothing) => {
                Value::Optional(Word::Known(0), Rc::new(self.unit.tables.zero(inner)))
            }
            (Type::Optional(inner), Value::Optional(flag, value)) => {
                Value::Optional(flag, Rc::new(self.fit((*value).clone(), inner)?))
            }
            (Type::Optional(inner), value) => {
                Value::Optional(Word::Known(1), Rc::new(self.fit(value, inner)?))
            }
            (Type::Tuple(types), Value::Tuple(items)) if types.len() == items.len() => {
                let mut fitted = Vec::new();
                for (item, ty) in items.iter().zip(types) {
                    fitted.push(self.fit(item.clone(), ty)?);
                }
                Value::tuple(fitted)
            }
            (Type::Row(item), Value::Tuple(items)) => {
                let mut fitted = Vec::new();
                for value in items.iter() {
                    fitted.push(self.fit(value.clone(), item)?);
                }
                Value::List(self.new_list(item, fitted)?)
            }
            (Type::Int | Type::Bool, value @ Value::Number(_))
            | (Type::None, value @ Value::Nothing)
            | (Type::Str, value @ Value::Text(_))
            | (Type::List(_) | Type::Row(_), value @ Value::List(_)) => value,
            (ty, value) => return cannot(format!("{value:?} in the place of {ty}")),
        })
    }
}
