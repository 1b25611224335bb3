//! Solved tables in files.

use std::ops::Range;

use kibitz_game::{Reservation, Value};

use super::checkpoint::State;
use super::entries::{self, StoredEntry};
use super::passes::Solved;
use crate::work::{Work, entries_name};
use crate::{Evaluation, SolveError, Values};

/// The value of every position by rank, in the working files of the solve. The files are used as
/// long as the table exists, and are not removed.
#[derive(Debug)]
pub struct DiskTable {
    work: Work,
    state: State,
    /// All different evaluations, and `None` if there are holes.
    distinct: Vec<Option<Evaluation>>,
    _memory: Reservation,
}

impl DiskTable {
    pub(super) fn new(work: Work, solved: Solved, memory: Reservation) -> DiskTable {
        let evaluation = |value: Option<Value>| value.map(Evaluation::from);
        DiskTable {
            work,
            state: solved.state,
            distinct: solved.values.into_iter().map(evaluation).collect(),
            _memory: memory,
        }
    }

    /// Passes the values of some ranks to `take`, in order; `None` for a hole.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn values(
        &self,
        ranks: Range<u64>,
        mut take: impl FnMut(Option<Value>),
    ) -> Result<(), SolveError> {
        let division = self.state.division();
        let mut next = ranks.start;
        while next < ranks.end {
            let shard = division.shard(next);
            let here = division.ranks(shard);
            let offsets = next - here.start..ranks.end.min(here.end) - here.start;
            let name = entries_name(shard, self.state.shards[shard].file);
            match self.state.width {
                u16::BYTES => entries::values::<u16>(&self.work, &name, offsets, &mut take),
                _ => entries::values::<u32>(&self.work, &name, offsets, &mut take),
            }?;
            next = here.end;
        }
        Ok(())
    }
}

impl Values for DiskTable {
    fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
        let mut found = None;
        self.values(rank..rank + 1, |value| found = value)?;
        Ok(found.map(Evaluation::from))
    }

    fn extend(
        &self,
        ranks: Range<u64>,
        into: &mut Vec<Option<Evaluation>>,
    ) -> Result<(), SolveError> {
        self.values(ranks, |value| into.push(value.map(Evaluation::from)))
    }

    fn distinct(&self) -> Option<&[Option<Evaluation>]> {
        Some(&self.distinct)
    }
}
