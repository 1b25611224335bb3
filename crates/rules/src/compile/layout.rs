//! How values lie in memory, for the functions that the generated code calls.

use std::cmp::Ordering;

use crate::tree::Type;

/// The words before a list's items are found: its length, its capacity
/// ([`FROZEN`] for a list of the module) and the address of its items.
pub(super) const HEADER_WORDS: usize = 3;
/// Where the length is, in bytes.
pub(super) const LENGTH: i32 = 0;
/// Where the capacity is.
pub(super) const CAPACITY: i32 = 8;
/// Where the address of the items is.
pub(super) const ITEMS: i32 = 16;
/// The capacity of a list that cannot be changed.
pub(super) const FROZEN: i64 = -1;

/// The words of a value, one after the other.
#[derive(Debug)]
pub(super) enum Layout {
    /// One word.
    Number,
    /// No word.
    Empty,
    /// 1 or 0, then the value's words.
    Optional(Box<Layout>),
    /// The items' words.
    Tuple(Vec<Layout>),
    /// The address of an object with items of this layout.
    List(Box<Layout>),
}

impl Layout {
    /// The layout of a type.
    pub(super) fn of(ty: &Type) -> Layout {
        match ty {
            Type::Int | Type::Bool => Layout::Number,
            Type::None | Type::Str => Layout::Empty,
            Type::Optional(inner) => Layout::Optional(Box::new(Layout::of(inner))),
            Type::Tuple(items) => Layout::Tuple(items.iter().map(Layout::of).collect()),
            Type::List(item) | Type::Row(item) => Layout::List(Box::new(Layout::of(item))),
        }
    }

    /// How many words.
    pub(super) fn words(&self) -> usize {
        match self {
            Layout::Number | Layout::List(_) => 1,
            Layout::Empty => 0,
            Layout::Optional(inner) => 1 + inner.words(),
            Layout::Tuple(items) => items.iter().map(Layout::words).sum(),
        }
    }

    /// Compares two values as Python orders them; `None` before everything,
    /// which no program can see. Items of lists that are compared cost fuel;
    /// where none is left the result means nothing.
    ///
    /// # Safety
    ///
    /// At both addresses lies a value of this layout.
    pub(super) unsafe fn compare(&self, a: *const i64, b: *const i64, fuel: &mut i64) -> Ordering {
        // SAFETY: the caller vouches for the words of both values; the parts of
        // a value have the layouts of the parts, and an address in a list's
        // word is that of a list object, whose items lie where it says.
        unsafe {
            match self {
                Layout::Number => (*a).cmp(&*b),
                Layout::Empty => Ordering::Equal,
                Layout::Optional(inner) => match ((*a).cmp(&*b), *a) {
                    (Ordering::Equal, 1) => inner.compare(a.add(1), b.add(1), fuel),
                    (order, _) => order,
                },
                Layout::Tuple(items) => {
                    let mut at = 0;
                    for item in items {
                        match item.compare(a.add(at), b.add(at), fuel) {
                            Ordering::Equal => at += item.words(),
                            order => return order,
                        }
                    }
                    Ordering::Equal
                }
                Layout::List(item) => {
                    let (a, b) = (*a as *const i64, *b as *const i64);
                    item.compare_lists(a, b, fuel)
                }
            }
        }
    }

    /// Compares two lists whose items have this layout; see
    /// [`compare`](Layout::compare).
    ///
    /// # Safety
    ///
    /// Both addresses are those of such lists.
    pub(super) unsafe fn compare_lists(
        &self,
        a: *const i64,
        b: *const i64,
        fuel: &mut i64,
    ) -> Ordering {
        // SAFETY: a list object is as `HEADER_WORDS` says, and has as many
        // items at its items' address as its length.
        unsafe {
            let (length_a, length_b) = (*a, *b);
            let (items_a, items_b) = (*a.add(2) as *const i64, *b.add(2) as *const i64);
            let step = self.words();
            for i in 0..length_a.min(length_b) as usize {
                *fuel -= 1;
                let order = self.compare(items_a.add(i * step), items_b.add(i * step), fuel);
                if order != Ordering::Equal || *fuel < 0 {
                    return order;
                }
            }
            length_a.cmp(&length_b)
        }
    }

    /// The items of lists inside a value, as many as a comparison may look at;
    /// no more than about `most` are counted.
    ///
    /// # Safety
    ///
    /// At the address lies a value of this layout.
    pub(super) unsafe fn items_inside(&self, at: *const i64, most: i64) -> i64 {
        // SAFETY: as in `compare`.
        unsafe {
            match self {
                Layout::Number | Layout::Empty => 0,
                Layout::Optional(inner) => match *at {
                    1 => inner.items_inside(at.add(1), most),
                    _ => 0,
                },
                Layout::Tuple(items) => {
                    let (mut at, mut count) = (at, 0);
                    for item in items {
                        count += item.items_inside(at, most - count);
                        at = at.add(item.words());
                    }
                    count
                }
                Layout::List(item) => {
                    let list = *at as *const i64;
                    let (length, items) = (*list, *list.add(2) as *const i64);
                    let mut count = length;
                    if item.has_lists() {
                        for i in 0..length as usize {
                            if count > most {
                                break;
                            }
                            let inside = items.add(i * item.words());
                            count += item.items_inside(inside, most - count);
                        }
                    }
                    count
                }
            }
        }
    }

    /// Whether lists are in values of this layout.
    pub(super) fn has_lists(&self) -> bool {
        match self {
            Layout::Number | Layout::Empty => false,
            Layout::Optional(inner) => inner.has_lists(),
            Layout::Tuple(items) => items.iter().any(Layout::has_lists),
            Layout::List(_) => true,
        }
    }
}
