//! The functions that generated code calls for what is rare or long-winded.
//!
//! Each takes the context and words, leaves results in the context, and returns
//! a [`Status`]. Lists are the objects of `layout.rs`; new ones come from the
//! arena.

mod convert;
mod guard;
mod list;
mod number;

pub(super) use convert::CONVERT;
pub(super) use guard::{GUARD_ALL, GUARD_FIXED, GUARD_ITEM, GUARD_LIST};
pub(super) use list::{
    COMPARE, CONCATENATE, COUNT, EXTEND, FIND, GROW, HAS_START, HAS_STOP, INSERT, POP, PROJECT,
    REMOVE, REPEAT, REPEAT_IN_PLACE, REVERSE, SLICE, SORT, slice_indices,
};
pub(super) use number::{
    GCD, ISQRT, POWER, POWER_MODULO, gcd_of, isqrt_of, power_modulo_of, power_of,
};

use super::context::{Context, Status};
use super::layout::HEADER_WORDS;

/// A function that generated code can call: its address.
#[derive(Clone, Copy)]
pub(super) struct Runtime(pub(super) fn() -> usize);

/// A list object, as the functions of this module see it.
#[derive(Clone, Copy)]
struct ListObject(*mut i64);

impl ListObject {
    /// The list at an address.
    ///
    /// # Safety
    ///
    /// At the address lies a list object that nobody else uses while this is
    /// used.
    unsafe fn at(address: i64) -> ListObject {
        ListObject(address as *mut i64)
    }

    fn length(self) -> usize {
        // SAFETY: `at` demands an object, whose first word is its length.
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
    /// An item has so many words, and the list does not change while the slice
    /// is used.
    unsafe fn items<'a>(self, words: usize) -> &'a [i64] {
        // SAFETY: a list has `length` items at `data`, each of `words` words.
        unsafe { std::slice::from_raw_parts(self.data(), self.length() * words) }
    }

    /// The items' words, to be changed.
    ///
    /// # Safety
    ///
    /// As for `items`; and nobody else uses the items meanwhile.
    unsafe fn items_mut<'a>(self, words: usize) -> &'a mut [i64] {
        // SAFETY: as in `items`.
        unsafe { std::slice::from_raw_parts_mut(self.data(), self.length() * words) }
    }
}

impl Context {
    /// Takes so many steps; nothing where there are not as many.
    fn spend(&mut self, steps: usize) -> Option<()> {
        let steps = i64::try_from(steps).unwrap_or(i64::MAX);
        self.fuel = self.fuel.saturating_sub(steps);
        (self.fuel >= 0).then_some(())
    }

    /// How a call ended that took steps.
    fn status(&self) -> Status {
        match self.fuel < 0 {
            true => Status::Fault,
            false => Status::Done,
        }
    }

    /// So many words of the arena, not yet set; nothing where it is full.
    fn allocate(&mut self, words: usize) -> Option<*mut i64> {
        let left = (self.arena_end as usize).checked_sub(self.top as usize)? / 8;
        if words > left {
            return None;
        }
        let start = self.top;
        // SAFETY: `words` words are left between `top` and the arena's end.
        self.top = unsafe { start.add(words) };
        Some(start)
    }

    /// A new list of so many items, not yet set. An item takes a word at least:
    /// the arena bounds the length of a list, also of empty tuples.
    fn new_list(&mut self, length: usize, words: usize) -> Option<ListObject> {
        let size = length
            .checked_mul(words.max(1))?
            .checked_add(HEADER_WORDS)?;
        let start = self.allocate(size)?;
        // SAFETY: `size` words from `start` on are ours: the header's, then the
        // items'.
        unsafe {
            *start = length as i64;
            *start.add(1) = length as i64;
            *start.add(2) = start.add(HEADER_WORDS) as i64;
        }
        Some(ListObject(start))
    }

    /// Makes a list's capacity at least so many items, each of a word at least.
    fn reserve(&mut self, list: ListObject, wanted: usize, words: usize) -> Option<()> {
        if wanted <= list.capacity() {
            return Some(());
        }
        let capacity = wanted.checked_next_power_of_two()?.max(4);
        let data = self.allocate(capacity.checked_mul(words.max(1))?)?;
        // SAFETY: the new place has room for more items than there are, and the
        // second and third word of the object are its capacity and their
        // address.
        unsafe {
            std::ptr::copy_nonoverlapping(list.data(), data, list.length() * words);
            *list.0.add(1) = capacity as i64;
            *list.0.add(2) = data as i64;
        }
        Some(())
    }
}

/// Runs a function of this module that can ask for more room, and takes steps.
///
/// # Safety
///
/// The context is that of the call that is running.
unsafe fn with_room(context: *mut Context, run: impl FnOnce(&mut Context) -> Option<()>) -> Status {
    // SAFETY: generated code passes its own context on, and waits.
    let context = unsafe { &mut *context };
    match run(context) {
        Some(()) => Status::Done,
        None if context.fuel < 0 => Status::Fault,
        None => Status::MoreRoom,
    }
}
