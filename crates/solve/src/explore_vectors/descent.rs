//! Detection of an order in which every move descends.
//!
//! Most games that end use something up: stones, empty cells, remaining moves. Then some function
//! of the state vector decreases, or increases, with every move. During enumeration a few such
//! functions are compared along every move, and those that fail once are discarded. If one remains,
//! it gives a topological order, so that one sweep solves everything and needs no edges
//! ([`in_order`](super::in_order)).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kibitz_game::{SuccessorBuffer, Turn};

use super::enumerate::StateSpace;

/// What is compared along moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// The wrapping sum of all slots.
    Sum,
    /// The vector in lexicographic order.
    Row,
    /// One slot.
    Slot(usize),
}

/// An order in which all successors of a position precede it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    measure: Measure,
    /// Whether the measure increases with every move.
    rises: bool,
}

impl Order {
    /// The order represented by a bit.
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

    /// Whether all moves from a vector descend.
    #[inline]
    fn descends(self, row: &[i64], steps: &SuccessorBuffer) -> bool {
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

    /// The sort key of a vector, unless the vector itself is compared.
    #[inline]
    fn rank(self, row: &[i64]) -> i64 {
        match self.measure {
            Measure::Sum => row.iter().fold(0, |sum, slot| sum.wrapping_add(*slot)),
            Measure::Slot(slot) => row[slot],
            Measure::Row => 0,
        }
    }

    /// The memory in bytes for sorting `ids` ids.
    pub(super) fn memory(ids: u32) -> u64 {
        (size_of::<(i64, u32)>() + size_of::<u32>()) as u64 * u64::from(ids)
    }

    /// All ids, successors before predecessors.
    pub(super) fn ids(self, found: &StateSpace) -> Vec<u32> {
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
                // `!` reverses the order of integers.
                (if self.rises { !rank } else { rank }, id)
            })
            .collect();
        ranked.sort_unstable();
        ranked.iter().map(|(_, id)| *id).collect()
    }
}

/// The orders in which all moves so far descend.
#[derive(Debug)]
pub(super) struct Descent {
    /// One bit for each.
    open: AtomicU64,
    /// Whether some move gives an extra turn.
    has_extra_turns: AtomicBool,
}

impl Descent {
    /// All candidate orders, for vectors of this length.
    pub(super) fn new(slots: usize) -> Descent {
        // Longer vectors are unlikely to have a single slot that falls with every move.
        const MAX_SLOTS: usize = 16;
        // A single slot is both the sum and the whole vector.
        let bits = match slots {
            1 => 2,
            _ => 2 * (2 + slots.min(MAX_SLOTS)),
        };
        Descent {
            open: AtomicU64::new((1 << bits) - 1),
            has_extra_turns: AtomicBool::new(false),
        }
    }

    /// Discards the orders in which some of these moves does not descend.
    #[inline]
    pub(super) fn look(&self, row: &[i64], steps: &SuccessorBuffer) {
        if steps.iter().any(|(_, turn)| turn == Turn::Same) {
            self.has_extra_turns.store(true, Ordering::Relaxed);
        }
        let open = self.open.load(Ordering::Relaxed);
        let mut left = open;
        let mut dead = 0;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            if !Order::of(bit).descends(row, steps) {
                dead |= 1 << bit;
            }
        }
        if dead != 0 {
            self.open.fetch_and(!dead, Ordering::Relaxed);
        }
    }

    /// Whether some move gives an extra turn.
    pub(super) fn has_extra_turns(&self) -> bool {
        self.has_extra_turns.load(Ordering::Relaxed)
    }

    /// One of the remaining orders.
    pub(super) fn order(&self) -> Option<Order> {
        let open = self.open.load(Ordering::Relaxed);
        (open != 0).then(|| Order::of(open.trailing_zeros()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(rows: &[[i64; 2]]) -> SuccessorBuffer {
        let mut steps = SuccessorBuffer::new(2);
        for row in rows {
            steps.push(row, Turn::Other);
        }
        steps
    }

    #[test]
    fn order_remains_while_all_moves_descend() {
        let descent = Descent::new(2);
        descent.look(&[5, 5], &steps(&[[4, 5], [5, 4], [4, 6]]));
        // One move keeps the sum: only the lexicographic order descends.
        let order = descent.order().unwrap();
        assert_eq!((order.measure, order.rises), (Measure::Row, false));
        descent.look(&[5, 5], &steps(&[]));
        assert!(descent.order().is_some());
        descent.look(&[5, 5], &steps(&[[5, 5]]));
        assert_eq!(descent.order(), None);
    }

    #[test]
    fn increasing_measure_is_an_order() {
        let descent = Descent::new(2);
        descent.look(&[0, 3], &steps(&[[9, 4], [-9, 5]]));
        descent.look(&[i64::MAX, 6], &steps(&[[i64::MIN, 7]]));
        let order = descent.order().unwrap();
        assert_eq!((order.measure, order.rises), (Measure::Slot(1), true));
    }
}
