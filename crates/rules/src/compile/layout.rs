//! How values lie in memory: the one place that decides it, for generated code
//! and for the functions that it calls.
//!
//! The words of a value follow from its type alone. Types that *stand for* each
//! other (`tree/types.rs`) often have other words: a pair of ints has two, a
//! row of two ints has one, the address of a list. So every list carries the
//! type of its items while code is generated, is read and written by it and no
//! other, and a value gets to a place of another type by
//! [`convertible`] steps only.

use std::cmp::Ordering;
use std::rc::Rc;

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
/// A list without items: it lies behind the flag of a `None`, where a list
/// would be.
pub(super) static NO_ITEMS: [i64; HEADER_WORDS] = [0, FROZEN, 8];

/// The words of a value, one after the other.
#[derive(Debug, PartialEq, Eq)]
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

/// How many words a value of a type takes in memory.
pub(super) fn words(ty: &Type) -> usize {
    Layout::of(ty).words()
}

/// The item type of a list or a row.
pub(super) fn item_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(item) | Type::Row(item) => Some(item),
        _ => None,
    }
}

/// A type with ints for bools: the same words.
pub(super) fn plain(ty: &Type) -> Type {
    match ty {
        Type::Int | Type::Bool => Type::Int,
        Type::None | Type::Str => ty.clone(),
        Type::Optional(inner) => Type::Optional(Box::new(plain(inner))),
        Type::Tuple(items) => Type::Tuple(items.iter().map(plain).collect()),
        Type::Row(item) => Type::Row(Box::new(plain(item))),
        Type::List(item) => Type::List(Box::new(plain(item))),
    }
}

/// Whether values of two types are the same words with the same meaning.
pub(super) fn is_same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Int | Type::Bool, Type::Int | Type::Bool) => true,
        (Type::None, Type::None) | (Type::Str, Type::Str) => true,
        (Type::Optional(a), Type::Optional(b))
        | (Type::Row(a), Type::Row(b))
        | (Type::List(a), Type::List(b)) => is_same(a, b),
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        _ => false,
    }
}

/// The type of items that are of one of two types, where both have the same
/// words with the same meaning.
pub(super) fn either(a: &Rc<Type>, b: &Rc<Type>) -> Option<Rc<Type>> {
    if a == b {
        return Some(a.clone());
    }
    is_same(a, b).then(|| Rc::new(plain(a)))
}

/// Whether the functions of `runtime` can make the words of a value of one type
/// into those of another. A row is made anew where its items have other words;
/// a list never is, as others may know it and change it, but a row can be made
/// of it.
pub(super) fn convertible(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (from, to) if is_same(from, to) => true,
        (from, to) if from.has_text() || to.has_text() => false,
        (Type::None, Type::Optional(_)) => true,
        (Type::Optional(from), Type::Optional(to)) => convertible(from, to),
        (from, Type::Optional(to)) => convertible(from, to),
        (Type::Tuple(from), Type::Tuple(to)) => {
            from.len() == to.len() && from.iter().zip(to).all(|(a, b)| convertible(a, b))
        }
        (Type::Tuple(from), Type::Row(to)) => from.iter().all(|item| convertible(item, to)),
        (Type::Row(from) | Type::List(from), Type::Row(to)) => convertible(from, to),
        _ => false,
    }
}

/// The type in which two values are compared: both are [`convertible`] to it.
/// Lists become rows, as comparing only reads them.
pub(super) fn common(a: &Type, b: &Type) -> Option<Type> {
    let optional = |ty: Type| match ty {
        Type::None | Type::Optional(_) => ty,
        other => Type::Optional(Box::new(other)),
    };
    Some(match (a, b) {
        (Type::Int | Type::Bool, Type::Int | Type::Bool) => Type::Int,
        (Type::None, Type::None) | (Type::Str, Type::Str) => a.clone(),
        (Type::None, other) | (other, Type::None) => optional(common(other, other)?),
        (Type::Optional(a), Type::Optional(b)) => optional(common(a, b)?),
        (Type::Optional(inner), other) | (other, Type::Optional(inner)) => {
            optional(common(inner, other)?)
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b);
            let items: Option<Vec<Type>> = pairs.map(|(a, b)| common(a, b)).collect();
            Type::Tuple(items?)
        }
        (Type::Tuple(_) | Type::Row(_) | Type::List(_), _) => {
            let mut items = parts(a)?.iter().chain(parts(b)?);
            // Two empty tuples are of one length.
            let first = items.next()?;
            let first = common(first, first)?;
            let item = items.try_fold(first, |joined, item| common(&joined, item))?;
            Type::Row(Box::new(item))
        }
        _ => return None,
    })
}

/// The types of the items of a sequence.
fn parts(ty: &Type) -> Option<&[Type]> {
    match ty {
        Type::Tuple(items) => Some(items),
        Type::Row(item) | Type::List(item) => Some(std::slice::from_ref(item)),
        _ => None,
    }
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
