//! The passes over the shards.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kibitz_game::{Plies, RunContext, Stage, Value};

use super::checkpoint::{ShardState, State};
use super::distinct::Distinct;
use super::entries::{self, StoredEntry};
use super::sizes::BUFFER;
use super::{DiskSizes, updates};
use crate::SolveError;
use crate::retrograde::bins::Bins;
use crate::retrograde::{Outbox, PredecessorGraph, Shard};
use crate::work::{Work, entries_name, updates_name};

/// Writes the contents of bins to a file, and empties them.
pub(crate) type Flush<'a> = dyn FnMut(&mut Bins) -> Result<(), SolveError> + 'a;

/// A graph as the passes use it. They are compiled once for all graphs, at the cost of a virtual
/// call per shard and run.
pub(crate) trait ShardGraph<C>: Sync {
    /// The shard of the ranks from `base` on, at level 0; initialises its entries.
    fn open<'e>(&self, base: u64, entries: &'e mut [C]) -> Result<Shard<&'e mut [C]>, SolveError>;

    /// Emits all updates of the shard's level; calls `flush`, which empties the bins, whenever they
    /// are full.
    fn emit(
        &self,
        shard: &mut Shard<&mut [C]>,
        bins: &mut Bins,
        flush: &mut Flush<'_>,
    ) -> Result<(), SolveError>;
}

impl<C: StoredEntry, B: PredecessorGraph> ShardGraph<C> for B {
    fn open<'e>(&self, base: u64, entries: &'e mut [C]) -> Result<Shard<&'e mut [C]>, SolveError> {
        Shard::open(self, base, entries)
    }

    fn emit(
        &self,
        shard: &mut Shard<&mut [C]>,
        bins: &mut Bins,
        flush: &mut Flush<'_>,
    ) -> Result<(), SolveError> {
        while !shard.emit(self, |rank, effect| bins.send(rank, effect)) {
            flush(bins)?;
        }
        Ok(())
    }
}

/// A solve.
pub(super) struct Passes<'a, C> {
    graph: &'a dyn ShardGraph<C>,
    work: &'a Work,
    context: &'a RunContext,
    /// The least time between two checkpoints.
    interval: Duration,
    state: State,
    /// The files of the last checkpoint, and its time.
    saved: HashSet<String>,
    saved_at: Instant,
    workers: Vec<Worker<C>>,
}

/// What a solve ends with.
pub(super) struct Solved {
    /// The state that names the files of the entries, which is the last checkpoint.
    pub(super) state: State,
    /// All different values, `None` for a hole.
    pub(super) values: Vec<Option<Value>>,
}

/// What a thread needs to work on a shard.
struct Worker<C> {
    entries: Vec<C>,
    bins: Bins,
    buffer: Vec<u8>,
}

/// What is common to the shards of a round.
struct Round<'a, C> {
    graph: &'a dyn ShardGraph<C>,
    work: &'a Work,
    context: &'a RunContext,
    state: &'a State,
    saved: &'a HashSet<String>,
    next_run: AtomicU64,
    /// The number of updates emitted for each shard.
    sent: Vec<AtomicU64>,
}

/// What a pass has made of a shard.
struct Passed {
    shard: usize,
    state: ShardState,
    positions: u64,
    solved: u64,
}

impl<'a, C: StoredEntry> Passes<'a, C> {
    /// Continues from a checkpoint, whose files are `saved`, or begins.
    pub(super) fn new(
        graph: &'a dyn ShardGraph<C>,
        work: &'a Work,
        (state, saved): (State, HashSet<String>),
        sizes: DiskSizes,
        interval: Duration,
        context: &'a RunContext,
    ) -> Passes<'a, C> {
        let division = state.division();
        let ranks = division.ranks(0);
        let worker = |_| Worker {
            entries: vec![C::HOLE; (ranks.end - ranks.start) as usize],
            bins: Bins::new(division, sizes.batch),
            buffer: vec![0; BUFFER],
        };
        Passes {
            graph,
            work,
            context,
            interval,
            workers: (0..sizes.workers).map(worker).collect(),
            state,
            saved,
            saved_at: Instant::now(),
        }
    }

    /// Solves everything; positions left unsolved are draws.
    pub(super) fn run(mut self) -> Result<Solved, SolveError> {
        if self.state.pass == 0 {
            let division = self.state.division();
            let last = self.state.shards.len().saturating_sub(1);
            let stage = self
                .context
                .stage("counting moves", Some(division.ranks(last).end));
            self.pass(&stage)?;
        }
        if !self.state.is_complete {
            let positions = self.state.positions;
            let stage = self
                .context
                .stage("retrograde analysis on disk", Some(positions));
            self.pass(&stage)?;
            while self.next_pass()? {
                self.pass(&stage)?;
            }
            self.state.is_complete = true;
            self.save()?;
        }
        let values = self.verify()?;
        Ok(Solved {
            state: self.state,
            values,
        })
    }

    /// Completes a pass, with checkpoints.
    fn pass(&mut self, stage: &Stage<'_>) -> Result<(), SolveError> {
        loop {
            let State { pass, level, .. } = self.state;
            let is_due = |shard: &ShardState| {
                let has_work = pass == 0 || shard.arriving > 0 || shard.known == Some(level);
                has_work && shard.pass != Some(pass)
            };
            let all = self.state.shards.iter().enumerate();
            let due: Vec<usize> = all.filter(|(_, s)| is_due(s)).map(|(i, _)| i).collect();
            if due.is_empty() {
                return Ok(());
            }
            self.round(&due, stage)?;
            if self.saved_at.elapsed() >= self.interval {
                self.save()?;
            }
        }
    }

    /// Passes over some of the shards that are due, until it is time for a checkpoint.
    fn round(&mut self, due: &[usize], stage: &Stage<'_>) -> Result<(), SolveError> {
        let round = Round {
            graph: self.graph,
            work: self.work,
            context: self.context,
            state: &self.state,
            saved: &self.saved,
            next_run: AtomicU64::new(self.state.next_run),
            sent: self
                .state
                .shards
                .iter()
                .map(|_| AtomicU64::new(0))
                .collect(),
        };
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(self.state.done()));
        let (saved_at, interval) = (self.saved_at, self.interval);
        let workers = self.workers.iter_mut().collect();
        let passed = self.context.pool().try_map(workers, |worker| {
            let mut passed = Vec::new();
            while let Some(shard) = due.get(next.fetch_add(1, Ordering::Relaxed)) {
                let one = round.pass_over(*shard, worker)?;
                let more = round.state.progress(&one);
                stage.advance_to(done.fetch_add(more, Ordering::Relaxed) + more)?;
                passed.push(one);
                if saved_at.elapsed() >= interval {
                    break;
                }
            }
            round.flush(&mut worker.bins)?;
            Ok::<_, SolveError>(passed)
        })?;
        let runs = round.next_run.into_inner();
        let sent = round.sent.into_iter().map(AtomicU64::into_inner);
        let sent: Vec<u64> = sent.collect();
        self.state.leaving.extend(self.state.next_run..runs);
        self.state.next_run = runs;
        for one in passed.into_iter().flatten() {
            self.state.positions += one.positions;
            self.state.solved += one.solved;
            self.state.shards[one.shard] = one.state;
        }
        for (shard, sent) in self.state.shards.iter_mut().zip(sent) {
            shard.leaving += sent;
        }
        Ok(())
    }

    /// Turns to the next level; false if there is none.
    fn next_pass(&mut self) -> Result<bool, SolveError> {
        let leaving = std::mem::take(&mut self.state.leaving);
        for run in std::mem::replace(&mut self.state.arriving, leaving) {
            let name = updates_name(run);
            if !self.saved.contains(&name) {
                self.work.remove(&name)?;
            }
        }
        let state = &mut self.state;
        for shard in &mut state.shards {
            shard.arriving = std::mem::take(&mut shard.leaving);
        }
        let has_updates = state.shards.iter().any(|shard| shard.arriving > 0);
        // Levels at which nothing happens are skipped.
        let known = state.shards.iter().filter_map(|shard| shard.known).min();
        let next = has_updates.then_some(state.level + 1).or(known);
        state.pass += 1;
        state.level = next.unwrap_or(state.level);
        Ok(next.is_some())
    }

    /// Makes the state the last checkpoint.
    fn save(&mut self) -> Result<(), SolveError> {
        self.saved = self.state.save(self.work, &self.saved)?;
        self.saved_at = Instant::now();
        Ok(())
    }

    /// Compares all entries with their checksums: they are read later in parts, for which there is
    /// none. Returns all different values, `None` for a hole.
    fn verify(&mut self) -> Result<Vec<Option<Value>>, SolveError> {
        let shards = self.state.shards.len() as u64;
        let stage = self
            .context
            .stage("verifying the working files", Some(shards));
        let mut found = Distinct::new();
        let Some(worker) = self.workers.first_mut() else {
            return Ok(Vec::new());
        };
        for (i, shard) in self.state.shards.iter().enumerate() {
            let ranks = self.state.division().ranks(i);
            let entries = &mut worker.entries[..(ranks.end - ranks.start) as usize];
            let name = entries_name(i, shard.file);
            entries::read(
                self.work,
                &name,
                shard.checksum,
                entries,
                &mut worker.buffer,
            )?;
            entries.iter().for_each(|entry| found.add(entry.value()));
            stage.advance_to(i as u64 + 1)?;
        }
        Ok(found.into_values())
    }
}

impl State {
    /// How much of its stage is done: ranks in the first pass, solved positions in the others.
    fn done(&self) -> u64 {
        match self.pass {
            0 => {
                let made = self.shards.iter().filter(|shard| shard.pass.is_some());
                (made.count() as u64) << self.bits
            }
            _ => self.solved,
        }
    }

    /// How much of it a shard is.
    fn progress(&self, passed: &Passed) -> u64 {
        let ranks = self.division().ranks(passed.shard);
        match self.pass {
            0 => ranks.end - ranks.start,
            _ => passed.solved,
        }
    }
}

impl<C: StoredEntry> Round<'_, C> {
    /// The pass over one shard: brings it to the level, and emits what follows from that.
    fn pass_over(&self, i: usize, worker: &mut Worker<C>) -> Result<Passed, SolveError> {
        self.context.check()?;
        let (state, old) = (self.state, self.state.shards[i]);
        let ranks = state.division().ranks(i);
        let Worker {
            entries,
            bins,
            buffer,
        } = worker;
        let entries = &mut entries[..(ranks.end - ranks.start) as usize];
        let passed = if state.pass == 0 {
            let shard = self.graph.open(ranks.start, entries)?;
            let is_known = shard.level_count().count() > 0;
            let known = is_known.then_some(0).or_else(|| shard.next_known());
            Passed {
                shard: i,
                state: ShardState { known, ..old },
                positions: shard.positions(),
                solved: 0,
            }
        } else {
            let name = entries_name(i, old.file);
            entries::read(self.work, &name, old.checksum, entries, buffer)?;
            let mut shard = self.arrive(i, ranks.start, entries, buffer)?;
            self.graph.emit(&mut shard, bins, &mut |bins| {
                self.context.check()?;
                self.flush(bins)
            })?;
            Passed {
                shard: i,
                state: ShardState {
                    known: shard.next_known(),
                    ..old
                },
                positions: 0,
                solved: shard.level_count().count(),
            }
        };
        let state = self.store(i, entries, buffer, passed.state)?;
        Ok(Passed { state, ..passed })
    }

    /// The shard at the level of the pass: its entries as an earlier pass has left them, and the
    /// updates since then, which are all of the previous level.
    fn arrive<'e>(
        &self,
        i: usize,
        base: u64,
        entries: &'e mut [C],
        buffer: &mut [u8],
    ) -> Result<Shard<&'e mut [C]>, SolveError> {
        let (level, len) = (self.state.level, entries.len());
        let Some(before) = level.checked_sub(1) else {
            return Shard::resume(base, entries, Plies::ZERO);
        };
        let mut shard = Shard::resume(base, entries, Plies::new(before))?;
        let mut arrived = 0;
        for run in &self.state.arriving {
            let place = (i, self.state.shards.len());
            arrived += updates::read(self.work, *run, place, len, buffer, |u| shard.apply(u))?;
        }
        let expected = self.state.shards[i].arriving;
        if arrived != expected {
            let last = self.state.arriving.last().copied().unwrap_or_default();
            let problem = format!(
                "it and the runs before it have {arrived} updates for shard {i}, expected {expected}"
            );
            return Err(self.work.damaged(&updates_name(last), problem).into());
        }
        shard.advance();
        Ok(shard)
    }

    /// Writes the entries to a new file, unless they have not changed.
    fn store(
        &self,
        i: usize,
        entries: &[C],
        buffer: &mut [u8],
        state: ShardState,
    ) -> Result<ShardState, SolveError> {
        let pass = self.state.pass;
        let checksum = entries::checksum(entries, buffer);
        let is_new = state.pass.is_none();
        let old = ShardState {
            pass: Some(pass),
            ..state
        };
        if !is_new && checksum == state.checksum {
            return Ok(old);
        }
        entries::write(self.work, &entries_name(i, pass), entries, buffer)?;
        let old_name = entries_name(i, state.file);
        if !is_new && !self.saved.contains(&old_name) {
            self.work.remove(&old_name)?;
        }
        Ok(ShardState {
            file: pass,
            checksum,
            ..old
        })
    }

    /// Writes the contents of bins, if any, as a run, and empties them.
    fn flush(&self, bins: &mut Bins) -> Result<(), SolveError> {
        if bins.is_empty() {
            return Ok(());
        }
        let run = self.next_run.fetch_add(1, Ordering::Relaxed);
        updates::write(self.work, run, bins, &self.sent, BUFFER)?;
        bins.clear();
        Ok(())
    }
}
