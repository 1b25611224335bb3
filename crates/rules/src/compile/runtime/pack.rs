//! Fields of positions whose lengths vary: between slots and values.

use super::{ListObject, Runtime, with_room};
use crate::compile::context::{Context, Status};
use crate::compile::layout::Layout;
use crate::shape::Packing;

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
