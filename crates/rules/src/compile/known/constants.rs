//! The values of the module's names, as computed by the interpreter.

use crate::compile::known::table::Constant;
use crate::interpret::Value;

/// An interpreter value as a constant.
pub(in crate::compile) fn constant(value: &Value) -> Constant {
    match value {
        Value::Int(n) => Constant::Number(*n),
        Value::Bool(known) => Constant::Number(i64::from(*known)),
        Value::None => Constant::Nothing,
        Value::Str(text) => Constant::Text((&**text).into()),
        Value::Tuple(items) => Constant::Tuple(items.iter().map(constant).collect()),
        Value::List(list) => Constant::List(list.items().iter().map(constant).collect()),
    }
}
