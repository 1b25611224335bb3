//! Messages of run-time faults.

use super::arithmetic::ArithmeticError;
use super::sort::Direction;
use super::value::Value;
use crate::fault::{Fault, FaultKind};
use crate::source::{Source, Span};
use crate::tree::{Binary, Expression, Kind};

/// The source text of a span, if it is short enough for a message.
pub(super) fn code(source: &Source, span: Span) -> Option<&str> {
    let text = source.slice(span);
    let is_short = !text.is_empty() && text.chars().count() <= 40 && !text.contains('\n');
    is_short.then_some(text)
}

fn fault(kind: FaultKind, span: Span, message: String, help: impl Into<String>) -> Box<Fault> {
    Box::new(Fault::at(kind, span, message).help(help))
}

/// A number outside 64 bits.
#[cold]
pub(super) fn overflow(span: Span, what: impl Into<String>) -> Box<Fault> {
    let message = format!("{} does not fit into 64 bits", what.into());
    let help = "ints range from -2**63 to 2**63 - 1: keep them smaller, or use a modulus";
    fault(FaultKind::Overflow, span, message, help)
}

/// An operation without a result.
#[cold]
pub(super) fn arithmetic(
    error: ArithmeticError,
    operator: Binary,
    a: i64,
    b: i64,
    span: Span,
) -> Box<Fault> {
    let sign = match operator {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::FloorDivide => "//",
        Binary::Modulo => "%",
        Binary::Power => "**",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
    };
    let what = match operator {
        // Without parentheses the minus sign would apply to the power.
        Binary::Power if a < 0 => format!("({a}) {sign} {b}"),
        _ => format!("{a} {sign} {b}"),
    };
    match error {
        ArithmeticError::Overflow => overflow(span, what),
        ArithmeticError::Division => fault(
            FaultKind::Division,
            span,
            format!("division by zero: {what}"),
            "check first that the divisor is not 0",
        ),
        ArithmeticError::NegativeShift => fault(
            FaultKind::Value,
            span,
            format!("negative shift count: {what}"),
            "for a negative n, write `x >> -n` instead of `x << n`",
        ),
        ArithmeticError::NegativeExponent => fault(
            FaultKind::Value,
            span,
            format!("negative exponent: {what}"),
            "the result would be a fraction, and only ints are supported",
        ),
        ArithmeticError::ZeroModulus => fault(
            FaultKind::Value,
            span,
            "the third argument of `pow` is 0".to_owned(),
            "the modulus must not be 0",
        ),
    }
}

/// An index outside a list, a tuple or a string.
#[cold]
pub(super) fn index(
    source: &Source,
    (object, index): (&Expression, &Expression),
    number: i64,
    length: usize,
    span: Span,
) -> Box<Fault> {
    let name = code(source, object.span);
    let who = name.map_or("the list".to_owned(), |name| format!("`{name}`"));
    let items = items(length);
    let message = format!("index {number} is out of range for {who}, which has {items}");
    let list = name.unwrap_or("the list");
    let help = match (&index.kind, code(source, index.span)) {
        _ if length == 0 => format!("check first that it is not empty: if {list}: …"),
        (Kind::Binary(Binary::Add, ..), Some(sum)) if number > 0 && object.span != index.span => {
            format!("to wrap around, write {list}[({sum}) % {length}]")
        }
        (Kind::Binary(Binary::Subtract, ..), Some(difference)) if number < 0 => {
            format!("to wrap around, write {list}[({difference}) % {length}]")
        }
        _ if number < 0 => {
            format!("negative indices count from the end: -{length} is the first item")
        }
        _ => format!("indices start at 0: the last item has index {}", length - 1),
    };
    fault(FaultKind::Index, span, message, help)
}

/// `pop` of an item that does not exist.
#[cold]
pub(super) fn pop(name: Option<&str>, index: i64, length: usize, span: Span) -> Box<Fault> {
    let name = name.map_or("the list".to_owned(), |name| format!("`{name}`"));
    if length == 0 {
        let message = format!("`pop` from {name}, which is empty");
        return fault(
            FaultKind::Index,
            span,
            message,
            "check first that it is not empty",
        );
    }
    let items = items(length);
    let message = format!("`pop` of index {index} from {name}, which has {items}");
    let help = format!("indices start at 0: the last item has index {}", length - 1);
    fault(FaultKind::Index, span, message, help)
}

/// `1 item`, `5 items`.
pub(super) fn items(count: usize) -> String {
    match count {
        0 => "no items".to_owned(),
        1 => "1 item".to_owned(),
        _ => format!("{count} items"),
    }
}

/// `index` or `remove` of an item that is not in the list.
#[cold]
pub(super) fn missing(name: Option<&str>, wanted: &str, span: Span) -> Box<Fault> {
    let list = name.unwrap_or("the list");
    let message = match name {
        Some(name) => format!("{wanted} is not in `{name}`"),
        None => format!("{wanted} is not in the list"),
    };
    let help = format!("check first: if {wanted} in {list}: …");
    fault(FaultKind::Value, span, message, help)
}

/// `min` or `max` of no items.
#[cold]
pub(super) fn nothing(direction: Direction, span: Span) -> Box<Fault> {
    let name = match direction {
        Direction::Up => "min",
        Direction::Down => "max",
    };
    let message = format!("`{name}` of an empty sequence");
    let help = format!("give a default: {name}(…, default=0)");
    fault(FaultKind::Value, span, message, help)
}

/// A list or tuple with another number of items than names to unpack into.
#[cold]
pub(super) fn unpack(span: Span, found: usize, expected: usize) -> Box<Fault> {
    let message = format!("cannot unpack {} into {expected} names", items(found));
    let help = "use as many names on the left as there are items on the right";
    fault(FaultKind::Shape, span, message, help)
}

/// A yielded tuple with too many or too few items.
#[cold]
pub(super) fn fields(span: Span, found: usize, expected: usize) -> Box<Fault> {
    let message = format!(
        "a position has {expected} fields, but this has {}",
        items(found)
    );
    let help = "every position has the fields of `start()`";
    fault(FaultKind::Shape, span, message, help)
}

/// A modification of a list of the module.
#[cold]
pub(super) fn frozen(name: Option<&str>, span: Span) -> Box<Fault> {
    let message = match name {
        Some(name) => format!("`{name}` modifies a list of the module"),
        None => "this modifies a list of the module".to_owned(),
    };
    let help = "rules must not keep state between calls: modify a copy, list.copy()";
    fault(FaultKind::Frozen, span, message, help)
}

/// A key that is not in a dict.
#[cold]
pub(super) fn no_key(key: Option<String>, span: Span) -> Box<Fault> {
    let message = match key {
        Some(key) => format!("the dict has no key {key}"),
        None => "the dict is empty".to_owned(),
    };
    let help = "test it with `in` first, or write `d.get(key, default)`";
    fault(FaultKind::Key, span, message, help)
}

/// The removal of an item that a set does not have.
#[cold]
pub(super) fn no_item(span: Span) -> Box<Fault> {
    let message = "the set has no such item".to_owned();
    let help = "test it with `in` first, or write `s.discard(x)`";
    fault(FaultKind::Key, span, message, help)
}

/// A change of a dict of the module.
#[cold]
pub(super) fn frozen_dict(span: Span) -> Box<Fault> {
    let message = "this modifies a dict of the module".to_owned();
    let help = "rules must not keep state between calls: modify a copy, `d.copy()`, or fill the table at the left margin";
    fault(FaultKind::Frozen, span, message, help)
}

/// `None`, or a value of another type than expected.
#[cold]
pub(super) fn wrong_type(
    name: Option<&str>,
    span: Span,
    value: &Value,
    expected: &str,
) -> Box<Fault> {
    let what = match value {
        Value::None => "None",
        Value::Int(_) | Value::Bool(_) => "a number",
        Value::Str(_) => "a string",
        Value::Tuple(_) => "a tuple",
        Value::List(_) => "a list",
    };
    let message = match name {
        Some(name) => format!("`{name}` is {what} here, expected {expected}"),
        None => format!("this is {what}, expected {expected}"),
    };
    let help = match name {
        Some(name) if name.ends_with(')') => {
            format!(
                "check that every path of the function ends with `return`, or test {name} is not None"
            )
        }
        Some(name) => format!("check first: if {name} is not None: …"),
        None => "check first that it is not None".to_owned(),
    };
    fault(FaultKind::NoneValue, span, message, help)
}

/// An invalid format specification.
#[cold]
pub(super) fn format(span: Span, spec: &str, why: &str) -> Box<Fault> {
    let message = format!("invalid format `{spec}` here");
    fault(FaultKind::Value, span, message, why)
}

/// A failed `assert`, with its message.
#[cold]
pub(super) fn assertion(test: Option<&str>, span: Span, words: Option<String>) -> Box<Fault> {
    let message = match (words, test) {
        (Some(words), _) => format!("assertion failed: {words}"),
        (None, Some(test)) => format!("assertion failed: {test}"),
        (None, None) => "assertion failed".to_owned(),
    };
    let help = "either the asserted condition or the rules are wrong";
    fault(FaultKind::Assertion, span, message, help)
}
