//! Solved positions in files.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use kibitz_game::{Reservation, Value};

use super::hashed_file::{BUFFER, name};
use super::key::{Key, Packer, WIDEST};
use super::rows::{Tag, row};
use super::state::State;
use crate::SolveError;
use crate::retrograde::DiskTable;
use crate::retrograde::on_disk::work::{ROWS, Work};

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
        let len = self.packer.bytes() + Tag::BYTES;
        let mut vector = vec![0; self.packer.fields().spans().len()];
        let mut buffer = vec![0; BUFFER / len * len];
        let mut next = numbers.start;
        while next < numbers.end {
            let shard = self.bases.partition_point(|base| *base <= next) - 1;
            let (first, end) = (self.bases[shard], self.bases[shard + 1].min(numbers.end));
            let missing = || self.work.unusable("it does not name all files");
            let number = self.state.shards[shard].rows.ok_or_else(missing)?.number;
            let name = name(ROWS, number);
            let unreadable = |error| self.work.unreadable(&name, error);
            let mut file = self.work.open_file(&name)?;
            file.seek(SeekFrom::Start((next - first) * len as u64))
                .map_err(unreadable)?;
            while next < end {
                let count = (end - next).min((buffer.len() / len) as u64);
                let bytes = &mut buffer[..count as usize * len];
                file.read_exact(bytes).map_err(unreadable)?;
                for record in bytes.chunks_exact(len) {
                    let (key, tag) = row::<WIDEST>(record);
                    self.packer.unpack(key, &mut vector);
                    take(&vector, tag.depth())?;
                }
                next += count;
            }
        }
        Ok(())
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
