//! Euclid's game (Luogu P1290): a move subtracts a positive multiple of the
//! smaller number from the larger one.
//!
//! Repeated subtraction, no division. For small numbers.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Solves all positions reachable from the given one.
#[must_use]
pub fn solve_all(m: u64, n: u64) -> HashMap<(u64, u64), Solved> {
    Reached::from_start((m, n), |&(a, b)| moves(a, b)).solve()
}

/// Solves the position.
#[must_use]
pub fn solve(m: u64, n: u64) -> Solved {
    solve_all(m, n)[&(m, n)]
}

/// The positions after each move; none if a number is 0, since the game is
/// over.
fn moves(a: u64, b: u64) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    let (mut x, mut y) = (a, b);
    if a == 0 || b == 0 {
        return found;
    }
    if a >= b {
        while x >= b {
            x -= b;
            found.push((x, b));
        }
    } else {
        while y >= a {
            y -= a;
            found.push((a, y));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome::{Loss, Win};

    #[test]
    fn player_who_makes_a_zero_wins() {
        assert_eq!(solve(5, 0).outcome, Loss(0));
        assert_eq!(solve(7, 7).outcome, Win(1));
        assert_eq!(solve(2, 3).outcome, Loss(2));
        assert_eq!(solve(3, 2), solve(2, 3));
        // 25 7, 11 7, 4 7, 4 3, 1 3, 1 0.
        assert!(matches!(solve(25, 7).outcome, Win(_)));
    }
}
