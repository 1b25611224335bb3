//! Names of the module: constants, or values of a case.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::context::CASE;
use crate::compile::known::state::Gen;
use crate::compile::known::value::{List, Object, Value};
use crate::compile::layout::{ITEMS, words};
use crate::compile::lists::memory::MAX_VIRTUAL_LEN;
use crate::tree::{GlobalId, Type};

impl Generator<'_, '_> {
    /// The value of a name of the module.
    pub(in crate::compile) fn global(&mut self, id: GlobalId) -> Gen<Value> {
        if let Some((at, length)) = self.unit.of_case.get(&id).copied() {
            return self.value_of_case(id, at, length);
        }
        match &self.unit.globals[id.0 as usize] {
            Some(value) => Ok(value.clone()),
            None => self.fault(),
        }
    }

    /// A value of the case, from its first word.
    fn value_of_case(&mut self, id: GlobalId, at: usize, length: Option<usize>) -> Gen<Value> {
        let ty = self.unit.program.globals[id.0 as usize].ty.clone();
        let address = self.fixed(CASE);
        let at = 8 * at as i32;
        match (&ty, length) {
            // The code does not notice that a virtual list is frozen, so nothing may change one.
            (Type::List(item) | Type::Row(item), Some(length))
                if length <= MAX_VIRTUAL_LEN
                    && (item.is_number() || **item == Type::Str)
                    && words(item) == 1
                    && !self.unit.effects.changes_lists() =>
            {
                let list = ins!(self).load(types::I64, self.memory.fixed, address, at);
                let data = ins!(self).load(types::I64, self.memory.fixed, list, ITEMS);
                let items = (0..length)
                    .map(|i| self.load_value(item, data, 8 * i as i32, self.memory.fixed, &[]));
                let items = items.collect();
                let id = self.new_object();
                let object = Object::Virtual {
                    item: Rc::new((**item).clone()),
                    items,
                    image: item.is_number().then_some(data),
                };
                self.state.heap.insert(id, Rc::new(object));
                Ok(Value::List(List::Object(id)))
            }
            _ => Ok(self.load_value(&ty, address, at, self.memory.fixed, &[])),
        }
    }
}
