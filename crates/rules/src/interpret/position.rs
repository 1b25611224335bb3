//! Conversions between state vectors, arguments and yielded fields.

use std::sync::Arc;

use super::error_messages::items;
use super::value::Value;
use super::{Machine, Yielded};
use crate::fault::{Fault, FaultKind};
use crate::shape::{Field, FieldKind, Packing, SequenceKind, Shape, characters, length};
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
        values.push(match &field.kind {
            FieldKind::Int => Value::Int(own[0]),
            FieldKind::Bool => Value::Bool(own[0] != 0),
            FieldKind::List(_) => Value::list(own.iter().copied().map(Value::Int).collect()),
            FieldKind::Row(_) => Value::tuple(own.iter().copied().map(Value::Int).collect()),
            FieldKind::Value(packing) => unpack(packing, own),
        });
    }
    values
}

/// The value in the slots of a packing; lists are new.
fn unpack(packing: &Packing, slots: &[i64]) -> Value {
    match packing {
        Packing::Int => Value::Int(slots[0]),
        Packing::Bool => Value::Bool(slots[0] != 0),
        Packing::None => Value::None,
        Packing::Str(_) => Value::text(characters(packing, slots)),
        Packing::Optional(_) if slots[0] == 0 => Value::None,
        Packing::Optional(inner) => unpack(inner, &slots[1..]),
        Packing::Tuple(items) => {
            let mut rest = slots;
            let items = items.iter().map(|item| {
                let (own, after) = rest.split_at(item.slots());
                rest = after;
                unpack(item, own)
            });
            Value::tuple(items.collect())
        }
        Packing::Sequence { kind, item, .. } => {
            let items = (0..length(packing, slots)).map(|place| {
                let start = 1 + place * item.slots();
                unpack(item, &slots[start..start + item.slots()])
            });
            match kind {
                SequenceKind::List => Value::list(items.collect()),
                SequenceKind::Tuple | SequenceKind::Set => Value::tuple(items.collect()),
            }
        }
    }
}

/// Why a value does not fit into its slots.
enum Misfit {
    /// It has more items or characters than there is space for.
    TooLong(usize, usize),
    /// It is of another type.
    Type,
}

/// Appends the slots of a value.
fn pack(packing: &Packing, value: &Value, slots: &mut Vec<i64>) -> Result<(), Misfit> {
    let end = slots.len() + packing.slots();
    match (packing, value) {
        (Packing::Int | Packing::Bool, value) => slots.push(value.number().ok_or(Misfit::Type)?),
        (Packing::None, Value::None) => {}
        (Packing::Str(room), Value::Str(text)) => {
            let length = text.chars().count();
            if length > room.most() {
                return Err(Misfit::TooLong(length, room.most()));
            }
            slots.push(length as i64);
            slots.extend(text.chars().map(|letter| i64::from(u32::from(letter))));
        }
        (Packing::Optional(_), Value::None) => {}
        (Packing::Optional(inner), value) => {
            slots.push(1);
            pack(inner, value, slots)?;
        }
        (Packing::Tuple(packings), Value::Tuple(items)) if packings.len() == items.len() => {
            for (packing, item) in packings.iter().zip(items.iter()) {
                pack(packing, item, slots)?;
            }
        }
        (Packing::Sequence { item, room, .. }, value) => {
            let items = value.items().ok_or(Misfit::Type)?;
            if items.len() > room.most() {
                return Err(Misfit::TooLong(items.len(), room.most()));
            }
            slots.push(items.len() as i64);
            for one in &items {
                pack(item, one, slots)?;
            }
        }
        _ => return Err(Misfit::Type),
    }
    slots.resize(end, 0);
    Ok(())
}

/// Makes room in a packing for a value.
fn cover(packing: &mut Packing, value: &Value) {
    match (packing, value) {
        (Packing::Str(room), Value::Str(text)) => room.cover(text.chars().count()),
        (Packing::Optional(inner), value) => cover(inner, value),
        (Packing::Tuple(packings), Value::Tuple(items)) => {
            for (packing, item) in packings.iter_mut().zip(items.iter()) {
                cover(packing, item);
            }
        }
        (Packing::Sequence { item, room, .. }, value) => {
            let items = value.items().unwrap_or_default();
            room.cover(items.len());
            items.iter().for_each(|one| cover(item, one));
        }
        _ => {}
    }
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
        match (&field.kind, value) {
            (FieldKind::List(expected), Value::List(_))
            | (FieldKind::Row(expected), Value::Tuple(_)) => {
                let items = value.items().unwrap_or_default();
                if items.len() != *expected {
                    return Err(wrong_length(field, items.len(), *expected, span));
                }
                for item in &items {
                    slots.push(number(field, item, span)?);
                }
            }
            (FieldKind::Int | FieldKind::Bool, value) => slots.push(number(field, value, span)?),
            (FieldKind::List(_) | FieldKind::Row(_), _) => return Err(misfit(field, span)),
            (FieldKind::Value(packing), value) => {
                pack(packing, value, slots).map_err(|why| match why {
                    Misfit::TooLong(found, capacity) => too_long(field, found, capacity, span),
                    Misfit::Type => misfit(field, span),
                })?;
            }
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
    /// The starting positions, and the shape of all positions if every field
    /// has the length that it has there.
    pub fn starts(&self) -> Result<(Shape, Vec<Vec<i64>>), Fault> {
        let given = self.start_positions()?;
        let mut lengths = Lengths::new(self.program());
        given.iter().for_each(|one| lengths.meet(&one.fields));
        let shape = lengths.shape(self.program());
        let rows = self.start_rows(&shape)?;
        Ok((shape, rows))
    }

    /// The slots of the starting positions.
    pub(crate) fn start_rows(&self, shape: &Shape) -> Result<Vec<Vec<i64>>, Fault> {
        let given = self.start_positions()?;
        let rows = given
            .iter()
            .map(|position| slots(shape, &position.fields, position.span));
        rows.collect()
    }

    /// What `start()` yields.
    pub(crate) fn start_positions(&self) -> Result<Vec<Yielded>, Fault> {
        let Some(start) = self.program().roles.start else {
            let fault = Fault::at(
                FaultKind::Shape,
                Span::default(),
                "the file does not define `start()`",
            );
            return Err(fault.help("def start(): yield …, the starting position"));
        };
        let given = self.generate(start, Vec::new(), false)?;
        if given.is_empty() {
            let span = self.program().functions[start.0 as usize].span;
            let fault = Fault::at(
                FaultKind::Shape,
                span,
                "`start()` does not yield a position",
            );
            return Err(fault.help("yield the starting position"));
        }
        Ok(given)
    }
}

/// The lengths of the fields of some positions.
pub(crate) struct Lengths {
    fields: Vec<FieldLengths>,
}

struct FieldLengths {
    packing: Packing,
    /// The length of a list or tuple of numbers in the first position.
    first: Option<usize>,
    /// Whether another position had another length.
    varies: bool,
}

impl Lengths {
    pub(crate) fn new(program: &crate::tree::Program) -> Lengths {
        let fields = program.fields.iter().map(|(_, ty)| FieldLengths {
            packing: Packing::of(ty),
            first: None,
            varies: false,
        });
        Lengths {
            fields: fields.collect(),
        }
    }

    /// Takes note of a position.
    pub(crate) fn meet(&mut self, fields: &[Value]) {
        for (field, value) in self.fields.iter_mut().zip(fields) {
            cover(&mut field.packing, value);
            let length = value.items().map(|items| items.len());
            let first = *field.first.get_or_insert(length.unwrap_or(0));
            field.varies |= length.is_some_and(|length| length != first);
        }
    }

    /// Whether the length of some field is unknown before positions are seen.
    pub(crate) fn is_open(&self) -> bool {
        let is_open = |field: &FieldLengths| field.packing.has_length();
        self.fields.iter().any(is_open)
    }

    /// The shape of positions with these lengths: names and types from the
    /// checker.
    pub(crate) fn shape(&self, program: &crate::tree::Program) -> Shape {
        let fields = self.fields.iter().zip(&program.fields);
        let fields = fields.map(|(field, (name, ty))| {
            let is_fixed = |item: &Type| *item == Type::Int && !field.varies;
            let length = field.first.unwrap_or(0);
            let kind = match ty {
                Type::Int => FieldKind::Int,
                Type::Bool => FieldKind::Bool,
                Type::List(item) if is_fixed(item) => FieldKind::List(length),
                Type::Row(item) if is_fixed(item) => FieldKind::Row(length),
                _ => FieldKind::Value(Arc::new(field.packing.clone())),
            };
            Field {
                name: name.clone(),
                kind,
            }
        });
        Shape {
            fields: fields.collect(),
        }
    }

    /// Makes room for more than was seen where lengths vary.
    pub(crate) fn widen(&mut self) {
        for field in &mut self.fields {
            field.packing.widen();
        }
    }
}

fn number(field: &Field, value: &Value, span: Span) -> Result<i64, Fault> {
    match (&field.kind, value) {
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
        "`{}` has {} here, but {expected} in `start()` and in all sampled plays",
        field.name,
        items(found)
    );
    let help = "if its length varies only far from the start, start with it varied: keep a field for how many items count";
    Fault::at(FaultKind::Shape, span, message).help(help)
}

fn too_long(field: &Field, found: usize, capacity: usize, span: Span) -> Fault {
    let message = format!(
        "`{}` has a part of {} here, but there is space for {capacity}, as learned from sampled plays",
        field.name,
        items(found)
    );
    let help = "bound its length in `moves`, or keep a list of fixed length and a field for how many items count";
    Fault::at(FaultKind::Shape, span, message).help(help)
}

fn misfit(field: &Field, span: Span) -> Fault {
    let name = &field.name;
    let message = format!("the field `{name}` has another type here than in `start()`");
    let help = "every position has the fields of `start()`, with the same types";
    Fault::at(FaultKind::Shape, span, message).help(help)
}
