//! Octal games: a code states what may be left of a heap.
//!
//! The code is read digit by digit. A whole position is solved with all its
//! heaps; for single heaps there is a table by the definition. Periods are not
//! used.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Solves all positions reachable from these heaps, which are in increasing
/// order and not empty.
///
/// # Panics
///
/// Panics if the code is invalid.
#[must_use]
pub fn solve_all(code: &str, heaps: &[u64], is_misere: bool) -> HashMap<Vec<u64>, Solved> {
    let digits = digits(code);
    let moves = |heaps: &Vec<u64>| {
        let mut found = Vec::new();
        for at in 0..heaps.len() {
            for left in left_of(&digits, heaps[at]) {
                let mut next = heaps.clone();
                next.remove(at);
                next.extend(left);
                next.sort_unstable();
                found.push(next);
            }
        }
        found
    };
    Reached::from_start(heaps.to_vec(), moves).solve_as(is_misere)
}

/// The Grundy values of the heaps below `count`.
///
/// # Panics
///
/// Panics if the code is invalid.
#[must_use]
pub fn grundy_values(code: &str, count: usize) -> Vec<u32> {
    let digits = digits(code);
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        // An upper bound of the Grundy values of the heaps tested.
        let mut seen = vec![false; 4096];
        for (taken, digit) in digits.iter().enumerate() {
            if digit & 1 != 0 && heap == taken {
                seen[0] = true;
            }
            if digit & 2 != 0 && heap > taken {
                seen[values[heap - taken] as usize] = true;
            }
            if digit & 4 != 0 && heap > taken + 1 {
                for one in 1..=(heap - taken) / 2 {
                    let other = heap - taken - one;
                    seen[(values[one] ^ values[other]) as usize] = true;
                }
            }
        }
        let least = seen.iter().position(|seen| !seen);
        values.push(least.expect("a value that no option has") as u32);
    }
    values
}

/// The digits, starting with the one before the point.
fn digits(code: &str) -> Vec<u32> {
    let (before, after) = code.split_once('.').expect("a point");
    let all = before.chars().chain(after.chars());
    all.map(|c| c.to_digit(8).expect("an octal digit"))
        .collect()
}

/// The sets of heaps that a move may leave of a heap.
fn left_of(digits: &[u32], heap: u64) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    for (taken, digit) in (0..).zip(digits) {
        if taken > heap {
            break;
        }
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 {
            found.push(vec![]);
        }
        if digit & 2 != 0 && rest > 0 {
            found.push(vec![rest]);
        }
        if digit & 4 != 0 {
            for one in 1..rest {
                found.push(vec![one, rest - one]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome::{Loss, Win};

    #[test]
    fn kayles_has_the_published_values() {
        let values = grundy_values("0.77", 12);
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
        assert_eq!(
            solve_all("0.77", &[2, 2], false)[&vec![2, 2]].outcome,
            Loss(4)
        );
        assert_eq!(solve_all("0.77", &[1], true)[&vec![1]].outcome, Loss(1));
    }

    #[test]
    fn split_without_taking_is_supported() {
        // A heap of n allows exactly n - 1 splits, so parity decides.
        assert_eq!(grundy_values("4.0", 6), [0, 0, 1, 0, 1, 0]);
        assert_eq!(solve_all("4.0", &[3], false)[&vec![3]].outcome, Loss(2));
        assert_eq!(solve_all("4.0", &[2], false)[&vec![2]].outcome, Win(1));
    }
}
