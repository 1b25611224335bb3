//! Memory layout of values: the single definition, for generated code and for
//! the `runtime` functions.
//!
//! The words of a value follow from its type alone. Types that are *assignable*
//! to each other (`tree/types.rs`) may differ in words: a pair of ints has two,
//! a row of two ints has one, the address of a list. So every list carries its
//! item type during code generation and is accessed only through it, and a
//! value reaches a place of another type only by [`convertible`] steps.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::tree::Type;

/// The header of a list: length, capacity ([`FROZEN`] for a list of the module)
/// and address of the items.
pub(super) const HEADER_WORDS: usize = 3;
/// Offset of the length in bytes.
pub(super) const LENGTH: i32 = 0;
/// Offset of the capacity.
pub(super) const CAPACITY: i32 = 8;
/// Offset of the items' address.
pub(super) const ITEMS: i32 = 16;
/// The capacity of an immutable list.
pub(super) const FROZEN: i64 = -1;
/// The word of a text: [`EMPTY_TEXT`], the code point of its only character, or
/// the address of a list of at least two code points. So equal texts of at most
/// one character have equal words.
pub(super) const EMPTY_TEXT: i64 = -1;
/// Code points are below this, addresses above.
pub(super) const CODE_POINTS: i64 = 1 << 21;
/// An empty list, the payload of a `None` of an optional list.
pub(super) static NO_ITEMS: [i64; HEADER_WORDS] = [0, FROZEN, 8];

/// The words of a value, in order.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// One word.
    Number,
    /// A text in one word.
    Text,
    /// No word.
    Empty,
    /// 1 or 0, then the value's words.
    Optional(Box<Layout>),
    /// The items' words.
    Tuple(Vec<Layout>),
    /// The address of an object with items of this layout.
    List(Box<Layout>),
}

/// Number of words of a value of a type.
pub(super) fn words(ty: &Type) -> usize {
    Layout::of(ty).words()
}

/// The item type of a list or a row.
pub(super) fn item_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(item) | Type::Row(item) | Type::Set(item) => Some(item),
        _ => None,
    }
}

/// A type with ints for bools, which has the same words.
pub(super) fn plain(ty: &Type) -> Type {
    match ty {
        Type::Int | Type::Bool => Type::Int,
        Type::None | Type::Str => ty.clone(),
        Type::Optional(inner) => Type::Optional(Box::new(plain(inner))),
        Type::Tuple(items) => Type::Tuple(items.iter().map(plain).collect()),
        Type::Row(item) => Type::Row(Box::new(plain(item))),
        Type::List(item) => Type::List(Box::new(plain(item))),
        Type::Set(_) => plain(&ty.without_sets()),
    }
}

/// Whether values of two types have the same words with the same meaning.
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

/// The common item type of two lists, if both have the same words with the same
/// meaning.
pub(super) fn either(a: &Rc<Type>, b: &Rc<Type>) -> Option<Rc<Type>> {
    if a == b {
        return Some(a.clone());
    }
    is_same(a, b).then(|| Rc::new(plain(a)))
}

/// Whether `runtime` can convert a value of one type to another. A row is
/// copied if its items have other words; a list never is, because it may be
/// aliased and modified, but it can be converted to a row.
pub(super) fn convertible(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (from, to) if is_same(from, to) => true,
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
/// Lists become rows, because a comparison only reads them.
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
            // Two empty tuples have equal length.
            let first = items.next()?;
            let first = common(first, first)?;
            let item = items.try_fold(first, |joined, item| common(&joined, item))?;
            Type::Row(Box::new(item))
        }
        _ => return None,
    })
}

/// The item types of a sequence.
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
            Type::None => Layout::Empty,
            Type::Str => Layout::Text,
            Type::Optional(inner) => Layout::Optional(Box::new(Layout::of(inner))),
            Type::Tuple(items) => Layout::Tuple(items.iter().map(Layout::of).collect()),
            Type::List(item) | Type::Row(item) | Type::Set(item) => {
                Layout::List(Box::new(Layout::of(item)))
            }
        }
    }

    /// The number of words.
    pub(super) fn words(&self) -> usize {
        match self {
            Layout::Number | Layout::Text | Layout::List(_) => 1,
            Layout::Empty => 0,
            Layout::Optional(inner) => 1 + inner.words(),
            Layout::Tuple(items) => items.iter().map(Layout::words).sum(),
        }
    }

    /// Compares two values in Python's order; `None` before everything, which
    /// is not observable. Compared list items consume fuel; once it is used up,
    /// the result is meaningless.
    ///
    /// # Safety
    ///
    /// At both addresses lies a value of this layout.
    pub(super) unsafe fn compare(&self, a: *const i64, b: *const i64, fuel: &mut i64) -> Ordering {
        // SAFETY: the caller guarantees the words of both values; components have
        // the component layouts, and the address in a list's word is that of a list
        // object, whose items are where its header says.
        unsafe {
            match self {
                Layout::Number => (*a).cmp(&*b),
                Layout::Text => {
                    let (a, b) = (code_points(a), code_points(b));
                    *fuel -= a.len().min(b.len()) as i64;
                    a.cmp(b)
                }
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
        // SAFETY: a list object is as `HEADER_WORDS` defines, and has `length`
        // items at its items' address.
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

    /// The number of list items inside a value, an upper bound of what a
    /// comparison examines; stops counting at about `max`.
    ///
    /// # Safety
    ///
    /// At the address lies a value of this layout.
    pub(super) unsafe fn items_inside(&self, at: *const i64, max: i64) -> i64 {
        // SAFETY: as in `compare`.
        unsafe {
            match self {
                Layout::Number | Layout::Empty => 0,
                Layout::Text => code_points(at).len() as i64,
                Layout::Optional(inner) => match *at {
                    1 => inner.items_inside(at.add(1), max),
                    _ => 0,
                },
                Layout::Tuple(items) => {
                    let (mut at, mut count) = (at, 0);
                    for item in items {
                        count += item.items_inside(at, max - count);
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
                            if count > max {
                                break;
                            }
                            let inside = items.add(i * item.words());
                            count += item.items_inside(inside, max - count);
                        }
                    }
                    count
                }
            }
        }
    }

    /// Whether values of this layout contain lists or texts.
    pub(super) fn has_lists(&self) -> bool {
        match self {
            Layout::Number | Layout::Empty => false,
            Layout::Optional(inner) => inner.has_lists(),
            Layout::Tuple(items) => items.iter().any(Layout::has_lists),
            Layout::Text | Layout::List(_) => true,
        }
    }
}

/// The code points of a text.
///
/// # Safety
///
/// At the address is the word of a text, which lives as long as the slice.
pub(super) unsafe fn code_points<'a>(at: *const i64) -> &'a [i64] {
    // SAFETY: the word is a code point itself, or the address of a list of
    // numbers, whose header has its length and the address of its items.
    unsafe {
        match *at {
            EMPTY_TEXT => &[],
            ..CODE_POINTS => std::slice::from_ref(&*at),
            list => {
                let list = list as *const i64;
                std::slice::from_raw_parts(*list.add(2) as *const i64, *list as usize)
            }
        }
    }
}
