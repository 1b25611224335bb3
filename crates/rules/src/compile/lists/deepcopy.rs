//! `copy.deepcopy`.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::blocks::join::same_list;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Value};
use crate::compile::runtime;

impl Generator<'_, '_> {
    /// A copy of a value and of all lists in it; a list that occurs twice in it
    /// is one list in the copy.
    pub(in crate::compile) fn deep_copy(&mut self, value: &Value) -> Gen<Value> {
        if self.is_virtual_throughout(value) {
            return self.virtual_copy(value, &mut Vec::new());
        }
        let Value::List(list) = value else {
            return cannot("`deepcopy` of lists in a tuple");
        };
        let address = self.address_of_all(list)?;
        let item = self.item_of(list);
        let layout = self.unit.layout(&item);
        let layout = ins!(self).iconst(types::I64, layout);
        self.call_runtime(runtime::DEEP_COPY, &[address, layout]);
        Ok(Value::List(self.new_stored(&item)))
    }

    /// Whether all lists in a value have known items.
    fn is_virtual_throughout(&self, value: &Value) -> bool {
        match value {
            Value::Number(_) | Value::Nothing | Value::Text(_) => true,
            Value::Optional(_, inner) => self.is_virtual_throughout(inner),
            Value::Tuple(items) => items.iter().all(|item| self.is_virtual_throughout(item)),
            Value::List(list) => self
                .known_items(list)
                .is_some_and(|items| items.iter().all(|item| self.is_virtual_throughout(item))),
        }
    }

    /// The same of virtual lists; `copied` has those that were copied before.
    fn virtual_copy(&mut self, value: &Value, copied: &mut Vec<(List, List)>) -> Gen<Value> {
        Ok(match value {
            Value::Number(_) | Value::Nothing | Value::Text(_) => value.clone(),
            Value::Optional(flag, inner) => {
                Value::Optional(*flag, self.virtual_copy(inner, copied)?.into())
            }
            Value::Tuple(items) => Value::tuple(self.virtual_copies(items, copied)?),
            Value::List(list) => {
                let earlier = copied
                    .iter()
                    .find(|(one, _)| same_list(&[one, list]).is_some());
                if let Some((_, copy)) = earlier {
                    return Ok(Value::List(copy.clone()));
                }
                let items = self.known_items(list).unwrap_or_default();
                let items = self.virtual_copies(&items, copied)?;
                let item = self.item_of(list);
                let copy = self.new_list(&item, items)?;
                copied.push((list.clone(), copy.clone()));
                Value::List(copy)
            }
        })
    }

    fn virtual_copies(
        &mut self,
        values: &[Value],
        copied: &mut Vec<(List, List)>,
    ) -> Gen<Vec<Value>> {
        let copies = values.iter().map(|one| self.virtual_copy(one, copied));
        copies.collect()
    }
}
