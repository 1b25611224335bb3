//! What a table stores of the value of a position.

use std::fmt;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    wdl: Wdl,
    /// `None` for a draw.
    plies: Option<Plies>,
}

impl Entry {
    /// A result with its distance, if that is known.
    #[must_use]
    #[inline]
    pub const fn new(wdl: Wdl, plies: Option<Plies>) -> Entry {
        match wdl {
            Wdl::Draw => Entry { wdl, plies: None },
            _ => Entry { wdl, plies },
        }
    }

    /// The result.
    #[must_use]
    #[inline]
    pub const fn wdl(self) -> Wdl {
        self.wdl
    }

    /// The distance; `None` for a draw, and if distances are not stored.
    #[must_use]
    #[inline]
    pub const fn plies(self) -> Option<Plies> {
        self.plies
    }

    /// The value; `None` for a win or loss without a distance.
    #[must_use]
    #[inline]
    pub const fn value(self) -> Option<Value> {
        match (self.wdl, self.plies) {
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
        Entry {
            wdl: value.wdl(),
            plies: value.plies(),
        }
    }
}

/// Without a distance.
impl From<Wdl> for Entry {
    #[inline]
    fn from(wdl: Wdl) -> Entry {
        Entry { wdl, plies: None }
    }
}

/// As in the dictionary of a table: `D`, `W7`, `L0`, or `W` and `L` without a distance.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.wdl {
            Wdl::Loss => "L",
            Wdl::Draw => "D",
            Wdl::Win => "W",
        })?;
        self.plies.map_or(Ok(()), |n| write!(f, "{n}"))
    }
}
