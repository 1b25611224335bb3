//! Solved positions in files.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use kibitz_game::{
    Grundy, Reservation, RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Value,
};

use super::super::tag::Tag;
use super::graph::Window;
use super::grundy;
use super::hashed_file::{BUFFER, name};
use super::job::incomplete;
use super::key::{Key, Packer, WIDEST};
use super::rows::row;
use super::state::State;
use crate::retrograde::DiskTable;
use crate::work::{DEGREES, MARKS, ROWS, Work};
use crate::{Cause, SolveError};

/// Takes a vector and its depth.
type TakeRow<'a> = dyn FnMut(&[i64], u32) -> Result<(), SolveError> + 'a;

/// Everything reachable from some state vectors, solved, in working files. Positions are numbered in
/// the order of their vectors. The files are used as long as this exists, and are not removed.
#[derive(Debug)]
pub struct DiskVectors {
    work: Work,
    state: State,
    packer: Packer,
    /// The number of the first position of each shard, and of all positions.
    bases: Vec<u64>,
    table: DiskTable,
    _memory: Reservation,
}

impl DiskVectors {
    pub(super) fn new(
        work: Work,
        state: State,
        mut bases: Vec<u64>,
        table: DiskTable,
        memory: Reservation,
    ) -> DiskVectors {
        bases.push(state.positions());
        DiskVectors {
            packer: state.packer(),
            work,
            state,
            bases,
            table,
            _memory: memory,
        }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.bases.last().copied().unwrap_or(0)
    }

    /// Whether there are no positions, i.e. no roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether some move gives an extra turn.
    #[must_use]
    pub fn has_extra_turns(&self) -> bool {
        self.state.has_extra_turns
    }

    /// The smallest and the largest number in each slot; zeros without positions.
    #[must_use]
    pub fn ranges(&self) -> Vec<(i64, i64)> {
        let slots = self.packer.fields().spans().len();
        let known = self.state.ranges.clone();
        known.unwrap_or_else(|| vec![(0, 0); slots])
    }

    /// Passes the vectors of some numbers to `take`, in order, with their depths: the fewest moves
    /// from the roots.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or the error of `take`.
    pub fn rows(
        &self,
        numbers: Range<u64>,
        mut take: impl FnMut(&[i64], u32) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        with_words!(self.state, N => self.read::<N>(numbers, &mut take))
    }

    /// The same with keys of `N` words.
    fn read<const N: usize>(
        &self,
        numbers: Range<u64>,
        take: &mut TakeRow<'_>,
    ) -> Result<(), SolveError> {
        let len = self.packer.bytes() + Tag::BYTES;
        let mut vector = vec![0; self.packer.fields().spans().len()];
        let mut buffer = vec![0; BUFFER / len * len];
        let mut next = numbers.start;
        while next < numbers.end {
            let shard = self.shard_of(next);
            let (first, end) = (self.bases[shard], self.bases[shard + 1].min(numbers.end));
            let rows = self.state.shards[shard].rows;
            let rows = rows.ok_or_else(|| incomplete(&self.work))?;
            let name = name(ROWS, rows.number);
            let unreadable = |error| self.work.unreadable(&name, error);
            let mut file = self.work.open_file(&name)?;
            file.seek(SeekFrom::Start((next - first) * len as u64))
                .map_err(unreadable)?;
            while next < end {
                let count = (end - next).min((buffer.len() / len) as u64);
                let bytes = &mut buffer[..count as usize * len];
                file.read_exact(bytes).map_err(unreadable)?;
                for record in bytes.chunks_exact(len) {
                    let (key, tag) = row::<N>(record);
                    self.packer.unpack(key, &mut vector);
                    take(&vector, tag.depth())?;
                }
                next += count;
            }
        }
        Ok(())
    }

    /// The shard of a number.
    fn shard_of(&self, number: u64) -> usize {
        self.bases.partition_point(|base| *base <= number) - 1
    }

    /// Whether Grundy values were computed, and all positions have one; i.e. there is no cycle.
    #[must_use]
    pub fn has_grundies(&self) -> bool {
        self.state.removed == self.len()
    }

    /// Passes the Grundy values of some numbers to `take`, in order; `None` for positions on cycles,
    /// and for those that lead to cycles. They must have been computed.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn grundies(
        &self,
        numbers: Range<u64>,
        mut take: impl FnMut(Option<Grundy>),
    ) -> Result<(), SolveError> {
        let window = || Window::new(&self.work, BUFFER);
        let (mut degrees, mut marks) = (window(), window());
        let mut next = numbers.start;
        while next < numbers.end {
            let shard = self.shard_of(next);
            let (first, end) = (self.bases[shard], self.bases[shard + 1].min(numbers.end));
            let state = &self.state.shards[shard];
            degrees.open(DEGREES, state.degrees.map(|file| file.number))?;
            marks.open(MARKS, state.marks.map(|file| file.number))?;
            let offsets = next - first..end - first;
            grundy::values((&mut degrees, &mut marks), offsets, |value| {
                take(value.map(Grundy::new));
            })?;
            next = end;
        }
        Ok(())
    }

    /// A cycle, if Grundy values were computed and there is one: each of these positions has a move
    /// to the next, and the last one to the first.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or the rules fail.
    pub fn cycle<G: StateVectorGame>(
        &self,
        game: &G,
        context: &RunContext,
    ) -> Result<Option<Vec<Vec<i64>>>, SolveError> {
        let mut first = None;
        let mut number = 0;
        self.grundies(0..self.len(), |value| {
            if value.is_none() && first.is_none() {
                first = Some(number);
            }
            number += 1;
        })?;
        let Some(first) = first else {
            return Ok(None);
        };
        let mut vector = Vec::new();
        self.rows(first..first + 1, |row, _| {
            vector = row.to_vec();
            Ok(())
        })?;
        // Every position that was not removed has a move to one that was not: a walk along these
        // moves comes to a cycle. Brent's algorithm finds it without a list of the positions.
        let mut rules = game.worker();
        let (mut mark, mut length, mut power) = (vector.clone(), 0u64, 1u64);
        loop {
            context.check()?;
            vector = self.unremoved_successor(game, &mut rules, &vector)?;
            length += 1;
            if vector == mark {
                break;
            }
            if length == power {
                (mark, length, power) = (vector.clone(), 0, 2 * power);
            }
        }
        let mut cycle = Vec::new();
        for _ in 0..length {
            cycle.push(vector.clone());
            vector = self.unremoved_successor(game, &mut rules, &vector)?;
        }
        Ok(Some(cycle))
    }

    /// The first successor without a Grundy value of a position without one.
    fn unremoved_successor<G: StateVectorGame>(
        &self,
        game: &G,
        rules: &mut G::Worker<'_>,
        vector: &[i64],
    ) -> Result<Vec<i64>, SolveError> {
        let mut steps = SuccessorBuffer::new(game.slots());
        let expanded = rules.expand(vector, &mut steps);
        expanded.map_err(|fault| SolveError::Fault {
            position: game.write(vector),
            fault: Cause::new(fault),
        })?;
        for (row, _) in steps.iter() {
            let Some(number) = self.number(row)? else {
                continue;
            };
            let mut is_removed = false;
            self.grundies(number..number + 1, |value| is_removed = value.is_some())?;
            if !is_removed {
                return Ok(row.to_vec());
            }
        }
        Err(SolveError::Missing {
            position: game.write(vector),
        })
    }

    /// Passes the values of some numbers to `take`, in order.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn values(
        &self,
        numbers: Range<u64>,
        take: impl FnMut(Option<Value>),
    ) -> Result<(), SolveError> {
        self.table.values(numbers, take)
    }

    /// The number of a vector; `None` if it is not reachable.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn number(&self, vector: &[i64]) -> Result<Option<u64>, SolveError> {
        if vector.len() != self.packer.fields().spans().len() {
            return Ok(None);
        }
        let Some(key) = self.packer.pack::<WIDEST>(vector) else {
            return Ok(None);
        };
        let shards = &self.state.shards;
        let shard = shards.partition_point(|shard| Key::<WIDEST>::of(&shard.low) <= key) - 1;
        let (mut low, mut high) = (self.bases[shard], self.bases[shard + 1]);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut order = std::cmp::Ordering::Equal;
            self.rows(middle..middle + 1, |found, _| {
                order = found.cmp(vector);
                Ok(())
            })?;
            match order {
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// The greatest depth.
    #[must_use]
    pub fn max_depth(&self) -> u32 {
        self.state.depth
    }
}
