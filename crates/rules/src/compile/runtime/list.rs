//! Rare or complex list operations.

use super::{ListObject, Runtime, with_room};
use crate::compile::context::{Context, Status};
use crate::compile::layout::Layout;

/// Raises the capacity: the list, the words of an item.
pub(in crate::compile) const GROW: Runtime = Runtime(|| grow as *const () as usize);
/// Compares two lists: both, the layout of an item. Stores -1, 0 or 1.
pub(in crate::compile) const COMPARE: Runtime = Runtime(|| compare as *const () as usize);
/// Searches for the item in the results: the list, its layout. Stores the
/// index, or -1.
pub(in crate::compile) const FIND: Runtime = Runtime(|| find as *const () as usize);
/// Counts the item in the results: the list, its layout.
pub(in crate::compile) const COUNT: Runtime = Runtime(|| count as *const () as usize);
/// A new list with the items of two: both, the words of an item.
pub(in crate::compile) const CONCATENATE: Runtime = Runtime(|| concatenate as *const () as usize);
/// A new list with the items repeated: the list, how often, words.
pub(in crate::compile) const REPEAT: Runtime = Runtime(|| repeat as *const () as usize);
/// The same in place.
pub(in crate::compile) const REPEAT_IN_PLACE: Runtime =
    Runtime(|| repeat_in_place as *const () as usize);
/// Appends the items of another list, which may be the same: both, words.
pub(in crate::compile) const EXTEND: Runtime = Runtime(|| extend as *const () as usize);
/// Inserts the item in the results: the list, index, words.
pub(in crate::compile) const INSERT: Runtime = Runtime(|| insert as *const () as usize);
/// Removes an existing item into the results: the list, index, words.
pub(in crate::compile) const POP: Runtime = Runtime(|| pop as *const () as usize);
/// Removes the first item that equals the one in the results: the list, its
/// layout.
pub(in crate::compile) const REMOVE: Runtime = Runtime(|| remove as *const () as usize);
/// Reverses a list in place: the list, words.
pub(in crate::compile) const REVERSE: Runtime = Runtime(|| reverse as *const () as usize);
/// Sorts in place by the first words of each item, which have the layout: the
/// list, the layout, the words of an item, whether in reverse.
pub(in crate::compile) const SORT: Runtime = Runtime(|| sort as *const () as usize);
/// A new list of items without their first words: the list, the words of an
/// item, the number of words to drop.
pub(in crate::compile) const PROJECT: Runtime = Runtime(|| project as *const () as usize);
/// A slice: the list, start, stop, step, words, and which of the bounds are
/// given.
pub(in crate::compile) const SLICE: Runtime = Runtime(|| slice as *const () as usize);

// All functions below are called only by generated code. It passes addresses of
// lists of the running call (or of the module, which it does not modify),
// matching sizes and layouts, and its own context.

unsafe extern "C" fn grow(context: *mut Context, list: i64, words: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        let list = ListObject::at(list);
        with_room(context, |context| {
            context.reserve(list, list.length() + 1, words as usize)
        })
    }
}

unsafe extern "C" fn compare(
    context: *mut Context,
    a: *const i64,
    b: *const i64,
    layout: *const Layout,
) -> Status {
    // SAFETY: see above.
    unsafe {
        let context = &mut *context;
        context.results[0] = (*layout).compare_lists(a, b, &mut context.fuel) as i64;
        context.status()
    }
}

/// The indices of items that equal the one in the results, until the fuel is
/// used up.
unsafe fn equals(
    context: &mut Context,
    list: ListObject,
    layout: &Layout,
) -> impl Iterator<Item = usize> {
    let words = layout.words();
    let fuel = &raw mut context.fuel;
    let wanted = context.results.as_ptr();
    let equals_wanted = move |i: usize| {
        // SAFETY: see above; the context outlives the search, and the fuel has no
        // other user meanwhile.
        let (left, order) = unsafe {
            *fuel -= 1;
            let order = layout.compare(list.data().add(i * words), wanted, &mut *fuel);
            (*fuel, order)
        };
        (left >= 0).then_some((i, order.is_eq()))
    };
    (0..list.length())
        .map_while(equals_wanted)
        .filter_map(|(i, is_equal)| is_equal.then_some(i))
}

unsafe extern "C" fn find(context: *mut Context, list: i64, layout: *const Layout) -> Status {
    // SAFETY: see above.
    unsafe {
        let context = &mut *context;
        let found = equals(context, ListObject::at(list), &*layout).next();
        context.results[0] = found.map_or(-1, |i| i as i64);
        context.status()
    }
}

unsafe extern "C" fn count(context: *mut Context, list: i64, layout: *const Layout) -> Status {
    // SAFETY: see above.
    unsafe {
        let context = &mut *context;
        let count = equals(context, ListObject::at(list), &*layout).count();
        context.results[0] = count as i64;
        context.status()
    }
}

unsafe extern "C" fn concatenate(context: *mut Context, a: i64, b: i64, words: i64) -> Status {
    let words = words as usize;
    // SAFETY: see above; the new list is distinct from both.
    unsafe {
        let (a, b) = (ListObject::at(a), ListObject::at(b));
        with_room(context, |context| {
            context.spend(a.length() + b.length())?;
            let both = context.new_list(a.length() + b.length(), words)?;
            let (first, second) = both.items_mut(words).split_at_mut(a.length() * words);
            first.copy_from_slice(a.items(words));
            second.copy_from_slice(b.items(words));
            context.results[0] = both.0 as i64;
            Some(())
        })
    }
}

unsafe extern "C" fn repeat(context: *mut Context, list: i64, times: i64, words: i64) -> Status {
    let (words, times) = (words as usize, times.max(0) as usize);
    // SAFETY: see above; the new list is distinct.
    unsafe {
        let list = ListObject::at(list);
        with_room(context, |context| {
            let times = if list.length() == 0 { 0 } else { times };
            let length = list.length().saturating_mul(times);
            context.spend(length)?;
            let new = context.new_list(length, words)?;
            let one = (list.length() * words).max(1);
            for part in new.items_mut(words).chunks_exact_mut(one) {
                part.copy_from_slice(list.items(words));
            }
            context.results[0] = new.0 as i64;
            Some(())
        })
    }
}

unsafe extern "C" fn repeat_in_place(
    context: *mut Context,
    list: i64,
    times: i64,
    words: i64,
) -> Status {
    let (words, times) = (words as usize, times.max(0) as usize);
    // SAFETY: see above; the items are within the reserved capacity.
    unsafe {
        let list = ListObject::at(list);
        with_room(context, |context| {
            let length = list.length();
            let longer = if length == 0 {
                0
            } else {
                length.saturating_mul(times)
            };
            context.spend(longer)?;
            context.reserve(list, longer, words)?;
            list.set_length(longer);
            let items = list.items_mut(words);
            for at in (length * words..longer * words).step_by((length * words).max(1)) {
                items.copy_within(0..length * words, at);
            }
            Some(())
        })
    }
}

unsafe extern "C" fn extend(context: *mut Context, list: i64, other: i64, words: i64) -> Status {
    let words = words as usize;
    // SAFETY: see above; the new items are within the reserved capacity, after
    // the old ones, even if both lists are the same.
    unsafe {
        let (list, other) = (ListObject::at(list), ListObject::at(other));
        with_room(context, |context| {
            let (length, more) = (list.length(), other.length());
            context.spend(more)?;
            context.reserve(list, length + more, words)?;
            let end = list.data().add(length * words);
            std::ptr::copy_nonoverlapping(other.data(), end, more * words);
            list.set_length(length + more);
            Some(())
        })
    }
}

unsafe extern "C" fn insert(context: *mut Context, list: i64, at: i64, words: i64) -> Status {
    let words = words as usize;
    // SAFETY: see above; the list has capacity for one more item.
    unsafe {
        let list = ListObject::at(list);
        with_room(context, |context| {
            let length = list.length();
            context.spend(length)?;
            context.reserve(list, length + 1, words)?;
            let from_end = if at < 0 {
                at.saturating_add(length as i64)
            } else {
                at
            };
            let at = from_end.clamp(0, length as i64) as usize * words;
            list.set_length(length + 1);
            let items = list.items_mut(words);
            items.copy_within(at..length * words, at + words);
            items[at..at + words].copy_from_slice(&context.results[..words]);
            Some(())
        })
    }
}

/// Removes an existing item.
unsafe fn remove_item(list: ListObject, index: usize, words: usize) {
    // SAFETY: see above.
    unsafe {
        let items = list.items_mut(words);
        items.copy_within((index + 1) * words.., index * words);
        list.set_length(list.length() - 1);
    }
}

unsafe extern "C" fn pop(context: *mut Context, list: i64, index: i64, words: i64) -> Status {
    let (index, words) = (index as usize, words as usize);
    // SAFETY: see above; the index is valid.
    unsafe {
        let (context, list) = (&mut *context, ListObject::at(list));
        if context.spend(list.length()).is_none() {
            return Status::Fault;
        }
        let taken = &list.items(words)[index * words..(index + 1) * words];
        context.results[..words].copy_from_slice(taken);
        remove_item(list, index, words);
    }
    Status::Done
}

unsafe extern "C" fn remove(context: *mut Context, list: i64, layout: *const Layout) -> Status {
    // SAFETY: see above.
    unsafe {
        let (context, list) = (&mut *context, ListObject::at(list));
        let found = equals(context, list, &*layout).next();
        match found {
            Some(index) => remove_item(list, index, (*layout).words()),
            None => return Status::Fault,
        }
    }
    Status::Done
}

unsafe extern "C" fn reverse(context: *mut Context, list: i64, words: i64) -> Status {
    let words = words as usize;
    // SAFETY: see above.
    unsafe {
        let list = ListObject::at(list);
        let length = list.length();
        if (*context).spend(length).is_none() {
            return Status::Fault;
        }
        let items = list.items_mut(words);
        for i in 0..length / 2 {
            for word in 0..words {
                items.swap(i * words + word, (length - 1 - i) * words + word);
            }
        }
    }
    Status::Done
}

/// Upper bound of the steps of sorting: each item is compared in about
/// log2(length) rounds.
unsafe fn sorting_steps(list: ListObject, layout: &Layout, words: usize, max: i64) -> usize {
    let length = list.length();
    let mut each = length;
    if layout.has_lists() {
        for i in 0..length {
            let left = max.saturating_sub(each as i64).max(0);
            // SAFETY: see above; the first words of each item have the layout.
            each += unsafe { layout.items_inside(list.data().add(i * words), left) } as usize;
            if each as i64 > max {
                break;
            }
        }
    }
    let rounds = 1 + length.checked_ilog2().unwrap_or(0) as usize;
    match layout.has_lists() {
        true => each.saturating_mul(rounds),
        false => each,
    }
}

unsafe extern "C" fn sort(
    context: *mut Context,
    list: i64,
    layout: *const Layout,
    words: i64,
    is_reverse: i64,
) -> Status {
    let words = words as usize;
    // SAFETY: see above. The indices are sorted, then the items are copied into
    // a new block.
    unsafe {
        let list = ListObject::at(list);
        with_room(context, |context| {
            let (length, data) = (list.length(), list.data());
            context.spend(sorting_steps(list, &*layout, words, context.fuel))?;
            let mut order: Vec<usize> = (0..length).collect();
            order.sort_by(|&a, &b| {
                // Its cost has been charged above.
                let mut fuel = i64::MAX;
                let (a, b) = (data.add(a * words), data.add(b * words));
                let order = (*layout).compare(a, b, &mut fuel);
                // Equal items keep their order either way.
                if is_reverse != 0 {
                    order.reverse()
                } else {
                    order
                }
            });
            let sorted = context.new_list(length, words)?;
            for (to, from) in order.into_iter().enumerate() {
                let (from, to) = (data.add(from * words), sorted.data().add(to * words));
                std::ptr::copy_nonoverlapping(from, to, words);
            }
            std::ptr::copy_nonoverlapping(sorted.data(), data, length * words);
            Some(())
        })
    }
}

unsafe extern "C" fn project(context: *mut Context, list: i64, words: i64, skip: i64) -> Status {
    let (words, skip) = (words as usize, skip as usize);
    // SAFETY: see above; the new list has items of the remaining words.
    unsafe {
        let list = ListObject::at(list);
        with_room(context, |context| {
            context.spend(list.length())?;
            let new = context.new_list(list.length(), words - skip)?;
            for i in 0..list.length() {
                let from = list.data().add(i * words + skip);
                let to = new.data().add(i * (words - skip));
                std::ptr::copy_nonoverlapping(from, to, words - skip);
            }
            context.results[0] = new.0 as i64;
            Some(())
        })
    }
}

/// Bits of the last argument of `slice`: which bounds are given.
pub(in crate::compile) const HAS_START: i64 = 1;
/// See [`HAS_START`].
pub(in crate::compile) const HAS_STOP: i64 = 2;

unsafe extern "C" fn slice(
    context: *mut Context,
    list: i64,
    start: i64,
    stop: i64,
    step: i64,
    words: i64,
    given: i64,
) -> Status {
    let words = words as usize;
    let start = (given & HAS_START != 0).then_some(start);
    let stop = (given & HAS_STOP != 0).then_some(stop);
    // SAFETY: see above; the indices are valid.
    unsafe {
        let list = ListObject::at(list);
        let Some(indices) = slice_indices(list.length(), start, stop, step) else {
            return Status::Fault;
        };
        with_room(context, |context| {
            context.spend(indices.len())?;
            let new = context.new_list(indices.len(), words)?;
            for (to, from) in indices.enumerate() {
                let (from, to) = (list.data().add(from * words), new.data().add(to * words));
                std::ptr::copy_nonoverlapping(from, to, words);
            }
            context.results[0] = new.0 as i64;
            Some(())
        })
    }
}

/// The indices of a slice; `None` for a step of 0.
pub(in crate::compile) fn slice_indices(
    length: usize,
    start: Option<i64>,
    stop: Option<i64>,
    step: i64,
) -> Option<impl ExactSizeIterator<Item = usize>> {
    if step == 0 {
        return None;
    }
    let length = length as i64;
    let is_forward = step > 0;
    let (lowest, highest) = if is_forward {
        (0, length)
    } else {
        (-1, length - 1)
    };
    let place = |bound: i64| {
        let bound = if bound < 0 {
            bound.saturating_add(length)
        } else {
            bound
        };
        bound.clamp(lowest, highest)
    };
    let start = start.map_or(if is_forward { lowest } else { highest }, place);
    let stop = stop.map_or(if is_forward { highest } else { lowest }, place);
    let distance = if is_forward {
        stop - start
    } else {
        start - stop
    };
    let count = match distance {
        ..1 => 0,
        some => (some as u64 - 1) / step.unsigned_abs() + 1,
    };
    Some((0..count as usize).map(move |i| (start + i as i64 * step) as usize))
}
