//! E&D (Luogu P2148): pairs of piles; a move discards one pile of a pair and
//! splits the other.
//!
//! A position is all pairs, and every split is tried; neither the independence
//! of pairs nor the closed form in binary is used. For few, small piles.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Pairs of non-empty piles.
pub type Pairs = Vec<(u64, u64)>;

/// Solves all positions reachable from the given one.
#[must_use]
pub fn solve_all(pairs: &[(u64, u64)]) -> HashMap<Pairs, Solved> {
    Reached::from_start(pairs.to_vec(), |pairs| moves(pairs)).solve()
}

/// Solves the position.
#[must_use]
pub fn solve(pairs: &[(u64, u64)]) -> Solved {
    solve_all(pairs)[pairs]
}

fn moves(pairs: &[(u64, u64)]) -> Vec<Pairs> {
    let mut found = Vec::new();
    for at in 0..pairs.len() {
        for kept in [pairs[at].0, pairs[at].1] {
            for one in 1..kept {
                let mut next = pairs.to_vec();
                next[at] = (one, kept - one);
                found.push(next);
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
    fn pairs_of_small_piles_have_known_values() {
        assert_eq!(solve(&[(1, 1)]).outcome, Loss(0));
        assert_eq!(solve(&[(1, 2)]).outcome, Win(1));
        assert_eq!(solve(&[(1, 3)]).outcome, Loss(2));
        assert_eq!(solve(&[(1, 2), (2, 1)]).outcome, Loss(2));
        assert_eq!(solve(&[(2, 4)]).grundy, Some(2));
    }
}
