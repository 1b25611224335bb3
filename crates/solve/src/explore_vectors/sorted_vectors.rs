//! All positions of a solution in the order of their vectors, as table files list them.

use std::ops::Range;

use kibitz_game::{Reservation, RunContext, Value};

use super::SolvedVectors;
use crate::SolveError;

/// All positions of a solution in the order of their vectors, numbered from 0.
#[derive(Debug)]
pub struct SortedVectors<'s> {
    solved: &'s SolvedVectors,
    /// The ids by number.
    ids: Vec<u32>,
    /// Ranges of ids in ascending order, each with its depth.
    depths: Vec<(Range<u32>, u32)>,
    _memory: Reservation,
}

impl SolvedVectors {
    /// Sorts the positions by their vectors.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory, or the run is cancelled.
    pub fn sort(&self, context: &RunContext) -> Result<SortedVectors<'_>, SolveError> {
        let found = &self.found;
        let ranges = found.levels.all().len() * size_of::<(Range<u32>, u32)>();
        let bytes = self.positions * size_of::<u32>() as u64 + 2 * ranges as u64;
        let memory = context.reserve("sorting positions", bytes)?;
        let mut ids = Vec::with_capacity(self.positions as usize);
        ids.extend(found.levels.all().iter().cloned().flatten());
        context.check()?;
        // Packed states are ordered like vectors.
        ids.sort_unstable_by(|a, b| found.pool.compare(*a, *b));
        context.check()?;
        let levels = (0..found.levels.len()).zip(0..);
        let ranges = levels.flat_map(|(level, depth)| {
            let ranges = found.levels.get(level).iter().cloned();
            ranges.map(move |range| (range, depth))
        });
        let mut depths: Vec<(Range<u32>, u32)> = ranges.collect();
        depths.sort_unstable_by_key(|(range, _)| range.start);
        Ok(SortedVectors {
            solved: self,
            ids,
            depths,
            _memory: memory,
        })
    }
}

impl SortedVectors<'_> {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ids.len() as u64
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The smallest and the largest number in each slot; zeros without positions.
    #[must_use]
    pub fn ranges(&self) -> Vec<(i64, i64)> {
        let found = &self.solved.found;
        let (mut key, mut row) = (found.key(), vec![0; found.fields.spans().len()]);
        let mut ranges: Option<Vec<(i64, i64)>> = None;
        for id in &self.ids {
            found.row(*id, &mut key, &mut row);
            match &mut ranges {
                None => ranges = Some(row.iter().map(|number| (*number, *number)).collect()),
                Some(ranges) => {
                    for ((low, high), number) in ranges.iter_mut().zip(&row) {
                        (*low, *high) = ((*low).min(*number), (*high).max(*number));
                    }
                }
            }
        }
        ranges.unwrap_or_else(|| vec![(0, 0); row.len()])
    }

    /// The vector of a number.
    ///
    /// # Panics
    /// Panics if there is no such number.
    #[must_use]
    pub fn vector(&self, number: u64) -> Vec<i64> {
        self.solved.found.row_of(self.ids[number as usize])
    }

    /// The value of a number.
    ///
    /// # Panics
    /// Panics if there is no such number.
    #[must_use]
    pub fn value(&self, number: u64) -> Option<Value> {
        self.solved.value(self.ids[number as usize])
    }

    /// The depth of a number: the fewest moves from the roots.
    ///
    /// # Panics
    /// Panics if there is no such number.
    #[must_use]
    pub fn depth(&self, number: u64) -> u32 {
        let id = self.ids[number as usize];
        let next = self.depths.partition_point(|(range, _)| range.start <= id);
        self.depths[next - 1].1
    }
}
