//! What is known of a position while edges are stored, in one byte.

use kibitz_game::{Plies, Value, Wdl};

/// What is known of a position, while few plies are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Early(u8);

impl Early {
    /// Nothing yet.
    pub(super) const OPEN: Early = Early(0);
    /// No position has this id.
    pub(super) const HOLE: Early = Early(1);
    /// A draw by the rules.
    const TIE: Early = Early(2);
    /// Won in one move.
    pub(super) const WON_IN_1: Early = Early::won(1);
    /// Lost after one move.
    pub(super) const LOST_IN_1: Early = Early::lost(1);
    /// The most plies that can be told.
    pub(super) const MOST_PLIES: u8 = 125;

    /// Won after so many plies.
    pub(super) const fn won(plies: u8) -> Early {
        Early(3 + 2 * plies + 1)
    }

    /// Lost after so many plies.
    pub(super) const fn lost(plies: u8) -> Early {
        Early(3 + 2 * plies)
    }

    /// A result that stands on the board.
    pub(super) fn now(wdl: Wdl) -> Early {
        match wdl {
            Wdl::Loss => Early::lost(0),
            Wdl::Draw => Early::TIE,
            Wdl::Win => Early::won(0),
        }
    }

    pub(super) fn from_byte(byte: u8) -> Early {
        Early(byte)
    }

    pub(super) fn byte(self) -> u8 {
        self.0
    }

    /// Whether it is won, where it is won or lost in fewer than so many plies.
    #[inline]
    pub(super) fn won_before(self, plies: u8) -> Option<bool> {
        (self.0 >= 3 && self.0 < 3 + 2 * plies).then_some(self.0 & 1 == 0)
    }

    /// The result at 0 plies, where it is one.
    pub(super) fn at_once(self) -> Option<Wdl> {
        match self {
            Early::TIE => Some(Wdl::Draw),
            _ if self == Early::lost(0) => Some(Wdl::Loss),
            _ if self == Early::won(0) => Some(Wdl::Win),
            _ => None,
        }
    }

    /// The value where it is known.
    pub(super) fn value(self) -> Option<Value> {
        match self {
            Early::OPEN | Early::HOLE => None,
            Early::TIE => Some(Value::Draw),
            Early(byte) => {
                let plies = Plies::new(u32::from((byte - 3) / 2));
                Some(if byte & 1 == 0 {
                    Value::Win(plies)
                } else {
                    Value::Loss(plies)
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_tells_what_was_put_in() {
        assert_eq!(Early::OPEN.value(), None);
        assert_eq!(Early::HOLE.value(), None);
        assert_eq!(Early::OPEN.won_before(Early::MOST_PLIES), None);
        for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            assert_eq!(Early::now(wdl).value(), Some(Value::now(wdl)));
            assert_eq!(Early::now(wdl).at_once(), Some(wdl));
        }
        assert_eq!(Early::now(Wdl::Draw).won_before(Early::MOST_PLIES), None);
        for n in 0..=Early::MOST_PLIES {
            let plies = Plies::new(u32::from(n));
            assert_eq!(Early::won(n).value(), Some(Value::Win(plies)));
            assert_eq!(Early::lost(n).value(), Some(Value::Loss(plies)));
            assert_eq!(Early::won(n).won_before(n), None);
            assert_eq!(Early::won(n).won_before(n + 1), Some(true));
            assert_eq!(Early::lost(n).won_before(n + 1), Some(false));
            assert_eq!(Early::won(n).at_once().is_some(), n == 0);
        }
    }
}
