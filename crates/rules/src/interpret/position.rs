//! Conversions between state vectors, arguments and yielded fields.

use super::error_messages::items;
use super::value::Value;
use super::{Machine, Yielded};
use crate::fault::{Fault, FaultKind};
use crate::shape::{Field, FieldKind, Shape};
use crate::source::Span;
use crate::tree::Type;

/// A position as the arguments of a function; lists are new.
///
/// `slots` must have as many numbers as the shape has slots.
#[must_use]
pub fn arguments(shape: &Shape, slots: &[i64]) -> Vec<Value> {
    let mut rest = slots;
    let mut values = Vec::with_capacity(shape.fields.len());
    for field in &shape.fields {
        let (own, after) = rest.split_at(field.kind.slots());
        rest = after;
        values.push(match field.kind {
            FieldKind::Int => Value::Int(own[0]),
            FieldKind::Bool => Value::Bool(own[0] != 0),
            FieldKind::List(_) => Value::list(own.iter().copied().map(Value::Int).collect()),
        });
    }
    values
}

/// Appends the slots of a yielded or returned position if it has the shape;
/// `span` is its place.
pub fn append(
    shape: &Shape,
    fields: &[Value],
    span: Span,
    slots: &mut Vec<i64>,
) -> Result<(), Fault> {
    if fields.len() != shape.fields.len() {
        let (found, expected) = (fields.len(), shape.fields.len());
        let message = format!("{found} fields, but a position has {expected}");
        let help = "every position has the fields of `start()`";
        return Err(Fault::at(FaultKind::Shape, span, message).help(help));
    }
    for (field, value) in shape.fields.iter().zip(fields) {
        match (field.kind, value) {
            (FieldKind::List(expected), Value::List(list)) => {
                if list.len() != expected {
                    return Err(wrong_length(field, list.len(), expected, span));
                }
                for item in list.items().iter() {
                    slots.push(number(field, item, span)?);
                }
            }
            (FieldKind::Int | FieldKind::Bool, value) => slots.push(number(field, value, span)?),
            (FieldKind::List(_), _) => return Err(misfit(field, span)),
        }
    }
    Ok(())
}

/// The slots of a yielded or returned position.
pub fn slots(shape: &Shape, fields: &[Value], span: Span) -> Result<Vec<i64>, Fault> {
    let mut slots = Vec::with_capacity(shape.slots());
    append(shape, fields, span, &mut slots)?;
    Ok(slots)
}

impl Machine {
    /// The starting positions, and their shape, which is that of all positions.
    pub fn starts(&self) -> Result<(Shape, Vec<Vec<i64>>), Fault> {
        let Some(start) = self.program().roles.start else {
            let fault = Fault::at(
                FaultKind::Shape,
                Span::default(),
                "the file does not define `start()`",
            );
            return Err(fault.help("def start(): yield …, the starting position"));
        };
        let given = self.generate(start, Vec::new(), false)?;
        let Some(first) = given.first() else {
            let span = self.program().functions[start.0 as usize].span;
            let fault = Fault::at(
                FaultKind::Shape,
                span,
                "`start()` does not yield a position",
            );
            return Err(fault.help("yield the starting position"));
        };
        let shape = self.shape(first)?;
        let rows = given
            .iter()
            .map(|position| slots(&shape, &position.fields, position.span))
            .collect::<Result<_, Fault>>()?;
        Ok((shape, rows))
    }

    /// The shape of a position: names and types from the checker, lengths from
    /// the position.
    fn shape(&self, position: &Yielded) -> Result<Shape, Fault> {
        let fields = self.program().fields.iter().zip(&position.fields);
        let fields = fields.map(|((name, ty), value)| {
            let kind = match (ty, value) {
                (Type::Int, _) => FieldKind::Int,
                (Type::Bool, _) => FieldKind::Bool,
                (_, Value::List(list)) => FieldKind::List(list.len()),
                _ => FieldKind::Int,
            };
            Field {
                name: name.clone(),
                kind,
            }
        });
        Ok(Shape {
            fields: fields.collect(),
        })
    }
}

fn number(field: &Field, value: &Value, span: Span) -> Result<i64, Fault> {
    match (field.kind, value) {
        (FieldKind::Bool, Value::Int(number)) => {
            let message = format!(
                "the field `{}` must be True or False, not {number}",
                field.name
            );
            let fault = Fault::at(FaultKind::Shape, span, message);
            Err(fault.help("convert it with bool(…), or yield an int in `start()`"))
        }
        _ => value.number().ok_or_else(|| misfit(field, span)),
    }
}

fn wrong_length(field: &Field, found: usize, expected: usize, span: Span) -> Fault {
    let message = format!(
        "the list `{}` has {} here, but {expected} in `start()`",
        field.name,
        items(found)
    );
    let help = "the lists of a position have a fixed length: pad them, e.g. with zeros";
    Fault::at(FaultKind::Shape, span, message).help(help)
}

fn misfit(field: &Field, span: Span) -> Fault {
    let name = &field.name;
    let message = format!("the field `{name}` is not a number, a bool or a list of numbers");
    let help = "a field is a number, a bool or a list of numbers: flatten nested lists";
    Fault::at(FaultKind::Shape, span, message).help(help)
}
