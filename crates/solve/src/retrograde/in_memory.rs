//! Retrograde analysis in memory, multithreaded.
//!
//! Every thread owns some shards, assigned round-robin. All threads emit into bins, one bin for
//! each shard, and apply the bins of their own shards: entries are never shared, so there are no
//! atomics, and each bin's updates fall into a region that fits the cache.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::RunContext;

use super::bins::{self, Bins};
use super::shard::lists_memory;
use super::{Division, Exchange, Inbox, PredecessorGraph, Shard, Update, drive};
use crate::SolveError;
use crate::entry::TableEntry;
use crate::table::{Made, levels_memory};

/// Log2 of the entries per shard: with two bytes each, half a mebibyte.
const SHARD_BITS: u32 = 18;
const SHARD: u64 = 1 << SHARD_BITS;
/// Minimum number of updates that a thread emits before they are applied; in a large table there
/// are more, proportional to the number of shards, so that each cache miss serves several updates.
const LEAST_BATCH: u64 = 1 << 19;
const BATCH_PER_SHARD: u64 = 1 << 12;
/// Below this many ranks threads cost more than they save.
const WORTH_THREADS: u64 = 1 << 20;

/// The size in bytes of the bins and of the frontier lists.
pub(super) fn buffers(ranks: u64, threads: usize) -> u64 {
    let threads = used(ranks, threads) as u64;
    let bins = bins::memory(ranks.div_ceil(SHARD).max(1), batch(ranks));
    threads * bins + lists_memory(ranks)
}

/// Updates that a thread emits before they are applied.
fn batch(ranks: u64) -> u64 {
    let batch = LEAST_BATCH.max(ranks / SHARD * BATCH_PER_SHARD);
    batch.min(64 * ranks)
}

/// The number of threads to use, of `threads`.
fn used(ranks: u64, threads: usize) -> usize {
    if ranks < WORTH_THREADS {
        1
    } else {
        threads.min(ranks.div_ceil(SHARD) as usize)
    }
}

/// Solves all ranks of `graph`.
pub(super) fn run<C: TableEntry, B: PredecessorGraph>(
    graph: &B,
    context: &RunContext,
) -> Result<Made<C>, SolveError> {
    let size = graph.size();
    let threads = used(size, context.thread_count());
    let bytes = size * size_of::<C>() as u64 + buffers(size, threads);
    let mut reservation = context.reserve("a table of all positions", bytes)?;
    let mut entries = vec![C::HOLE; size as usize];
    let mut shards = open(graph, &mut entries, threads, context)?;
    let division = Division::new(size, SHARD_BITS, 1);
    let bins = |_| Bins::new(division, batch(size));
    let mut exchange = InMemory {
        division,
        all: (0..threads).map(bins).collect(),
    };
    let levels = drive(graph, &mut shards, &mut exchange, context)?;
    drop((shards, exchange));
    reservation.grow("the distance histogram", levels_memory(levels.len()))?;
    Ok(((entries, levels), reservation))
}

/// Initialises the shards.
fn open<'a, C: TableEntry, B: PredecessorGraph>(
    graph: &B,
    entries: &'a mut [C],
    threads: usize,
    context: &RunContext,
) -> Result<Vec<Shard<&'a mut [C]>>, SolveError> {
    let stage = context.stage("counting moves", Some(entries.len() as u64));
    let done = AtomicU64::new(0);
    let parts = entries.chunks_mut(SHARD as usize).enumerate().collect();
    let threads = context.pool().if_worthwhile(threads > 1);
    threads.try_map(parts, |(i, part)| {
        context.check()?;
        let ranks = part.len() as u64;
        let shard = Shard::open(graph, i as u64 * SHARD, part)?;
        stage.advance_to(done.fetch_add(ranks, Ordering::Relaxed) + ranks)?;
        Ok(shard)
    })
}

/// Bins in memory, for the threads of one process that has all shards.
struct InMemory {
    division: Division,
    all: Vec<Bins>,
}

impl Exchange for InMemory {
    type Outbox = Bins;
    type Inbox = InMemory;

    fn outboxes(&mut self) -> &mut [Bins] {
        self.all.iter_mut().for_each(Bins::clear);
        &mut self.all
    }

    fn swap(&mut self) -> Result<&InMemory, SolveError> {
        Ok(self)
    }

    fn agree(&mut self, any: bool) -> Result<bool, SolveError> {
        Ok(any)
    }

    fn whole(&self) -> Option<Division> {
        Some(self.division)
    }
}

impl Inbox for InMemory {
    fn deliver<F>(&self, base: u64, apply: F) -> Result<(), SolveError>
    where
        F: FnMut(&[Update]) -> Result<(), SolveError>,
    {
        let shard = self.division.shard(base);
        let mut parts = self.all.iter().flat_map(|bins| bins.parts(shard));
        parts.try_for_each(apply)
    }
}
