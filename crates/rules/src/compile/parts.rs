//! Parts of values whose type is known, so that the parts are there.

use super::value::{List, Object, Value};
use super::word::Word;

pub(super) fn number(value: &Value) -> Word {
    match value {
        Value::Number(word) => *word,
        _ => unreachable!("a number"),
    }
}

pub(super) fn flag(value: &Value) -> Word {
    match value {
        Value::Optional(flag, _) => *flag,
        _ => unreachable!("an optional value"),
    }
}

pub(super) fn inside(value: &Value) -> &Value {
    match value {
        Value::Optional(_, inner) => inner,
        _ => unreachable!("an optional value"),
    }
}

pub(super) fn tuple(value: &Value) -> &[Value] {
    match value {
        Value::Tuple(items) => items,
        _ => unreachable!("a tuple"),
    }
}

pub(super) fn list(value: &Value) -> &List {
    match value {
        Value::List(list) => list,
        _ => unreachable!("a list"),
    }
}

pub(super) fn items_of(object: &Object) -> &[Value] {
    match object {
        Object::Virtual { items, .. } => items,
        Object::Stored(_) => unreachable!("aligned"),
    }
}
