//! Retrograde analysis in memory, with threads.
//!
//! Every thread owns some shards, dealt out in turn. All emit into bins, one bin
//! for each shard, and all apply the bins of the shards they own: no cell is
//! ever shared, so there are no atomics, and each bin's updates fall into a
//! region that fits the cache.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::Watch;

use super::bins::{self, Bins};
use super::shard::lists_memory;
use super::{Backward, Division, Exchange, Inbox, Shard, Update, drive};
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{Made, levels_memory};

/// A shard has two to the power of so many cells: with two bytes each, half a
/// megabyte.
const SHARD_BITS: u32 = 18;
const SHARD: u64 = 1 << SHARD_BITS;
/// Updates that a thread emits before they are applied: at least so many, and
/// in a large table so many for each shard that most of its memory is brought
/// into the cache once for several of them.
const LEAST_BATCH: u64 = 1 << 19;
const BATCH_PER_SHARD: u64 = 1 << 12;
/// Below this many ranks threads cost more than they bring.
const WORTH_THREADS: u64 = 1 << 20;

/// The bytes of the bins, and of the lists of what was settled last.
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

/// Threads that are used of so many.
fn used(ranks: u64, threads: usize) -> usize {
    if ranks < WORTH_THREADS {
        1
    } else {
        threads.min(ranks.div_ceil(SHARD) as usize)
    }
}

/// Solves all ranks of `graph`.
pub(super) fn run<C: Cell, B: Backward>(graph: &B, watch: &Watch) -> Result<Made<C>, SolveError> {
    let size = graph.size();
    let threads = used(size, watch.thread_count());
    let bytes = size * size_of::<C>() as u64 + buffers(size, threads);
    let mut claim = watch.claim("a table of all positions", bytes)?;
    let mut cells = vec![C::HOLE; size as usize];
    let mut shards = open(graph, &mut cells, threads, watch)?;
    let division = Division::new(size, SHARD_BITS, 1);
    let bins = |_| Bins::new(division, batch(size));
    let mut exchange = InMemory {
        division,
        all: (0..threads).map(bins).collect(),
    };
    let levels = drive(graph, &mut shards, &mut exchange, watch)?;
    drop((shards, exchange));
    claim.grow(
        "the number of positions by plies",
        levels_memory(levels.len()),
    )?;
    Ok(((cells, levels), claim))
}

/// Fills the shards.
fn open<'a, C: Cell, B: Backward>(
    graph: &B,
    cells: &'a mut [C],
    threads: usize,
    watch: &Watch,
) -> Result<Vec<Shard<&'a mut [C]>>, SolveError> {
    let stage = watch.stage("counting moves", Some(cells.len() as u64));
    let done = AtomicU64::new(0);
    let parts = cells.chunks_mut(SHARD as usize).enumerate().collect();
    let threads = watch.pool().where_worth(threads > 1);
    threads.try_map(parts, |(i, part)| {
        watch.check()?;
        let ranks = part.len() as u64;
        let shard = Shard::open(graph, i as u64 * SHARD, part)?;
        stage.reach(done.fetch_add(ranks, Ordering::Relaxed) + ranks)?;
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
