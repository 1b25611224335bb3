//! What is known of one position, in two or four bytes.

use kibitz_game::{Plies, Value};

/// A position's entry in the table.
///
/// The top bit says whether the position is settled. While it is not, the
/// other bits count its children that are not known to be bad. Once it is, the
/// next bit says whether it is lost, and the rest are the plies; the two
/// largest patterns stand for a tie by the rules and for a hole.
pub trait Cell: Copy + Eq + Send + Sync + 'static {
    /// A rank without a position.
    const HOLE: Self;
    /// The most children that can be counted.
    const MOST_CHILDREN: u64;
    /// The most plies that can be told.
    const MOST_PLIES: u32;

    /// An unsettled position with so many children.
    fn open(children: u64) -> Self;
    /// A settled position.
    fn settled(value: Value) -> Self;
    /// Whether a value is known.
    fn is_open(self) -> bool;
    /// One child less, and whether none is left. Only of open cells.
    fn one_less(self) -> (Self, bool);
    /// The value once everything is settled, what is still open being a draw;
    /// `None` for a hole.
    fn value(self) -> Option<Value>;
}

macro_rules! cell {
    ($int:ty) => {
        impl Cell for $int {
            const HOLE: $int = <$int>::MAX;
            const MOST_CHILDREN: u64 = (<$int>::MAX >> 1) as u64;
            const MOST_PLIES: u32 = (<$int>::MAX >> 2) as u32 - 2;

            #[inline]
            fn open(children: u64) -> $int {
                debug_assert!(children <= Self::MOST_CHILDREN);
                children as $int
            }

            #[inline]
            fn settled(value: Value) -> $int {
                const SETTLED: $int = 1 << (<$int>::BITS - 1);
                const LOST: $int = 1 << (<$int>::BITS - 2);
                match value {
                    Value::Win(n) => SETTLED | n.get() as $int,
                    Value::Loss(n) => SETTLED | LOST | n.get() as $int,
                    Value::Draw => Self::HOLE - 1,
                }
            }

            #[inline]
            fn is_open(self) -> bool {
                self >> (<$int>::BITS - 1) == 0
            }

            #[inline]
            fn one_less(self) -> ($int, bool) {
                (self - 1, self == 1)
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

cell!(u16);
cell!(u32);

/// Remembers nothing: for engines that keep win and loss elsewhere.
impl Cell for () {
    const HOLE: () = ();
    const MOST_CHILDREN: u64 = u64::MAX;
    const MOST_PLIES: u32 = u32::MAX;

    fn open(_: u64) {}

    fn settled(_: Value) {}

    fn is_open(self) -> bool {
        false
    }

    fn one_less(self) -> ((), bool) {
        ((), false)
    }

    fn value(self) -> Option<Value> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survives<C: Cell + std::fmt::Debug>() {
        let most = Plies::new(C::MOST_PLIES);
        for value in [
            Value::Win(Plies::ZERO),
            Value::Win(most),
            Value::Loss(Plies::ZERO),
            Value::Loss(most),
            Value::Draw,
        ] {
            let cell = C::settled(value);
            assert!(!cell.is_open());
            assert_eq!(cell.value(), Some(value));
        }
        assert_eq!(C::HOLE.value(), None);
        assert!(!C::HOLE.is_open());
        let open = C::open(C::MOST_CHILDREN);
        assert!(open.is_open());
        assert_eq!(open.one_less(), (C::open(C::MOST_CHILDREN - 1), false));
        assert_eq!(C::open(1).one_less(), (C::open(0), true));
    }

    #[test]
    fn cells_tell_what_was_put_in() {
        survives::<u16>();
        survives::<u32>();
    }
}
