//! Move classes: the moves of a position counted by heap, without generating
//! them.

use kibitz_game::{MoveClass, MoveClasses, Wdl};

use super::{Heaps, Nim, Take};
use crate::play::PlayConvention;

impl MoveClasses for Nim {
    /// One class for each heap with moves. At most one size of the heap makes
    /// the position a loss: the nim-sum of the others; in misère play, if the
    /// others are single matches only, 1 minus it.
    fn groups(&self, p: &Heaps) -> Option<Vec<MoveClass<Take>>> {
        let sum = p.iter().fold(0, |sum, heap| sum ^ heap);
        let large = p.iter().filter(|heap| **heap > 1).count();
        let heaps = p.iter().enumerate().filter(|(_, heap)| **heap > 0);
        let groups = heaps.map(|(i, &heap)| {
            let others = sum ^ heap;
            let others_are_single = large == usize::from(heap > 1);
            let wanted = match self.play {
                // An odd number of single matches must be left.
                PlayConvention::Misere if others_are_single => 1 - others,
                _ => others,
            };
            let left = (wanted < heap).then_some(wanted);
            MoveClass {
                name: format!("heap {}", i + 1),
                moves: heap,
                winning: u64::from(left.is_some()),
                example: Take {
                    heap: i + 1,
                    matches: left.map_or(1, |left| heap - left),
                },
            }
        });
        Some(groups.collect())
    }

    fn after(&self, p: &Heaps, by: &Take) -> Heaps {
        let mut after = p.clone();
        after[by.heap - 1] -= by.matches;
        after
    }

    /// All combinations of smaller heaps.
    fn reaches_at_least(&self, p: &Heaps) -> u64 {
        let sizes = p.iter().map(|heap| heap.saturating_add(1));
        sizes.fold(1, u64::saturating_mul)
    }

    fn changed_part(&self, by: &Take) -> usize {
        by.heap
    }

    fn part_name(&self) -> &'static str {
        "heap"
    }

    fn alone(&self, heap: &u64) -> Heaps {
        vec![*heap]
    }

    fn write_part(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn closed_form(&self, _: &u64) -> Option<String> {
        (self.play.no_move_result() == Wdl::Loss)
            .then(|| "the Grundy value of a Nim heap is its size".to_owned())
    }
}
