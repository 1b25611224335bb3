//! The checks that code makes in debug builds before it reads or writes a list.

use super::{ListObject, Runtime};
use crate::compile::context::{Context, Status};
use crate::compile::layout::{FROZEN, HEADER_WORDS, Layout, NO_ITEMS};

/// Checks a list: its address, the layout of its items.
pub(in crate::compile) const GUARD_LIST: Runtime = Runtime(|| guard_list as *const () as usize);
/// Checks a list and all lists in it: its address, the layout of its items.
pub(in crate::compile) const GUARD_ALL: Runtime = Runtime(|| guard_all as *const () as usize);
/// Checks that an item lies in a list: the list, the item's address, its words.
pub(in crate::compile) const GUARD_ITEM: Runtime = Runtime(|| guard_item as *const () as usize);
/// Checks that an item is one of so many that stay the same during a call: the
/// address of the first, how many, the item's address, its words.
pub(in crate::compile) const GUARD_FIXED: Runtime = Runtime(|| guard_fixed as *const () as usize);

// Generated code alone calls the functions below, with its own context and
// layouts that live as long as it. The addresses may be anything: they are read
// only after they were found to lie in memory of the call or of the module.

unsafe extern "C" fn guard_list(
    context: *const Context,
    list: i64,
    layout: *const Layout,
) -> Status {
    // SAFETY: see above.
    status(unsafe { (*context).items(list, (*layout).words()) }.is_some())
}

unsafe extern "C" fn guard_all(
    context: *const Context,
    list: i64,
    layout: *const Layout,
) -> Status {
    // SAFETY: see above.
    status(unsafe { (*context).is_sound(list, &*layout) })
}

unsafe extern "C" fn guard_item(
    context: *const Context,
    list: i64,
    item: i64,
    words: i64,
) -> Status {
    // SAFETY: see above.
    let items = unsafe { (*context).items(list, words as usize) };
    let is_item = |(start, count): (i64, usize)| is_one_of(start, count, item, words);
    status(items.is_some_and(is_item))
}

unsafe extern "C" fn guard_fixed(
    context: *const Context,
    start: i64,
    count: i64,
    item: i64,
    words: i64,
) -> Status {
    // SAFETY: see above.
    let lies = unsafe { (*context).lies(start, (count * words) as usize) };
    status(lies && is_one_of(start, count as usize, item, words))
}

fn status(is_sound: bool) -> Status {
    if is_sound {
        Status::Done
    } else {
        Status::Broken
    }
}

/// Whether an address is that of one of so many items.
fn is_one_of(start: i64, count: usize, item: i64, words: i64) -> bool {
    let Some(offset) = item.checked_sub(start) else {
        return false;
    };
    words == 0 || (offset % (8 * words) == 0 && (0..count as i64).contains(&(offset / (8 * words))))
}

impl Context {
    /// Whether so many words lie in memory that code may read: the arena as far
    /// as it is used, the position's slots, the lists of the module.
    fn lies(&self, address: i64, words: usize) -> bool {
        if words == 0 {
            return true;
        }
        let start = address as usize;
        let end = words
            .checked_mul(8)
            .and_then(|size| start.checked_add(size));
        let Some(end) = end.filter(|_| start.is_multiple_of(8)) else {
            return false;
        };
        let contains = |from: usize, to: usize| from <= start && end <= to;
        // SAFETY: the worker sets the address for each call, to tables that live
        // as long as the code.
        let tables = unsafe { self.tables.as_ref() };
        let mut tables = tables
            .into_iter()
            .flatten()
            .map(|table| table.as_ptr_range());
        let no_items = NO_ITEMS.as_ptr_range();
        contains(self.arena as usize, self.top as usize)
            || contains(self.slots as usize, self.slots_end as usize)
            || contains(no_items.start as usize, no_items.end as usize)
            || tables.any(|table| contains(table.start as usize, table.end as usize))
    }

    /// Where the items of a list lie, and for how many there is room; nothing
    /// where it is not a list.
    fn items(&self, list: i64, words: usize) -> Option<(i64, usize)> {
        if !self.lies(list, HEADER_WORDS) {
            return None;
        }
        // SAFETY: the words of the header can be read.
        let [length, capacity, items] = unsafe { *(list as *const [i64; HEADER_WORDS]) };
        let room = if capacity == FROZEN { length } else { capacity };
        let count = usize::try_from(room).ok()?;
        let is_sound = (0..=room).contains(&length) && self.lies(items, count.checked_mul(words)?);
        is_sound.then_some((items, count))
    }

    /// Whether a list of items of a layout is one to its last word.
    fn is_sound(&self, list: i64, layout: &Layout) -> bool {
        let words = layout.words();
        let Some((items, _)) = self.items(list, words) else {
            return false;
        };
        // SAFETY: it is a list, and there is room for as many items as it has.
        unsafe {
            let length = ListObject::at(list).length();
            (0..length).all(|i| self.is_value((items as *const i64).add(i * words), layout))
        }
    }

    /// Whether the lists in a value are lists.
    ///
    /// # Safety
    ///
    /// At the address lie as many words as the layout has.
    unsafe fn is_value(&self, at: *const i64, layout: &Layout) -> bool {
        // SAFETY: the parts of a value lie one after the other.
        unsafe {
            match layout {
                Layout::Number | Layout::Empty => true,
                Layout::Optional(inner) => {
                    (0..=1).contains(&*at) && self.is_value(at.add(1), inner)
                }
                Layout::Tuple(items) => {
                    let mut at = at;
                    items.iter().all(|item| {
                        let start = at;
                        at = start.add(item.words());
                        self.is_value(start, item)
                    })
                }
                Layout::List(item) => self.is_sound(*at, item),
            }
        }
    }
}
