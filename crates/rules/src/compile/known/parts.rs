//! Accessors for parts of values whose form follows from the type.

use crate::compile::known::value::{List, Object, Text, Value};
use crate::compile::known::word::Word;

pub(in crate::compile) fn number(value: &Value) -> Word {
    match value {
        Value::Number(word) => *word,
        _ => unreachable!("a number"),
    }
}

pub(in crate::compile) fn flag(value: &Value) -> Word {
    match value {
        Value::Optional(flag, _) => *flag,
        _ => unreachable!("an optional value"),
    }
}

pub(in crate::compile) fn inside(value: &Value) -> &Value {
    match value {
        Value::Optional(_, inner) => inner,
        _ => unreachable!("an optional value"),
    }
}

pub(in crate::compile) fn tuple(value: &Value) -> &[Value] {
    match value {
        Value::Tuple(items) => items,
        _ => unreachable!("a tuple"),
    }
}

pub(in crate::compile) fn list(value: &Value) -> &List {
    match value {
        Value::List(list) => list,
        _ => unreachable!("a list"),
    }
}

pub(in crate::compile) fn text(value: &Value) -> &Text {
    match value {
        Value::Text(text) => text,
        _ => unreachable!("a text"),
    }
}

pub(in crate::compile) fn items_of(object: &Object) -> &[Value] {
    match object {
        Object::Virtual { items, .. } => items,
        Object::Stored(_) => unreachable!("aligned"),
    }
}
