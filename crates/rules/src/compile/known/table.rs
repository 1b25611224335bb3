//! Tables: the lists of the module, known at compile time and also laid out in
//! memory for accesses at an unknown index.

use std::collections::HashMap;
use std::rc::Rc;

use crate::compile::known::value::{List, Text, Value};
use crate::compile::known::word::{Range, Word};
use crate::compile::layout::{EMPTY_TEXT, FROZEN, HEADER_WORDS, is_same, item_type, plain, words};
use crate::tree::Type;

/// A constant of the module.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Constant {
    /// A number or a truth value.
    Number(i64),
    /// `None`.
    Nothing,
    /// Text.
    Text(Box<str>),
    /// A tuple or a row.
    Tuple(Vec<Constant>),
    /// A list.
    List(Vec<Constant>),
}

/// A known list.
#[derive(Debug)]
pub(in crate::compile) struct Table {
    /// The type of its items.
    pub(in crate::compile) item: Rc<Type>,
    /// Its items.
    pub(in crate::compile) items: Vec<Value>,
    /// The range of each word of an item.
    pub(in crate::compile) ranges: Vec<Range>,
    /// The address of its object.
    pub(in crate::compile) object: i64,
    /// The address of its items.
    pub(in crate::compile) data: i64,
}

/// The memory of tables.
#[derive(Debug, Default)]
pub(in crate::compile) struct Tables {
    blocks: Vec<Box<[i64]>>,
    /// Empty lists by item type.
    empty: HashMap<Type, Rc<Table>>,
    /// The code points of texts.
    texts: HashMap<Rc<str>, Rc<Table>>,
}

impl Tables {
    /// The memory, which must live as long as the code that reads it.
    pub(in crate::compile) fn into_memory(self) -> Vec<Box<[i64]>> {
        self.blocks
    }

    /// The empty list of an item type.
    fn empty(&mut self, item: &Type) -> Rc<Table> {
        if let Some(table) = self.empty.get(item) {
            return table.clone();
        }
        let table = Rc::new(self.lay_out(Vec::new(), Vec::new(), item));
        self.empty.insert(item.clone(), table.clone());
        table
    }

    /// The code points of a text.
    pub(in crate::compile) fn characters(&mut self, text: &Rc<str>) -> Rc<Table> {
        if let Some(table) = self.texts.get(text) {
            return table.clone();
        }
        let codes: Vec<i64> = text
            .chars()
            .map(|letter| u32::from(letter).into())
            .collect();
        let items = codes.iter().map(|&code| Value::known(code)).collect();
        let table = Rc::new(self.lay_out(items, codes, &Type::Int));
        self.texts.insert(text.clone(), table.clone());
        table
    }

    /// The word of a text.
    pub(in crate::compile) fn text_word(&mut self, text: &Rc<str>) -> i64 {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (None, _) => EMPTY_TEXT,
            (Some(only), None) => u32::from(only).into(),
            _ => self.characters(text).object,
        }
    }

    /// The value of a constant, in the representation of a type.
    pub(in crate::compile) fn value(&mut self, constant: &Constant, ty: &Type) -> Option<Value> {
        Some(match (ty, constant) {
            (Type::Int | Type::Bool, Constant::Number(n)) => Value::known(*n),
            (Type::None, Constant::Nothing) => Value::Nothing,
            (Type::Str, Constant::Text(text)) => Value::text(&**text),
            (Type::Optional(inner), Constant::Nothing) => {
                Value::Optional(Word::Known(0), Rc::new(self.zero(inner)))
            }
            (Type::Optional(inner), _) => {
                Value::Optional(Word::Known(1), Rc::new(self.value(constant, inner)?))
            }
            (Type::Tuple(types), Constant::Tuple(items)) if types.len() == items.len() => {
                let pairs = items.iter().zip(types);
                let values: Option<Vec<Value>> =
                    pairs.map(|(item, ty)| self.value(item, ty)).collect();
                Value::tuple(values?)
            }
            (Type::List(item), Constant::List(items))
            | (Type::Row(item), Constant::Tuple(items)) => {
                let values: Option<Vec<Value>> =
                    items.iter().map(|value| self.value(value, item)).collect();
                Value::List(List::Table(self.of_known(&values?, item)?))
            }
            _ => return None,
        })
    }

    /// An arbitrary value of a type, for a place that is never read.
    pub(in crate::compile) fn zero(&mut self, ty: &Type) -> Value {
        match ty {
            Type::Int | Type::Bool => Value::known(0),
            Type::None => Value::Nothing,
            Type::Str => Value::text(""),
            Type::Optional(inner) => Value::Optional(Word::Known(0), Rc::new(self.zero(inner))),
            Type::Tuple(items) => {
                let items: Vec<Value> = items.iter().map(|item| self.zero(item)).collect();
                Value::tuple(items)
            }
            Type::List(item) | Type::Row(item) | Type::Set(item) => {
                Value::List(List::Table(self.empty(item)))
            }
        }
    }

    /// A table of items that are constant in every word; `None` otherwise.
    pub(in crate::compile) fn of_known(
        &mut self,
        items: &[Value],
        item: &Type,
    ) -> Option<Rc<Table>> {
        let mut flat = Vec::new();
        let is_known = items
            .iter()
            .all(|value| self.flatten(value, item, &mut flat));
        is_known.then(|| Rc::new(self.lay_out(items.to_vec(), flat, item)))
    }

    /// Appends the words of a known value of a type; returns whether all of it is
    /// known.
    fn flatten(&mut self, value: &Value, ty: &Type, into: &mut Vec<i64>) -> bool {
        match (ty, value) {
            (Type::Int | Type::Bool, Value::Number(Word::Known(n))) => into.push(*n),
            (Type::None, Value::Nothing) => {}
            (Type::Str, Value::Text(Text::Known(text))) => into.push(self.text_word(text)),
            (Type::Optional(inner), Value::Optional(Word::Known(flag), value)) => {
                into.push(*flag);
                return self.flatten(value, inner, into);
            }
            (Type::Tuple(types), Value::Tuple(items)) if types.len() == items.len() => {
                let mut pairs = items.iter().zip(types);
                return pairs.all(|(item, ty)| self.flatten(item, ty, into));
            }
            (Type::List(item) | Type::Row(item), Value::List(List::Table(table)))
                if is_same(item, &table.item) =>
            {
                into.push(table.object);
            }
            _ => return false,
        }
        true
    }

    fn lay_out(&mut self, items: Vec<Value>, flat: Vec<i64>, item: &Type) -> Table {
        let mut block = vec![items.len() as i64, FROZEN, 0];
        block.extend(flat);
        let mut block = block.into_boxed_slice();
        let object = block.as_ptr() as i64;
        let data = object + 8 * HEADER_WORDS as i64;
        block[2] = data;
        let words = words(item);
        let mut ranges = vec![None; words];
        for row in block[HEADER_WORDS..].chunks_exact(words.max(1)) {
            for (range, &n) in ranges.iter_mut().zip(row) {
                let so_far = range.unwrap_or(Range::of(n));
                *range = Some(so_far.hull(Range::of(n)));
            }
        }
        self.blocks.push(block);
        Table {
            item: Rc::new(item.clone()),
            items,
            ranges: ranges.into_iter().map(Option::unwrap_or_default).collect(),
            object,
            data,
        }
    }
}

/// The list types (by item type, bools as ints) that occur in constants.
pub(in crate::compile) fn list_types(ty: &Type, found: &mut Vec<Type>) {
    match ty {
        Type::Int | Type::Bool | Type::None | Type::Str => {}
        Type::Optional(inner) => list_types(inner, found),
        Type::Tuple(items) => items.iter().for_each(|item| list_types(item, found)),
        Type::List(_) | Type::Row(_) | Type::Set(_) => {
            if let Type::List(item) = ty {
                found.push(plain(item));
            }
            list_types(item_type(ty).expect("a list"), found);
        }
    }
}
