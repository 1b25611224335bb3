//! The rounds of retrograde analysis over the shards of one process.
//!
//! Where a level has few positions, rounds are too much for it: then one thread
//! goes on with a plain list of them, and a level costs what its edges cost,
//! however many shards and levels there are.

use std::ops::DerefMut;

use kibitz_game::{Claim, MORE, Plies, Stage, Threads, Watch};

use super::{Backward, Division, Effect, Exchange, Inbox, Outbox, Shard};
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{FEW_LEVELS, Level, levels_memory};

/// The most positions of a thin level, and the fewest ranks of the table for
/// each of them.
const THIN: u64 = 1 << 12;
const THIN_SHARE: u64 = 32;

/// Settles everything, from the level at which all shards are: what is not
/// settled then is drawn. Tells how many positions of these shards are won and
/// lost at each level, from that one on.
///
/// `shards` are those of this process, in the order of their ranks. Where there
/// are other processes, they do the same with the others and the other ends of
/// the exchange.
///
/// # Errors
/// Where a budget is used up, a distance does not fit a cell, or the exchange
/// fails; the exchange must then report the failure to the other processes.
///
/// # Panics
/// Where shards are at different levels.
pub fn drive<C, S, B, E>(
    graph: &B,
    shards: &mut [Shard<S>],
    exchange: &mut E,
    watch: &Watch,
) -> Result<Vec<Level>, SolveError>
where
    C: Cell,
    S: DerefMut<Target = [C]> + Send,
    B: Backward,
    E: Exchange,
{
    let mut driver = Driver::new(graph, shards, exchange, watch)?;
    while driver.step()? {}
    Ok(driver.levels)
}

/// [`drive`] in steps, for those who want to see the shards between them:
/// their cells and their level are all that it takes to go on later
/// ([`Shard::resume`]).
#[derive(Debug)]
pub struct Driver<'a, B, S, E> {
    graph: &'a B,
    workers: Vec<Worker<'a, S>>,
    exchange: &'a mut E,
    /// What has been settled, by level.
    levels: Vec<Level>,
    /// The level of the first of them.
    first: Plies,
    settled: u64,
    ranks: u64,
    threads: Threads,
    stage: Stage<'a>,
    claim: Claim,
}

/// A thread's shards: to each thread one in turn.
#[derive(Debug)]
struct Worker<'a, S> {
    shards: Vec<&'a mut Shard<S>>,
    /// Shards that have emitted all of this level.
    done: usize,
}

impl<'a, C, S, B, E> Driver<'a, B, S, E>
where
    C: Cell,
    S: DerefMut<Target = [C]> + Send,
    B: Backward,
    E: Exchange,
{
    /// Ready to go on from the level at which all shards are.
    ///
    /// # Errors
    /// Where a budget is used up.
    ///
    /// # Panics
    /// Where shards are at different levels.
    pub fn new(
        graph: &'a B,
        shards: &'a mut [Shard<S>],
        exchange: &'a mut E,
        watch: &'a Watch,
    ) -> Result<Driver<'a, B, S, E>, SolveError> {
        let ranks = shards.iter().map(|s| s.cells().len() as u64).sum();
        let positions = shards.iter().map(|shard| shard.positions()).sum();
        let count = exchange.outboxes().len();
        let mut workers = Vec::new();
        workers.resize_with(count, || Worker {
            shards: Vec::new(),
            done: 0,
        });
        let first = shards.first().map_or(Plies::ZERO, |shard| shard.level());
        let is_there = |shard: &Shard<S>| shard.level() == first;
        assert!(shards.iter().all(is_there), "all shards are at one level");
        for (i, shard) in shards.iter_mut().enumerate() {
            workers[i % count].shards.push(shard);
        }
        Ok(Driver {
            graph,
            workers,
            exchange,
            levels: Vec::new(),
            first,
            settled: 0,
            ranks,
            threads: watch.pool().clone(),
            stage: watch.stage("settling positions", Some(positions)),
            claim: watch.claim("the number of positions by plies", 0)?,
        })
    }

    /// Settles what follows from the level at which the shards are, and goes on
    /// to the next; where one process has everything, over several levels with
    /// few positions. False, and nothing done, where no process has anything
    /// left to do.
    ///
    /// # Errors
    /// As [`drive`]. The shards are of no use then.
    pub fn step(&mut self) -> Result<bool, SolveError> {
        let has_work = self.shards().any(Shard::has_work);
        if !self.exchange.agree(has_work)? {
            return Ok(false);
        }
        let mut here = Level::default();
        for shard in self.shards() {
            here.win += shard.here().win;
            here.loss += shard.here().loss;
        }
        self.begin(here)?;
        match self.exchange.whole() {
            Some(division) if here.count() <= THIN.min(self.ranks / THIN_SHARE) => {
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

    /// The shards, in no particular order.
    pub fn shards(&self) -> impl Iterator<Item = &Shard<S>> {
        self.workers.iter().flat_map(|w| &w.shards).map(|s| &**s)
    }

    /// Begins the next level, at which `level` positions are settled.
    fn begin(&mut self, level: Level) -> Result<(), SolveError> {
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
        Plies::new(self.first.get() + self.levels.len() as u32 - 1)
    }

    /// Settles what follows from a level with many positions.
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
            let after: u64 = self.shards().map(|shard| shard.after().count()).sum();
            self.stage.reach(self.settled + after)?;
            let is_done = self.workers.iter().all(|w| w.done == w.shards.len());
            if !self.exchange.agree(!is_done)? {
                return Ok(());
            }
        }
    }

    /// Settles what follows from a level with few positions, and from the next
    /// ones as long as they have few and the rules know nothing of them: the
    /// last one that was begun is left to be advanced from.
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
        let mut looked = self.settled;
        loop {
            let after = self.level().succ();
            Shard::<S>::fits(after)?;
            for (rank, is_won) in present.drain(..) {
                self.graph.parents(rank, |parent, turn| {
                    let (worker, shard, offset) = place(parent);
                    let shard = &mut self.workers[worker].shards[shard];
                    if let Some(is_won) = shard.update(after, offset, Effect::of(is_won, turn)) {
                        next.push((parent, is_won));
                    }
                });
            }
            if next.is_empty() || next.len() as u64 > THIN || known == Some(after.get()) {
                for (rank, is_won) in next {
                    let (worker, shard, offset) = place(rank);
                    self.workers[worker].shards[shard].list(offset, is_won);
                }
                return Ok(self.stage.reach(self.settled)?);
            }
            let win = next.iter().filter(|(_, is_won)| *is_won).count() as u64;
            let loss = next.len() as u64 - win;
            self.begin(Level { win, loss })?;
            std::mem::swap(&mut present, &mut next);
            if self.settled - looked >= PACE {
                looked = self.settled;
                self.stage.reach(looked)?;
            }
        }
    }
}

/// Positions between two looks at the clock.
const PACE: u64 = 1 << 14;

impl<C: Cell, S: DerefMut<Target = [C]>> Worker<'_, S> {
    /// Fills the outbox; leaves what does not fit for the next round.
    fn emit<B: Backward>(&mut self, graph: &B, outbox: &mut impl Outbox) {
        let mut flow = MORE;
        while flow.is_continue()
            && let Some(shard) = self.shards.get_mut(self.done)
        {
            let is_done = shard.emit(graph, |rank, effect| {
                flow = outbox.send(rank, effect);
                flow
            });
            self.done += usize::from(is_done);
        }
    }
}
