//! Subtraction games: one heap and a subtraction set.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Solves all heaps reachable from this one.
#[must_use]
pub fn solve_all(heap: u64, takes: &[u64], is_misere: bool) -> HashMap<u64, Solved> {
    let moves = |heap: &u64| -> Vec<u64> {
        let takes = takes.iter().filter(|take| *take <= heap);
        takes.map(|take| heap - take).collect()
    };
    Reached::from_start(heap, moves).solve_as(is_misere)
}

/// The Grundy values of the heaps below `count`, by the definition.
#[must_use]
pub fn grundy_values(count: usize, takes: &[u64]) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let left = takes
            .iter()
            .filter_map(|take| heap.checked_sub(*take as usize));
        let options: Vec<u32> = left.map(|left| values[left]).collect();
        let least = (0..).find(|value| !options.contains(value));
        values.push(least.unwrap_or(0));
    }
    values
}

/// Whether the mover wins in misère play, for the heaps below `count`, by the
/// definition.
#[must_use]
pub fn misere_wins(count: usize, takes: &[u64]) -> Vec<bool> {
    let mut wins: Vec<bool> = Vec::new();
    for heap in 0..count {
        let left = takes
            .iter()
            .filter_map(|take| heap.checked_sub(*take as usize));
        let options: Vec<bool> = left.map(|left| wins[left]).collect();
        wins.push(options.is_empty() || options.contains(&false));
    }
    wins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome::{Loss, Win};

    #[test]
    fn multiples_of_four_are_losses() {
        let all = solve_all(9, &[1, 2, 3], false);
        assert_eq!(all[&8].outcome, Loss(4));
        assert_eq!(grundy_values(6, &[1, 2, 3]), [0, 1, 2, 3, 0, 1]);
        assert_eq!(solve_all(9, &[2, 3], true)[&1].outcome, Win(0));
        assert_eq!(
            misere_wins(6, &[1, 2, 3]),
            [true, false, true, true, true, false]
        );
    }
}
