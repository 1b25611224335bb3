//! All tables of some suits, each after those that come later in play.
//!
//! Laying a card raises the state of its suit. So if the suits' states are
//! read as digits of a number, the children of a table have larger numbers,
//! and counting down meets them first. The last suit's digit changes fastest.

use super::deck::MOST_SUITS;

/// Counts down through the tables of `suits` suits.
#[derive(Debug)]
pub(super) struct Walk {
    /// The highest state of a suit.
    top: u8,
    suits: usize,
    digits: [u8; MOST_SUITS],
    begun: bool,
}

impl Walk {
    /// Suits of so many states each.
    pub(super) fn new(suits: usize, states: usize) -> Walk {
        let top = (states - 1) as u8;
        Walk {
            top,
            suits,
            digits: [top; MOST_SUITS],
            begun: false,
        }
    }

    /// Goes to the next table and gives the first suit whose state is not the
    /// same as before: that one and all after it have changed. `None` after
    /// the empty table.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> Option<usize> {
        if !self.begun {
            self.begun = true;
            return Some(0);
        }
        for suit in (0..self.suits).rev() {
            if self.digits[suit] > 0 {
                self.digits[suit] -= 1;
                return Some(suit);
            }
            self.digits[suit] = self.top;
        }
        None
    }

    /// The state of a suit.
    #[inline(always)]
    pub(super) fn state(&self, suit: usize) -> usize {
        usize::from(self.digits[suit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_comes_once_in_falling_order() {
        let mut walk = Walk::new(3, 4);
        let mut seen = Vec::new();
        while let Some(changed) = walk.advance() {
            let number = (0..3).fold(0, |n, suit| n * 4 + walk.state(suit));
            let unchanged = match seen.last() {
                None => 0,
                Some(&before) => (0..3)
                    .take_while(|&s| same_digit(before, number, s))
                    .count(),
            };
            assert_eq!(changed, unchanged);
            seen.push(number);
        }
        assert_eq!(seen, (0..64).rev().collect::<Vec<_>>());
    }

    fn same_digit(a: usize, b: usize, suit: usize) -> bool {
        let digit = |n: usize| n >> (2 * (2 - suit)) & 3;
        digit(a) == digit(b)
    }

    #[test]
    fn no_suits_have_one_table() {
        let mut walk = Walk::new(0, 4);
        assert_eq!(walk.advance(), Some(0));
        assert_eq!(walk.advance(), None);
    }
}
