//! Values of a running program.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::ops::Deref;
use std::rc::Rc;

/// A value of a running program.
///
/// Equality is Python's: `True == 1`, and lists are compared by their items.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number.
    Int(i64),
    /// `True` or `False`.
    Bool(bool),
    /// `None`.
    None,
    /// A string.
    Str(Rc<str>),
    /// A tuple.
    Tuple(Tuple),
    /// A list; clones of the value refer to the same list.
    List(List),
}

impl Value {
    /// A string.
    pub fn text(text: impl Into<Rc<str>>) -> Value {
        Value::Str(text.into())
    }

    /// A new list.
    #[must_use]
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(List::new(items))
    }

    /// A tuple.
    #[must_use]
    pub fn tuple(items: Vec<Value>) -> Value {
        Value::Tuple(items.into())
    }

    /// The value as a number; bools are numbers.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            Value::Bool(is_true) => Some(i64::from(*is_true)),
            _ => None,
        }
    }

    /// The items of a list or tuple.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Value>> {
        match self {
            Value::Tuple(items) => Some(items.to_vec()),
            Value::List(list) => Some(list.items().clone()),
            _ => None,
        }
    }

    /// The number of items and characters in it.
    #[must_use]
    pub(crate) fn parts(&self) -> usize {
        let all = |items: &[Value]| items.len() + items.iter().map(Value::parts).sum::<usize>();
        match self {
            Value::Int(_) | Value::Bool(_) | Value::None => 0,
            Value::Str(text) => text.len(),
            Value::Tuple(items) => all(items),
            Value::List(list) => all(&list.items()),
        }
    }

    /// The truth value.
    #[must_use]
    pub fn is_true(&self) -> bool {
        match self {
            Value::Int(number) => *number != 0,
            Value::Bool(is_true) => *is_true,
            Value::None => false,
            Value::Str(text) => !text.is_empty(),
            Value::Tuple(items) => !items.is_empty(),
            Value::List(list) => !list.is_empty(),
        }
    }

    /// A deep copy: later changes to lists do not affect it.
    #[must_use]
    pub fn snapshot(&self) -> Value {
        match self {
            Value::List(list) => Value::list(list.items().iter().map(Value::snapshot).collect()),
            Value::Tuple(items) => Value::Tuple(items.iter().map(Value::snapshot).collect()),
            other => other.clone(),
        }
    }

    /// Makes every list in it immutable.
    pub(super) fn freeze(&self) {
        match self {
            Value::List(list) => list.freeze(),
            Value::Tuple(items) => items.iter().for_each(Value::freeze),
            _ => {}
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Tuple(a), Value::Tuple(b)) => a == b,
            (Value::List(a), Value::List(b)) => a.is(b) || *a.items() == *b.items(),
            _ => match (self.number(), other.number()) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
        }
    }
}

thread_local! {
    /// The bytes of all tuples and lists of the thread.
    static HELD: Cell<u64> = const { Cell::new(0) };
}

/// The approximate bytes held by tuples and lists of this thread.
pub(super) fn held() -> u64 {
    HELD.get()
}

/// The bytes of items and their reference counts.
fn bytes(items: usize) -> u64 {
    const COUNTS: usize = 48;
    (COUNTS + items * size_of::<Value>()) as u64
}

/// The items of a tuple; clones share them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuple(Rc<[Value]>);

impl Tuple {
    fn new(items: Rc<[Value]>) -> Tuple {
        HELD.set(HELD.get() + bytes(items.len()));
        Tuple(items)
    }
}

impl From<Vec<Value>> for Tuple {
    fn from(items: Vec<Value>) -> Tuple {
        Tuple::new(items.into())
    }
}

impl FromIterator<Value> for Tuple {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Tuple {
        Tuple::new(items.into_iter().collect())
    }
}

impl Deref for Tuple {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl Drop for Tuple {
    fn drop(&mut self) {
        if Rc::strong_count(&self.0) == 1 {
            HELD.set(HELD.get().saturating_sub(bytes(self.0.len())));
        }
    }
}

/// A list; clones refer to the same list.
#[derive(Clone, Debug)]
pub struct List(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    items: RefCell<Vec<Value>>,
    is_frozen: Cell<bool>,
    /// The bytes counted for it.
    counted: Cell<u64>,
}

impl Inner {
    /// Updates the bytes counted for the list.
    fn count(&self, bytes: u64) {
        let others = HELD.get().saturating_sub(self.counted.replace(bytes));
        HELD.set(others + bytes);
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.count(0);
    }
}

impl List {
    /// A new list.
    #[must_use]
    pub fn new(items: Vec<Value>) -> List {
        let taken = bytes(items.capacity());
        let inner = Inner {
            items: RefCell::new(items),
            is_frozen: Cell::new(false),
            counted: Cell::new(0),
        };
        inner.count(taken);
        List(Rc::new(inner))
    }

    /// Identity: whether both are the same list, not just equal.
    #[must_use]
    pub fn is(&self, other: &List) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.items.borrow().len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An item.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value> {
        self.0.items.borrow().get(index).cloned()
    }

    /// All items. No interpreted code may run while this is borrowed.
    #[must_use]
    pub fn items(&self) -> Ref<'_, Vec<Value>> {
        self.0.items.borrow()
    }

    /// Whether it belongs to the module and is immutable.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        self.0.is_frozen.get()
    }

    /// The items, mutably; `None` if the list is frozen. Growth by the previous
    /// change is counted now.
    pub(super) fn change(&self) -> Option<RefMut<'_, Vec<Value>>> {
        if self.is_frozen() {
            return None;
        }
        let items = self.0.items.borrow_mut();
        self.0.count(bytes(items.capacity()));
        Some(items)
    }

    fn freeze(&self) {
        // A frozen list has been visited: shared tables are traversed once.
        if !self.0.is_frozen.replace(true) {
            self.items().iter().for_each(Value::freeze);
        }
    }
}
