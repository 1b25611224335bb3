//! The levels of retrograde analysis, as one worker of several sees them.
//!
//! A worker holds a level as long as it has positions to emit there. When the frontier has passed
//! the level, all its positions are known, and the worker emits what follows from them: updates of
//! own positions are applied directly, the others are sent. Another worker may see this earlier,
//! and send updates of the next level. These prove that the level was passed, so they can be
//! applied at once, even if this worker has not yet emitted it.
//!
//! *Checkpoints.* A worker that finds it time for a checkpoint while it emits level t notifies all,
//! with packets that arrive at t + 1. The receivers hold that level until they have written their
//! entries, after the frontier has passed it and before they apply anything of t + 2. So all files
//! of a level describe the same moment, no worker begins t + 2 before all are written, and no process
//! decides for the others.
//!
//! *Back-pressure* is that of all packets ([`mail`](crate::mail)).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kibitz_game::{Plies, Stage};
use kibitz_solve::SolveError;
use kibitz_solve::retrograde::{Bins, Division, KernelSteps, Shard, StoredEntry};

use crate::ClusterError;
use crate::checkpoint::{Checkpoints, Moment};
use crate::mail::Mail;
use crate::packet::{Kind, Packet};
use crate::port::{Hold, Port};
use crate::rounds::{Peers, WAIT};

/// What the levels need, whatever the width of entries.
pub(crate) struct Job<'a> {
    pub(crate) peers: Peers<'a>,
    pub(crate) division: Division,
    /// Updates that are emitted before they are applied and sent.
    pub(crate) batch: u64,
    pub(crate) checkpoints: &'a Checkpoints,
}

/// How the levels ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything is solved.
    Solved,
    /// Entries are too narrow, for some worker.
    TooNarrow,
}

/// Solves the shards of a worker; positions left unsolved are draws. `entries` are those of its
/// shards, in order. With a level, they are those of a checkpoint.
pub(crate) fn solve<C: StoredEntry>(
    job: &Job<'_>,
    graph: &dyn KernelSteps<C>,
    entries: &mut [C],
    level: Option<u32>,
    port: (Port<'_>, Hold),
) -> Result<Outcome, ClusterError> {
    let (port, first) = port;
    let mut levels = Levels {
        job,
        graph,
        port,
        shards: Vec::new(),
        level: level.unwrap_or(0),
        holds: BTreeMap::new(),
        emitting: None,
        bins: Bins::new(job.division, job.batch),
        mail: Mail::new(job.peers.worker, job.peers.workers),
        due: None,
        is_too_narrow: false,
        saved_at: Instant::now(),
        settled: 0,
    };
    levels.open(entries, level, &first)?;
    if !levels.is_too_narrow {
        levels.hold_first(&first);
    }
    drop(first);
    levels.run()
}

/// The work of one worker.
struct Levels<'a, 'w, C> {
    job: &'a Job<'a>,
    graph: &'a dyn KernelSteps<C>,
    port: Port<'w>,
    /// In order; shard i of this worker is shard `worker + i * workers` of all.
    shards: Vec<Shard<&'a mut [C]>>,
    /// The level of the shards.
    level: u32,
    /// The levels at which there may be positions to emit.
    holds: BTreeMap<u32, Hold>,
    emitting: Option<Emission>,
    bins: Bins,
    mail: Mail,
    /// The level of the next checkpoint, which is held until it is written.
    due: Option<Hold>,
    is_too_narrow: bool,
    saved_at: Instant,
    /// Positions solved at the levels that were emitted.
    settled: u64,
}

/// The level that is being emitted.
struct Emission {
    hold: Hold,
    /// Shards that have emitted everything.
    done: usize,
}

impl<'a, C: StoredEntry> Levels<'a, '_, C> {
    /// Makes the shards.
    fn open(
        &mut self,
        entries: &'a mut [C],
        level: Option<u32>,
        first: &Hold,
    ) -> Result<(), ClusterError> {
        let Job {
            division,
            peers: Peers {
                worker, context, ..
            },
            ..
        } = *self.job;
        let total = entries.len() as u64;
        let stage = context.stage("counting moves", Some(total));
        let (mut rest, mut done) = (entries, 0);
        for shard in division.of_owner(worker) {
            self.job.peers.check()?;
            let ranks = division.ranks(shard);
            let count = ranks.end - ranks.start;
            let (part, after) = rest.split_at_mut(count as usize);
            rest = after;
            let opened = match level {
                Some(level) => Shard::resume(ranks.start, part, Plies::new(level)),
                None => self.graph.open(ranks.start, part),
            };
            match opened {
                Ok(shard) => self.shards.push(shard),
                Err(SolveError::Unfit { .. }) => {
                    self.notify_all(first, Kind::Wide);
                    self.give_up();
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
            done += count;
            stage.advance_to(done)?;
        }
        let positions = self.shards.iter().map(Shard::positions).sum();
        self.job.peers.pulses.set_positions(positions);
        Ok(())
    }

    fn run(mut self) -> Result<Outcome, ClusterError> {
        let context = self.job.peers.context;
        let total = self.job.division.size();
        let stage = context.stage("retrograde analysis by several processes", Some(total));
        let mut reported = Instant::now();
        let mut wait = Duration::ZERO;
        loop {
            self.job.peers.check()?;
            self.port.step(wait);
            let has_received = self.receive()?;
            let has_worked = match self.is_too_narrow {
                true => false,
                false => self.work()?,
            };
            if self.port.is_over() && self.holds.is_empty() && self.emitting.is_none() {
                break;
            }
            wait = match has_received || has_worked {
                true => Duration::ZERO,
                false => WAIT,
            };
            if reported.elapsed() >= Duration::from_millis(100) {
                reported = Instant::now();
                self.report(&stage)?;
            }
        }
        self.report(&stage)?;
        Ok(match self.is_too_narrow {
            true => Outcome::TooNarrow,
            false => Outcome::Solved,
        })
    }

    /// Shows the progress of all workers.
    fn report(&self, stage: &Stage<'_>) -> Result<(), ClusterError> {
        let pulses = self.job.peers.pulses;
        pulses.set_progress(self.level, self.settled);
        if self.job.peers.worker == 0 {
            let all = pulses.all();
            stage.detail(&[
                ("level", u64::from(self.level)),
                ("updates_sent", all.sent),
                ("updates_per_second", all.sent_per_second),
            ]);
            stage.advance_to(all.settled)?;
        }
        Ok(())
    }

    /// Takes everything that has arrived; whether there was anything.
    fn receive(&mut self) -> Result<bool, ClusterError> {
        let mut has_received = false;
        while let Some((hold, packet)) = self.port.receive() {
            has_received = true;
            match packet.kind {
                Some(Kind::Credit) => self.mail.credit(packet.from),
                Some(Kind::Wide) => self.give_up(),
                Some(Kind::Checkpoint) if !self.is_too_narrow => {
                    self.arrive(hold.time().saturating_sub(1))?;
                    self.due = Some(hold);
                }
                Some(Kind::Updates) => {
                    self.mail.give_credit(&mut self.port, &hold, packet.from);
                    if !self.is_too_narrow {
                        self.apply_packet(&hold, &packet)?;
                    }
                }
                Some(Kind::Checkpoint | Kind::Items) | None => {}
            }
        }
        Ok(has_received)
    }

    /// Applies the updates of a packet.
    fn apply_packet(&mut self, hold: &Hold, packet: &Packet) -> Result<(), ClusterError> {
        let level = *hold.time();
        // The sender has seen that all levels before this one were passed.
        self.arrive(level.saturating_sub(1))?;
        let Peers {
            worker, workers, ..
        } = self.job.peers;
        let shards = &mut self.shards;
        let applied = packet.sections(|shard, updates| {
            let own = (shard % workers == worker).then(|| shards.get_mut(shard / workers));
            let shard = own.flatten().filter(|shard| {
                let ranks = shard.entries().len();
                updates.iter().all(|update| update.offset() < ranks)
            });
            shard.map_or_else(
                || {
                    Err(SolveError::missing(
                        &"updates of another process's positions",
                    ))
                },
                |shard| shard.apply(updates),
            )
        });
        match applied {
            Some(Ok(())) => self.holds.entry(level).or_insert_with(|| hold.clone()),
            Some(Err(SolveError::Unfit { .. })) => {
                self.notify_all(hold, Kind::Wide);
                self.give_up();
                return Ok(());
            }
            Some(Err(error)) => return Err(error.into()),
            None => {
                return Err(packet.contradiction());
            }
        };
        Ok(())
    }

    /// Does some of what can be done without new packets; whether there was anything.
    fn work(&mut self) -> Result<bool, ClusterError> {
        if self.mail.send(&mut self.port) {
            return Ok(true);
        }
        if !self.mail.is_empty() {
            return Ok(false);
        }
        if let Some(emission) = self.emitting.take() {
            self.emit(emission)?;
            return Ok(true);
        }
        if let Some(due) = self.due.as_ref().map(|hold| *hold.time())
            && self.port.has_passed(due)
        {
            self.save(due)?;
            return Ok(true);
        }
        match self.holds.first_key_value() {
            Some((level, _)) if self.port.has_passed(*level) => self.begin()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Begins to emit the first level that is held.
    fn begin(&mut self) -> Result<(), ClusterError> {
        let Some((level, hold)) = self.holds.pop_first() else {
            return Ok(());
        };
        self.arrive(level)?;
        self.hold_known(&hold);
        let counts = self.shards.iter().map(|shard| shard.level_count().count());
        let count: u64 = counts.sum();
        self.settled += count;
        if count > 0 {
            if self.due.is_none()
                && self
                    .job
                    .checkpoints
                    .schedule
                    .is_time(level + 1, self.saved_at)
            {
                self.notify_all(&hold, Kind::Checkpoint);
                self.due = Some(hold.delayed(&(level + 1)));
            }
            self.emitting = Some(Emission { hold, done: 0 });
        }
        Ok(())
    }

    /// Brings the shards to a level that was passed. A checkpoint before it is written first.
    fn arrive(&mut self, level: u32) -> Result<(), ClusterError> {
        if let Some(due) = self.due.as_ref().map(|hold| *hold.time())
            && due <= level
        {
            self.save(due)?;
        }
        while self.level < level {
            self.shards.iter_mut().for_each(Shard::advance);
            self.level += 1;
        }
        Ok(())
    }

    /// Holds the levels at which there is something to emit, as far as they are known.
    fn hold_first(&mut self, first: &Hold) {
        let has_level = |shard: &Shard<_>| shard.level_count().count() > 0;
        if self.shards.iter().any(has_level) {
            self.holds.insert(self.level, first.delayed(&self.level));
        }
        self.hold_known(first);
    }

    /// Holds the next level at which static values take effect.
    fn hold_known(&mut self, hold: &Hold) {
        let known = self.shards.iter().filter_map(Shard::next_known).min();
        if let Some(known) = known {
            let hold = hold.delayed(&known);
            self.holds.entry(known).or_insert(hold);
        }
    }

    /// Emits until the bins are full, applies the updates of own positions, and queues the others.
    fn emit(&mut self, mut emission: Emission) -> Result<(), ClusterError> {
        let mut is_full = false;
        while !is_full && let Some(shard) = self.shards.get_mut(emission.done) {
            is_full = !self.graph.emit(shard, &mut self.bins);
            emission.done += usize::from(!is_full);
        }
        let level = *emission.hold.time();
        if !self.bins.is_empty() {
            match self.deliver(&emission.hold) {
                Ok(()) => {}
                Err(SolveError::Unfit { .. }) => {
                    self.notify_all(&emission.hold, Kind::Wide);
                    self.give_up();
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
            let next = emission.hold.delayed(&(level + 1));
            self.holds.entry(level + 1).or_insert(next);
            self.bins.clear();
        }
        if emission.done < self.shards.len() {
            self.emitting = Some(emission);
        }
        Ok(())
    }

    /// Applies the updates of own positions, and queues the others.
    fn deliver(&mut self, hold: &Hold) -> Result<(), SolveError> {
        let Job {
            division,
            peers: Peers { worker, .. },
            ..
        } = *self.job;
        for (shard, own) in division.of_owner(worker).zip(&mut self.shards) {
            self.bins
                .parts(shard)
                .try_for_each(|part| own.apply(part))?;
        }
        let mut sent = 0;
        for other in self.mail.others() {
            let mut packet = self.mail.packet(other, Kind::Updates);
            for shard in division.of_owner(other) {
                packet.push(shard, self.bins.parts(shard));
            }
            if !packet.words.is_empty() {
                sent += packet.words.len() as u64;
                self.mail.push(hold, packet);
            }
        }
        self.job.peers.pulses.add_sent(sent);
        Ok(())
    }

    /// Writes the checkpoint of a level, and releases the level.
    fn save(&mut self, level: u32) -> Result<(), ClusterError> {
        let entries = self.shards.iter().map(|shard| shard.entries());
        let moment = Moment {
            level,
            width: C::BYTES,
        };
        self.job.checkpoints.save(moment, entries)?;
        self.due = None;
        self.saved_at = Instant::now();
        Ok(())
    }

    /// Drops all work: everything begins again with wider entries. The dataflow ends when no worker
    /// holds a level any more, and by then all have been notified.
    fn give_up(&mut self) {
        self.is_too_narrow = true;
        self.holds.clear();
        self.mail.clear();
        self.emitting = None;
        self.due = None;
    }

    /// Sends a packet without content to all other workers.
    fn notify_all(&mut self, hold: &Hold, kind: Kind) {
        self.mail.notify_all(&mut self.port, hold, kind);
    }
}
