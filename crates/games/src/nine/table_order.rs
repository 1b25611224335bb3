//! All tables of some suits, each after its successors.
//!
//! Laying a card raises the state of its suit. So if the states are read as
//! digits of a number, the successors of a table have larger numbers, and
//! counting down visits them first. The last suit's digit changes fastest.

use super::deck::MAX_SUITS;

/// Counts down over the tables of `suits` suits.
#[derive(Debug)]
pub(super) struct TableOrder {
    /// The highest state of a suit.
    top: u8,
    suits: usize,
    digits: [u8; MAX_SUITS],
    begun: bool,
}

impl TableOrder {
    /// A sweep over `suits` suits of `states` states each.
    pub(super) fn new(suits: usize, states: usize) -> TableOrder {
        let top = (states - 1) as u8;
        TableOrder {
            top,
            suits,
            digits: [top; MAX_SUITS],
            begun: false,
        }
    }

    /// Advances to the next table and returns the first suit whose state has
    /// changed; all suits after it have changed, too. `None` after the empty
    /// table.
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
    fn every_table_is_visited_once_in_decreasing_order() {
        let mut table_order = TableOrder::new(3, 4);
        let mut seen = Vec::new();
        while let Some(changed) = table_order.advance() {
            let number = (0..3).fold(0, |n, suit| n * 4 + table_order.state(suit));
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
    fn zero_suits_have_one_table() {
        let mut table_order = TableOrder::new(0, 4);
        assert_eq!(table_order.advance(), Some(0));
        assert_eq!(table_order.advance(), None);
    }
}
