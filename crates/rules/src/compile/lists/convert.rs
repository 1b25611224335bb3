//! Conversions between layouts: the only way in which a value reaches a place
//! of another type.
//!
//! A value determines its own layout: a list by its item type
//! ([`Generator::item_of`]), everything else by its form. Conversions that do
//! not exist are not compiled.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Value};
use crate::compile::known::word::Word;
use crate::compile::layout::{convertible, is_same};
use crate::compile::runtime;
use crate::tree::Type;

impl Generator<'_, '_> {
    /// Converts a value to a type that it is assignable to.
    ///
    /// A list keeps its identity, so its items must already have the layout of
    /// the target; a row may be copied.
    pub(in crate::compile) fn fit(&mut self, value: Value, ty: &Type) -> Gen<Value> {
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
            (Type::Row(item), value @ (Value::Tuple(_) | Value::List(_))) => {
                Value::List(self.sequence_of(&value, item)?)
            }
            (Type::List(item), Value::List(list)) if is_same(item, &self.item_of(&list)) => {
                Value::List(list)
            }
            (Type::Int | Type::Bool, value @ Value::Number(_))
            | (Type::None, value @ Value::Nothing)
            | (Type::Str, value @ Value::Text(_)) => value,
            (ty, value) => {
                return cannot(format!("{} as {ty}", self.what(&value)));
            }
        })
    }

    /// A tuple, a row or a list with the item layout of `item`: the list itself
    /// if it has that layout, or a new one, to be read immediately or to become
    /// a list of its own.
    pub(in crate::compile) fn sequence_of(&mut self, value: &Value, item: &Type) -> Gen<List> {
        let items = match value {
            Value::List(list) if is_same(item, &self.item_of(list)) => return Ok(list.clone()),
            Value::List(list) => match self.known_items(list) {
                Some(items) => items,
                None => return self.converted(list, item),
            },
            Value::Tuple(items) => items.to_vec(),
            other => return cannot(format!("{} as a sequence of {item}", self.what(other))),
        };
        let mut fitted = Vec::new();
        for value in items {
            fitted.push(self.fit(value, item)?);
        }
        self.new_list(item, fitted)
    }

    /// A new list in memory with the converted items of another.
    fn converted(&mut self, list: &List, item: &Type) -> Gen<List> {
        let from = self.item_of(list);
        if !convertible(&from, item) {
            // The items of a list whose item type is unknown can have any type,
            // since it has none. If it does have some, this faults and the
            // interpreter takes over.
            let length = self.length(list);
            let some = self.compare(IntCC::NotEqual, length, Word::Known(0));
            self.check_not(some)?;
            return self.new_list(item, Vec::new());
        }
        let address = self.address_of_all(list)?;
        let layouts = [self.unit.layout(&from), self.unit.layout(item)];
        let [from, to] = layouts.map(|layout| ins!(self).iconst(types::I64, layout));
        self.call_runtime(runtime::CONVERT, &[address, from, to]);
        Ok(self.new_stored(item))
    }

    /// A value's description for messages.
    pub(in crate::compile) fn what(&self, value: &Value) -> String {
        match value {
            Value::Number(_) => "a number".to_owned(),
            Value::Nothing => "None".to_owned(),
            Value::Optional(_, inner) => format!("None or {}", self.what(inner)),
            Value::Tuple(items) => format!("a tuple of {}", items.len()),
            Value::List(list) => Type::List(Box::new((*self.item_of(list)).clone())).to_string(),
            Value::Text(_) => "a text".to_owned(),
        }
    }
}
