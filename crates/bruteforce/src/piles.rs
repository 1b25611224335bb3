//! "Game of Cards": the top card of a pile states how many cards a move
//! removes.
//!
//! A position is every card of every pile, and a move copies them and removes
//! cards one by one. Neither the independence of piles, nor that only a pile's
//! height matters, nor the overlap of the options of neighbouring heights is
//! used. For few, low piles.

use crate::sweep::Reached;
use crate::{Outcome, Solved};
use std::collections::HashMap;

/// Solves all positions reachable from the given piles, each listed from bottom
/// to top. Up to `k` cards may be discarded before the top is read.
///
/// # Panics
///
/// Panics if a card is 0.
#[must_use]
pub fn solve_all(piles: &[Vec<u64>], k: u64) -> HashMap<Vec<Vec<u64>>, Solved> {
    let zero = piles.iter().flatten().any(|&card| card == 0);
    assert!(!zero, "card numbers start at 1");
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

/// The value of the position.
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

/// The pile without its top `cards` cards, if it has that many.
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
    fn position_without_cards_is_a_loss() {
        assert_eq!(solve(&[], 2), solved(Loss(0), 0));
        assert_eq!(one(&[], 2), solved(Loss(0), 0));
    }

    #[test]
    fn card_above_the_height_cannot_be_played() {
        assert_eq!(one(&[2], 3), solved(Loss(0), 0));
        // The top is 3, too large; the card under it is 1.
        assert_eq!(one(&[1, 3], 0), solved(Loss(0), 0));
        assert_eq!(one(&[1, 3], 1), solved(Win(1), 1));
        assert_eq!(one(&[u64::MAX, 1], 0), solved(Win(1), 1));
    }

    #[test]
    fn one_card_is_never_discarded() {
        // Discarding both would leave no card to read.
        let all = moves(&[vec![1, 1]], 9);
        assert_eq!(all, [vec![vec![1]], vec![vec![]]]);
    }

    #[test]
    fn piles_of_ones_have_known_values() {
        assert_eq!(one(&[1, 1, 1], 0), solved(Win(3), 1));
        assert_eq!(one(&[1, 1, 1, 1], 0), solved(Loss(4), 0));
        // With k = 2, a move takes one to three cards: four are a loss.
        assert_eq!(one(&[1, 1, 1], 2), solved(Win(1), 3));
        assert_eq!(one(&[1, 1, 1, 1], 2), solved(Loss(2), 0));
    }

    #[test]
    fn equal_piles_are_a_loss() {
        let pile = vec![1, 2, 1];
        // Read the top 1: [1, 2]; discard it and read 2: empty; discard both
        // and read 1: empty.
        let options = moves(std::slice::from_ref(&pile), 2);
        assert_eq!(options, [vec![vec![1, 2]], vec![vec![]], vec![vec![]]]);
        let two = solve(&[pile.clone(), pile], 2);
        assert_eq!(two.grundy, Some(0));
        assert!(matches!(two.outcome, Loss(_)));
    }

    #[test]
    fn cards_are_listed_from_the_bottom() {
        // A top 2 takes both; a top 1 takes itself and leaves an unplayable 2.
        assert_eq!(one(&[1, 2], 0), solved(Win(1), 1));
        let all = solve_all(&[vec![2, 1]], 0);
        assert_eq!(all.len(), 2);
        assert_eq!(all[&vec![vec![2]]], solved(Loss(0), 0));
        assert_eq!(outcome(&[vec![2, 1]], 0), Win(1));
    }

    #[test]
    #[should_panic(expected = "start at 1")]
    fn card_of_zero_panics() {
        let _ = one(&[1, 0], 2);
    }
}
