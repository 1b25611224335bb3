//! Solves all reachable positions by naive fixed-point iteration.
//!
//! The method works with and without cycles: it lists all positions with their
//! successors, and at level 0, 1, 2 … scans the whole list for positions solved
//! at exactly that level. Those never solved are draws. Unlike the engines it
//! uses no topological order, recursion, out-degree counters or predecessor
//! lists.

use crate::{Outcome, Solved};
use std::collections::HashMap;
use std::hash::Hash;

/// All positions reachable from the starts, in order of discovery.
#[derive(Clone, Debug)]
pub struct Reached<P> {
    positions: Vec<P>,
    numbers: HashMap<P, usize>,
    children: Vec<Vec<usize>>,
}

impl<P: Clone + Eq + Hash> Reached<P> {
    /// Enumerates the positions reachable by the given moves. The turn changes
    /// with every move; a successor may be listed twice.
    pub fn from_start(start: P, moves: impl Fn(&P) -> Vec<P>) -> Self {
        Self::from_all([start], moves)
    }

    /// As [`from_start`](Self::from_start), from several starts.
    pub fn from_all(starts: impl IntoIterator<Item = P>, moves: impl Fn(&P) -> Vec<P>) -> Self {
        let mut reached = Reached {
            numbers: HashMap::new(),
            positions: Vec::new(),
            children: Vec::new(),
        };
        for start in starts {
            reached.number(start);
        }
        while reached.children.len() < reached.positions.len() {
            let next = reached.positions[reached.children.len()].clone();
            let children = moves(&next).into_iter().map(|p| reached.number(p));
            let children = children.collect();
            reached.children.push(children);
        }
        reached
    }

    /// All positions, in the order of [`outcomes`](Self::outcomes).
    pub fn positions(&self) -> impl Iterator<Item = &P> {
        self.positions.iter()
    }

    fn number(&mut self, position: P) -> usize {
        if let Some(&number) = self.numbers.get(&position) {
            return number;
        }
        let number = self.positions.len();
        self.positions.push(position.clone());
        self.numbers.insert(position, number);
        number
    }

    /// The value of each position in normal play: a player without a move
    /// loses.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcome> {
        self.outcomes_ending(|_| Outcome::Loss(0))
    }

    /// The value of each position; `end` gives the value of a position without
    /// a move.
    pub fn outcomes_ending(&self, end: impl Fn(&P) -> Outcome) -> Vec<Outcome> {
        let nodes = self.positions.iter().zip(&self.children);
        let mut known: Vec<Option<Outcome>> = nodes
            .map(|(p, children)| children.is_empty().then(|| end(p)))
            .collect();
        let mut level = 0;
        let mut changed = true;
        while changed {
            changed = false;
            level += 1;
            for (number, children) in self.children.iter().enumerate() {
                if known[number].is_none() {
                    known[number] = Outcome::at_level(level, children.iter().map(|&c| known[c]));
                    changed |= known[number].is_some();
                }
            }
        }
        known
            .into_iter()
            .map(|value| value.unwrap_or(Outcome::Draw))
            .collect()
    }

    /// The Grundy value of each position by the definition, the mex of its
    /// successors; `None` if a cycle is reachable.
    #[must_use]
    pub fn grundy(&self) -> Vec<Option<u32>> {
        let mut known: Vec<Option<u32>> = vec![None; self.positions.len()];
        let mut changed = true;
        while changed {
            changed = false;
            // Newest first, because terminal positions are often discovered
            // late. The order affects only the number of rounds.
            for number in (0..known.len()).rev() {
                if known[number].is_none() {
                    let children = self.children[number].iter().map(|&c| known[c]);
                    if let Some(seen) = children.collect::<Option<Vec<u32>>>() {
                        known[number] = (0..).find(|value| !seen.contains(value));
                        changed = true;
                    }
                }
            }
        }
        known
    }

    /// Values of all positions in misère play: a player without a move wins,
    /// and there are no Grundy values.
    #[must_use]
    pub fn solve_misere(self) -> HashMap<P, Solved> {
        let values = self.outcomes_ending(|_| Outcome::Win(0)).into_iter();
        let values = values.map(|outcome| Solved {
            outcome,
            grundy: None,
        });
        self.positions.into_iter().zip(values).collect()
    }

    /// Values of all positions, in normal or misère play.
    #[must_use]
    pub fn solve_as(self, is_misere: bool) -> HashMap<P, Solved> {
        if is_misere {
            self.solve_misere()
        } else {
            self.solve()
        }
    }

    /// Values of all positions in normal play.
    #[must_use]
    pub fn solve(self) -> HashMap<P, Solved> {
        let values = self.outcomes().into_iter().zip(self.grundy());
        let values = values.map(|(outcome, grundy)| Solved { outcome, grundy });
        self.positions.into_iter().zip(values).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Loss, Win};

    fn solved(outcome: Outcome, grundy: impl Into<Option<u32>>) -> Solved {
        Solved {
            outcome,
            grundy: grundy.into(),
        }
    }

    #[test]
    fn subtraction_of_one_to_three_has_known_values() {
        let moves = |&n: &u32| (1..=3).filter_map(|take| n.checked_sub(take)).collect();
        let all = Reached::from_start(9, moves).solve();
        assert_eq!(all.len(), 10);
        assert_eq!(all[&0], solved(Loss(0), 0));
        assert_eq!(all[&3], solved(Win(1), 3));
        assert_eq!(all[&4], solved(Loss(2), 0));
        assert_eq!(all[&7], solved(Win(3), 3));
        assert_eq!(all[&8], solved(Loss(4), 0));
        assert_eq!(all[&9], solved(Win(5), 1));
    }

    #[test]
    fn taking_the_last_match_loses_in_misere_play() {
        let moves = |&n: &u32| (1..=3).filter_map(|take| n.checked_sub(take)).collect();
        let all = Reached::from_start(6, moves).solve_as(true);
        assert_eq!(all[&0], solved(Win(0), None));
        assert_eq!(all[&1], solved(Loss(1), None));
        assert_eq!(all[&2], solved(Win(2), None));
        assert_eq!(all[&5], solved(Loss(3), None));
    }

    #[test]
    fn cycle_whose_exit_loses_is_a_draw() {
        // a <-> b, b -> c, c -> e, a -> d -> d. Leaving the cycle from b lets
        // the opponent win from c, so b draws; d has only itself.
        let moves = |&p: &char| match p {
            'a' => vec!['b', 'd'],
            'b' => vec!['a', 'c'],
            'c' => vec!['e'],
            'd' => vec!['d'],
            _ => vec![],
        };
        let all = Reached::from_start('a', moves).solve();
        assert_eq!(all[&'e'], solved(Loss(0), 0));
        assert_eq!(all[&'c'], solved(Win(1), 1));
        assert_eq!(all[&'d'], solved(Draw, None));
        assert_eq!(all[&'b'], solved(Draw, None));
        assert_eq!(all[&'a'], solved(Draw, None));
    }

    #[test]
    fn cycle_whose_exit_wins_is_solved() {
        // x and y form a cycle, but the mover wins from x by ending the game; y
        // leads only to x.
        let moves = |&p: &char| match p {
            'x' => vec!['y', 'e'],
            'y' => vec!['x'],
            _ => vec![],
        };
        let all = Reached::from_start('x', moves).solve();
        assert_eq!(all[&'x'], solved(Win(1), None));
        assert_eq!(all[&'y'], solved(Loss(2), None));
    }
}
