//! Fields of positions whose lengths vary: between slots and values.

use super::{ListObject, Runtime, with_room};
use crate::compile::context::{Context, Status};
use crate::compile::layout::{CODE_POINTS, EMPTY_TEXT, Layout, code_points};
use crate::shape::{Packing, Room};

/// Writes the slots of a value: its words, their layout, the packing, the
/// slots.
pub(in crate::compile) const PACK: Runtime = Runtime(|| pack as *const () as usize);

/// Reads a value from slots into the result words: the slots, the packing, the
/// layout.
pub(in crate::compile) const UNPACK: Runtime = Runtime(|| unpack as *const () as usize);

unsafe extern "C" fn pack(
    _: *mut Context,
    from: *const i64,
    layout: *const Layout,
    packing: *const Packing,
    to: *mut i64,
) -> Status {
    // SAFETY: called only by generated code, with the words of a value of this
    // layout and space for the slots of the packing; both live as long as the
    // code.
    match unsafe { write(&*packing, &*layout, from, to) } {
        Some(()) => Status::Done,
        None => Status::Fault,
    }
}

/// Writes the slots of a value; `None` if there are not enough.
///
/// # Safety
///
/// `from` has a value of the layout, and `to` space for the slots of the
/// packing.
unsafe fn write(packing: &Packing, layout: &Layout, from: *const i64, to: *mut i64) -> Option<()> {
    // SAFETY: components have the component layouts and packings, because the
    // caller guarantees the whole; a list's word is the address of a list.
    unsafe {
        match (packing, layout) {
            (Packing::Int | Packing::Bool, Layout::Number) => *to = *from,
            (Packing::None, Layout::Empty) => {}
            (Packing::Str(room), Layout::Text) => write_text(*room, code_points(from), to)?,
            (Packing::Str(room), Layout::List(_)) => {
                write_text(*room, ListObject::at(*from).items(1), to)?;
            }
            (Packing::Optional(inner), Layout::Optional(value)) => {
                *to = *from;
                match *from {
                    0 => clear(to.add(1), inner.slots()),
                    _ => write(inner, value, from.add(1), to.add(1))?,
                }
            }
            (Packing::Tuple(packings), Layout::Tuple(layouts)) => {
                let (mut from, mut to) = (from, to);
                for (packing, layout) in packings.iter().zip(layouts) {
                    write(packing, layout, from, to)?;
                    (from, to) = (from.add(layout.words()), to.add(packing.slots()));
                }
            }
            (Packing::Sequence { item, room, .. }, Layout::List(layout)) => {
                let list = ListObject::at(*from);
                let length = list.length();
                if length > room.most() {
                    return None;
                }
                *to = length as i64;
                let (slots, words) = (item.slots(), layout.words());
                let items = to.add(1);
                for i in 0..length {
                    let from = list.data().add(i * words).cast_const();
                    write(item, layout, from, items.add(i * slots))?;
                }
                clear(items.add(length * slots), (room.most() - length) * slots);
            }
            _ => return None,
        }
    }
    Some(())
}

/// Writes the slots of a text; `None` if there are not enough.
///
/// # Safety
///
/// There is space for a text of the largest length.
unsafe fn write_text(room: Room, codes: &[i64], to: *mut i64) -> Option<()> {
    if codes.len() > room.most() {
        return None;
    }
    // SAFETY: guaranteed by the caller.
    unsafe {
        *to = codes.len() as i64;
        std::ptr::copy_nonoverlapping(codes.as_ptr(), to.add(1), codes.len());
        clear(to.add(1 + codes.len()), room.most() - codes.len());
    }
    Some(())
}

/// Writes zeros.
///
/// # Safety
///
/// There is space for them.
unsafe fn clear(to: *mut i64, slots: usize) {
    // SAFETY: guaranteed by the caller.
    unsafe { std::ptr::write_bytes(to, 0, slots) };
}

unsafe extern "C" fn unpack(
    context: *mut Context,
    from: *const i64,
    packing: *const Packing,
    layout: *const Layout,
) -> Status {
    // SAFETY: called only by generated code, with its own context, the slots of
    // this packing, and a layout whose words fit the result words; packing and
    // layout live as long as the code.
    unsafe {
        with_room(context, |context| {
            let to = context.results.as_mut_ptr();
            read(context, &*packing, &*layout, from, to)
        })
    }
}

/// Reads a value from slots; lists are new. `None` if the arena is full.
///
/// # Safety
///
/// `from` has the slots of the packing, `to` space for the words of the layout,
/// which is that of the packing's type.
unsafe fn read(
    context: &mut Context,
    packing: &Packing,
    layout: &Layout,
    from: *const i64,
    to: *mut i64,
) -> Option<()> {
    // SAFETY: components have the component layouts and packings, because the
    // caller guarantees the whole; a new list has space for its items.
    unsafe {
        match (packing, layout) {
            (Packing::Int | Packing::Bool, Layout::Number) => *to = *from,
            (Packing::Str(room), Layout::Text) => *to = read_text(context, *room, from)?,
            (Packing::Optional(inner), Layout::Optional(value)) => {
                *to = *from;
                read(context, inner, value, from.add(1), to.add(1))?;
            }
            (Packing::Tuple(packings), Layout::Tuple(layouts)) => {
                let (mut from, mut to) = (from, to);
                for (packing, layout) in packings.iter().zip(layouts) {
                    read(context, packing, layout, from, to)?;
                    (from, to) = (from.add(packing.slots()), to.add(layout.words()));
                }
            }
            (Packing::Sequence { item, room, .. }, Layout::List(layout)) => {
                // Slots of a damaged table file may have any length.
                let length = usize::try_from(*from).unwrap_or(0).min(room.most());
                let (slots, words) = (item.slots(), layout.words());
                let list = context.new_list(length, words)?;
                for i in 0..length {
                    let from = from.add(1 + i * slots);
                    read(context, item, layout, from, list.data().add(i * words))?;
                }
                *to = list.0 as i64;
            }
            _ => {}
        }
    }
    Some(())
}

/// Reads the word of a text; `None` if the arena is full.
///
/// # Safety
///
/// There are the slots of a text of the largest length.
unsafe fn read_text(context: &mut Context, room: Room, from: *const i64) -> Option<i64> {
    // Slots of a damaged table file may have any length and any characters.
    let code = |&slot: &i64| match slot {
        0..CODE_POINTS => slot,
        _ => u32::from(char::REPLACEMENT_CHARACTER).into(),
    };
    // SAFETY: guaranteed by the caller; a new list has space for its items.
    unsafe {
        let length = usize::try_from(*from).unwrap_or(0).min(room.most());
        let slots = std::slice::from_raw_parts(from.add(1), length);
        if let [] | [_] = slots {
            return Some(slots.first().map_or(EMPTY_TEXT, code));
        }
        let list = context.new_list(length, 1)?;
        for (to, slot) in list.items_mut(1).iter_mut().zip(slots) {
            *to = code(slot);
        }
        Some(list.0 as i64)
    }
}
