//! The rounds of retrograde analysis over the shards of one process.
//!
//! For levels with few positions rounds are too expensive: then one thread continues with a plain
//! list of them, so that a level costs only its edges, however many shards and levels there are.

use std::ops::DerefMut;

use kibitz_game::{CONTINUE, Flow, Plies, Reservation, RunContext, Stage, Threads, Turn};

use super::{Division, Effect, Exchange, Inbox, Outbox, PredecessorGraph, Shard};
use crate::SolveError;
use crate::entry::TableEntry;
use crate::table::{DistanceCount, FEW_LEVELS, levels_memory};

/// Maximum number of positions of a thin level, and minimum number of ranks of the table for each
/// of them.
const THIN: u64 = 1 << 12;
const THIN_SHARE: u64 = 32;

/// Solves everything, starting at the level of the shards; positions left unsolved are draws.
/// Returns the numbers of positions of these shards that are won and lost at each level, from that
/// one on.
///
/// `shards` are those of this process, in rank order. If there are other processes, they do the
/// same with the other shards and the other ends of the exchange.
///
/// # Errors
/// Returns an error if a limit is reached, a distance does not fit a table entry, or the exchange
/// fails; the exchange must then report the failure to the other processes.
///
/// # Panics
/// Panics if shards are at different levels.
pub fn drive<C, S, B, E>(
    graph: &B,
    shards: &mut [Shard<S>],
    exchange: &mut E,
    context: &RunContext,
) -> Result<Vec<DistanceCount>, SolveError>
where
    C: TableEntry,
    S: DerefMut<Target = [C]> + Send,
    B: PredecessorGraph,
    E: Exchange,
{
    let mut driver = Driver::new(graph, shards, exchange, context)?;
    while driver.step()? {}
    Ok(driver.levels)
}

/// [`drive`] in steps, for callers that need the shards in between: their entries and their level
/// are a complete checkpoint ([`Shard::resume`]).
pub struct Driver<'a, S, E: Exchange> {
    graph: &'a dyn Edges<S, E::Outbox>,
    workers: Vec<Worker<'a, S>>,
    exchange: &'a mut E,
    /// What has been solved, by level.
    levels: Vec<DistanceCount>,
    /// The level of the first of them.
    first: Plies,
    solved: u64,
    ranks: u64,
    threads: Threads,
    stage: Stage<'a>,
    reservation: Reservation,
}

/// The shards of a thread, assigned round-robin.
#[derive(Debug)]
struct Worker<'a, S> {
    shards: Vec<&'a mut Shard<S>>,
    /// Shards that have emitted all updates of this level.
    done: usize,
}

/// A graph as the driver uses it. The driver is compiled once for all graphs, at the cost of a
/// virtual call per shard and round, or per position of a thin level.
trait Edges<S, O>: Sync {
    /// Emits updates of the shard's level; whether that was all of them, and whether the outbox
    /// has room.
    fn emit(&self, shard: &mut Shard<S>, outbox: &mut O) -> (bool, Flow);

    /// Visits the predecessors of a rank.
    fn visit_predecessors(&self, rank: u64, visit: &mut dyn FnMut(u64, Turn));
}

impl<C, S, O, B> Edges<S, O> for B
where
    C: TableEntry,
    S: DerefMut<Target = [C]>,
    O: Outbox,
    B: PredecessorGraph,
{
    fn emit(&self, shard: &mut Shard<S>, outbox: &mut O) -> (bool, Flow) {
        let mut flow = CONTINUE;
        let is_done = shard.emit(self, |rank, effect| {
            flow = outbox.send(rank, effect);
            flow
        });
        (is_done, flow)
    }

    fn visit_predecessors(&self, rank: u64, visit: &mut dyn FnMut(u64, Turn)) {
        self.predecessors(rank, visit);
    }
}

impl<'a, C, S, E> Driver<'a, S, E>
where
    C: TableEntry,
    S: DerefMut<Target = [C]> + Send,
    E: Exchange,
{
    /// Starts at the level of the shards.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    ///
    /// # Panics
    /// Panics if shards are at different levels.
    pub fn new<B: PredecessorGraph>(
        graph: &'a B,
        shards: &'a mut [Shard<S>],
        exchange: &'a mut E,
        context: &'a RunContext,
    ) -> Result<Driver<'a, S, E>, SolveError> {
        let ranks = shards.iter().map(|s| s.entries().len() as u64).sum();
        let positions = shards.iter().map(|shard| shard.positions()).sum();
        let count = exchange.outboxes().len();
        let mut workers = Vec::new();
        workers.resize_with(count, || Worker {
            shards: Vec::new(),
            done: 0,
        });
        let first = shards.first().map_or(Plies::ZERO, |shard| shard.level());
        let is_there = |shard: &Shard<S>| shard.level() == first;
        assert!(
            shards.iter().all(is_there),
            "all shards must be at one level"
        );
        for (i, shard) in shards.iter_mut().enumerate() {
            workers[i % count].shards.push(shard);
        }
        Ok(Driver {
            graph,
            workers,
            exchange,
            levels: Vec::new(),
            first,
            solved: 0,
            ranks,
            threads: context.pool().clone(),
            stage: context.stage("retrograde analysis", Some(positions)),
            reservation: context.reserve("the distance histogram", 0)?,
        })
    }

    /// Solves what follows from the level of the shards, and advances to the next level; with a
    /// single process, over several levels with few positions. Returns false, having done nothing,
    /// if no process has work left.
    ///
    /// # Errors
    /// The same as [`drive`]. The shards are then unusable.
    pub fn step(&mut self) -> Result<bool, SolveError> {
        let has_work = self.shards().any(Shard::has_work);
        if !self.exchange.agree(has_work)? {
            return Ok(false);
        }
        let mut level_count = DistanceCount::default();
        for shard in self.shards() {
            level_count.win += shard.level_count().win;
            level_count.loss += shard.level_count().loss;
        }
        self.begin(level_count)?;
        match self.exchange.whole() {
            Some(division) if level_count.count() <= THIN.min(self.ranks / THIN_SHARE) => {
                self.thin(division)?;
            }
            _ => self.thick()?,
        }
        let level = self.level();
        for worker in &mut self.workers {
            worker.done = 0;
            worker.shards.iter_mut().for_each(|s| s.advance_from(level));
        }
        Ok(true)
    }

    /// The shards, in unspecified order.
    pub fn shards(&self) -> impl Iterator<Item = &Shard<S>> {
        self.workers.iter().flat_map(|w| &w.shards).map(|s| &**s)
    }

    /// Begins the next level, at which `level` positions are solved.
    fn begin(&mut self, level: DistanceCount) -> Result<(), SolveError> {
        if self.levels.len() == self.levels.capacity() {
            let (len, more) = (self.levels.len(), self.levels.len().max(FEW_LEVELS));
            // While the list grows, both copies are alive.
            let bytes = levels_memory(len + more) + levels_memory(len);
            self.reservation.grow("the distance histogram", bytes)?;
            self.levels.reserve_exact(more);
        }
        self.levels.push(level);
        self.solved += level.count();
        Ok(())
    }

    /// The level begun last.
    fn level(&self) -> Plies {
        Plies::new(self.first.get() + self.levels.len() as u32 - 1)
    }

    /// Solves what follows from a level with many positions.
    fn thick(&mut self) -> Result<(), SolveError> {
        loop {
            let outboxes = self.exchange.outboxes().iter_mut();
            let pairs = self.workers.iter_mut().zip(outboxes).collect();
            let graph = self.graph;
            self.threads
                .map(pairs, |(worker, outbox): (&mut Worker<'_, S>, _)| {
                    worker.emit(graph, outbox);
                });
            let inbox = self.exchange.swap()?;
            let workers = self.workers.iter_mut().collect();
            self.threads
                .try_map(workers, |worker: &mut Worker<'_, S>| {
                    let mut shards = worker.shards.iter_mut();
                    shards.try_for_each(|shard| {
                        inbox.deliver(shard.base(), |updates| shard.apply(updates))
                    })
                })?;
            let solved_next: u64 = self
                .shards()
                .map(|shard| shard.next_level_count().count())
                .sum();
            self.stage.advance_to(self.solved + solved_next)?;
            let is_done = self.workers.iter().all(|w| w.done == w.shards.len());
            if !self.exchange.agree(!is_done)? {
                return Ok(());
            }
        }
    }

    /// Solves what follows from a level with few positions, and from the next levels while they
    /// have few and no static values take effect there. The shards are to be advanced from the last
    /// level begun.
    fn thin(&mut self, division: Division) -> Result<(), SolveError> {
        let count = self.workers.len();
        let place = |rank: u64| {
            let (shard, offset) = (division.shard(rank), division.offset(rank));
            (shard % count, shard / count, offset as usize)
        };
        let mut present = Vec::new();
        for shard in self.workers.iter_mut().flat_map(|w| &mut w.shards) {
            shard.take_all(&mut present);
        }
        let known = self.shards().filter_map(Shard::next_known).min();
        let mut next: Vec<(u64, bool)> = Vec::new();
        let mut reported = self.solved;
        loop {
            let next_level = self.level().succ();
            Shard::<S>::fits(next_level)?;
            let graph = self.graph;
            for (rank, is_won) in present.drain(..) {
                graph.visit_predecessors(rank, &mut |predecessor, turn| {
                    let (worker, shard, offset) = place(predecessor);
                    let shard = &mut self.workers[worker].shards[shard];
                    if let Some(is_won) = shard.update(next_level, offset, Effect::of(is_won, turn))
                    {
                        next.push((predecessor, is_won));
                    }
                });
            }
            if next.is_empty() || next.len() as u64 > THIN || known == Some(next_level.get()) {
                for (rank, is_won) in next {
                    let (worker, shard, offset) = place(rank);
                    self.workers[worker].shards[shard].list(offset, is_won);
                }
                return Ok(self.stage.advance_to(self.solved)?);
            }
            let win = next.iter().filter(|(_, is_won)| *is_won).count() as u64;
            let loss = next.len() as u64 - win;
            self.begin(DistanceCount { win, loss })?;
            std::mem::swap(&mut present, &mut next);
            if self.solved - reported >= CHECK_INTERVAL {
                reported = self.solved;
                self.stage.advance_to(reported)?;
            }
        }
    }
}

/// Positions between two cancellation checks.
const CHECK_INTERVAL: u64 = 1 << 14;

impl<S> Worker<'_, S> {
    /// Fills the outbox; the rest is left for the next round.
    fn emit<O>(&mut self, graph: &dyn Edges<S, O>, outbox: &mut O) {
        let mut flow = CONTINUE;
        while flow.is_continue()
            && let Some(shard) = self.shards.get_mut(self.done)
        {
            let is_done;
            (is_done, flow) = graph.emit(shard, outbox);
            self.done += usize::from(is_done);
        }
    }
}
