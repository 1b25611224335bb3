//! Guards that code calls in debug builds before it accesses a list.

use super::{ListObject, Runtime};
use crate::compile::context::{Context, Status};
use crate::compile::layout::{CODE_POINTS, EMPTY_TEXT, FROZEN, HEADER_WORDS, Layout, NO_ITEMS};

/// Checks a list: its address, the layout of its items.
pub(in crate::compile) const GUARD_LIST: Runtime = Runtime(|| guard_list as *const () as usize);
/// Checks a list and all lists in it: its address, the layout of its items.
pub(in crate::compile) const GUARD_ALL: Runtime = Runtime(|| guard_all as *const () as usize);
/// Checks that an item is in a list: the list, the item's address, its words.
pub(in crate::compile) const GUARD_ITEM: Runtime = Runtime(|| guard_item as *const () as usize);
/// Checks that an item is one of an array that is constant during a call: the
/// address of the first, their number, the item's address, its words.
pub(in crate::compile) const GUARD_FIXED: Runtime = Runtime(|| guard_fixed as *const () as usize);

// The functions below are called only by generated code, with its own context
// and layouts that live as long as it. The addresses are arbitrary: they are
// dereferenced only after they were found to be in memory of the call or of the
// module.

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
    let is_readable = unsafe { (*context).is_readable(start, (count * words) as usize) };
    status(is_readable && is_one_of(start, count as usize, item, words))
}

fn status(is_sound: bool) -> Status {
    if is_sound {
        Status::Done
    } else {
        Status::Broken
    }
}

/// Whether an address is that of one of `count` items.
fn is_one_of(start: i64, count: usize, item: i64, words: i64) -> bool {
    let Some(offset) = item.checked_sub(start) else {
        return false;
    };
    words == 0 || (offset % (8 * words) == 0 && (0..count as i64).contains(&(offset / (8 * words))))
}

impl Context {
    /// Whether `words` words are in memory that code may read: the used part of
    /// the arena, the position's slots, the values of the case, the lists of the module.
    fn is_readable(&self, address: i64, words: usize) -> bool {
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
        // SAFETY: the worker sets the address for each call, to tables that live as
        // long as the code.
        let tables = unsafe { self.tables.as_ref() };
        let mut tables = tables
            .into_iter()
            .flatten()
            .map(|table| table.as_ptr_range());
        let no_items = NO_ITEMS.as_ptr_range();
        contains(self.arena as usize, self.top as usize)
            || contains(self.slots as usize, self.slots_end as usize)
            || contains(self.case as usize, self.case_end as usize)
            || contains(no_items.start as usize, no_items.end as usize)
            || tables.any(|table| contains(table.start as usize, table.end as usize))
    }

    /// The location and capacity of a list's items; `None` if it is not a valid
    /// list.
    fn items(&self, list: i64, words: usize) -> Option<(i64, usize)> {
        if !self.is_readable(list, HEADER_WORDS) {
            return None;
        }
        // SAFETY: the words of the header are readable.
        let [length, capacity, items] = unsafe { *(list as *const [i64; HEADER_WORDS]) };
        let limit = if capacity == FROZEN { length } else { capacity };
        let count = usize::try_from(limit).ok()?;
        let is_sound =
            (0..=limit).contains(&length) && self.is_readable(items, count.checked_mul(words)?);
        is_sound.then_some((items, count))
    }

    /// Whether a list with items of a layout is valid to its last word.
    fn is_sound(&self, list: i64, layout: &Layout) -> bool {
        let words = layout.words();
        let Some((items, _)) = self.items(list, words) else {
            return false;
        };
        // SAFETY: it is a list, and its items are within its capacity.
        unsafe {
            let length = ListObject::at(list).length();
            (0..length).all(|i| self.is_value((items as *const i64).add(i * words), layout))
        }
    }

    /// Whether the lists in a value are valid.
    ///
    /// # Safety
    ///
    /// At the address are as many words as the layout has.
    unsafe fn is_value(&self, at: *const i64, layout: &Layout) -> bool {
        // SAFETY: the components of a value are consecutive.
        unsafe {
            match layout {
                Layout::Number | Layout::Empty => true,
                Layout::Text => {
                    let is_short = (EMPTY_TEXT..CODE_POINTS).contains(&*at);
                    is_short || self.is_sound(*at, &Layout::Number)
                }
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
