//! Retrograde analysis in memory, with threads.
//!
//! Every worker owns some shards, dealt out in turn: where the low ranks have
//! more positions than the high ones, all workers have their part of them. In
//! turn all emit into bins, one bin for each shard, and all apply the bins of
//! the shards they own: no cell is ever shared, so there are no atomics, and
//! each bin's updates fall into a region that fits the cache.
//!
//! Where a level has few positions, all that is too much for it: then one
//! thread goes on with a plain list of them ([`thin`]), and a level costs what
//! its edges cost, however many shards and levels there are.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{Claim, ENOUGH, MORE, Plies, Stage, Watch};
use rayon::prelude::*;

use super::bins::{self, Bins};
use super::shard::{Update, lists_memory};
use super::{Backward, Effect, Shard};
use crate::cell::Cell;
use crate::table::{FEW_LEVELS, Level, Made, levels_memory};
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
/// A level of at most so many positions is thin, in a table of so many ranks
/// for each of them.
const THIN: u64 = 1 << 12;
const THIN_SHARE: u64 = 32;

/// The bytes of the bins, and of the lists of what was settled last.
pub(super) fn buffers(ranks: u64, threads: usize) -> u64 {
    let workers = workers(ranks, threads) as u64;
    let bins = bins::memory(ranks.div_ceil(SHARD).max(1), batch(ranks));
    workers * bins + lists_memory(ranks)
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
    let mut claim = watch.claim("a table of all positions", bytes)?;
    let mut cells = vec![C::HOLE; size as usize];
    let levels = if count == 1 {
        drive(graph, &mut cells, 1, &mut claim, watch)?
    } else {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .build()
            .map_err(|e| SolveError::Fault {
                position: "the start of the threads".to_owned(),
                fault: Cause::new(e),
            })?;
        pool.install(|| drive(graph, &mut cells, count, &mut claim, watch))?
    };
    Ok(((cells, levels), claim))
}

fn drive<C: Cell, B: Backward>(
    graph: &B,
    cells: &mut [C],
    count: usize,
    claim: &mut Claim,
    watch: &Watch,
) -> Result<Vec<Level>, SolveError> {
    let total = cells.len() as u64;
    let mut workers = open(graph, cells, count, watch)?;
    let shards: usize = workers.iter().map(|w| w.shards.len()).sum();
    let positions = workers.iter().flat_map(|w| &w.shards).map(Shard::positions);
    let positions = positions.sum();
    let new = |_| Bins::new(shards, batch(total));
    let mut all: Vec<Bins> = (0..count).map(new).collect();
    let mut done = Done {
        levels: Vec::new(),
        settled: 0,
        claim,
        stage: watch.stage("settling positions", Some(positions)),
    };
    while workers.iter().any(|w| w.shards.iter().any(Shard::has_work)) {
        let here = here(&workers);
        done.add(here)?;
        if here.count() <= THIN.min(total / THIN_SHARE) {
            thin(graph, &mut workers, &mut done)?;
        } else {
            thick(graph, &mut workers, &mut all, &done)?;
        }
        let level = done.level();
        for worker in &mut workers {
            worker.done = 0;
            worker.shards.iter_mut().for_each(|s| s.advance(level));
        }
    }
    Ok(done.levels)
}

/// What has been settled, by level.
struct Done<'a> {
    levels: Vec<Level>,
    settled: u64,
    claim: &'a mut Claim,
    stage: Stage<'a>,
}

impl Done<'_> {
    /// Begins the next level, at which so many positions are settled.
    fn add(&mut self, level: Level) -> Result<(), SolveError> {
        if self.levels.len() == self.levels.capacity() {
            let (len, more) = (self.levels.len(), self.levels.len().max(FEW_LEVELS));
            // While the list grows it is there twice, for a moment.
            let bytes = levels_memory(len + more) + levels_memory(len);
            self.claim.grow("the number of positions by plies", bytes)?;
            self.levels.reserve_exact(more);
        }
        self.levels.push(level);
        self.settled += level.count();
        Ok(())
    }

    /// The level that was begun last.
    fn level(&self) -> Plies {
        Plies::new(self.levels.len() as u32 - 1)
    }
}

/// How many positions are settled at the present level.
fn here<C: Cell>(workers: &[Worker<'_, C>]) -> Level {
    let mut here = Level::default();
    for shard in workers.iter().flat_map(|w| &w.shards) {
        here.win += shard.here().win;
        here.loss += shard.here().loss;
    }
    here
}

/// Settles what follows from a level with many positions.
fn thick<C: Cell, B: Backward>(
    graph: &B,
    workers: &mut [Worker<'_, C>],
    all: &mut [Bins],
    done: &Done<'_>,
) -> Result<(), SolveError> {
    let level = done.level();
    loop {
        each(workers, all, |_, worker, bins| {
            worker.emit(graph, level, bins);
            Ok(())
        })?;
        let batch = &*all;
        each(workers, &mut vec![(); batch.len()], |i, worker, ()| {
            worker.apply(level, i, batch)
        })?;
        all.iter_mut().for_each(Bins::clear);
        let shards = workers.iter().flat_map(|w| &w.shards);
        let after: u64 = shards.map(|shard| shard.after().count()).sum();
        done.stage.reach(done.settled + after)?;
        if workers.iter().all(Worker::is_done) {
            return Ok(());
        }
    }
}

/// Positions between two looks at the clock.
const PACE: u64 = 1 << 14;

/// Settles what follows from a level with few positions, and from the next
/// ones as long as they have few and the rules know nothing of them: the last
/// one that was begun is left to be advanced from.
fn thin<C: Cell, B: Backward>(
    graph: &B,
    workers: &mut [Worker<'_, C>],
    done: &mut Done<'_>,
) -> Result<(), SolveError> {
    let count = workers.len();
    let place = |rank: u64| {
        let shard = (rank / SHARD) as usize;
        (shard % count, shard / count, (rank % SHARD) as usize)
    };
    let mut present = Vec::new();
    for shard in workers.iter_mut().flat_map(|w| &mut w.shards) {
        shard.take_all(done.level(), &mut present);
    }
    let shards = workers.iter().flat_map(|w| &w.shards);
    let known = shards.filter_map(Shard::next_known).min();
    let mut next: Vec<(u64, bool)> = Vec::new();
    let mut looked = done.settled;
    loop {
        let after = done.level().succ();
        Shard::<C>::fits(after)?;
        for (rank, is_won) in present.drain(..) {
            graph.parents(rank, |parent, turn| {
                let (worker, shard, offset) = place(parent);
                let shard = &mut workers[worker].shards[shard];
                if let Some(is_won) = shard.update(after, offset, Effect::of(is_won, turn)) {
                    next.push((parent, is_won));
                }
            });
        }
        if next.is_empty() || next.len() as u64 > THIN || known == Some(after.get()) {
            for (rank, is_won) in next {
                let (worker, shard, offset) = place(rank);
                workers[worker].shards[shard].list(offset, is_won);
            }
            done.stage.reach(done.settled)?;
            return Ok(());
        }
        let win = next.iter().filter(|(_, is_won)| *is_won).count() as u64;
        let loss = next.len() as u64 - win;
        done.add(Level { win, loss })?;
        std::mem::swap(&mut present, &mut next);
        if done.settled - looked >= PACE {
            looked = done.settled;
            done.stage.reach(looked)?;
        }
    }
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
    let done = AtomicU64::new(0);
    let fill = |(i, part): (usize, &'a mut [C])| {
        let ranks = part.len() as u64;
        watch.check()?;
        let shard = Shard::open(graph, i as u64 * SHARD, part)?;
        stage.reach(done.fetch_add(ranks, Ordering::Relaxed) + ranks)?;
        Ok(shard)
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
