//! The two steps of retrograde analysis, over a part of the positions.
//!
//! Updates commute: a good child settles a position whatever else comes in the
//! same batch, for its counter still counts that child. So batches may arrive
//! in any order and from anywhere, as long as all of a level's updates are
//! applied before the next level is emitted.

use kibitz_game::{Flow, MORE, Plies, Turn, Value};

use super::{Backward, Opening};
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{Level, tally};
use crate::zeroed::prefetch;

/// What a settled child means to a parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The parent wins by moving there.
    Good,
    /// Moving there loses.
    Bad,
}

impl Effect {
    #[inline]
    fn of(child_wins: bool, turn: Turn) -> Effect {
        if child_wins == (turn == Turn::Again) {
            Effect::Good
        } else {
            Effect::Bad
        }
    }
}

/// An update of one position of a shard, in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Update(u32);

impl Update {
    /// What a place for an update holds before there is one.
    pub(super) const NONE: Update = Update(0);

    #[inline]
    pub(super) fn new(offset: u64, effect: Effect) -> Update {
        debug_assert!(offset < Shard::<u16>::MOST_CELLS);
        Update((offset as u32) << 1 | u32::from(effect == Effect::Good))
    }

    #[inline]
    pub(super) fn offset(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    fn effect(self) -> Effect {
        if self.0 & 1 == 1 {
            Effect::Good
        } else {
            Effect::Bad
        }
    }
}

/// The positions of a range of ranks.
#[derive(Debug)]
pub struct Shard<'a, C> {
    base: u64,
    cells: &'a mut [C],
    /// Positions settled at the level being emitted and at the next one, as
    /// long as they are few; a sweep over all cells finds them otherwise.
    present: Frontier,
    next: Frontier,
    /// Where emission goes on.
    cursor: usize,
    /// Won and lost by plies.
    pub(super) levels: Vec<Level>,
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

/// Positions whose parents are asked for at a time.
const AHEAD: usize = 16;
/// The memory of a cell is asked for so many updates beforehand.
const SOON: usize = 16;

impl<'a, C: Cell> Shard<'a, C> {
    /// A shard has fewer cells than this, so that an update fits four bytes.
    pub const MOST_CELLS: u64 = 1 << 31;

    /// The shard of the ranks from `base` on; fills its cells.
    ///
    /// # Errors
    /// Where the rules fail, or a number does not fit a cell.
    pub fn open<B: Backward>(
        graph: &B,
        base: u64,
        cells: &'a mut [C],
    ) -> Result<Shard<'a, C>, SolveError> {
        let mut shard = Shard {
            base,
            cells,
            present: Frontier::Everywhere,
            next: Frontier::Empty,
            cursor: 0,
            levels: Vec::new(),
        };
        let mut offset = 0;
        graph.openings(base..base + shard.cells.len() as u64, |opening| {
            shard.cells[offset] = match opening {
                Opening::Hole => C::HOLE,
                Opening::Known(value) => shard.known(value)?,
                Opening::Open(moves) if moves <= C::MOST_CHILDREN => C::open(moves),
                Opening::Open(_) => return Err(too_large("the number of moves", C::MOST_CHILDREN)),
            };
            offset += 1;
            Ok(())
        })?;
        Ok(shard)
    }

    fn known(&mut self, value: Value) -> Result<C, SolveError> {
        if let Some(plies) = value.plies() {
            if plies.get() > C::MOST_PLIES {
                return Err(too_large("a distance", C::MOST_PLIES.into()));
            }
            tally(&mut self.levels, value);
        }
        Ok(C::settled(value))
    }

    /// Whether positions are settled at this level or a later one.
    pub fn has_work(&self, level: Plies) -> bool {
        let from = level.get() as usize;
        let later = self.levels.get(from..).unwrap_or_default();
        later.iter().any(|l| l.win + l.loss > 0)
    }

    /// Sends the updates that follow from the positions of `level` to
    /// `send(rank, effect)`, until that says that it has enough, and a few
    /// more; true once all are sent. Called again, it goes on where it stopped.
    pub fn emit<B: Backward>(
        &mut self,
        graph: &B,
        level: Plies,
        mut send: impl FnMut(u64, Effect) -> Flow,
    ) -> bool {
        let (won, lost) = (
            C::settled(Value::Win(level)),
            C::settled(Value::Loss(level)),
        );
        let here = self.levels.get(level.get() as usize).copied();
        if here.unwrap_or_default() == Level::default() {
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

    /// The next position of the level that is being emitted, and whether it is
    /// won.
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
                let found = find_either(self.cells, self.cursor, won, lost)?;
                self.cursor = found + 1;
                Some((found, self.cells[found] == won))
            }
        }
    }

    /// Applies updates that positions of `level` have emitted.
    ///
    /// # Errors
    /// Where a distance does not fit a cell.
    pub(super) fn apply(&mut self, level: Plies, updates: &[Update]) -> Result<(), SolveError> {
        let after = level.succ();
        if !updates.is_empty() && after.get() > C::MOST_PLIES {
            return Err(too_large("a distance", C::MOST_PLIES.into()));
        }
        for (i, update) in updates.iter().enumerate() {
            if let Some(soon) = updates.get(i + SOON) {
                prefetch(self.cells, soon.offset());
            }
            let offset = update.offset();
            let cell = self.cells[offset];
            if !cell.is_open() {
                continue;
            }
            let (fewer, none_left) = cell.one_less();
            let value = match update.effect() {
                Effect::Good => Value::Win(after),
                Effect::Bad if none_left => Value::Loss(after),
                Effect::Bad => {
                    self.cells[offset] = fewer;
                    continue;
                }
            };
            self.cells[offset] = C::settled(value);
            tally(&mut self.levels, value);
            let is_won = matches!(value, Value::Win(_));
            self.next.add(offset, is_won, self.cells.len());
        }
        Ok(())
    }

    /// Goes on to the next level.
    pub fn advance(&mut self, level: Plies) {
        // Values known from the rules may wait at later levels: these are in
        // no list, so the sweep must find them.
        let listed = match &self.next {
            Frontier::Empty => 0,
            Frontier::Listed(list) => list.len() as u64,
            Frontier::Everywhere => u64::MAX,
        };
        let next = self.levels.get(level.succ().get() as usize);
        let there = next.map_or(0, |l| l.win + l.loss);
        self.present = std::mem::take(&mut self.next);
        if there != listed {
            self.present = Frontier::Everywhere;
        }
        self.cursor = 0;
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

fn too_large(what: &str, most: u64) -> SolveError {
    SolveError::TooLarge {
        what: what.to_owned(),
        most,
    }
}
