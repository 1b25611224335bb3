//! Breadth-first enumeration: depths are rounds.

use std::ops::Range;
use std::time::Instant;

use kibitz_game::{Reservation, SuccessorBuffer, Turn};
use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::{Expander, RowSet, Tag, VectorSource};
use timely::worker::Worker;

use super::bucket;
use super::items::{put_row, take_row};
use super::saved::{PositionsOffer, Progress, SavedPositions};
use crate::ClusterError;
use crate::port::Port;
use crate::rounds::{Items, Peers, Rounds, run};

/// The positions of a process.
pub(super) struct Found {
    pub(super) set: RowSet,
    /// By id.
    pub(super) tags: Vec<Tag>,
    pub(super) has_extra_turns: bool,
    pub(super) memory: Reservation,
}

/// Enumerates everything that is reachable, from a checkpoint on if there is one.
pub(super) fn enumerate(
    peers: Peers<'_>,
    worker: &mut Worker,
    source: &dyn VectorSource,
    saved: &SavedPositions,
    offer: Option<PositionsOffer>,
) -> Result<Found, ClusterError> {
    let what = "packets of positions";
    let _packets = peers.context.reserve(what, Items::memory(peers.workers))?;
    let slots = source.slots();
    let mut enumeration = Enumeration {
        peers,
        source,
        saved,
        rules: source.rules(),
        found: Found {
            set: RowSet::new(slots),
            tags: Vec::new(),
            has_extra_turns: false,
            memory: peers.context.reserve("positions", 0)?,
        },
        level: 0..0,
        steps: SuccessorBuffer::new(slots),
        row: vec![0; slots],
        failure: None,
        known: None,
        error: None,
    };
    saved.begin_from(offer)?;
    let first = match offer {
        None => {
            enumeration.insert_roots()?;
            0
        }
        Some(offer) => {
            enumeration.load(offer)?;
            match offer.progress {
                Progress::Depth(depth) => depth,
                Progress::All { .. } => return Ok(enumeration.found),
            }
        }
    };
    let name = "enumeration by several processes";
    let stage = peers.context.stage(name, None);
    run(peers, &mut enumeration, first, &stage, Port::new(worker))?;
    match enumeration.error {
        Some(error) => Err(error.into()),
        None => Ok(enumeration.found),
    }
}

struct Enumeration<'a> {
    peers: Peers<'a>,
    source: &'a dyn VectorSource,
    saved: &'a SavedPositions,
    rules: Box<dyn Expander + 'a>,
    found: Found,
    /// The ids of the positions of the round's depth that are not yet expanded.
    level: Range<u32>,
    steps: SuccessorBuffer,
    row: Vec<i64>,
    /// The first failure of the rules for the next round, and that of the round.
    failure: Option<Failure>,
    known: Option<Failure>,
    /// What all processes report.
    error: Option<SolveError>,
}

/// Where the rules have failed: the first is that of a static result, then with the smallest vector.
/// The processes send no faults, but the positions; each applies the rules there again.
type Failure = (Step, Vec<i64>);

/// What was asked of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Decided,
    Expand,
}

/// What an item begins with.
const POSITION: u8 = 0;
const NO_RESULT: u8 = 1;
const NO_MOVES: u8 = 2;

/// Positions between two looks at the memory.
const RESERVED: usize = 1 << 12;

impl Enumeration<'_> {
    fn insert_roots(&mut self) -> Result<(), SolveError> {
        for root in self.source.roots() {
            if bucket(root) % self.peers.workers == self.peers.worker {
                self.insert(root, Tag::new(0, None))?;
            }
        }
        Ok(())
    }

    /// Adds the positions of a checkpoint.
    fn load(&mut self, offer: PositionsOffer) -> Result<(), SolveError> {
        let saved = self.saved;
        let has_extra_turns = saved.load(offer, |row, tag| {
            self.insert(row, tag)?;
            if Progress::Depth(tag.depth()) < offer.progress {
                let expanded = self.found.set.len() as u32;
                self.level = expanded..expanded;
            }
            Ok(())
        })?;
        self.found.has_extra_turns = has_extra_turns;
        Ok(())
    }

    /// Adds a position, unless it is known.
    fn insert(&mut self, row: &[i64], tag: Tag) -> Result<(), SolveError> {
        let Found {
            set, tags, memory, ..
        } = &mut self.found;
        if set.len().is_multiple_of(RESERVED) {
            // A vector that grows exists twice for a moment.
            let tags = 4 * 3 * (set.len() + RESERVED) as u64;
            let needed = set.memory_with(RESERVED) + tags;
            let more = needed.saturating_sub(memory.bytes());
            memory.grow("positions", more)?;
        }
        let inserted = set.insert(row).ok_or_else(|| SolveError::TooLarge {
            what: "the number of positions of a process".to_owned(),
            max: u32::MAX.into(),
        })?;
        if let (_, true) = inserted {
            tags.push(tag);
        }
        Ok(())
    }

    fn note(&mut self, failure: Failure) {
        if self.failure.as_ref().is_none_or(|first| failure < *first) {
            self.failure = Some(failure);
        }
    }

    /// Expands a position, and sends its successors.
    fn expand(&mut self, id: u32, depth: u32, items: &mut Items) -> Result<(), SolveError> {
        self.found.set.get(id, &mut self.row);
        let Ok(decided) = self.rules.decided(&self.row) else {
            self.note((Step::Decided, self.row.clone()));
            return Ok(());
        };
        self.found.tags[id as usize] = Tag::new(depth, decided);
        if decided.is_some() {
            return Ok(());
        }
        if self.rules.expand(&self.row, &mut self.steps).is_err() {
            self.note((Step::Expand, self.row.clone()));
            return Ok(());
        }
        let steps = std::mem::replace(&mut self.steps, SuccessorBuffer::new(0));
        for (row, turn) in steps.iter() {
            self.found.has_extra_turns |= turn == Turn::Same;
            match bucket(row) % self.peers.workers {
                own if own == self.peers.worker => self.insert(row, Tag::new(depth + 1, None))?,
                other => put(items.to(other), POSITION, row),
            }
        }
        self.steps = steps;
        Ok(())
    }

    /// The error of the rules at a position.
    fn error_at(&mut self, (step, row): &Failure) -> SolveError {
        let fault = match step {
            Step::Decided => self.rules.decided(row).err(),
            Step::Expand => self.rules.expand(row, &mut self.steps).err(),
        };
        let position = self.source.write(row);
        match fault {
            Some(fault) => SolveError::Fault { position, fault },
            None => SolveError::Missing { position },
        }
    }
}

impl Rounds for Enumeration<'_> {
    fn close(&mut self, _: u32) {
        self.level = self.level.end..self.found.set.len() as u32;
        self.known = self.failure.take();
    }

    fn apply(
        &mut self,
        round: u32,
        _: usize,
        mut items: &[u8],
    ) -> Result<Option<()>, ClusterError> {
        let mut row = vec![0; self.row.len()];
        while let Some((kind, rest)) = items.split_first() {
            let Some(rest) = take_row(rest, &mut row) else {
                return Ok(None);
            };
            match *kind {
                POSITION => self.insert(&row, Tag::new(round, None))?,
                NO_RESULT => self.note((Step::Decided, row.clone())),
                NO_MOVES => self.note((Step::Expand, row.clone())),
                _ => return Ok(None),
            }
            items = rest;
        }
        Ok(Some(()))
    }

    fn emit(&mut self, round: u32, items: &mut Items) -> Result<bool, ClusterError> {
        if let Some(failure) = self.known.take() {
            self.error = Some(self.error_at(&failure));
            self.level.start = self.level.end;
            return Ok(true);
        }
        if round >= Tag::MAX_DEPTH {
            return Err(ClusterError::Solve(SolveError::TooLarge {
                what: "the depth of a position".to_owned(),
                max: Tag::MAX_DEPTH.into(),
            }));
        }
        while let Some(id) = self.level.next() {
            self.expand(id, round, items)?;
            if items.are_full() {
                return Ok(false);
            }
        }
        if let Some((step, row)) = &self.failure {
            let kind = match step {
                Step::Decided => NO_RESULT,
                Step::Expand => NO_MOVES,
            };
            for other in (0..self.peers.workers).filter(|other| *other != self.peers.worker) {
                put(items.to(other), kind, row);
            }
        }
        Ok(true)
    }

    fn has_more(&self) -> bool {
        self.level.end < self.found.set.len() as u32 || self.failure.is_some()
    }

    fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    fn is_time(&self, round: u32, saved_at: Instant) -> bool {
        self.saved.schedule.is_time(round, saved_at)
    }

    fn save(&mut self, round: u32) -> Result<(), ClusterError> {
        // A checkpoint would not have the failure, which all processes know.
        if self.failure.is_some() || self.error.is_some() {
            return Ok(());
        }
        let Found {
            set,
            tags,
            has_extra_turns,
            ..
        } = &self.found;
        let progress = Progress::Depth(round);
        let what = "a checkpoint";
        let _memory = self.peers.context.reserve(what, 4 * set.len() as u64)?;
        Ok(self.saved.save((set, tags), *has_extra_turns, progress)?)
    }

    fn done(&self) -> u64 {
        u64::from(self.level.start)
    }
}

/// Appends an item: its kind and a vector.
#[inline]
fn put(bytes: &mut Vec<u8>, kind: u8, row: &[i64]) {
    bytes.push(kind);
    put_row(bytes, row);
}
