//! Values that depend on the size of a heap.

use crate::interpret::Value;

/// A value in a run with a heap of unknown size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A number or a truth value.
    Number(Linear),
    /// `(heap + inside) // 2 + outside`.
    Half { inside: i64, outside: i64 },
    /// The items of a list or tuple, none of which ever changes.
    Items(Vec<Symbol>),
}

/// `heap * n + part * i + constant`, where n is the size of the heap and i is a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) heap: i64,
    pub(super) part: i64,
    pub(super) constant: i64,
}

impl Linear {
    pub(super) fn constant(constant: i64) -> Linear {
        Linear {
            heap: 0,
            part: 0,
            constant,
        }
    }

    /// The number, if it is the same for all heaps.
    pub(super) fn known(self) -> Option<i64> {
        (self.heap == 0 && self.part == 0).then_some(self.constant)
    }

    /// k, if this is n - k.
    pub(super) fn taken(self) -> Option<i64> {
        let is_rest = self.heap == 1 && self.part == 0;
        is_rest.then(|| self.constant.checked_neg()).flatten()
    }

    pub(super) fn plus(self, other: Linear) -> Option<Linear> {
        Some(Linear {
            heap: self.heap.checked_add(other.heap)?,
            part: self.part.checked_add(other.part)?,
            constant: self.constant.checked_add(other.constant)?,
        })
    }

    pub(super) fn times(self, factor: i64) -> Option<Linear> {
        Some(Linear {
            heap: self.heap.checked_mul(factor)?,
            part: self.part.checked_mul(factor)?,
            constant: self.constant.checked_mul(factor)?,
        })
    }
}

impl Symbol {
    pub(super) fn constant(number: i64) -> Symbol {
        Symbol::Number(Linear::constant(number))
    }

    /// The size of the heap.
    pub(super) fn heap() -> Symbol {
        let heap = Linear {
            heap: 1,
            ..Linear::constant(0)
        };
        Symbol::Number(heap)
    }

    /// A part of the heap.
    pub(super) fn part() -> Symbol {
        let part = Linear {
            part: 1,
            ..Linear::constant(0)
        };
        Symbol::Number(part)
    }

    /// A value that does not depend on the heap; `None` if it is of another kind.
    pub(super) fn of_value(value: &Value) -> Option<Symbol> {
        match value.number() {
            Some(number) => Some(Symbol::constant(number)),
            None => {
                let items = value.items()?;
                let items = items.iter().map(Symbol::of_value);
                Some(Symbol::Items(items.collect::<Option<Vec<Symbol>>>()?))
            }
        }
    }

    pub(super) fn linear(&self) -> Option<Linear> {
        match self {
            Symbol::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The number, if it is the same for all heaps.
    pub(super) fn known(&self) -> Option<i64> {
        self.linear()?.known()
    }
}
