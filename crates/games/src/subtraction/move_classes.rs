//! Move classes of a heap, and the closed form of its value.

use kibitz_game::{Game, MoveClass, MoveClasses};

use super::Subtraction;
use crate::play::PlayConvention;

impl MoveClasses for Subtraction {
    /// All moves are one class; there are never many.
    fn groups(&self, &heap: &u64) -> Option<Vec<MoveClass<u64>>> {
        let moves = self.degree(&heap).ok()?;
        let left = |take: &u64| self.values.get(heap - take);
        let is_lost = |take: &u64| left(take) == Some(0);
        let takes: Vec<u64> = self.takes(heap).collect();
        if takes.iter().any(|take| left(take).is_none()) {
            return None;
        }
        let winning: Vec<u64> = takes.iter().copied().filter(is_lost).collect();
        let example = winning.first().or(takes.first()).copied();
        let groups = example.map(|example| MoveClass {
            name: format!("heap of {heap}"),
            moves,
            winning: winning.len() as u64,
            example,
        });
        Some(groups.into_iter().collect())
    }

    fn after(&self, heap: &u64, take: &u64) -> u64 {
        heap - take
    }

    /// The heaps reached by repeatedly taking the smallest number.
    fn reaches_at_least(&self, heap: &u64) -> u64 {
        self.takes(*heap).next().map_or(1, |take| heap / take)
    }

    fn part_name(&self) -> &'static str {
        "heap"
    }

    fn alone(&self, heap: &u64) -> u64 {
        *heap
    }

    fn write_part(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn closed_form(&self, heap: &u64) -> Option<String> {
        let period = self
            .period(*heap)
            .filter(|_| self.play == PlayConvention::Normal)?;
        let period = period.closed_form(*heap)?;
        Some(format!("subtraction set {} {period}", self.values.rule()))
    }
}
