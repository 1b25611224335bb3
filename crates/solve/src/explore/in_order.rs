//! One pass in an order in which all children come first.
//!
//! The moves of a position are those that were kept while exploring, or it is
//! expanded once more. Expanding needs no values, so threads share it, whatever
//! the order is like; the values then follow one after the other, each the best
//! that the moves lead to, as it stands in the table already.

use std::cell::RefCell;

use kibitz_game::{Slotted, Stop, Value, Watch};

use super::children::Children;
use super::descent::Order;
use super::enumerate::Found;
use super::grundy::Mexes;
use super::stream::{Mark, Records};
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{Made, Table, fit, levels_memory, narrow_or_wide, tally};
use kibitz_game::Threads;

/// Positions that a thread expands at a time, at most.
const PIECE: usize = 1 << 10;
/// A thread that has so many moves expands no further position for now.
const MOVES: usize = 1 << 14;
/// Positions between two looks at the clock.
const PACE: u64 = 1 << 10;

/// What a pass goes by.
pub(super) struct Pass<'a, G> {
    pub(super) game: &'a G,
    pub(super) found: &'a Found,
    pub(super) order: Order,
    pub(super) threads: &'a Threads,
    pub(super) watch: &'a Watch,
}

impl<G: Slotted> Pass<'_, G> {
    /// The values of everything that was found; with them the Grundy values,
    /// where they are wanted and there is memory for them.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    pub(super) fn settle(
        &self,
        kept: Option<&Records<'_>>,
        wants_grundy: bool,
    ) -> Result<(Table, Option<Mexes>), SolveError> {
        let mexes = RefCell::new(None);
        let table = narrow_or_wide(
            || self.run::<u16>(kept, wants_grundy, &mut mexes.borrow_mut()),
            || self.run::<u32>(kept, wants_grundy, &mut mexes.borrow_mut()),
        );
        match table {
            // What Grundy values take may be what is missing.
            Err(SolveError::Stop(Stop::OutOfMemory { .. })) if mexes.take().is_some() => {
                self.settle(kept, false)
            }
            table => Ok((table?, mexes.into_inner())),
        }
    }

    fn run<C: Cell>(
        &self,
        kept: Option<&Records<'_>>,
        wants_grundy: bool,
        mexes: &mut Option<Mexes>,
    ) -> Result<Made<C>, SolveError> {
        let Pass { found, watch, .. } = *self;
        let what = "a table of all positions";
        let mut claim = watch.claim(what, u64::from(found.ids) * size_of::<C>() as u64)?;
        let mut cells = vec![C::HOLE; found.ids as usize];
        *mexes = None;
        if wants_grundy {
            *mexes = Mexes::new(found, watch).ok();
        }
        self.visit("settling positions in order", kept, |id, moves| {
            let value = match found.pool.early(id).value() {
                Some(known) => known,
                None => self.best(id, moves, &cells)?,
            };
            cells[id as usize] = fit(value)?;
            if let Some(mexes) = mexes {
                mexes.add(id, moves.iter().map(|mark| mark.id()));
            }
            Ok(())
        })?;
        let values = || cells.iter().filter_map(|cell| cell.value());
        let longest = values().filter_map(Value::plies).max();
        let longest = longest.map_or(0, |plies| plies.get() as usize + 1);
        claim.grow(what, levels_memory(longest))?;
        let mut levels = Vec::with_capacity(longest);
        values().for_each(|value| tally(&mut levels, value));
        Ok(((cells, levels), claim))
    }

    /// The best that some moves lead to. In a record, a move to the position
    /// itself is a draw that cannot be missed; so is having no record.
    #[inline]
    fn best<C: Cell>(&self, id: u32, moves: &[Mark], cells: &[C]) -> Result<Value, SolveError> {
        let mut best: Option<Value> = None;
        for mark in moves {
            let value = match mark.id() == id {
                true => Value::Draw,
                false => match cells[mark.id() as usize].value() {
                    Some(value) => value.over(mark.turn()),
                    None => return Err(self.missing(mark.id())),
                },
            };
            best = best.max(Some(value));
        }
        Ok(best.unwrap_or(Value::Draw))
    }

    #[cold]
    fn missing(&self, id: u32) -> SolveError {
        SolveError::Missing {
            position: self.game.write(&self.found.row_of(id)),
        }
    }

    /// Visits every position after its children, with its moves: none where
    /// its value was known when it was explored.
    ///
    /// # Errors
    /// Where a budget is used up, the rules fail, or the visitor has an error.
    pub(super) fn visit(
        &self,
        name: &str,
        kept: Option<&Records<'_>>,
        mut leave: impl FnMut(u32, &[Mark]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let bytes = Order::memory(self.found.ids);
        let _memory = self.watch.claim("an order of all positions", bytes)?;
        let ids = self.order.ids(self.found);
        let stage = self.watch.stage(name, Some(ids.len() as u64));
        if let Some(kept) = kept {
            for (id, done) in ids.iter().zip(0..) {
                if done % PACE == 0 {
                    stage.reach(done)?;
                }
                leave(*id, kept.of(*id))?;
            }
            return Ok(());
        }
        let parts = (0..self.threads.count()).map(|_| Part::new(self.game, self.found));
        let mut parts: Vec<_> = parts.collect();
        let (mut rest, mut piece) = (&ids[..], 1);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(piece * parts.len()));
            let mut work: Vec<_> = parts.iter_mut().zip(now.chunks(piece)).collect();
            self.threads.each(&mut work, |(part, ids)| part.expand(ids));
            let mut moves = 0;
            for (part, mut ids) in work {
                loop {
                    std::mem::replace(&mut part.outcome, Ok(()))?;
                    let mut from = 0;
                    for (id, end) in ids.iter().zip(&part.ends) {
                        leave(*id, &part.moves[from..*end])?;
                        from = *end;
                    }
                    moves += from;
                    ids = &ids[part.ends.len()..];
                    if ids.is_empty() {
                        break;
                    }
                    part.expand(ids);
                }
            }
            // So that a piece is half of what stops a thread.
            piece = (MOVES / 2 * now.len() / moves.max(1)).clamp(1, PIECE);
            rest = later;
            stage.reach((ids.len() - rest.len()) as u64)?;
        }
        Ok(())
    }
}

/// One thread's part of the positions to be expanded.
struct Part<'g, G: Slotted> {
    children: Children<'g, G>,
    found: &'g Found,
    /// The moves of all, and where those of each end.
    moves: Vec<Mark>,
    ends: Vec<usize>,
    ids: Vec<u32>,
    outcome: Result<(), SolveError>,
}

impl<'g, G: Slotted> Part<'g, G> {
    fn new(game: &'g G, found: &'g Found) -> Part<'g, G> {
        Part {
            children: Children::new(game, found),
            found,
            moves: Vec::new(),
            ends: Vec::new(),
            ids: Vec::new(),
            outcome: Ok(()),
        }
    }

    /// Expands at least one of some positions, and more while their moves are
    /// not too many.
    fn expand(&mut self, ids: &[u32]) {
        self.moves.clear();
        self.ends.clear();
        self.outcome = ids.iter().try_for_each(|id| {
            if self.moves.len() >= MOVES {
                return Ok(());
            }
            if self.found.pool.early(*id).value().is_none() {
                self.ids.clear();
                self.children.of(*id, &mut self.ids)?;
                let moves = self.ids.iter().zip(self.children.turns());
                self.moves
                    .extend(moves.map(|(id, turn)| Mark::edge(*id, turn)));
            }
            self.ends.push(self.moves.len());
            Ok(())
        });
    }
}
