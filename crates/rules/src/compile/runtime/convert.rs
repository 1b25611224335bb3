//! Copies of lists with items of another layout.
//!
//! A conversion consumes no steps, because the interpreter has no counterpart;
//! every item takes a word of the arena, which bounds the conversions of a
//! call.

use super::{ListObject, Runtime};
use crate::compile::context::{Context, Status};
use crate::compile::layout::{EMPTY_TEXT, Layout, NO_ITEMS};

/// A new list of the same items in another layout: the list, the layout of its
/// items, that of the new ones.
pub(in crate::compile) const CONVERT: Runtime = Runtime(|| convert as *const () as usize);

/// Why a value is not converted.
enum NoLayout {
    /// The arena is full.
    MoreRoom,
    /// There is no conversion between the layouts.
    Impossible,
}

unsafe extern "C" fn convert(
    context: *mut Context,
    list: i64,
    from: *const Layout,
    to: *const Layout,
) -> Status {
    // SAFETY: called only by generated code, with its own context, a list of
    // the running call or of the module, and layouts that live as long as the
    // code, the first that of the list's items.
    let converted = unsafe {
        let list = ListObject::at(list);
        let items = (0..list.length()).map(|i| list.data().add(i * (*from).words()).cast_const());
        (*context).list_of(items, std::iter::repeat(&*from), &*to)
    };
    match converted {
        Ok(list) => {
            // SAFETY: as above.
            unsafe { (*context).results[0] = list };
            Status::Done
        }
        Err(NoLayout::MoreRoom) => Status::MoreRoom,
        Err(NoLayout::Impossible) => Status::Fault,
    }
}

impl Context {
    /// The address of a new list of values, each with its own layout, as items
    /// of one layout.
    ///
    /// # Safety
    ///
    /// At each address is a value of the layout beside it.
    unsafe fn list_of<'l>(
        &mut self,
        values: impl ExactSizeIterator<Item = *const i64>,
        layouts: impl Iterator<Item = &'l Layout>,
        item: &Layout,
    ) -> Result<i64, NoLayout> {
        if self.spend(values.len()).is_none() {
            return Err(NoLayout::Impossible);
        }
        let words = item.words();
        let list = self
            .new_list(values.len(), words)
            .ok_or(NoLayout::MoreRoom)?;
        for (i, (value, layout)) in values.zip(layouts).enumerate() {
            // SAFETY: the list has space for as many items as there are values; the
            // caller guarantees these.
            unsafe { self.write(value, layout, list.data().add(i * words), item)? };
        }
        Ok(list.0 as i64)
    }

    /// Writes a value in another layout; the conversions are those of
    /// `layout::convertible`.
    ///
    /// # Safety
    ///
    /// At the first address is a value of the first layout; the second has
    /// space for the words of the second layout.
    unsafe fn write(
        &mut self,
        value: *const i64,
        from: &Layout,
        into: *mut i64,
        to: &Layout,
    ) -> Result<(), NoLayout> {
        // SAFETY: components have the component layouts, because the caller
        // guarantees the whole; likewise for the space.
        unsafe {
            match (from, to) {
                (from, to) if from == to => {
                    std::ptr::copy_nonoverlapping(value, into, from.words());
                }
                (Layout::Empty, Layout::Optional(inner)) => {
                    *into = 0;
                    fill(inner, into.add(1));
                }
                (Layout::Optional(from), Layout::Optional(to)) => {
                    *into = *value;
                    if *value == 0 {
                        fill(to, into.add(1));
                    } else {
                        self.write(value.add(1), from, into.add(1), to)?;
                    }
                }
                (from, Layout::Optional(to)) => {
                    *into = 1;
                    self.write(value, from, into.add(1), to)?;
                }
                (Layout::Tuple(from), Layout::Tuple(to)) if from.len() == to.len() => {
                    let (mut value, mut into) = (value, into);
                    for (from, to) in from.iter().zip(to) {
                        self.write(value, from, into, to)?;
                        (value, into) = (value.add(from.words()), into.add(to.words()));
                    }
                }
                (Layout::Tuple(from), Layout::List(to)) => {
                    let mut places = Vec::new();
                    let mut at = value;
                    for item in from {
                        places.push(at);
                        at = at.add(item.words());
                    }
                    *into = self.list_of(places.into_iter(), from.iter(), to)?;
                }
                (Layout::List(from), Layout::List(to)) => {
                    let list = ListObject::at(*value);
                    let items =
                        (0..list.length()).map(|i| list.data().add(i * from.words()).cast_const());
                    *into = self.list_of(items, std::iter::repeat(&**from), to)?;
                }
                _ => return Err(NoLayout::Impossible),
            }
        }
        Ok(())
    }
}

/// Writes an arbitrary value of a layout, for a place that is never read.
///
/// # Safety
///
/// There is space for its words.
unsafe fn fill(layout: &Layout, into: *mut i64) {
    // SAFETY: guaranteed by the caller; components are consecutive.
    unsafe {
        match layout {
            Layout::Number => *into = 0,
            Layout::Empty => {}
            Layout::Text => *into = EMPTY_TEXT,
            Layout::Optional(inner) => {
                *into = 0;
                fill(inner, into.add(1));
            }
            Layout::Tuple(items) => {
                let mut into = into;
                for item in items {
                    fill(item, into);
                    into = into.add(item.words());
                }
            }
            Layout::List(_) => *into = NO_ITEMS.as_ptr() as i64,
        }
    }
}
