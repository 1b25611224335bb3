//! An order in which all moves go down, where there is one that can be seen.
//!
//! Most games that end use something up: stones, empty cells, the number of
//! moves that are left. Then a number that a row tells by itself falls, or
//! rises, with every move. While positions are expanded, a few such numbers are
//! compared along every move, and those that once do not fall are left out. If
//! one remains, all children of a position come before it in that order, so one
//! pass settles everything and needs no edges ([`in_order`](super::in_order)).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kibitz_game::{Steps, Turn};

use super::enumerate::Found;

/// What is compared along moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// The sum of all slots, as it wraps round.
    Sum,
    /// The whole row: its first slot, then its second, and so on.
    Row,
    /// One slot.
    Slot(usize),
}

/// An order in which all children of a position come before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    measure: Measure,
    /// Whether the measure rises with every move.
    rises: bool,
}

impl Order {
    /// The order that a bit stands for.
    fn of(bit: u32) -> Order {
        Order {
            measure: match bit / 2 {
                0 => Measure::Sum,
                1 => Measure::Row,
                slot => Measure::Slot(slot as usize - 2),
            },
            rises: bit % 2 == 1,
        }
    }

    /// Whether all moves from a row go down.
    #[inline]
    fn goes_down(self, row: &[i64], steps: &Steps) -> bool {
        let mut moves = steps.iter().map(|(to, _)| to);
        match (self.measure, self.rises) {
            (Measure::Row, false) => moves.all(|to| to < row),
            (Measure::Row, true) => moves.all(|to| to > row),
            (_, rises) => {
                let from = self.rank(row);
                match rises {
                    false => moves.all(|to| self.rank(to) < from),
                    true => moves.all(|to| self.rank(to) > from),
                }
            }
        }
    }

    /// The number of a row, unless the row itself is compared.
    #[inline]
    fn rank(self, row: &[i64]) -> i64 {
        match self.measure {
            Measure::Sum => row.iter().fold(0, |sum, slot| sum.wrapping_add(*slot)),
            Measure::Slot(slot) => row[slot],
            Measure::Row => 0,
        }
    }

    /// The bytes that it takes to put so many ids in order.
    pub(super) fn memory(ids: u32) -> u64 {
        (size_of::<(i64, u32)>() + size_of::<u32>()) as u64 * u64::from(ids)
    }

    /// All ids, children before parents.
    pub(super) fn ids(self, found: &Found) -> Vec<u32> {
        let ids = found.levels.all().iter().cloned().flatten();
        if self.measure == Measure::Row {
            let mut ids: Vec<u32> = ids.collect();
            ids.sort_unstable_by(|a, b| found.pool.compare(*a, *b));
            if self.rises {
                ids.reverse();
            }
            return ids;
        }
        let (mut key, mut row) = (found.key(), vec![0; found.fields.spans().len()]);
        let mut ranked: Vec<(i64, u32)> = ids
            .map(|id| {
                found.row(id, &mut key, &mut row);
                let rank = self.rank(&row);
                // `!` turns the order of all numbers round.
                (if self.rises { !rank } else { rank }, id)
            })
            .collect();
        ranked.sort_unstable();
        ranked.iter().map(|(_, id)| *id).collect()
    }
}

/// The orders in which all moves so far go down.
#[derive(Debug)]
pub(super) struct Descent {
    /// One bit for each.
    open: AtomicU64,
    /// Whether after some move the same player moves again.
    has_again: AtomicBool,
}

impl Descent {
    /// All orders that are looked at, for rows of so many slots.
    pub(super) fn new(slots: usize) -> Descent {
        // A row with more slots hardly has one that falls with every move.
        const MOST_SLOTS: usize = 16;
        // Where there is one slot, it is the sum and the whole row.
        let bits = match slots {
            1 => 2,
            _ => 2 * (2 + slots.min(MOST_SLOTS)),
        };
        Descent {
            open: AtomicU64::new((1 << bits) - 1),
            has_again: AtomicBool::new(false),
        }
    }

    /// Looks at the moves of a row.
    #[inline]
    pub(super) fn look(&self, row: &[i64], steps: &Steps) {
        if steps.iter().any(|(_, turn)| turn == Turn::Again) {
            self.has_again.store(true, Ordering::Relaxed);
        }
        let open = self.open.load(Ordering::Relaxed);
        let mut left = open;
        let mut dead = 0;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            if !Order::of(bit).goes_down(row, steps) {
                dead |= 1 << bit;
            }
        }
        if dead != 0 {
            self.open.fetch_and(!dead, Ordering::Relaxed);
        }
    }

    /// Whether after some move the same player moves again.
    pub(super) fn has_again(&self) -> bool {
        self.has_again.load(Ordering::Relaxed)
    }

    /// One of the orders that are left.
    pub(super) fn order(&self) -> Option<Order> {
        let open = self.open.load(Ordering::Relaxed);
        (open != 0).then(|| Order::of(open.trailing_zeros()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(rows: &[[i64; 2]]) -> Steps {
        let mut steps = Steps::new(2);
        for row in rows {
            steps.push(row, Turn::Passes);
        }
        steps
    }

    #[test]
    fn an_order_is_left_as_long_as_all_moves_go_down() {
        let descent = Descent::new(2);
        descent.look(&[5, 5], &steps(&[[4, 5], [5, 4], [4, 6]]));
        // The sum stays in one move: only the whole row falls.
        let order = descent.order().unwrap();
        assert_eq!((order.measure, order.rises), (Measure::Row, false));
        descent.look(&[5, 5], &steps(&[]));
        assert!(descent.order().is_some());
        descent.look(&[5, 5], &steps(&[[5, 5]]));
        assert_eq!(descent.order(), None);
    }

    #[test]
    fn what_rises_is_an_order_too() {
        let descent = Descent::new(2);
        descent.look(&[0, 3], &steps(&[[9, 4], [-9, 5]]));
        descent.look(&[i64::MAX, 6], &steps(&[[i64::MIN, 7]]));
        let order = descent.order().unwrap();
        assert_eq!((order.measure, order.rises), (Measure::Slot(1), true));
    }
}
