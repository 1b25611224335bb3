//! Positions: rows of numbers, arguments of functions, and fields that were
//! yielded.

use super::blame::items;
use super::value::Value;
use super::{Machine, Yielded};
use crate::fault::{Fault, FaultKind};
use crate::shape::{Field, FieldKind, Shape};
use crate::source::Span;
use crate::tree::Type;

/// A position as the arguments of a function: lists are new ones.
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

/// Appends the slots of a position that was yielded or returned, if it has the
/// shape; `span` is where that was.
pub fn append(
    shape: &Shape,
    fields: &[Value],
    span: Span,
    slots: &mut Vec<i64>,
) -> Result<(), Fault> {
    if fields.len() != shape.fields.len() {
        let (found, due) = (fields.len(), shape.fields.len());
        let message = format!("{found} fields where a position has {due}");
        let help = "every position has the same fields, those of `start()`";
        return Err(Fault::at(FaultKind::Shape, span, message).help(help));
    }
    for (field, value) in shape.fields.iter().zip(fields) {
        match (field.kind, value) {
            (FieldKind::List(due), Value::List(list)) => {
                if list.len() != due {
                    return Err(wrong_length(field, list.len(), due, span));
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

/// The slots of a position that was yielded or returned.
pub fn slots(shape: &Shape, fields: &[Value], span: Span) -> Result<Vec<i64>, Fault> {
    let mut slots = Vec::with_capacity(shape.slots());
    append(shape, fields, span, &mut slots)?;
    Ok(slots)
}

impl Machine {
    /// The starting positions, and the shape of all positions, which is theirs.
    pub fn starts(&self) -> Result<(Shape, Vec<Vec<i64>>), Fault> {
        let Some(start) = self.program().roles.start else {
            let fault = Fault::at(FaultKind::Shape, Span::default(), "there is no `start()`");
            return Err(fault.help("def start(): yield …, the position in which play begins"));
        };
        let given = self.generate(start, Vec::new(), false)?;
        let Some(first) = given.first() else {
            let span = self.program().functions[start.0 as usize].span;
            let fault = Fault::at(FaultKind::Shape, span, "`start()` yields no position");
            return Err(fault.help("yield the position in which play begins"));
        };
        let shape = self.shape(first)?;
        let rows = given
            .iter()
            .map(|position| slots(&shape, &position.fields, position.span))
            .collect::<Result<_, Fault>>()?;
        Ok((shape, rows))
    }

    /// The shape of a position: names and types as checked, lengths as found.
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
            let message = format!("the field `{}` is True or False, not {number}", field.name);
            let fault = Fault::at(FaultKind::Shape, span, message);
            Err(fault.help("make a bool of it: bool(…), or begin with an int in `start()`"))
        }
        _ => value.number().ok_or_else(|| misfit(field, span)),
    }
}

fn wrong_length(field: &Field, found: usize, due: usize, span: Span) -> Fault {
    let message = format!(
        "the list `{}` has {} here, and {due} in `start()`",
        field.name,
        items(found)
    );
    let help = "a list of a position has one length: fill it up, with zeros for example";
    Fault::at(FaultKind::Shape, span, message).help(help)
}

fn misfit(field: &Field, span: Span) -> Fault {
    let name = &field.name;
    let message = format!("the field `{name}` is no number, bool or list of numbers");
    let help =
        "a field holds one number, a bool, or a list of numbers: make one list of nested ones";
    Fault::at(FaultKind::Shape, span, message).help(help)
}
