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
        context.check()?;
        let ids = match self.sorted_by_key(context)? {
            Some(ids) => ids,
            None => self.sorted_by_comparison(),
        };
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

    fn ids(&self) -> impl Iterator<Item = u32> {
        self.found.levels.all().iter().cloned().flatten()
    }

    /// The ids in the order of packed states, which are ordered like vectors.
    fn sorted_by_comparison(&self) -> Vec<u32> {
        let mut ids: Vec<u32> = self.ids().collect();
        let pool = &self.found.pool;
        ids.sort_unstable_by(|a, b| pool.compare(*a, *b));
        ids
    }

    /// The same without random access, if state and id fit a word together and there is memory for
    /// the words.
    fn sorted_by_key(&self, context: &RunContext) -> Result<Option<Vec<u32>>, SolveError> {
        let found = &self.found;
        let (bits, id_bits) = (found.fields.bits(), u32::BITS - found.ids.leading_zeros());
        let words = context.reserve("sorting positions", 8 * self.positions);
        let (1, Ok(_words), true) = (found.fields.words(), words, bits + id_bits <= u64::BITS)
        else {
            return Ok(None);
        };
        let mut words = Vec::with_capacity(self.positions as usize);
        words.extend(self.ids().map(|id| {
            let mut key = [0];
            found.pool.get(id, &mut key);
            // The fields are in the most significant bits.
            key[0] | u64::from(id)
        }));
        words.sort_unstable();
        context.check()?;
        let mask = (1 << id_bits) - 1;
        Ok(Some(
            words.into_iter().map(|word| (word & mask) as u32).collect(),
        ))
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
    /// Panics if the number is not below [`len`](SortedVectors::len).
    #[must_use]
    pub fn vector(&self, number: u64) -> Vec<i64> {
        self.solved.found.row_of(self.ids[number as usize])
    }

    /// The value of a number.
    ///
    /// # Panics
    /// Panics if the number is not below [`len`](SortedVectors::len).
    #[must_use]
    pub fn value(&self, number: u64) -> Option<Value> {
        self.solved.value(self.ids[number as usize])
    }

    /// The depth of a number: the fewest moves from the roots.
    ///
    /// # Panics
    /// Panics if the number is not below [`len`](SortedVectors::len).
    #[must_use]
    pub fn depth(&self, number: u64) -> u32 {
        let id = self.ids[number as usize];
        let next = self.depths.partition_point(|(range, _)| range.start <= id);
        self.depths[next - 1].1
    }
}
