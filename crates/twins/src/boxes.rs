//! "Game" (HDU 3389): cards moved from box to box.
//!
//! The twin plays the whole game: a position is the counts of all the boxes,
//! and a move takes 1, 2, 3 … cards from a box to a box that the rule names.
//! It does not know that boxes have sides, that the game is Nim on some of
//! them, or that there are independent parts; a rule under which cards go round
//! in circles is as good as any other. So it is for few boxes with few cards.

use crate::sweep::Reached;
use crate::{Outcome, Solved};
use std::collections::HashMap;

/// For a box, counted from 1: the boxes its cards may be moved to.
pub type Targets<'a> = &'a dyn Fn(usize) -> Vec<usize>;

/// The contest's rule: the boxes B < A with A + B odd and divisible by 3.
#[must_use]
pub fn contest_targets(a: usize) -> Vec<usize> {
    (1..a)
        .filter(|b| (a + b) % 2 == 1 && (a + b).is_multiple_of(3))
        .collect()
}

/// Solves the position and everything that can be reached from it.
///
/// # Panics
///
/// Where the rule names a box that does not exist for a box that holds cards.
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

/// The value of the position with its plies.
///
/// # Panics
///
/// As [`solve_all`].
#[must_use]
pub fn outcome(counts: &[u64], targets: Targets<'_>) -> Outcome {
    solve(counts, targets).outcome
}

/// Whether the mover wins; nothing for a draw, which needs a circle.
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
                "cards of box {from} go to box {to}, which does not exist"
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
    fn the_targets_of_the_contest() {
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
    fn a_single_box_that_leads_to_a_sink_is_a_heap() {
        for cards in 0..6 {
            let value = contest(&[3, cards]);
            assert_eq!(value.grundy, Some(cards as u32));
            let expected = if cards == 0 { Loss(0) } else { Win(1) };
            assert_eq!(value.outcome, expected);
        }
    }

    #[test]
    fn a_card_two_steps_from_the_end_is_lost_in_two() {
        let mut counts = [0; 7];
        counts[6] = 1; // 7 > 2 > 1
        assert_eq!(contest(&counts), solved(Loss(2), 0));
        counts[6] = 2; // one by one takes longest
        assert_eq!(contest(&counts), solved(Loss(4), 0));
    }

    #[test]
    fn all_that_is_reached_is_there() {
        // Two cards in box 2: two, one or none of them left.
        let all = solve_all(&[0, 2], &contest_targets);
        assert_eq!(all.len(), 3);
        assert_eq!(all[&vec![0, 2]], solved(Win(1), 2));
        assert_eq!(all[&vec![1, 1]], solved(Win(1), 1));
        assert_eq!(all[&vec![2, 0]], solved(Loss(0), 0));
    }

    #[test]
    fn two_equal_heaps_are_lost() {
        // Boxes 2 and 5 lead to the sinks 1 and 4.
        assert_eq!(contest(&[0, 2, 0, 0, 2]), solved(Loss(4), 0));
        assert_eq!(contest(&[0, 2, 0, 0, 1]).outcome, Win(3));
    }

    #[test]
    fn cards_that_go_round_are_a_draw() {
        let round = |a: usize| vec![3 - a];
        assert_eq!(solve(&[1, 0], &round), solved(Draw, None));
        assert_eq!(mover_wins(&[1, 0], &round), None);
        assert_eq!(solve(&[0, 0], &round), solved(Loss(0), 0));
        // 2 and 3 form a circle, but 2 has a way out to 1: whoever has the
        // card in 2 takes it.
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
    fn a_box_may_lead_to_itself() {
        // That is a pass, and a pass for ever is a draw unless one can win.
        assert_eq!(solve(&[1], &|_| vec![1]).outcome, Draw);
        let pass_or_end = |a: usize| if a == 2 { vec![1, 2] } else { vec![] };
        assert_eq!(solve(&[0, 1], &pass_or_end), solved(Win(1), None));
    }

    #[test]
    #[should_panic(expected = "does not exist")]
    fn targets_exist() {
        let _ = solve(&[1], &|_| vec![2]);
    }
}
