//! E&D (Luogu P2148): pairs of piles, one thrown away and the other split.
//!
//! The twin plays with all pairs at once and tries every split. It does not
//! know that pairs are independent, or anything about bits. So it is for few,
//! small piles.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Piles two by two, none of them empty.
pub type Pairs = Vec<(u64, u64)>;

/// Solves the position and everything that can be reached from it.
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
    fn single_stones_cannot_be_split() {
        assert_eq!(solve(&[(1, 1)]).outcome, Loss(0));
        assert_eq!(solve(&[(1, 2)]).outcome, Win(1));
        assert_eq!(solve(&[(1, 3)]).outcome, Loss(2));
        assert_eq!(solve(&[(1, 2), (2, 1)]).outcome, Loss(2));
        assert_eq!(solve(&[(2, 4)]).grundy, Some(2));
    }
}
