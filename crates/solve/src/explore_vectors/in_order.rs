//! Backward induction in a topological order of the enumerated positions.
//!
//! The moves of a position are those stored during enumeration, or it is expanded a second time.
//! Expansion needs no values, so threads share it in any order; the values are then backed up
//! sequentially from the table.

use std::cell::RefCell;

use kibitz_game::{RunContext, StateVectorGame, StopReason, Value, Wdl};

use super::children::Children;
use super::descent::Order;
use super::edge_stream::{EdgeWord, Records};
use super::enumerate::StateSpace;
use super::grundy::Mexes;
use crate::SolveError;
use crate::entry::TableEntry;
use crate::table::{Made, ValueTable, add_value, fit, levels_memory, narrow_or_wide};
use kibitz_game::Threads;

/// Maximum number of positions expanded by a thread in one step.
const PIECE: usize = 1 << 10;
/// Maximum number of moves of a thread in one step.
const MOVES: usize = 1 << 14;
/// Positions between two cancellation checks.
const CHECK_INTERVAL: u64 = 1 << 10;

/// Which positions are expanded again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expand {
    /// All: Grundy values depend on all moves, also of a position that is known to be won.
    All,
    /// Those whose value is not known from the enumeration.
    Unknown,
}

/// The inputs of a sweep.
pub(super) struct Pass<'a, G> {
    pub(super) game: &'a G,
    pub(super) found: &'a StateSpace,
    pub(super) order: Order,
    pub(super) threads: &'a Threads,
    pub(super) context: &'a RunContext,
}

impl<G: StateVectorGame> Pass<'_, G> {
    /// The values of all positions, and the Grundy values if requested and if there is memory for
    /// them.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    pub(super) fn solve(
        &self,
        kept: Option<&Records<'_>>,
        wants_grundy: bool,
    ) -> Result<(ValueTable, Option<Mexes>), SolveError> {
        let mexes = RefCell::new(None);
        let table = narrow_or_wide(
            || self.run::<u16>(kept, wants_grundy, &mut mexes.borrow_mut()),
            || self.run::<u32>(kept, wants_grundy, &mut mexes.borrow_mut()),
        );
        match table {
            // Retry without Grundy values, whose memory may be what is missing.
            Err(SolveError::Stop(StopReason::OutOfMemory { .. })) if mexes.take().is_some() => {
                self.solve(kept, false)
            }
            table => Ok((table?, mexes.into_inner())),
        }
    }

    fn run<C: TableEntry>(
        &self,
        kept: Option<&Records<'_>>,
        wants_grundy: bool,
        mexes: &mut Option<Mexes>,
    ) -> Result<Made<C>, SolveError> {
        let Pass { found, context, .. } = *self;
        let what = "a table of all positions";
        let mut reservation =
            context.reserve(what, u64::from(found.ids) * size_of::<C>() as u64)?;
        let mut entries = vec![C::HOLE; found.ids as usize];
        *mexes = None;
        if wants_grundy {
            *mexes = Mexes::new(found, context).ok();
        }
        self.visit("backward induction", kept, Expand::Unknown, |id, moves| {
            let known = found.pool.status(id).value();
            let value = match known {
                Some(known) => known,
                None => self.best(id, moves, &entries)?,
            };
            entries[id as usize] = fit(value)?;
            // A position that was won during the enumeration has moves, but not here.
            if known.is_some_and(|known| known.wdl() != Wdl::Loss) {
                *mexes = None;
            }
            if let Some(mexes) = mexes {
                mexes.add(id, moves.iter().map(|mark| mark.id()));
            }
            Ok(())
        })?;
        let values = || entries.iter().filter_map(|entry| entry.value());
        let longest = values().filter_map(Value::plies).max();
        let longest = longest.map_or(0, |plies| plies.get() as usize + 1);
        reservation.grow(what, levels_memory(longest))?;
        let mut levels = Vec::with_capacity(longest);
        values().for_each(|value| add_value(&mut levels, value));
        Ok(((entries, levels), reservation))
    }

    /// The best value of some moves. In a record, a move to the position itself represents a
    /// certain draw; so does having no record.
    #[inline]
    fn best<C: TableEntry>(
        &self,
        id: u32,
        moves: &[EdgeWord],
        entries: &[C],
    ) -> Result<Value, SolveError> {
        let mut best: Option<Value> = None;
        for mark in moves {
            let value = match mark.id() == id {
                true => Value::Draw,
                false => match entries[mark.id() as usize].value() {
                    Some(value) => value.backed_up(mark.turn()),
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

    /// Visits every position after its successors, with its moves: unless all are expanded, none if
    /// its value is known from the enumeration.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the rules fail, or the visitor returns an error.
    pub(super) fn visit(
        &self,
        name: &str,
        kept: Option<&Records<'_>>,
        expand: Expand,
        mut leave: impl FnMut(u32, &[EdgeWord]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let bytes = Order::memory(self.found.ids);
        let _memory = self
            .context
            .reserve("a topological order of all positions", bytes)?;
        let ids = self.order.ids(self.found);
        let stage = self.context.stage(name, Some(ids.len() as u64));
        if let Some(kept) = kept {
            for (id, done) in ids.iter().zip(0..) {
                if done % CHECK_INTERVAL == 0 {
                    stage.advance_to(done)?;
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
            self.threads
                .each(&mut work, |(part, ids)| part.expand(ids, expand));
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
                    part.expand(ids, expand);
                }
            }
            // A piece is half of a thread's maximum number of moves.
            piece = (MOVES / 2 * now.len() / moves.max(1)).clamp(1, PIECE);
            rest = later;
            stage.advance_to((ids.len() - rest.len()) as u64)?;
        }
        Ok(())
    }
}

/// One thread's part of the positions to be expanded.
struct Part<'g, G: StateVectorGame> {
    children: Children<'g, G>,
    found: &'g StateSpace,
    /// The moves of all, and where those of each end.
    moves: Vec<EdgeWord>,
    ends: Vec<usize>,
    ids: Vec<u32>,
    outcome: Result<(), SolveError>,
}

impl<'g, G: StateVectorGame> Part<'g, G> {
    fn new(game: &'g G, found: &'g StateSpace) -> Part<'g, G> {
        Part {
            children: Children::new(game, found),
            found,
            moves: Vec::new(),
            ends: Vec::new(),
            ids: Vec::new(),
            outcome: Ok(()),
        }
    }

    /// Expands at least one of some positions, and more up to the maximum number of moves.
    fn expand(&mut self, ids: &[u32], expand: Expand) {
        self.moves.clear();
        self.ends.clear();
        self.outcome = ids.iter().try_for_each(|id| {
            if self.moves.len() >= MOVES {
                return Ok(());
            }
            if expand == Expand::All || self.found.pool.status(*id).value().is_none() {
                self.ids.clear();
                self.children.of(*id, &mut self.ids)?;
                let moves = self.ids.iter().zip(self.children.turns());
                self.moves
                    .extend(moves.map(|(id, turn)| EdgeWord::edge(*id, turn)));
            }
            self.ends.push(self.moves.len());
            Ok(())
        });
    }
}
