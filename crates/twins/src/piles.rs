//! "Game of Cards": piles from which the top card says how many go.
//!
//! The twin plays with all the piles at once: a position is every card of every
//! pile, and a move copies them and takes the cards off one by one. It does not
//! know that piles are independent, that only the height of a pile matters, or
//! that the options of neighbouring heights overlap. So it is for few, low
//! piles.

use crate::sweep::Reached;
use crate::{Outcome, Solved};
use std::collections::HashMap;

/// Solves the position, each pile from bottom to top, and everything that can
/// be reached from it. Up to `k` cards may be discarded before the top is read.
///
/// # Panics
///
/// Where a card is 0.
#[must_use]
pub fn solve_all(piles: &[Vec<u64>], k: u64) -> HashMap<Vec<Vec<u64>>, Solved> {
    let zero = piles.iter().flatten().any(|&card| card == 0);
    assert!(!zero, "the numbers on the cards start at 1");
    let moves = |piles: &Vec<Vec<u64>>| moves(piles, k);
    Reached::from_start(piles.to_vec(), moves).solve()
}

/// Solves the position.
///
/// # Panics
///
/// As [`solve_all`].
#[must_use]
pub fn solve(piles: &[Vec<u64>], k: u64) -> Solved {
    solve_all(piles, k)[piles]
}

/// The value of the position with its plies.
///
/// # Panics
///
/// As [`solve_all`].
#[must_use]
pub fn outcome(piles: &[Vec<u64>], k: u64) -> Outcome {
    solve(piles, k).outcome
}

fn moves(piles: &[Vec<u64>], k: u64) -> Vec<Vec<Vec<u64>>> {
    let mut found = Vec::new();
    for at in 0..piles.len() {
        let mut pile = piles[at].clone();
        let mut discarded = 0;
        // While there is a top card to read.
        while let Some(&top) = pile.last() {
            if let Some(rest) = remove(&pile, top) {
                let mut next = piles.to_vec();
                next[at] = rest;
                found.push(next);
            }
            if discarded == k {
                break;
            }
            pile.pop();
            discarded += 1;
        }
    }
    found
}

/// The pile without so many cards from its top, if it has them.
fn remove(pile: &[u64], cards: u64) -> Option<Vec<u64>> {
    let mut rest = pile.to_vec();
    for _ in 0..cards {
        rest.pop()?;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Loss, Win};

    fn solved(outcome: Outcome, grundy: u32) -> Solved {
        let grundy = Some(grundy);
        Solved { outcome, grundy }
    }

    fn one(pile: &[u64], k: u64) -> Solved {
        solve(&[pile.to_vec()], k)
    }

    #[test]
    fn no_piles_no_moves() {
        assert_eq!(solve(&[], 2), solved(Loss(0), 0));
        assert_eq!(one(&[], 2), solved(Loss(0), 0));
    }

    #[test]
    fn a_card_that_asks_for_too_many_cannot_be_played() {
        assert_eq!(one(&[2], 3), solved(Loss(0), 0));
        // The top says 3, but under it lies a 1.
        assert_eq!(one(&[1, 3], 0), solved(Loss(0), 0));
        assert_eq!(one(&[1, 3], 1), solved(Win(1), 1));
        assert_eq!(one(&[u64::MAX, 1], 0), solved(Win(1), 1));
    }

    #[test]
    fn the_whole_pile_is_not_discarded() {
        // Discarding both would leave no card to read.
        let all = moves(&[vec![1, 1]], 9);
        assert_eq!(all, [vec![vec![1]], vec![vec![]]]);
    }

    #[test]
    fn ones_without_discarding_are_taken_in_turn() {
        assert_eq!(one(&[1, 1, 1], 0), solved(Win(3), 1));
        assert_eq!(one(&[1, 1, 1, 1], 0), solved(Loss(4), 0));
        // With k = 2, one to three cards go: four of them are lost.
        assert_eq!(one(&[1, 1, 1], 2), solved(Win(1), 3));
        assert_eq!(one(&[1, 1, 1, 1], 2), solved(Loss(2), 0));
    }

    #[test]
    fn equal_piles_are_lost() {
        let pile = vec![1, 2, 1];
        // Top 1: [1, 2]; discard it, 2: empty; discard both, 1: empty.
        let options = moves(std::slice::from_ref(&pile), 2);
        assert_eq!(options, [vec![vec![1, 2]], vec![vec![]], vec![vec![]]]);
        let two = solve(&[pile.clone(), pile], 2);
        assert_eq!(two.grundy, Some(0));
        assert!(matches!(two.outcome, Loss(_)));
    }

    #[test]
    fn the_order_of_the_cards_is_from_the_bottom() {
        // Top 2 takes both; top 1 takes itself and leaves a 2 that is stuck.
        assert_eq!(one(&[1, 2], 0), solved(Win(1), 1));
        let all = solve_all(&[vec![2, 1]], 0);
        assert_eq!(all.len(), 2);
        assert_eq!(all[&vec![vec![2]]], solved(Loss(0), 0));
        assert_eq!(outcome(&[vec![2, 1]], 0), Win(1));
    }

    #[test]
    #[should_panic(expected = "start at 1")]
    fn a_card_of_zero_is_no_card() {
        let _ = one(&[1, 0], 2);
    }
}
