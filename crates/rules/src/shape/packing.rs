//! The slots of a field that is neither a number nor a list of numbers.

use std::cmp::Ordering;
use std::fmt::Write as _;

use crate::interpret::quoted;
use crate::tree::Type;

/// How a value is stored in slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packing {
    /// A number: one slot.
    Int,
    /// 0 or 1.
    Bool,
    /// `None`: no slot.
    None,
    /// Text up to a maximum length: its length, then the characters,
    /// then zeros.
    Str(Room),
    /// 1 and the value, or zeros for `None`.
    Optional(Box<Packing>),
    /// The slots of the items.
    Tuple(Vec<Packing>),
    /// Items of one type: how many there are, their slots, then zeros.
    Sequence {
        /// The type of the sequence.
        kind: SequenceKind,
        /// An item.
        item: Box<Packing>,
        /// The number of items.
        room: Room,
    },
}

/// The smallest and the largest length that a part of a position can have. It
/// begins with none, and grows with the lengths that are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    least: usize,
    most: usize,
}

impl Room {
    pub(crate) const NONE: Room = Room {
        least: usize::MAX,
        most: 0,
    };

    /// The largest length.
    #[must_use]
    pub fn most(self) -> usize {
        self.most
    }

    /// The length, if it was always the same.
    #[must_use]
    pub fn fixed(self) -> Option<usize> {
        (self.least == self.most).then_some(self.most)
    }

    /// Includes a length.
    pub(crate) fn cover(&mut self, length: usize) {
        self.least = self.least.min(length);
        self.most = self.most.max(length);
    }

    /// Allows for longer ones than were seen, if lengths differed.
    fn widen(&mut self) {
        if self.least != self.most {
            self.most += self.most / 2 + 2;
        }
    }
}

/// The types of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceKind {
    /// A list.
    List,
    /// A tuple.
    Tuple,
    /// A frozenset: its items in ascending order.
    Set,
}

impl SequenceKind {
    /// The brackets around the items.
    pub(crate) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            SequenceKind::List => ("[", "]"),
            SequenceKind::Tuple => ("(", ")"),
            SequenceKind::Set => ("frozenset({", "})"),
        }
    }
}

impl Packing {
    /// The packing of a type, without space for items or characters.
    pub(crate) fn of(ty: &Type) -> Packing {
        let sequence = |kind, item: &Type| Packing::Sequence {
            kind,
            item: Box::new(Packing::of(item)),
            room: Room::NONE,
        };
        match ty {
            Type::Int => Packing::Int,
            Type::Bool => Packing::Bool,
            Type::None => Packing::None,
            Type::Str => Packing::Str(Room::NONE),
            Type::Optional(inner) => Packing::Optional(Box::new(Packing::of(inner))),
            Type::Tuple(items) => Packing::Tuple(items.iter().map(Packing::of).collect()),
            Type::List(item) => sequence(SequenceKind::List, item),
            Type::Row(item) => sequence(SequenceKind::Tuple, item),
            Type::Set(item) => sequence(SequenceKind::Set, item),
        }
    }

    /// The number of slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        match self {
            Packing::Int | Packing::Bool => 1,
            Packing::None => 0,
            Packing::Str(room) => 1 + room.most,
            Packing::Optional(inner) => 1 + inner.slots(),
            Packing::Tuple(items) => items.iter().map(Packing::slots).sum(),
            Packing::Sequence { item, room, .. } => 1 + room.most * item.slots(),
        }
    }

    /// Whether its number of slots depends on the values seen.
    pub(crate) fn has_length(&self) -> bool {
        match self {
            Packing::Int | Packing::Bool | Packing::None => false,
            Packing::Str(_) | Packing::Sequence { .. } => true,
            Packing::Optional(inner) => inner.has_length(),
            Packing::Tuple(items) => items.iter().any(Packing::has_length),
        }
    }

    /// Makes room for more items and characters than were seen.
    pub(crate) fn widen(&mut self) {
        match self {
            Packing::Int | Packing::Bool | Packing::None => {}
            Packing::Str(room) => room.widen(),
            Packing::Optional(inner) => inner.widen(),
            Packing::Tuple(items) => items.iter_mut().for_each(Packing::widen),
            Packing::Sequence { item, room, .. } => {
                room.widen();
                item.widen();
            }
        }
    }

    /// Whether both are packings of one type.
    #[must_use]
    pub fn is_same_type(&self, other: &Packing) -> bool {
        match (self, other) {
            (Packing::Str(_), Packing::Str(_)) => true,
            (Packing::Optional(a), Packing::Optional(b)) => a.is_same_type(b),
            (Packing::Tuple(a), Packing::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same_type(b))
            }
            (
                Packing::Sequence { kind, item, .. },
                Packing::Sequence {
                    kind: other_kind,
                    item: other_item,
                    ..
                },
            ) => kind == other_kind && item.is_same_type(other_item),
            (a, b) => a == b,
        }
    }

    /// Python's order of two values. `None` is before everything, which is not
    /// observable.
    pub(crate) fn order(&self, a: &[i64], b: &[i64]) -> Ordering {
        match self {
            Packing::Int | Packing::Bool => a.cmp(b),
            Packing::None => Ordering::Equal,
            Packing::Str(_) => {
                let letters = |slots: &'_ [i64]| slots[1..=length(self, slots)].to_vec();
                letters(a).cmp(&letters(b))
            }
            Packing::Optional(inner) => a[0].cmp(&b[0]).then_with(|| inner.order(&a[1..], &b[1..])),
            Packing::Tuple(items) => {
                let mut at = 0;
                let orders = items.iter().map(|item| {
                    let own = at..at + item.slots();
                    at = own.end;
                    item.order(&a[own.clone()], &b[own])
                });
                orders.fold(Ordering::Equal, Ordering::then)
            }
            Packing::Sequence { item, .. } => {
                let size = item.slots();
                let (a_length, b_length) = (length(self, a), length(self, b));
                let orders = (0..a_length.min(b_length)).map(|place| {
                    let own = 1 + place * size..1 + (place + 1) * size;
                    item.order(&a[own.clone()], &b[own])
                });
                orders
                    .fold(Ordering::Equal, Ordering::then)
                    .then(a_length.cmp(&b_length))
            }
        }
    }

    /// Writes the value in `slots` as Python does.
    pub(crate) fn write(&self, slots: &[i64], text: &mut String) {
        match self {
            // Writing to a string cannot fail.
            Packing::Int => drop(write!(text, "{}", slots[0])),
            Packing::Bool => text.push_str(if slots[0] == 0 { "False" } else { "True" }),
            Packing::None => text.push_str("None"),
            Packing::Str(_) => text.push_str(&quoted(&characters(self, slots))),
            Packing::Optional(_) if slots[0] == 0 => text.push_str("None"),
            Packing::Optional(inner) => inner.write(&slots[1..], text),
            Packing::Tuple(items) => {
                let mut rest = slots;
                let parts = items.iter().map(|item| {
                    let (own, after) = rest.split_at(item.slots());
                    rest = after;
                    (item, own)
                });
                write_items(SequenceKind::Tuple, parts, text);
            }
            Packing::Sequence {
                kind: SequenceKind::Set,
                ..
            } if slots[0] == 0 => text.push_str("frozenset()"),
            Packing::Sequence { kind, item, .. } => {
                let items = (0..length(self, slots)).map(|place| {
                    let start = 1 + place * item.slots();
                    (&**item, &slots[start..start + item.slots()])
                });
                write_items(*kind, items, text);
            }
        }
    }
}

/// The number of items or characters in slots. Those of a damaged table file
/// may have any number there.
pub(crate) fn length(packing: &Packing, slots: &[i64]) -> usize {
    let most = match packing {
        Packing::Str(room) | Packing::Sequence { room, .. } => room.most,
        _ => 0,
    };
    usize::try_from(slots[0]).unwrap_or(0).min(most)
}

/// The text in the slots of a [`Packing::Str`].
pub(crate) fn characters(packing: &Packing, slots: &[i64]) -> String {
    let codes = &slots[1..=length(packing, slots)];
    let letters = codes.iter().map(|&code| {
        let code = u32::try_from(code).ok();
        code.and_then(char::from_u32)
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    });
    letters.collect()
}

fn write_items<'a>(
    kind: SequenceKind,
    items: impl Iterator<Item = (&'a Packing, &'a [i64])>,
    text: &mut String,
) {
    let (open, close) = kind.brackets();
    text.push_str(open);
    let mut count = 0;
    for (item, slots) in items {
        text.push_str(if count == 0 { "" } else { ", " });
        item.write(slots, text);
        count += 1;
    }
    if count == 1 && kind == SequenceKind::Tuple {
        text.push(',');
    }
    text.push_str(close);
}
