//! Retrograde analysis out of core, with checkpoints: the table is in files.
//!
//! The ranks are divided into [shards](super::Shard). A *pass* over the shards solves a level:
//! every shard that the level concerns is loaded, the updates for it that the previous pass has
//! emitted are applied, which solves its positions of this level, and it emits the updates that
//! follow from these. Then its entries are stored, if they have changed. Updates are collected in
//! memory, sorted by destination shard and written to files ([`updates`]) whenever the memory for
//! them is full; so all files are read and written in large pieces, and only the shards being
//! worked on, one per thread, are in memory. A shard without updates and without static values at
//! the level is skipped.
//!
//! This is the computation in memory in another order: updates of a level commute, and all of them
//! are applied before the level is emitted. So the entries at the end are the same, whatever the
//! sizes and the number of threads.
//!
//! Files are never changed after they were written. A checkpoint is a list of them
//! ([`checkpoint`]); a solve that is started again continues from the last one. Whatever is read
//! was compared with a checksum: damaged files are an error, never a wrong value. They are not
//! ignored, since that would discard hours of work without notice.

mod checkpoint;
mod distinct;
mod entries;
mod passes;
mod sizes;
mod table;
mod updates;

use std::collections::HashSet;

use kibitz_game::{Reservation, RunContext, Scratch};

use super::PredecessorGraph;
use crate::SolveError;
use crate::work::Work;
use checkpoint::State;
pub use entries::StoredEntry;
pub(crate) use passes::{Flush, ShardGraph};
use passes::{Passes, Solved};
pub(super) use sizes::disk;
pub use table::DiskTable;

/// How much is in memory at a time. The result does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskSizes {
    /// Log2 of the ranks of a shard.
    pub bits: u32,
    /// The number of updates that a worker collects before it writes them.
    pub batch: u64,
    /// The number of shards that are worked on at a time, at most the number of threads.
    pub workers: usize,
}

impl DiskSizes {
    /// The sizes for a table of `ranks` entries of two bytes in the free part of the memory budget.
    #[must_use]
    pub fn fit(ranks: u64, context: &RunContext) -> DiskSizes {
        sizes::fit(ranks, 2, context.memory_free(), context.thread_count())
    }

    /// The peak memory in bytes for a table of `ranks` entries of two bytes.
    #[must_use]
    pub fn memory(self, ranks: u64) -> u64 {
        sizes::memory(ranks, 2, self)
    }
}

/// Solves a graph with the table in files, or continues to do so. Without `sizes` the free part of
/// the memory budget is used.
///
/// # Errors
/// Returns an error if a limit is reached, the rules fail, or the files cannot be used. All files
/// stay: another call continues from the last checkpoint.
pub fn solve_on_disk<B: PredecessorGraph>(
    graph: &B,
    scratch: &Scratch,
    sizes: Option<DiskSizes>,
    context: &RunContext,
) -> Result<DiskTable, SolveError> {
    solve_shards(graph, graph.size(), scratch, sizes, context)
}

/// The same for a graph of `ranks` ranks whose predecessors are known by shard.
pub(crate) fn solve_shards<B: ShardGraph<u16> + ShardGraph<u32>>(
    graph: &B,
    ranks: u64,
    scratch: &Scratch,
    sizes: Option<DiskSizes>,
    context: &RunContext,
) -> Result<DiskTable, SolveError> {
    let work = Work::open(&scratch.directory)?;
    let saved = State::load(&work, scratch, ranks)?;
    let job = Job {
        ranks,
        work: &work,
        scratch,
        sizes,
        context,
    };
    let (solved, memory) = match saved {
        Some(state) if state.width == u32::BYTES => job.run::<u32>(graph, Some(state))?,
        saved => match job.run::<u16>(graph, saved) {
            Err(SolveError::Unfit { .. }) => {
                work.clear()?;
                job.run::<u32>(graph, None)?
            }
            solved => solved?,
        },
    };
    Ok(DiskTable::new(work, solved, memory))
}

/// A solve with entries of either width.
struct Job<'a> {
    ranks: u64,
    work: &'a Work,
    scratch: &'a Scratch,
    sizes: Option<DiskSizes>,
    context: &'a RunContext,
}

impl Job<'_> {
    /// Solves, from a state or from the beginning.
    fn run<C: StoredEntry>(
        &self,
        graph: &dyn ShardGraph<C>,
        saved: Option<State>,
    ) -> Result<(Solved, Reservation), SolveError> {
        let (ranks, width) = (self.ranks, C::BYTES as u64);
        let (free, threads) = (self.context.memory_free(), self.context.thread_count());
        let mut sizes = self
            .sizes
            .unwrap_or_else(|| sizes::fit(ranks, width, free, threads));
        if let Some(state) = &saved
            && state.bits != sizes.bits
        {
            sizes.bits = state.bits;
            sizes = sizes::with_bits(ranks, width, free, sizes);
        }
        let bytes = sizes::memory(ranks, width, sizes);
        let mut memory = self.context.reserve("retrograde analysis on disk", bytes)?;
        let files = saved.as_ref().map_or_else(HashSet::new, State::files);
        self.work.remove_others(|name| files.contains(name))?;
        let new = || State::new(self.scratch, ranks, C::BYTES, sizes.bits);
        let begin = (saved.unwrap_or_else(new), files);
        let interval = self.scratch.interval;
        let passes = Passes::new(graph, self.work, begin, sizes, interval, self.context);
        let solved = passes.run()?;
        memory.keep(sizes::state(solved.state.shards.len()));
        Ok((solved, memory))
    }
}
