//! Functions that generated code calls for rare or complex operations.
//!
//! Each takes the context and words, stores results in the context, and returns
//! a [`Status`]. Lists are the objects of `layout.rs`; new ones are allocated
//! in the arena.

mod convert;
mod guard;
mod list;
mod number;
mod pack;
mod text;

pub(super) use convert::CONVERT;
pub(super) use guard::{GUARD_ALL, GUARD_FIXED, GUARD_ITEM, GUARD_LIST};
pub(super) use list::{
    COMPARE, CONCATENATE, COUNT, EXTEND, FIND, GROW, HAS_START, HAS_STOP, INSERT, POP, PROJECT,
    REMOVE, REPEAT, REPEAT_IN_PLACE, REVERSE, SLICE, SORT, slice_indices,
};
pub(super) use number::{
    GCD, ISQRT, POWER, POWER_MODULO, gcd_of, isqrt_of, power_modulo_of, power_of,
};
pub(super) use pack::{PACK, UNPACK};
pub(super) use text::{
    AT_END, AT_START, CHARACTERS, TEXT_CASE, TEXT_CLASS, TEXT_COUNT, TEXT_FIND, TEXT_FIND_LAST,
    TEXT_JOIN, TEXT_OF_NUMBER, TEXT_ORDER, TEXT_PARSE, TEXT_REPLACE, TEXT_SPLIT, TEXT_STRIP,
    TEXT_WORD,
};

use super::context::{Context, Status};
use super::layout::HEADER_WORDS;

/// A function that generated code can call: its address.
#[derive(Clone, Copy)]
pub(super) struct Runtime(pub(super) fn() -> usize);

/// A list object, as seen by the functions of this module.
#[derive(Clone, Copy)]
struct ListObject(*mut i64);

impl ListObject {
    /// The list at an address.
    ///
    /// # Safety
    ///
    /// There is a list object at the address, and no other access to it while
    /// this is in use.
    unsafe fn at(address: i64) -> ListObject {
        ListObject(address as *mut i64)
    }

    fn length(self) -> usize {
        // SAFETY: `at` requires an object, whose first word is its length.
        unsafe { *self.0 as usize }
    }

    fn set_length(self, length: usize) {
        // SAFETY: as above.
        unsafe { *self.0 = length as i64 }
    }

    fn capacity(self) -> usize {
        // SAFETY: as above; the second word is the capacity.
        unsafe { *self.0.add(1) as usize }
    }

    fn data(self) -> *mut i64 {
        // SAFETY: as above; the third word is the address of the items.
        unsafe { *self.0.add(2) as *mut i64 }
    }

    /// The items' words.
    ///
    /// # Safety
    ///
    /// `words` is the number of words per item, and the list is not modified
    /// while the slice is in use.
    unsafe fn items<'a>(self, words: usize) -> &'a [i64] {
        // SAFETY: a list has `length` items at `data`, each of `words` words.
        unsafe { std::slice::from_raw_parts(self.data(), self.length() * words) }
    }

    /// The items' words, mutably.
    ///
    /// # Safety
    ///
    /// The same as for `items`, and there is no other access to the items
    /// meanwhile.
    unsafe fn items_mut<'a>(self, words: usize) -> &'a mut [i64] {
        // SAFETY: as in `items`.
        unsafe { std::slice::from_raw_parts_mut(self.data(), self.length() * words) }
    }
}

impl Context {
    /// Consumes steps; `None` if not enough are left.
    fn spend(&mut self, steps: usize) -> Option<()> {
        let steps = i64::try_from(steps).unwrap_or(i64::MAX);
        self.fuel = self.fuel.saturating_sub(steps);
        (self.fuel >= 0).then_some(())
    }

    /// The status of a call that consumed steps.
    fn status(&self) -> Status {
        match self.fuel < 0 {
            true => Status::Fault,
            false => Status::Done,
        }
    }

    /// Allocates uninitialised words of the arena; `None` if it is full.
    fn allocate(&mut self, words: usize) -> Option<*mut i64> {
        let left = (self.arena_end as usize).checked_sub(self.top as usize)? / 8;
        if words > left {
            return None;
        }
        let start = self.top;
        // SAFETY: at least `words` words are left between `top` and the arena's
        // end.
        self.top = unsafe { start.add(words) };
        Some(start)
    }

    /// A new list of uninitialised items. An item takes at least one word, so
    /// that the arena also bounds the length of a list of empty tuples.
    fn new_list(&mut self, length: usize, words: usize) -> Option<ListObject> {
        let size = length
            .checked_mul(words.max(1))?
            .checked_add(HEADER_WORDS)?;
        let start = self.allocate(size)?;
        // SAFETY: the `size` words from `start` have just been allocated: the
        // header, then the items.
        unsafe {
            *start = length as i64;
            *start.add(1) = length as i64;
            *start.add(2) = start.add(HEADER_WORDS) as i64;
        }
        Some(ListObject(start))
    }

    /// Raises a list's capacity to at least `wanted` items, each of at least
    /// one word.
    fn reserve(&mut self, list: ListObject, wanted: usize, words: usize) -> Option<()> {
        if wanted <= list.capacity() {
            return Some(());
        }
        let capacity = wanted.checked_next_power_of_two()?.max(4);
        let data = self.allocate(capacity.checked_mul(words.max(1))?)?;
        // SAFETY: the new block has space for more items than there are, and the
        // second and third word of the object are its capacity and their address.
        unsafe {
            std::ptr::copy_nonoverlapping(list.data(), data, list.length() * words);
            *list.0.add(1) = capacity as i64;
            *list.0.add(2) = data as i64;
        }
        Some(())
    }
}

/// Runs an operation that may exhaust the arena and consumes steps.
///
/// # Safety
///
/// The context is that of the running call.
unsafe fn with_room(context: *mut Context, run: impl FnOnce(&mut Context) -> Option<()>) -> Status {
    // SAFETY: generated code passes its own context and waits.
    let context = unsafe { &mut *context };
    match run(context) {
        Some(()) => Status::Done,
        None if context.fuel < 0 => Status::Fault,
        None => Status::MoreRoom,
    }
}
