//! "Game" (HDU 3389): cards moved from box to box.
//!
//! Solves the whole game: a position is the counts of all boxes, and a move
//! takes 1, 2, 3 … cards from a box to a box that the rule names. Neither the
//! two sides of the boxes, nor the equivalence to Nim on one side, nor the
//! decomposition into components is used, and the rule may have cycles. For few
//! boxes with few cards.

use crate::sweep::Reached;
use crate::{Outcome, Solved};
use std::collections::HashMap;

/// The boxes, numbered from 1, to which cards of a box may be moved.
pub type Targets<'a> = &'a dyn Fn(usize) -> Vec<usize>;

/// The contest's rule: the boxes B < A with A + B odd and divisible by 3.
#[must_use]
pub fn contest_targets(a: usize) -> Vec<usize> {
    (1..a)
        .filter(|b| (a + b) % 2 == 1 && (a + b).is_multiple_of(3))
        .collect()
}

/// Solves all positions reachable from the given one.
///
/// # Panics
///
/// Panics if the rule names a nonexistent target for a box that holds cards.
#[must_use]
pub fn solve_all(counts: &[u64], targets: Targets<'_>) -> HashMap<Vec<u64>, Solved> {
    let moves = |counts: &Vec<u64>| moves(counts, targets);
    Reached::from_start(counts.to_vec(), moves).solve()
}

/// Solves the position.
///
/// # Panics
///
/// As [`solve_all`].
#[must_use]
pub fn solve(counts: &[u64], targets: Targets<'_>) -> Solved {
    solve_all(counts, targets)[counts]
}

/// The value of the position.
///
/// # Panics
///
/// As [`solve_all`].
#[must_use]
pub fn outcome(counts: &[u64], targets: Targets<'_>) -> Outcome {
    solve(counts, targets).outcome
}

/// Whether the mover wins; `None` for a draw, which requires a cycle.
///
/// # Panics
///
/// As [`solve_all`].
#[must_use]
pub fn mover_wins(counts: &[u64], targets: Targets<'_>) -> Option<bool> {
    outcome(counts, targets).mover_wins()
}

fn moves(counts: &[u64], targets: Targets<'_>) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    for from in 1..=counts.len() {
        if counts[from - 1] == 0 {
            continue;
        }
        for to in targets(from) {
            assert!(
                (1..=counts.len()).contains(&to),
                "the target of box {from}, box {to}, does not exist"
            );
            for cards in 1..=counts[from - 1] {
                let mut next = counts.to_vec();
                next[from - 1] -= cards;
                next[to - 1] += cards;
                found.push(next);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Loss, Win};

    fn contest(counts: &[u64]) -> Solved {
        solve(counts, &contest_targets)
    }

    fn solved(outcome: Outcome, grundy: impl Into<Option<u32>>) -> Solved {
        let grundy = grundy.into();
        Solved { outcome, grundy }
    }

    #[test]
    fn contest_targets_follow_the_rule() {
        for sink in [1, 3, 4] {
            assert!(contest_targets(sink).is_empty());
        }
        assert_eq!(contest_targets(2), [1]);
        assert_eq!(contest_targets(5), [4]);
        assert_eq!(contest_targets(6), [3]);
        assert_eq!(contest_targets(7), [2]);
        assert_eq!(contest_targets(8), [1, 7]);
        assert_eq!(contest_targets(9), [6]);
        assert_eq!(contest_targets(11), [4, 10]);
    }

    #[test]
    fn box_with_only_a_sink_as_target_is_a_nim_heap() {
        for cards in 0..6 {
            let value = contest(&[3, cards]);
            assert_eq!(value.grundy, Some(cards as u32));
            let expected = if cards == 0 { Loss(0) } else { Win(1) };
            assert_eq!(value.outcome, expected);
        }
    }

    #[test]
    fn card_two_moves_from_a_sink_is_a_loss() {
        let mut counts = [0; 7];
        counts[6] = 1; // 7 > 2 > 1
        assert_eq!(contest(&counts), solved(Loss(2), 0));
        counts[6] = 2; // moving one card at a time takes longest
        assert_eq!(contest(&counts), solved(Loss(4), 0));
    }

    #[test]
    fn solve_all_contains_every_reachable_position() {
        // Two cards in box 2: two, one or none of them left.
        let all = solve_all(&[0, 2], &contest_targets);
        assert_eq!(all.len(), 3);
        assert_eq!(all[&vec![0, 2]], solved(Win(1), 2));
        assert_eq!(all[&vec![1, 1]], solved(Win(1), 1));
        assert_eq!(all[&vec![2, 0]], solved(Loss(0), 0));
    }

    #[test]
    fn two_equal_heaps_are_a_loss() {
        // Boxes 2 and 5 lead to the sinks 1 and 4.
        assert_eq!(contest(&[0, 2, 0, 0, 2]), solved(Loss(4), 0));
        assert_eq!(contest(&[0, 2, 0, 0, 1]).outcome, Win(3));
    }

    #[test]
    fn cycle_without_exit_is_a_draw() {
        let round = |a: usize| vec![3 - a];
        assert_eq!(solve(&[1, 0], &round), solved(Draw, None));
        assert_eq!(mover_wins(&[1, 0], &round), None);
        assert_eq!(solve(&[0, 0], &round), solved(Loss(0), 0));
        // 2 and 3 form a cycle with an exit from 2 to 1: a player who moves the
        // card from 2 takes the exit and wins.
        let way_out = |a: usize| match a {
            2 => vec![1, 3],
            3 => vec![2],
            _ => vec![],
        };
        assert_eq!(solve(&[0, 1, 0], &way_out), solved(Win(1), None));
        assert_eq!(solve(&[0, 0, 1], &way_out), solved(Loss(2), None));
        assert_eq!(mover_wins(&[0, 0, 1], &way_out), Some(false));
    }

    #[test]
    fn box_that_is_its_own_target_is_a_pass() {
        // Infinitely many passes are a draw unless a player can win.
        assert_eq!(solve(&[1], &|_| vec![1]).outcome, Draw);
        let pass_or_end = |a: usize| if a == 2 { vec![1, 2] } else { vec![] };
        assert_eq!(solve(&[0, 1], &pass_or_end), solved(Win(1), None));
    }

    #[test]
    #[should_panic(expected = "does not exist")]
    fn nonexistent_target_panics() {
        let _ = solve(&[1], &|_| vec![2]);
    }
}
