//! Table entries of two or four bytes.

use kibitz_game::{Plies, Value};

/// The table entry of a position: an out-degree counter until it is solved, then its value.
///
/// The top bit is set once the position is solved. Until then the other bits count the successors
/// that are not yet known to be bad for the mover. Afterwards the next bit is set for a loss, and
/// the rest are the distance; the two largest bit patterns stand for a tie by the rules and for a
/// hole.
pub trait TableEntry: Copy + Eq + Send + Sync + 'static {
    /// A rank without a position.
    const HOLE: Self;
    /// Maximum out-degree.
    const MAX_DEGREE: u64;
    /// Maximum distance.
    const MAX_PLIES: u32;

    /// An unsolved position with this out-degree.
    fn open(children: u64) -> Self;
    /// A solved position.
    fn solved(value: Value) -> Self;
    /// Whether the position is not solved yet.
    fn is_open(self) -> bool;
    /// Decrements the counter, and returns whether it reached 0. Only for open entries.
    fn decrement(self) -> (Self, bool);
    /// Whether it is won or lost in `level` plies or more, or open without a successor left. No
    /// branches, so that several entries are tested at a time.
    fn is_from(self, level: u32) -> bool;
    /// The final value, open entries being draws by infinite play; `None` for a hole.
    fn value(self) -> Option<Value>;
}

macro_rules! table_entry {
    ($int:ty) => {
        impl TableEntry for $int {
            const HOLE: $int = <$int>::MAX;
            const MAX_DEGREE: u64 = (<$int>::MAX >> 1) as u64;
            const MAX_PLIES: u32 = (<$int>::MAX >> 2) as u32 - 2;

            #[inline]
            fn open(children: u64) -> $int {
                debug_assert!(children <= Self::MAX_DEGREE);
                children as $int
            }

            #[inline]
            fn solved(value: Value) -> $int {
                const SOLVED: $int = 1 << (<$int>::BITS - 1);
                const LOST: $int = 1 << (<$int>::BITS - 2);
                match value {
                    Value::Win(n) => SOLVED | n.get() as $int,
                    Value::Loss(n) => SOLVED | LOST | n.get() as $int,
                    Value::Draw => Self::HOLE - 1,
                }
            }

            #[inline]
            fn is_open(self) -> bool {
                self >> (<$int>::BITS - 1) == 0
            }

            #[inline]
            fn decrement(self) -> ($int, bool) {
                (self - 1, self == 1)
            }

            #[inline]
            fn is_from(self, level: u32) -> bool {
                const SOLVED: $int = 1 << (<$int>::BITS - 1);
                const LOST: $int = 1 << (<$int>::BITS - 2);
                let level = <$int>::try_from(level).unwrap_or(LOST);
                let is_decided = (SOLVED..Self::HOLE - 1).contains(&self);
                is_decided & (self & (LOST - 1) >= level) | (self == 0)
            }

            #[inline]
            fn value(self) -> Option<Value> {
                const LOST: $int = 1 << (<$int>::BITS - 2);
                if self == Self::HOLE {
                    return None;
                }
                if self.is_open() || self == Self::HOLE - 1 {
                    return Some(Value::Draw);
                }
                let plies = Plies::new((self & (LOST - 1)) as u32);
                Some(if self & LOST == 0 {
                    Value::Win(plies)
                } else {
                    Value::Loss(plies)
                })
            }
        }
    };
}

table_entry!(u16);
table_entry!(u32);

/// Stores nothing: for engines that keep results elsewhere.
impl TableEntry for () {
    const HOLE: () = ();
    const MAX_DEGREE: u64 = u64::MAX;
    const MAX_PLIES: u32 = u32::MAX;

    fn open(_: u64) {}

    fn solved(_: Value) {}

    fn is_open(self) -> bool {
        false
    }

    fn decrement(self) -> ((), bool) {
        ((), false)
    }

    fn is_from(self, _: u32) -> bool {
        false
    }

    fn value(self) -> Option<Value> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trips<C: TableEntry + std::fmt::Debug>() {
        let max = Plies::new(C::MAX_PLIES);
        for value in [
            Value::Win(Plies::ZERO),
            Value::Win(max),
            Value::Loss(Plies::ZERO),
            Value::Loss(max),
            Value::Draw,
        ] {
            let cell = C::solved(value);
            assert!(!cell.is_open());
            assert_eq!(cell.value(), Some(value));
        }
        assert_eq!(C::HOLE.value(), None);
        assert!(!C::HOLE.is_open());
        let open = C::open(C::MAX_DEGREE);
        assert!(open.is_open());
        assert_eq!(open.decrement(), (C::open(C::MAX_DEGREE - 1), false));
        assert_eq!(C::open(1).decrement(), (C::open(0), true));
    }

    #[test]
    fn entries_from_a_level_are_found() {
        for entry in 0..=u16::MAX {
            for level in [0, 1, 77, 1000, u16::MAX_PLIES, u16::MAX_PLIES + 1, u32::MAX] {
                let plies = entry.value().and_then(Value::plies);
                let is_later = plies.is_some_and(|plies| plies.get() >= level);
                assert_eq!(entry.is_from(level), is_later || entry == u16::open(0));
            }
        }
    }

    #[test]
    fn table_entries_round_trip() {
        round_trips::<u16>();
        round_trips::<u32>();
    }
}
