//! The two steps of retrograde analysis, over a part of the positions.
//!
//! Updates commute: a good child settles a position whatever else comes in the
//! same batch, for its counter still counts that child. So batches may arrive
//! in any order and from anywhere, as long as all of a level's updates are
//! applied before the next level is emitted.

use std::collections::BTreeMap;
use std::ops::DerefMut;

use kibitz_game::{Flow, MORE, Plies, Value};

use super::{Backward, Effect, Opening, Update};
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{Level, unfit};
use crate::zeroed::prefetch;

/// The positions of a range of ranks, with their cells: a slice, a `Vec`, a
/// mapped file.
///
/// A shard is at one level at a time. [`emit`](Shard::emit) sends what follows
/// from the positions of that level, [`apply`](Shard::apply) settles positions
/// of the next one, and once all shards have done both,
/// [`advance`](Shard::advance) goes on.
#[derive(Debug)]
pub struct Shard<S> {
    base: u64,
    cells: S,
    level: Plies,
    /// Positions settled at this level and at the next one, as long as they are
    /// few; a sweep over all cells finds them otherwise.
    present: Frontier,
    next: Frontier,
    /// Where emission goes on.
    cursor: usize,
    /// Ranks that are not holes.
    positions: u64,
    /// How many positions are settled at this level and at the next one; the
    /// rules may know more of the latter.
    here: Level,
    after: Level,
    /// How many values known from the rules come at which later level.
    waiting: BTreeMap<u32, Level>,
}

/// The positions of one level.
#[derive(Debug, Default)]
enum Frontier {
    /// None.
    #[default]
    Empty,
    /// So few that they are listed, each as twice its offset, plus one where it
    /// is won: that saves looking at cells all over the shard.
    Listed(Vec<u32>),
    /// Too many to list.
    Everywhere,
}

impl Frontier {
    /// A list pays while it is much shorter than a sweep.
    const SPARSE: usize = 32;

    #[inline]
    fn add(&mut self, offset: usize, is_won: bool, cells: usize) {
        let entry = (offset as u32) << 1 | u32::from(is_won);
        match self {
            Frontier::Empty => *self = Frontier::Listed(vec![entry]),
            Frontier::Listed(list) if list.len() < cells / Frontier::SPARSE => {
                list.push(entry);
            }
            Frontier::Listed(_) => *self = Frontier::Everywhere,
            Frontier::Everywhere => {}
        }
    }
}

/// The bytes of the lists of all shards of so many ranks: of two levels, four
/// bytes a position.
pub(super) fn lists_memory(ranks: u64) -> u64 {
    8 * ranks / Frontier::SPARSE as u64
}

/// Positions whose parents are asked for at a time.
const AHEAD: usize = 16;
/// The memory of a cell is asked for so many updates beforehand.
const SOON: usize = 16;

impl<C: Cell, S: DerefMut<Target = [C]>> Shard<S> {
    /// The shard of the ranks from `base` on, at level 0; fills its cells.
    ///
    /// # Errors
    /// Where the rules fail, or a number does not fit a cell.
    pub fn open<B: Backward>(graph: &B, base: u64, cells: S) -> Result<Shard<S>, SolveError> {
        let mut shard = Shard::new(base, cells, Plies::ZERO);
        let mut offset = 0;
        graph.openings(base..base + shard.cells.len() as u64, |opening| {
            shard.positions += u64::from(!matches!(opening, Opening::Hole));
            shard.cells[offset] = match opening {
                Opening::Hole => C::HOLE,
                Opening::Known(value) => shard.known(value)?,
                Opening::Open(moves) if moves <= C::MOST_CHILDREN => C::open(moves),
                Opening::Open(_) => return Err(unfit("the number of moves", C::MOST_CHILDREN)),
            };
            offset += 1;
            Ok(())
        })?;
        shard.here = shard.waiting.remove(&0).unwrap_or_default();
        Ok(shard)
    }

    /// A shard that goes on from a copy of the cells that a shard of the same
    /// ranks had when it [arrived](Shard::advance) at `level`. At that moment
    /// all that is settled later is known from the rules, so cells and level
    /// tell everything: a sweep finds the rest.
    ///
    /// # Errors
    /// Where cells cannot be those of such a shard.
    pub fn resume(base: u64, cells: S, level: Plies) -> Result<Shard<S>, SolveError> {
        let mut shard = Shard::new(base, cells, level);
        for (cell, rank) in shard.cells.iter().zip(base..) {
            shard.positions += u64::from(*cell != C::HOLE);
            if cell.is_open() {
                if *cell == C::open(0) {
                    return Err(SolveError::fault(&rank, NoMoves));
                }
            } else if let Some(value) = cell.value()
                && let Some(plies) = value.plies()
                && plies >= level
            {
                shard.waiting.entry(plies.get()).or_default().add(value);
            }
        }
        shard.here = shard.waiting.remove(&level.get()).unwrap_or_default();
        Ok(shard)
    }

    fn new(base: u64, cells: S, level: Plies) -> Shard<S> {
        Shard {
            base,
            cells,
            level,
            present: Frontier::Everywhere,
            next: Frontier::Empty,
            cursor: 0,
            positions: 0,
            here: Level::default(),
            after: Level::default(),
            waiting: BTreeMap::new(),
        }
    }

    /// The first rank.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// What is known of the positions.
    pub fn cells(&self) -> &[C] {
        &self.cells
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
        Ok(C::settled(value))
    }

    /// Whether positions are settled at this level or a later one.
    pub fn has_work(&self) -> bool {
        self.here.count() + self.after.count() > 0 || !self.waiting.is_empty()
    }

    /// How many ranks are not holes.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many positions have been settled at the next level so far.
    pub(super) fn after(&self) -> Level {
        self.after
    }

    /// How many positions are settled at this level.
    pub fn here(&self) -> Level {
        self.here
    }

    /// The next level at which the rules know values.
    pub(super) fn next_known(&self) -> Option<u32> {
        self.waiting.keys().next().copied()
    }

    /// Sends the updates that follow from the positions of this level to
    /// `send(rank, effect)`, until that says that it has enough, and a few
    /// more; true once all are sent. Called again, it goes on where it stopped.
    pub fn emit<B: Backward>(
        &mut self,
        graph: &B,
        mut send: impl FnMut(u64, Effect) -> Flow,
    ) -> bool {
        let (won, lost) = self.settled_here();
        if self.here.count() == 0 {
            return true;
        }
        let mut ahead = [(0, false); AHEAD];
        let mut flow = MORE;
        loop {
            let mut count = 0;
            while count < AHEAD
                && let Some((offset, is_won)) = self.next_of(won, lost)
            {
                let rank = self.base + offset as u64;
                graph.prefetch(rank);
                ahead[count] = (rank, is_won);
                count += 1;
            }
            for &(rank, is_won) in &ahead[..count] {
                graph.parents(rank, |parent, turn| {
                    flow = send(parent, Effect::of(is_won, turn));
                });
            }
            if count < AHEAD {
                return true;
            }
            if flow.is_break() {
                return false;
            }
        }
    }

    /// Appends the ranks of all positions of this level, each with whether it
    /// is won. They count as emitted.
    pub(super) fn take_all(&mut self, to: &mut Vec<(u64, bool)>) {
        if self.here.count() == 0 {
            return;
        }
        let (won, lost) = self.settled_here();
        while let Some((offset, is_won)) = self.next_of(won, lost) {
            to.push((self.base + offset as u64, is_won));
        }
    }

    /// The cells of positions that are won and lost at this level.
    fn settled_here(&self) -> (C, C) {
        let (won, lost) = (Value::Win(self.level), Value::Loss(self.level));
        (C::settled(won), C::settled(lost))
    }

    /// The next position of this level, and whether it is won.
    #[inline]
    fn next_of(&mut self, won: C, lost: C) -> Option<(usize, bool)> {
        match &self.present {
            Frontier::Empty => None,
            Frontier::Listed(list) => {
                let entry = *list.get(self.cursor)?;
                self.cursor += 1;
                Some(((entry >> 1) as usize, entry & 1 == 1))
            }
            Frontier::Everywhere => {
                let found = find_either(&self.cells, self.cursor, won, lost)?;
                self.cursor = found + 1;
                Some((found, self.cells[found] == won))
            }
        }
    }

    /// Applies updates that positions of this level have emitted, wherever
    /// these are.
    ///
    /// # Errors
    /// Where a distance does not fit a cell.
    ///
    /// # Panics
    /// Where an update is for a position that is not in the shard.
    pub fn apply(&mut self, updates: &[Update]) -> Result<(), SolveError> {
        let after = self.level.succ();
        if !updates.is_empty() {
            Self::fits(after)?;
        }
        for (i, update) in updates.iter().enumerate() {
            if let Some(soon) = updates.get(i + SOON) {
                prefetch(&self.cells, soon.offset());
            }
            let offset = update.offset();
            if let Some(is_won) = self.update(after, offset, update.effect()) {
                self.list(offset, is_won);
            }
        }
        Ok(())
    }

    /// Whether a distance fits a cell.
    ///
    /// # Errors
    /// Where it does not.
    pub(super) fn fits(plies: Plies) -> Result<(), SolveError> {
        if plies.get() <= C::MOST_PLIES {
            Ok(())
        } else {
            Err(unfit("a distance", C::MOST_PLIES.into()))
        }
    }

    /// Applies one update that a position one ply nearer than `after` has
    /// emitted; where that settles the position, whether it is won.
    #[inline]
    pub(super) fn update(&mut self, after: Plies, offset: usize, effect: Effect) -> Option<bool> {
        let cell = self.cells[offset];
        if !cell.is_open() {
            return None;
        }
        let (fewer, none_left) = cell.one_less();
        let value = match effect {
            Effect::Good => Value::Win(after),
            Effect::Bad if none_left => Value::Loss(after),
            Effect::Bad => {
                self.cells[offset] = fewer;
                return None;
            }
        };
        self.cells[offset] = C::settled(value);
        Some(effect == Effect::Good)
    }

    /// Takes a position that was settled into the next level.
    #[inline]
    pub(super) fn list(&mut self, offset: usize, is_won: bool) {
        self.after.win += u64::from(is_won);
        self.after.loss += u64::from(!is_won);
        self.next.add(offset, is_won, self.cells.len());
    }

    /// Goes on to the next level. All positions of this one must have been
    /// emitted, and all updates of other shards applied.
    pub fn advance(&mut self) {
        self.advance_from(self.level);
    }

    /// Goes on to the level after `level`, one that comes later than this one.
    pub(super) fn advance_from(&mut self, level: Plies) {
        self.level = level.succ();
        self.present = std::mem::take(&mut self.next);
        self.here = std::mem::take(&mut self.after);
        self.cursor = 0;
        if let Some(known) = self.waiting.remove(&self.level.get()) {
            // Values known from the rules are in no list: a sweep finds them.
            self.present = Frontier::Everywhere;
            self.here.win += known.win;
            self.here.loss += known.loss;
        }
    }
}

/// The first cell from `start` on that is `a` or `b`. Looks at whole blocks
/// without a branch, so that the compiler can compare many cells at a time.
#[inline]
fn find_either<C: Cell>(cells: &[C], start: usize, a: C, b: C) -> Option<usize> {
    const BLOCK: usize = 64;
    let is_either = |cell: &C| *cell == a || *cell == b;
    let aligned = start.next_multiple_of(BLOCK).min(cells.len());
    if let Some(i) = cells[start..aligned].iter().position(is_either) {
        return Some(start + i);
    }
    let mut at = aligned;
    for block in cells[aligned..].chunks(BLOCK) {
        let any = block
            .iter()
            .fold(false, |any, cell| any | (*cell == a) | (*cell == b));
        if any && let Some(i) = block.iter().position(is_either) {
            return Some(at + i);
        }
        at += block.len();
    }
    None
}

/// A cell of a checkpoint that no shard has.
#[derive(Debug, thiserror::Error)]
#[error("a position that is not settled has no move left")]
struct NoMoves;
