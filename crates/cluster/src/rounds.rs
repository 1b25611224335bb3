//! Computations in rounds, as one worker of several sees them.
//!
//! What a worker sends in a round arrives in the next one. A worker holds a round as long as it has
//! something to send there, and begins it when the frontier has passed it: then everything that was
//! sent to it has been applied. Checkpoints and back-pressure are those of retrograde analysis
//! ([`levels`](crate::levels)).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kibitz_game::{RunContext, Stage};

use crate::ClusterError;
use crate::connection::Pulses;
use crate::mail::Mail;
use crate::packet::{Kind, Packet};
use crate::port::{Hold, Port};

/// The longest time to wait without looking for a failure of another process.
pub(crate) const WAIT: Duration = Duration::from_millis(20);

/// Bytes of a packet, except for the last item.
const PACKET: usize = 1 << 18;

/// This worker, and how it knows about the others.
#[derive(Clone, Copy)]
pub(crate) struct Peers<'a> {
    /// The number of this worker.
    pub(crate) worker: usize,
    /// The number of workers.
    pub(crate) workers: usize,
    pub(crate) pulses: &'a Pulses,
    pub(crate) context: &'a RunContext,
}

impl Peers<'_> {
    /// Checks whether to continue.
    pub(crate) fn check(&self) -> Result<(), ClusterError> {
        self.pulses.check()?;
        Ok(self.context.check()?)
    }
}

/// A computation in rounds.
pub(crate) trait Rounds {
    /// Everything that was sent to this worker for a round has been applied. Called before the
    /// round is emitted, and before anything of the next one is applied.
    fn close(&mut self, round: u32) {
        let _ = round;
    }

    /// Applies what a worker has sent for a round; `None` if it contradicts itself.
    fn apply(&mut self, round: u32, from: usize, items: &[u8]) -> Result<Option<()>, ClusterError>;

    /// Sends what follows from a round, until there is enough for packets; true once all is sent.
    fn emit(&mut self, round: u32, items: &mut Items) -> Result<bool, ClusterError>;

    /// Whether there is something to do in the next round, whatever others send.
    fn has_more(&self) -> bool {
        false
    }

    /// Whether all workers know that the computation has failed, each by itself.
    fn has_failed(&self) -> bool {
        false
    }

    /// Whether a checkpoint is to be made before a round, if the last one was at `saved_at`.
    fn is_time(&self, round: u32, saved_at: Instant) -> bool {
        let _ = (round, saved_at);
        false
    }

    /// Writes a checkpoint of the state when a round is closed, before it is emitted.
    fn save(&mut self, round: u32) -> Result<(), ClusterError> {
        let _ = round;
        Ok(())
    }

    /// The number of items that are done.
    fn done(&self) -> u64;
}

/// What a worker sends to the others: bytes for each, whose meaning is that of the computation.
pub(crate) struct Items(Vec<Vec<u8>>);

impl Items {
    /// The bytes for a worker, to which more are appended.
    pub(crate) fn to(&mut self, worker: usize) -> &mut Vec<u8> {
        &mut self.0[worker]
    }

    /// Whether there is enough for a packet.
    pub(crate) fn are_full(&self) -> bool {
        self.0.iter().any(|bytes| bytes.len() >= PACKET)
    }

    /// The memory in bytes for packets that are made, queued, on the way out, and on the way in.
    pub(crate) fn memory(workers: usize) -> u64 {
        let each = PACKET as u64 * u64::from(2 + 2 * crate::mail::WINDOW);
        each * workers.saturating_sub(1) as u64
    }
}

/// Runs all rounds from `first` on, together with the other workers.
pub(crate) fn run(
    peers: Peers<'_>,
    rounds: &mut dyn Rounds,
    first: u32,
    stage: &Stage<'_>,
    (port, hold): (Port<'_>, Hold),
) -> Result<(), ClusterError> {
    let mut driver = Driver {
        peers,
        rounds,
        port,
        holds: BTreeMap::from([(first, hold.delayed(&first))]),
        emitting: None,
        closed: None,
        items: Items(vec![Vec::new(); peers.workers]),
        mail: Mail::new(peers.worker, peers.workers),
        due: None,
        saved_at: Instant::now(),
    };
    drop(hold);
    driver.run(stage)
}

/// The work of one worker.
struct Driver<'a, 'w> {
    peers: Peers<'a>,
    rounds: &'a mut dyn Rounds,
    port: Port<'w>,
    /// The rounds in which there may be something to send.
    holds: BTreeMap<u32, Hold>,
    emitting: Option<Hold>,
    /// The round that was closed last.
    closed: Option<u32>,
    items: Items,
    mail: Mail,
    /// The round of the next checkpoint, which is held until it is written.
    due: Option<Hold>,
    saved_at: Instant,
}

impl Driver<'_, '_> {
    fn run(&mut self, stage: &Stage<'_>) -> Result<(), ClusterError> {
        let (mut wait, mut reported) = (Duration::ZERO, Instant::now());
        loop {
            match self.peers.check() {
                Err(_) if self.rounds.has_failed() => return Ok(()),
                other => other?,
            }
            self.port.step(wait);
            let has_received = self.receive()?;
            let has_worked = self.work()?;
            let is_idle = self.holds.is_empty() && self.emitting.is_none() && self.due.is_none();
            if self.port.is_over() && is_idle {
                return self.report(stage);
            }
            wait = match has_received || has_worked {
                true => Duration::ZERO,
                false => WAIT,
            };
            if reported.elapsed() >= Duration::from_millis(100) {
                reported = Instant::now();
                self.report(stage)?;
            }
        }
    }

    /// Shows the progress of all workers.
    fn report(&self, stage: &Stage<'_>) -> Result<(), ClusterError> {
        let pulses = self.peers.pulses;
        let round = self.closed.unwrap_or(0);
        pulses.set_progress(round, self.rounds.done());
        if self.peers.worker == 0 {
            let all = pulses.all();
            stage.detail(&[
                ("level", u64::from(round)),
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
                Some(Kind::Checkpoint) => {
                    self.close(hold.time().saturating_sub(1))?;
                    self.due = Some(hold);
                }
                Some(Kind::Items) => {
                    self.mail.give_credit(&mut self.port, &hold, packet.from);
                    self.apply(hold, &packet)?;
                }
                _ => {}
            }
        }
        Ok(has_received)
    }

    fn apply(&mut self, hold: Hold, packet: &Packet) -> Result<(), ClusterError> {
        let round = *hold.time();
        // The sender has seen that all rounds before this one were passed.
        if let Some(before) = round.checked_sub(1) {
            self.close(before)?;
        }
        let items = packet.bytes();
        let applied = items.map(|items| self.rounds.apply(round, packet.from as usize, &items));
        if applied.transpose()?.flatten().is_none() {
            return Err(packet.contradiction());
        }
        self.holds.entry(round).or_insert(hold);
        Ok(())
    }

    /// Closes a round that was passed. A checkpoint before it is written first.
    fn close(&mut self, round: u32) -> Result<(), ClusterError> {
        if self.closed.is_some_and(|closed| closed >= round) {
            return Ok(());
        }
        if let Some(due) = self.due.as_ref().map(|hold| *hold.time())
            && due <= round
        {
            self.save(due)?;
        }
        self.rounds.close(round);
        self.closed = Some(round);
        Ok(())
    }

    /// Writes the checkpoint of a round, and releases the round.
    fn save(&mut self, round: u32) -> Result<(), ClusterError> {
        self.due = None;
        self.rounds.save(round)?;
        self.saved_at = Instant::now();
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
        if let Some(hold) = self.emitting.take() {
            self.emit(hold)?;
            return Ok(true);
        }
        if let Some(due) = self.due.as_ref().map(|hold| *hold.time())
            && self.port.has_passed(due)
        {
            self.save(due)?;
            return Ok(true);
        }
        match self.holds.first_key_value() {
            Some((round, _)) if self.port.has_passed(*round) => {}
            _ => return Ok(false),
        }
        if let Some((round, hold)) = self.holds.pop_first() {
            self.close(round)?;
            if self.due.is_none() && self.rounds.is_time(round + 1, self.saved_at) {
                self.mail
                    .notify_all(&mut self.port, &hold, Kind::Checkpoint);
                self.due = Some(hold.delayed(&(round + 1)));
            }
            self.emitting = Some(hold);
        }
        Ok(true)
    }

    /// Emits until there is enough for packets, and queues them.
    fn emit(&mut self, hold: Hold) -> Result<(), ClusterError> {
        let round = *hold.time();
        let is_done = self.rounds.emit(round, &mut self.items)?;
        for other in self.mail.others() {
            let bytes = self.items.to(other);
            if bytes.len() >= PACKET || is_done && !bytes.is_empty() {
                let mut packet = self.mail.packet(other, Kind::Items);
                packet.set_bytes(bytes);
                bytes.clear();
                self.peers.pulses.add_sent(packet.words.len() as u64);
                self.mail.push(&hold, packet);
            }
        }
        if !is_done {
            self.emitting = Some(hold);
        } else if self.rounds.has_more() {
            let next = round + 1;
            self.holds.entry(next).or_insert(hold.delayed(&next));
        }
        Ok(())
    }
}
