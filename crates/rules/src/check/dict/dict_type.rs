//! Types of dicts.

use crate::check::type_vars::Cell;

/// The type of a dict: the type variables of its keys and values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::check) struct DictType {
    pub(in crate::check) keys: Cell,
    pub(in crate::check) values: Cell,
    pub(in crate::check) missing: Missing,
}

/// What `d[key]` is if there is no such key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Missing {
    /// A fault.
    Fault,
    /// 0: a `Counter`.
    Zero,
    /// 0, which is inserted: `defaultdict(int)`.
    NewZero,
    /// A new list, which is inserted: `defaultdict(list)`.
    NewList,
    /// An empty set, which is inserted: `defaultdict(set)`.
    NewSet,
}

impl Missing {
    /// Whether `d[key]` inserts a key that is missing.
    pub(in crate::check) fn inserts(self) -> bool {
        matches!(self, Missing::NewZero | Missing::NewList | Missing::NewSet)
    }
}

impl DictType {
    pub(in crate::check) fn new(keys: Cell, values: Cell, missing: Missing) -> DictType {
        DictType {
            keys,
            values,
            missing,
        }
    }
}
