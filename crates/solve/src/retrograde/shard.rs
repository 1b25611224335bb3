//! The two steps of retrograde analysis, over a part of the positions.
//!
//! Updates commute: a good successor solves a position regardless of other updates in the same
//! batch, because its counter still includes that successor. So batches may arrive in any order and
//! from anywhere, as long as all updates of a level are applied before the next level is emitted.

use std::collections::BTreeMap;
use std::ops::DerefMut;

use kibitz_game::{CONTINUE, Flow, Plies, Value};

use super::{Effect, NodeInit, PredecessorGraph, Update};
use crate::SolveError;
use crate::entry::TableEntry;
use crate::table::{DistanceCount, unfit};
use crate::zeroed::prefetch;

/// The table entries of a range of ranks: a slice, a `Vec`, a mapped file.
///
/// A shard is at one level at a time. [`emit`](Shard::emit) sends what follows from the positions
/// of that level, [`apply`](Shard::apply) solves positions of the next one, and once all shards
/// have done both, [`advance`](Shard::advance) moves on.
#[derive(Debug)]
pub struct Shard<S> {
    base: u64,
    entries: S,
    level: Plies,
    /// Positions solved at this level and at the next one.
    frontier: Frontier,
    next_frontier: Frontier,
    /// Where emission continues.
    cursor: usize,
    /// The number of ranks that are not holes.
    positions: u64,
    /// The numbers of positions solved at this level and at the next one; static values may add to
    /// the latter.
    level_count: DistanceCount,
    next_level_count: DistanceCount,
    /// The numbers of static values that take effect at later levels.
    waiting: BTreeMap<u32, DistanceCount>,
}

/// The positions of one level.
#[derive(Debug, Default)]
enum Frontier {
    /// None.
    #[default]
    Empty,
    /// A list of the positions, each as twice its offset, plus one if it is won: saves random
    /// accesses to the entries.
    Sparse(Vec<u32>),
    /// Too many to list: found by a sweep over all entries.
    Dense,
}

impl Frontier {
    /// A list is used while it is this many times shorter than the shard.
    const SPARSE: usize = 32;

    #[inline]
    fn add(&mut self, offset: usize, is_won: bool, ranks: usize) {
        let item = (offset as u32) << 1 | u32::from(is_won);
        match self {
            Frontier::Empty => *self = Frontier::Sparse(vec![item]),
            Frontier::Sparse(list) if list.len() < ranks / Frontier::SPARSE => {
                list.push(item);
            }
            Frontier::Sparse(_) => *self = Frontier::Dense,
            Frontier::Dense => {}
        }
    }
}

/// The size in bytes of the lists of all shards of `ranks` ranks: two levels, four bytes a
/// position.
pub fn lists_memory(ranks: u64) -> u64 {
    8 * ranks / Frontier::SPARSE as u64
}

/// Prefetch distance for predecessors, in positions.
const PREFETCH_DISTANCE: usize = 16;
/// Prefetch distance for table entries, in updates.
const PREFETCH_ENTRIES: usize = 16;

impl<C: TableEntry, S: DerefMut<Target = [C]>> Shard<S> {
    /// The shard of the ranks from `base` on, at level 0; initialises its entries.
    ///
    /// # Errors
    /// Returns an error if the rules fail, or a number does not fit a table entry.
    pub fn open<B: PredecessorGraph>(
        graph: &B,
        base: u64,
        entries: S,
    ) -> Result<Shard<S>, SolveError> {
        let mut shard = Shard::new(base, entries, Plies::ZERO);
        let mut offset = 0;
        graph.init_range(base..base + shard.entries.len() as u64, |init| {
            shard.set(offset, init)?;
            offset += 1;
            Ok(())
        })?;
        Ok(shard.at_start())
    }

    /// Sets the initial state of a rank.
    ///
    /// # Errors
    /// Returns an error if a number does not fit a table entry.
    #[inline]
    pub(crate) fn set(&mut self, offset: usize, init: NodeInit) -> Result<(), SolveError> {
        self.positions += u64::from(!matches!(init, NodeInit::Hole));
        self.entries[offset] = match init {
            NodeInit::Hole => C::HOLE,
            NodeInit::Known(value) => self.known(value)?,
            NodeInit::Open(moves) if moves <= C::MAX_DEGREE => C::open(moves),
            NodeInit::Open(_) => return Err(unfit("the number of moves", C::MAX_DEGREE)),
        };
        Ok(())
    }

    /// At level 0, once all initial states are set.
    pub(crate) fn at_start(mut self) -> Shard<S> {
        self.level_count = self.waiting.remove(&0).unwrap_or_default();
        self
    }

    /// Resumes from a copy of the entries that a shard of the same ranks had when it
    /// [arrived](Shard::advance) at `level`. At that moment all values of later levels are static
    /// ones, so the entries and the level are complete: a sweep finds the rest.
    ///
    /// # Errors
    /// Returns an error if the entries cannot be those of such a shard.
    pub fn resume(base: u64, entries: S, level: Plies) -> Result<Shard<S>, SolveError> {
        let mut shard = Shard::new(base, entries, level);
        /// Entries that are tested at a time.
        const CHUNK: usize = 64;
        let ranks = (base..).step_by(CHUNK);
        for (chunk, first) in shard.entries.chunks(CHUNK).zip(ranks) {
            let holes = chunk.iter().filter(|entry| **entry == C::HOLE).count();
            shard.positions += (chunk.len() - holes) as u64;
            let is_from = chunk.iter().map(|entry| entry.is_from(level.get()));
            if !is_from.fold(false, |any, one| any | one) {
                continue;
            }
            for (entry, rank) in chunk.iter().zip(first..) {
                if *entry == C::open(0) {
                    return Err(SolveError::fault(&rank, NoMoves));
                }
                let value = entry.value().filter(|_| entry.is_from(level.get()));
                if let Some((value, plies)) = value.and_then(|v| Some((v, v.plies()?))) {
                    shard.waiting.entry(plies.get()).or_default().add(value);
                }
            }
        }
        shard.level_count = shard.waiting.remove(&level.get()).unwrap_or_default();
        Ok(shard)
    }

    /// A shard at a level, before anything is known about its positions.
    pub(crate) fn new(base: u64, entries: S, level: Plies) -> Shard<S> {
        Shard {
            base,
            entries,
            level,
            frontier: Frontier::Dense,
            next_frontier: Frontier::Empty,
            cursor: 0,
            positions: 0,
            level_count: DistanceCount::default(),
            next_level_count: DistanceCount::default(),
            waiting: BTreeMap::new(),
        }
    }

    /// The first rank.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The table entries.
    pub fn entries(&self) -> &[C] {
        &self.entries
    }

    /// The level that is being emitted.
    pub fn level(&self) -> Plies {
        self.level
    }

    fn known(&mut self, value: Value) -> Result<C, SolveError> {
        if let Some(plies) = value.plies() {
            Self::fits(plies)?;
            self.waiting.entry(plies.get()).or_default().add(value);
        }
        Ok(C::solved(value))
    }

    /// Whether positions are solved at this level or a later one.
    pub fn has_work(&self) -> bool {
        self.level_count.count() + self.next_level_count.count() > 0 || !self.waiting.is_empty()
    }

    /// The number of ranks that are not holes.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The numbers of positions solved at the next level so far.
    pub(super) fn next_level_count(&self) -> DistanceCount {
        self.next_level_count
    }

    /// The numbers of positions solved at this level.
    pub fn level_count(&self) -> DistanceCount {
        self.level_count
    }

    /// The next level at which static values take effect.
    #[must_use]
    pub fn next_known(&self) -> Option<u32> {
        self.waiting.keys().next().copied()
    }

    /// Sends the updates that follow from the positions of this level to `send(rank, effect)`,
    /// until it breaks, and a few more; returns true once all are sent. The next call continues
    /// where this one stopped.
    pub fn emit<B: PredecessorGraph>(
        &mut self,
        graph: &B,
        mut send: impl FnMut(u64, Effect) -> Flow,
    ) -> bool {
        let (won, lost) = self.level_entries();
        if self.level_count.count() == 0 {
            return true;
        }
        let mut ahead = [(0, false); PREFETCH_DISTANCE];
        let mut flow = CONTINUE;
        loop {
            let mut count = 0;
            while count < PREFETCH_DISTANCE
                && let Some((offset, is_won)) = self.next_of(won, lost)
            {
                let rank = self.base + offset as u64;
                graph.prefetch(rank);
                ahead[count] = (rank, is_won);
                count += 1;
            }
            for &(rank, is_won) in &ahead[..count] {
                graph.predecessors(rank, |predecessor, turn| {
                    flow = send(predecessor, Effect::of(is_won, turn));
                });
            }
            if count < PREFETCH_DISTANCE {
                return true;
            }
            if flow.is_break() {
                return false;
            }
        }
    }

    /// Passes the ranks of all positions of this level to `visit`, in ascending order, each with
    /// whether it is won. They count as emitted.
    ///
    /// # Errors
    /// Returns the error of `visit`.
    pub(crate) fn visit_level<E>(
        &mut self,
        mut visit: impl FnMut(u64, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        let (won, lost) = self.level_entries();
        if self.level_count.count() == 0 {
            return Ok(());
        }
        if let Frontier::Sparse(list) = &mut self.frontier {
            list.sort_unstable();
        }
        while let Some((offset, is_won)) = self.next_of(won, lost) {
            visit(self.base + offset as u64, is_won)?;
        }
        Ok(())
    }

    /// Appends the ranks of all positions of this level, each with whether it is won. They count as
    /// emitted.
    pub(super) fn take_all(&mut self, to: &mut Vec<(u64, bool)>) {
        if self.level_count.count() == 0 {
            return;
        }
        let (won, lost) = self.level_entries();
        while let Some((offset, is_won)) = self.next_of(won, lost) {
            to.push((self.base + offset as u64, is_won));
        }
    }

    /// The entries of positions that are won and lost at this level.
    fn level_entries(&self) -> (C, C) {
        let (won, lost) = (Value::Win(self.level), Value::Loss(self.level));
        (C::solved(won), C::solved(lost))
    }

    /// The next position of this level, and whether it is won.
    #[inline]
    fn next_of(&mut self, won: C, lost: C) -> Option<(usize, bool)> {
        match &self.frontier {
            Frontier::Empty => None,
            Frontier::Sparse(list) => {
                let item = *list.get(self.cursor)?;
                self.cursor += 1;
                Some(((item >> 1) as usize, item & 1 == 1))
            }
            Frontier::Dense => {
                let found = find_either(&self.entries, self.cursor, won, lost)?;
                self.cursor = found + 1;
                Some((found, self.entries[found] == won))
            }
        }
    }

    /// Applies updates emitted by positions of this level, of any shard.
    ///
    /// # Errors
    /// Returns an error if a distance does not fit a table entry.
    ///
    /// # Panics
    /// Panics if an update is for a position outside the shard.
    pub fn apply(&mut self, updates: &[Update]) -> Result<(), SolveError> {
        let next = self.level.succ();
        if !updates.is_empty() {
            Self::fits(next)?;
        }
        for (i, update) in updates.iter().enumerate() {
            if let Some(soon) = updates.get(i + PREFETCH_ENTRIES) {
                prefetch(&self.entries, soon.offset());
            }
            let offset = update.offset();
            if let Some(is_won) = self.update(next, offset, update.effect()) {
                self.list(offset, is_won);
            }
        }
        Ok(())
    }

    /// Checks that a distance fits a table entry.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub(super) fn fits(plies: Plies) -> Result<(), SolveError> {
        if plies.get() <= C::MAX_PLIES {
            Ok(())
        } else {
            Err(unfit("a distance", C::MAX_PLIES.into()))
        }
    }

    /// Applies one update emitted by a position one ply closer than `plies`; if that solves the
    /// position, returns whether it is won.
    #[inline]
    pub(super) fn update(&mut self, plies: Plies, offset: usize, effect: Effect) -> Option<bool> {
        let entry = self.entries[offset];
        if !entry.is_open() {
            return None;
        }
        let (fewer, none_left) = entry.decrement();
        let value = match effect {
            Effect::Good => Value::Win(plies),
            Effect::Bad if none_left => Value::Loss(plies),
            Effect::Bad => {
                self.entries[offset] = fewer;
                return None;
            }
        };
        self.entries[offset] = C::solved(value);
        Some(effect == Effect::Good)
    }

    /// Adds a solved position to the next level.
    #[inline]
    pub(super) fn list(&mut self, offset: usize, is_won: bool) {
        self.next_level_count.win += u64::from(is_won);
        self.next_level_count.loss += u64::from(!is_won);
        self.next_frontier.add(offset, is_won, self.entries.len());
    }

    /// Advances to the next level. All positions of this one must have been emitted, and all
    /// updates of other shards applied.
    pub fn advance(&mut self) {
        self.advance_from(self.level);
    }

    /// Advances to the level after `level`, which must not be before this one.
    pub(super) fn advance_from(&mut self, level: Plies) {
        self.level = level.succ();
        self.frontier = std::mem::take(&mut self.next_frontier);
        self.level_count = std::mem::take(&mut self.next_level_count);
        self.cursor = 0;
        if let Some(known) = self.waiting.remove(&self.level.get()) {
            // Static values are not in the list: a sweep finds them.
            self.frontier = Frontier::Dense;
            self.level_count.win += known.win;
            self.level_count.loss += known.loss;
        }
    }
}

/// The first entry from `start` on that is `a` or `b`. Branch-free within blocks, so that the
/// compiler can vectorise it.
#[inline]
fn find_either<C: TableEntry>(entries: &[C], start: usize, a: C, b: C) -> Option<usize> {
    const BLOCK: usize = 64;
    let is_either = |entry: &C| *entry == a || *entry == b;
    let aligned = start.next_multiple_of(BLOCK).min(entries.len());
    if let Some(i) = entries[start..aligned].iter().position(is_either) {
        return Some(start + i);
    }
    let mut at = aligned;
    for block in entries[aligned..].chunks(BLOCK) {
        let any = block
            .iter()
            .fold(false, |any, entry| any | (*entry == a) | (*entry == b));
        if any && let Some(i) = block.iter().position(is_either) {
            return Some(at + i);
        }
        at += block.len();
    }
    None
}

/// An entry of a checkpoint that no shard can have.
#[derive(Debug, thiserror::Error)]
#[error("an unsolved position has a counter of zero")]
struct NoMoves;
