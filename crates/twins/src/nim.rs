//! Nim (Luogu P2197): matches from one heap.
//!
//! The twin plays with all heaps at once, and takes 1, 2, 3 … matches from
//! each. It does not know what an exclusive or is, or what misère play does to
//! it. So it is for few, small heaps.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Solves the position and everything that can be reached from it.
#[must_use]
pub fn solve_all(heaps: &[u64], is_misere: bool) -> HashMap<Vec<u64>, Solved> {
    Reached::from_start(heaps.to_vec(), |heaps| moves(heaps)).solve_as(is_misere)
}

/// Solves the position.
#[must_use]
pub fn solve(heaps: &[u64], is_misere: bool) -> Solved {
    solve_all(heaps, is_misere)[heaps]
}

fn moves(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    for heap in 0..heaps.len() {
        for left in 0..heaps[heap] {
            let mut next = heaps.to_vec();
            next[heap] = left;
            found.push(next);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome::{Loss, Win};

    #[test]
    fn equal_heaps_are_lost_and_single_matches_are_the_other_way_round() {
        assert_eq!(solve(&[2, 2], false).outcome, Loss(4));
        assert_eq!(solve(&[3], false).grundy, Some(3));
        assert_eq!(solve(&[1, 1], true).outcome, Win(2));
        assert_eq!(solve(&[1], true).outcome, Loss(1));
        assert_eq!(solve(&[2, 2], true).outcome, Loss(3));
        assert_eq!(solve(&[], true).outcome, Win(0));
    }
}
