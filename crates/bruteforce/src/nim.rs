//! Nim (Luogu P2197).
//!
//! A position is all heaps, and a move takes 1, 2, 3 … matches from one of
//! them. No nim-sum, in normal or misère play. For few, small heaps.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Solves all positions reachable from the given one.
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
    fn equal_heaps_lose_and_misere_inverts_single_matches() {
        assert_eq!(solve(&[2, 2], false).outcome, Loss(4));
        assert_eq!(solve(&[3], false).grundy, Some(3));
        assert_eq!(solve(&[1, 1], true).outcome, Win(2));
        assert_eq!(solve(&[1], true).outcome, Loss(1));
        assert_eq!(solve(&[2, 2], true).outcome, Loss(3));
        assert_eq!(solve(&[], true).outcome, Win(0));
    }
}
