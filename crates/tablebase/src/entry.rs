//! What a table stores of the value of a position.

use std::fmt;
use std::num::NonZeroU64;

use kibitz_game::{Plies, Value, Wdl};

/// The value of a position as far as it is stored: the result, and the distance unless the table
/// has results only. A draw has no distance.
///
/// ```
/// use kibitz_game::{Plies, Value, Wdl};
/// use kibitz_tablebase::Entry;
///
/// let exact = Entry::from(Value::Win(Plies::new(7)));
/// assert_eq!((exact.wdl(), exact.to_string()), (Wdl::Win, "W7".to_owned()));
/// let result = Entry::from(Wdl::Loss);
/// assert_eq!((result.value(), result.to_string()), (None, "L".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// 1 for a draw; for a loss 2, or 4 plus twice the distance; one more for a win. One number, so
    /// that encoding it takes no branch, which would be unpredictable.
    number: NonZeroU64,
}

const DRAW: u64 = 1;
const LOSS: u64 = 2;
const LOSS_IN_0: u64 = 4;

impl Entry {
    #[inline]
    const fn new(number: u64) -> Entry {
        match NonZeroU64::new(number) {
            Some(number) => Entry { number },
            None => unreachable!(),
        }
    }

    /// Different for each entry, from 1, and ascending: results without a distance, then by
    /// distance, a loss before a win.
    #[inline]
    pub(crate) const fn number(self) -> u64 {
        self.number.get()
    }

    /// A result with its distance, if that is known; a draw has none.
    #[must_use]
    #[inline]
    pub fn of(wdl: Wdl, plies: Option<Plies>) -> Entry {
        match (wdl, plies) {
            (Wdl::Win, Some(n)) => Value::Win(n).into(),
            (Wdl::Loss, Some(n)) => Value::Loss(n).into(),
            _ => wdl.into(),
        }
    }

    /// The result.
    #[must_use]
    #[inline]
    pub const fn wdl(self) -> Wdl {
        match self.number() {
            DRAW => Wdl::Draw,
            number if number.is_multiple_of(2) => Wdl::Loss,
            _ => Wdl::Win,
        }
    }

    /// The distance; `None` for a draw, and if distances are not stored.
    #[must_use]
    #[inline]
    pub const fn plies(self) -> Option<Plies> {
        match self.number().checked_sub(LOSS_IN_0) {
            Some(twice) => Some(Plies::new((twice / 2) as u32)),
            None => None,
        }
    }

    /// The value; `None` for a win or loss without a distance.
    #[must_use]
    #[inline]
    pub const fn value(self) -> Option<Value> {
        match (self.wdl(), self.plies()) {
            (Wdl::Draw, _) => Some(Value::Draw),
            (Wdl::Win, Some(n)) => Some(Value::Win(n)),
            (Wdl::Loss, Some(n)) => Some(Value::Loss(n)),
            (_, None) => None,
        }
    }
}

impl From<Value> for Entry {
    #[inline]
    fn from(value: Value) -> Entry {
        Entry::new(match value {
            Value::Draw => DRAW,
            Value::Loss(n) => LOSS_IN_0 + 2 * u64::from(n.get()),
            Value::Win(n) => LOSS_IN_0 + 2 * u64::from(n.get()) + 1,
        })
    }
}

/// Without a distance.
impl From<Wdl> for Entry {
    #[inline]
    fn from(wdl: Wdl) -> Entry {
        Entry::new(match wdl {
            Wdl::Draw => DRAW,
            Wdl::Loss => LOSS,
            Wdl::Win => LOSS + 1,
        })
    }
}

/// As in the dictionary of a table: `D`, `W7`, `L0`, or `W` and `L` without a distance.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.wdl() {
            Wdl::Loss => "L",
            Wdl::Draw => "D",
            Wdl::Win => "W",
        })?;
        self.plies().map_or(Ok(()), |n| write!(f, "{n}"))
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_entries() {
        assert_eq!(size_of::<Option<Entry>>(), 8);
        for n in [0, 1, 7, u32::MAX].map(Plies::new) {
            for value in [Value::Win(n), Value::Draw, Value::Loss(n)] {
                let entry = Entry::from(value);
                assert_eq!(entry.value(), Some(value));
                assert_eq!((entry.wdl(), entry.plies()), (value.wdl(), value.plies()));
            }
        }
        for wdl in [Wdl::Win, Wdl::Loss] {
            let entry = Entry::from(wdl);
            assert_eq!(
                (entry.wdl(), entry.plies(), entry.value()),
                (wdl, None, None)
            );
        }
        assert_eq!(Entry::from(Wdl::Draw), Entry::from(Value::Draw));
    }
}
