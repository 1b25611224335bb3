//! Lists in memory: allocation, and conversion between values and words.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::context;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Object, ObjectId, Stored, Value};
use crate::compile::known::word::{Range, Word};
use crate::compile::layout::{CAPACITY, HEADER_WORDS, ITEMS, LENGTH, is_same, words};
use crate::tree::Type;

/// Longest virtual list.
pub(in crate::compile) const MAX_VIRTUAL_LEN: usize = 128;

impl Generator<'_, '_> {
    /// A new list of given items.
    pub(in crate::compile) fn new_list(&mut self, item: &Type, items: Vec<Value>) -> Gen<List> {
        let id = self.new_object();
        let is_long = items.len() > MAX_VIRTUAL_LEN;
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
    pub(in crate::compile) fn field_list(
        &mut self,
        slots: ir::Value,
        at: i32,
        items: Vec<Value>,
    ) -> Gen<List> {
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

    /// Allocates bytes of the arena.
    pub(in crate::compile) fn allocate(&mut self, bytes: i64) -> Gen<ir::Value> {
        let top = self.value(self.state.top);
        let bytes = ins!(self).iconst(types::I64, bytes);
        let after = ins!(self).iadd(top, bytes);
        let end = self.fixed(context::ARENA_END);
        let too_small = self.compare(
            IntCC::UnsignedGreaterThan,
            Word::Computed(after),
            Word::Computed(end),
        );
        self.check_arena(too_small)?;
        self.state.top = Word::Computed(after);
        Ok(top)
    }

    /// Stores a virtual object in memory, if it is not there yet.
    pub(in crate::compile) fn store_object(&mut self, id: ObjectId) -> Gen<Stored> {
        let object = self.state.heap[&id].clone();
        let (item, items) = match &*object {
            Object::Stored(stored) => return Ok(stored.clone()),
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
            item: item.clone(),
            length: Some(length).filter(|_| !is_resized),
            may_be_frozen: false,
        };
        // Before its items: an item may refer to the object a second time. (A list
        // can be an item of itself only through memory.)
        let object = Object::Stored(stored.clone());
        self.state.heap.insert(id, Rc::new(object));
        let mut flat = Vec::new();
        for value in items {
            self.flatten(value, item, &mut flat)?;
        }
        self.store_words(&flat, address, 8 * HEADER_WORDS as i32, self.memory.items);
        Ok(stored)
    }

    /// Stores consecutive words.
    pub(in crate::compile) fn store_words(
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

    /// The address of a list, which is stored in memory first.
    pub(in crate::compile) fn address(&mut self, list: &List) -> Gen<ir::Value> {
        let stored = self.stored(list)?;
        self.guard_list(&stored);
        Ok(stored.address)
    }

    /// The same for a function that reads all lists in it.
    pub(in crate::compile) fn address_of_all(&mut self, list: &List) -> Gen<ir::Value> {
        let address = self.address(list)?;
        self.guard_all(list, address);
        Ok(address)
    }

    /// Stores a list in memory.
    pub(in crate::compile) fn stored(&mut self, list: &List) -> Gen<Stored> {
        Ok(match list {
            List::Stored(stored) => stored.clone(),
            List::Object(id) => self.store_object(*id)?,
            List::Table(table) => Stored {
                address: ins!(self).iconst(types::I64, table.object),
                item: table.item.clone(),
                length: Some(table.items.len()),
                may_be_frozen: true,
            },
        })
    }

    /// The item type of a list.
    pub(in crate::compile) fn item_of(&self, list: &List) -> Rc<Type> {
        match list {
            List::Table(table) => table.item.clone(),
            List::Stored(stored) => stored.item.clone(),
            List::Object(id) => match &*self.state.heap[id] {
                Object::Virtual { item, .. } => item.clone(),
                Object::Stored(stored) => stored.item.clone(),
            },
        }
    }

    /// The words per item of a list, for a `runtime` function.
    pub(in crate::compile) fn item_size(&mut self, list: &List) -> ir::Value {
        let words = words(&self.item_of(list));
        ins!(self).iconst(types::I64, words as i64)
    }

    /// Appends the words of a value of a type; lists in it are stored in
    /// memory.
    pub(in crate::compile) fn flatten(
        &mut self,
        value: &Value,
        ty: &Type,
        into: &mut Vec<Word>,
    ) -> Gen<()> {
        match (ty, value) {
            (Type::Int | Type::Bool, Value::Number(word)) => into.push(*word),
            (Type::None, Value::Nothing) => {}
            (Type::Str, Value::Text(text)) => {
                let word = self.text_word(text)?;
                into.push(word);
            }
            (Type::Optional(inner), Value::Optional(flag, value)) => {
                into.push(*flag);
                self.flatten(value, inner, into)?;
            }
            (Type::Tuple(types), Value::Tuple(items)) if types.len() == items.len() => {
                for (item, ty) in items.iter().zip(types) {
                    self.flatten(item, ty, into)?;
                }
            }
            (Type::List(item) | Type::Row(item), Value::List(list))
                if is_same(item, &self.item_of(list)) =>
            {
                let address = self.address(list)?;
                into.push(Word::Computed(address));
            }
            _ => return cannot(format!("{} in the layout of {ty}", self.what(value))),
        }
        Ok(())
    }

    /// A value of a type from its words: the inverse of `flatten`. The words
    /// carry their ranges.
    pub(in crate::compile) fn gather_words(
        &mut self,
        ty: &Type,
        next: &mut dyn FnMut(&mut Self, Range) -> Word,
    ) -> Value {
        match ty {
            Type::Int => Value::Number(next(self, Range::ALL)),
            Type::Bool => Value::Number(next(self, Range::BIT)),
            Type::None => Value::Nothing,
            Type::Str => {
                let word = next(self, Range::TEXT);
                self.text_from(word)
            }
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
            Type::List(item) | Type::Row(item) | Type::Set(item) => {
                let word = next(self, Range::ALL);
                let address = self.value(word);
                let may_be_frozen = self.unit.is_shared(item);
                Value::List(List::Stored(Stored {
                    address,
                    item: Rc::new((**item).clone()),
                    length: None,
                    may_be_frozen,
                }))
            }
        }
    }

    /// Loads a value of a type.
    pub(in crate::compile) fn load_value(
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
}
