//! Retrograde analysis in memory, with threads.
//!
//! Every worker owns some shards, dealt out in turn: where the low ranks have
//! more positions than the high ones, all workers have their part of them. In
//! turn all emit into bins, one bin for each shard, and all apply the bins of
//! the shards they own: no cell is ever shared, so there are no atomics, and
//! each bin's updates fall into a region that fits the cache.

use kibitz_game::{ENOUGH, MORE, Plies, Watch};
use rayon::prelude::*;

use super::bins::{self, Bins};
use super::shard::Update;
use super::{Backward, Shard};
use crate::cell::Cell;
use crate::table::{Level, Made};
use crate::{Cause, SolveError};

/// Cells of a shard: with two bytes each, half a megabyte.
const SHARD: u64 = 1 << 18;
/// Updates that a worker emits before they are applied: at least so many, and
/// in a large table so many for each shard that most of its memory is brought
/// into the cache once for several of them.
const LEAST_BATCH: u64 = 1 << 19;
const BATCH_PER_SHARD: u64 = 1 << 12;
/// Below this many ranks threads cost more than they bring.
const WORTH_THREADS: u64 = 1 << 20;

/// The bytes of the bins.
pub(super) fn buffers(ranks: u64, threads: usize) -> u64 {
    let workers = workers(ranks, threads) as u64;
    workers * bins::memory(ranks.div_ceil(SHARD).max(1), batch(ranks))
}

/// Updates that a worker emits before they are applied.
fn batch(ranks: u64) -> u64 {
    let batch = LEAST_BATCH.max(ranks / SHARD * BATCH_PER_SHARD);
    batch.min(64 * ranks)
}

fn workers(ranks: u64, threads: usize) -> usize {
    if ranks < WORTH_THREADS {
        1
    } else {
        threads.min(ranks.div_ceil(SHARD) as usize)
    }
}

struct Worker<'a, C> {
    shards: Vec<Shard<'a, C>>,
    /// Shards that have emitted all of this level.
    done: usize,
    /// Updates that it emits before they are applied.
    batch: u64,
}

impl<C: Cell> Worker<'_, C> {
    /// Fills the bins; leaves what does not fit for the next round.
    fn emit<B: Backward>(&mut self, graph: &B, level: Plies, bins: &mut Bins) {
        while let Some(shard) = self.shards.get_mut(self.done) {
            let finished = shard.emit(graph, level, |rank, effect| {
                let update = Update::new(rank % SHARD, effect);
                bins.push((rank / SHARD) as usize, update);
                match bins.count() < self.batch {
                    true => MORE,
                    false => ENOUGH,
                }
            });
            self.done += usize::from(finished);
            if bins.count() >= self.batch {
                break;
            }
        }
    }

    /// Applies what all workers have sent to the shards of this one, which is
    /// number `own` of them.
    fn apply(&mut self, level: Plies, own: usize, all: &[Bins]) -> Result<(), SolveError> {
        for (i, shard) in self.shards.iter_mut().enumerate() {
            let bin = own + i * all.len();
            for updates in all.iter().flat_map(|bins| bins.parts(bin)) {
                shard.apply(level, updates)?;
            }
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.done == self.shards.len()
    }
}

/// Solves all ranks of `graph`.
pub(super) fn run<C: Cell, B: Backward>(graph: &B, watch: &Watch) -> Result<Made<C>, SolveError> {
    let size = graph.size();
    let count = workers(size, watch.thread_count());
    let bytes = size * size_of::<C>() as u64 + buffers(size, count);
    let claim = watch.claim("a table of all positions", bytes)?;
    let mut cells = vec![C::HOLE; size as usize];
    let levels = if count == 1 {
        drive(graph, &mut cells, 1, watch)?
    } else {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .build()
            .map_err(|e| SolveError::Fault {
                position: "the start of the threads".to_owned(),
                fault: Cause::new(e),
            })?;
        pool.install(|| drive(graph, &mut cells, count, watch))?
    };
    Ok(((cells, levels), claim))
}

fn drive<C: Cell, B: Backward>(
    graph: &B,
    cells: &mut [C],
    count: usize,
    watch: &Watch,
) -> Result<Vec<Level>, SolveError> {
    let total = cells.len() as u64;
    let mut workers = open(graph, cells, count, watch)?;
    let shards: usize = workers.iter().map(|w| w.shards.len()).sum();
    let new = |_| Bins::new(shards, batch(total));
    let mut all: Vec<Bins> = (0..count).map(new).collect();
    let stage = watch.stage("settling positions", Some(total));
    let mut level = Plies::ZERO;
    while workers
        .iter()
        .any(|w| w.shards.iter().any(|s| s.has_work(level)))
    {
        loop {
            each(&mut workers, &mut all, |_, worker, bins| {
                worker.emit(graph, level, bins);
                Ok(())
            })?;
            let batch = &all;
            each(&mut workers, &mut vec![(); count], |i, worker, ()| {
                worker.apply(level, i, batch)
            })?;
            all.iter_mut().for_each(Bins::clear);
            stage.reach(settled(&workers))?;
            if workers.iter().all(Worker::is_done) {
                break;
            }
        }
        for worker in &mut workers {
            worker.done = 0;
            worker.shards.iter_mut().for_each(|s| s.advance(level));
        }
        level = level.succ();
    }
    Ok(add_up(&workers))
}

/// Runs a step on every worker, at the same time where there are several.
fn each<C: Cell, T: Send>(
    workers: &mut [Worker<'_, C>],
    with: &mut [T],
    step: impl Fn(usize, &mut Worker<'_, C>, &mut T) -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    if let ([worker], [with]) = (&mut *workers, &mut *with) {
        return step(0, worker, with);
    }
    let pairs = workers.par_iter_mut().zip(with.par_iter_mut());
    pairs.enumerate().try_for_each(|(i, (w, t))| step(i, w, t))
}

/// Fills the shards and deals them out, one to each worker in turn.
fn open<'a, C: Cell, B: Backward>(
    graph: &B,
    cells: &'a mut [C],
    count: usize,
    watch: &Watch,
) -> Result<Vec<Worker<'a, C>>, SolveError> {
    let batch = batch(cells.len() as u64);
    let stage = watch.stage("counting moves", Some(cells.len() as u64));
    let fill = |(i, part): (usize, &'a mut [C])| {
        watch.check()?;
        Shard::open(graph, i as u64 * SHARD, part)
    };
    let shards: Result<Vec<_>, SolveError> = if count == 1 {
        let parts = cells.chunks_mut(SHARD as usize).enumerate();
        parts.map(fill).collect()
    } else {
        let parts = cells.par_chunks_mut(SHARD as usize).enumerate();
        parts.with_max_len(1).map(fill).collect()
    };
    drop(stage);
    let mut workers = Vec::new();
    workers.resize_with(count, || Worker {
        shards: Vec::new(),
        done: 0,
        batch,
    });
    for (i, shard) in shards?.into_iter().enumerate() {
        workers[i % count].shards.push(shard);
    }
    Ok(workers)
}

fn settled<C: Cell>(workers: &[Worker<'_, C>]) -> u64 {
    let levels = workers
        .iter()
        .flat_map(|w| &w.shards)
        .flat_map(|s| &s.levels);
    levels.map(|l| l.win + l.loss).sum()
}

fn add_up<C: Cell>(workers: &[Worker<'_, C>]) -> Vec<Level> {
    let mut sum = Vec::new();
    for shard in workers.iter().flat_map(|w| &w.shards) {
        if sum.len() < shard.levels.len() {
            sum.resize(shard.levels.len(), Level::default());
        }
        for (total, part) in sum.iter_mut().zip(&shard.levels) {
            total.win += part.win;
            total.loss += part.loss;
        }
    }
    sum
}
