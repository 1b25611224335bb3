//! The messages of faults: for somebody who has never seen kibitz.

use super::arithmetic::Trouble;
use super::sort::Direction;
use super::value::Value;
use crate::fault::{Fault, FaultKind};
use crate::source::{Source, Span};
use crate::tree::{Binary, Expression, Kind};

/// The text of a piece of the source, where it is short enough for a message.
pub(super) fn code(source: &Source, span: Span) -> Option<&str> {
    let text = source.slice(span);
    let is_short = !text.is_empty() && text.chars().count() <= 40 && !text.contains('\n');
    is_short.then_some(text)
}

fn fault(kind: FaultKind, span: Span, message: String, help: impl Into<String>) -> Box<Fault> {
    Box::new(Fault::at(kind, span, message).help(help))
}

/// A number that does not fit.
#[cold]
pub(super) fn overflow(span: Span, what: impl Into<String>) -> Box<Fault> {
    let message = format!("{} does not fit into 64 bits", what.into());
    let help = "numbers go from -2**63 to 2**63 - 1: keep them smaller, or use a modulus";
    fault(FaultKind::Overflow, span, message, help)
}

/// An operation without a result.
#[cold]
pub(super) fn arithmetic(
    trouble: Trouble,
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
        // A negative base without parentheses would mean something else.
        Binary::Power if a < 0 => format!("({a}) {sign} {b}"),
        _ => format!("{a} {sign} {b}"),
    };
    match trouble {
        Trouble::Overflow => overflow(span, what),
        Trouble::Division => fault(
            FaultKind::Division,
            span,
            format!("division by zero: {what}"),
            "test first that the divisor is not 0",
        ),
        Trouble::NegativeShift => fault(
            FaultKind::Value,
            span,
            format!("a shift by a negative number: {what}"),
            "shift the other way: `x >> n` is `x << -n` where n is negative",
        ),
        Trouble::NegativeExponent => fault(
            FaultKind::Value,
            span,
            format!("a negative exponent: {what}"),
            "that would be a fraction, and there are only whole numbers here",
        ),
        Trouble::ZeroModulus => fault(
            FaultKind::Value,
            span,
            "the third argument of `pow` is 0".to_owned(),
            "it is what the result is taken modulo of: 1 or more",
        ),
    }
}

/// An index outside a list, a tuple or a text.
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
        _ if length == 0 => format!("test first that there is an item: if {list}: …"),
        (Kind::Binary(Binary::Add, ..), Some(sum)) if number > 0 && object.span != index.span => {
            format!("sums wrap around here? write {list}[({sum}) % {length}]")
        }
        (Kind::Binary(Binary::Subtract, ..), Some(difference)) if number < 0 => {
            format!("differences wrap around here? write {list}[({difference}) % {length}]")
        }
        _ if number < 0 => {
            format!("negative indices count from the end, and end at -{length}, the first item")
        }
        _ => format!(
            "indices begin at 0: the last item has the index {}",
            length - 1
        ),
    };
    fault(FaultKind::Index, span, message, help)
}

/// `pop` of an item that is not there.
#[cold]
pub(super) fn pop(name: Option<&str>, index: i64, length: usize, span: Span) -> Box<Fault> {
    let name = name.map_or("the list".to_owned(), |name| format!("`{name}`"));
    if length == 0 {
        let message = format!("`pop` from {name}, which is empty");
        return fault(
            FaultKind::Index,
            span,
            message,
            "test first that there is an item",
        );
    }
    let items = items(length);
    let message = format!("`pop` of index {index} from {name}, which has {items}");
    let help = format!(
        "indices begin at 0: the last item has the index {}",
        length - 1
    );
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

/// `index` or `remove` of an item that is not there.
#[cold]
pub(super) fn missing(name: Option<&str>, wanted: &str, span: Span) -> Box<Fault> {
    let list = name.unwrap_or("the list");
    let message = match name {
        Some(name) => format!("{wanted} is not in `{name}`"),
        None => format!("{wanted} is not in the list"),
    };
    let help = format!("test first: if {wanted} in {list}: …");
    fault(FaultKind::Value, span, message, help)
}

/// `min` or `max` of nothing.
#[cold]
pub(super) fn nothing(direction: Direction, span: Span) -> Box<Fault> {
    let (name, what) = match direction {
        Direction::Up => ("min", "least"),
        Direction::Down => ("max", "greatest"),
    };
    let message = format!("the {what} of nothing: `{name}` got no items");
    let help = format!("say what it is then: {name}(…, default=0)");
    fault(FaultKind::Value, span, message, help)
}

/// A list or tuple that cannot be unpacked into so many names.
#[cold]
pub(super) fn unpack(span: Span, found: usize, due: usize) -> Box<Fault> {
    let message = format!("{} for {due} names", items(found));
    let help = "there must be as many names on the left as items on the right";
    fault(FaultKind::Shape, span, message, help)
}

/// A tuple that is yielded with too many or too few items.
#[cold]
pub(super) fn fields(span: Span, found: usize, due: usize) -> Box<Fault> {
    let message = format!("{} for the {due} fields of a position", items(found));
    let help = "every position has the same fields, those of `start()`";
    fault(FaultKind::Shape, span, message, help)
}

/// A change to a list of the module.
#[cold]
pub(super) fn frozen(name: Option<&str>, span: Span) -> Box<Fault> {
    let message = match name {
        Some(name) => format!("`{name}` changes a list that belongs to the whole file"),
        None => "this changes a list that belongs to the whole file".to_owned(),
    };
    let help = "rules must not remember anything between calls: change a copy, list.copy()";
    fault(FaultKind::Frozen, span, message, help)
}

/// `None`, or another kind of value than is needed.
#[cold]
pub(super) fn unfit(name: Option<&str>, span: Span, value: &Value, due: &str) -> Box<Fault> {
    let what = match value {
        Value::None => "None",
        Value::Int(_) | Value::Bool(_) => "a number",
        Value::Str(_) => "a string",
        Value::Tuple(_) => "a tuple",
        Value::List(_) => "a list",
    };
    let message = match name {
        Some(name) => format!("`{name}` is {what} here, and {due} is needed"),
        None => format!("this is {what}, and {due} is needed"),
    };
    let help = match name {
        Some(name) if name.ends_with(')') => {
            format!(
                "does every way through the function end with a `return`? or test: {name} is not None"
            )
        }
        Some(name) => format!("test first: if {name} is not None: …"),
        None => "test first that it is not None".to_owned(),
    };
    fault(FaultKind::NoneValue, span, message, help)
}

/// A format that does not fit its value.
#[cold]
pub(super) fn format(span: Span, spec: &str, why: &str) -> Box<Fault> {
    let message = format!("the format `{spec}` does not fit here");
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
    let help = "this `assert` says what is always true here: the rules or it are wrong";
    fault(FaultKind::Assertion, span, message, help)
}
