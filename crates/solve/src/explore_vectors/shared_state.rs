//! State shared by the threads of an enumeration, and the reasons for which one halts.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use kibitz_game::{Stage, StopReason, SuccessorBuffer, Wdl};

use super::descent::Descent;
use super::enumerate::runs;
use super::fields::Fields;
use super::state_store::StateStore;
use super::state_table::{Finder, Todo};
use super::swap_moves::SwapMoves;
use crate::SolveError;

/// State shared by the threads of an enumeration.
pub(super) struct SharedState<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) fields: &'a Fields,
    pub(super) pool: &'a StateStore,
    /// The next block of ids begins here.
    pub(super) next: &'a AtomicU32,
    pub(super) work: &'a Work,
    /// Storage of moves by halves, while all moves allow it.
    pub(super) swap_moves: Option<&'a SwapMoves>,
    /// The orders in which all moves so far descend.
    pub(super) descent: &'a Descent,
    /// Edges are no longer stored: such an order replaces them.
    pub(super) edgeless: &'a AtomicBool,
    /// Bytes of edges stored by all threads, and the limit for switching to the order.
    pub(super) edges: &'a AtomicU64,
    pub(super) max_edges: u64,
    /// The first unit of work that is not taken.
    pub(super) cursor: AtomicUsize,
    /// Some thread cannot go on.
    pub(super) halted: AtomicBool,
    /// The result of a player without a legal move.
    pub(super) no_move_result: Wdl,
}

/// Positions to be expanded, in units of work.
#[derive(Debug)]
pub(super) enum Work {
    /// A few ids in each range.
    Ids(Vec<Range<u32>>),
    /// The ids of `level` in table order, by section. Neighbours in the table usually have
    /// neighbouring successors, which improves locality.
    Table { sections: u32, level: Range<u32> },
}

impl Work {
    /// The number of units.
    pub(super) fn pieces(&self) -> usize {
        match self {
            Work::Ids(ranges) => ranges.len(),
            Work::Table { sections, .. } => *sections as usize,
        }
    }

    /// The ids of all units from a number on, as ranges because there may be many.
    pub(super) fn rest<F: Finder>(&self, from: usize, finder: &F) -> Vec<Range<u32>> {
        let numbers = from.min(self.pieces())..self.pieces();
        match self {
            Work::Ids(ranges) => ranges[numbers].to_vec(),
            Work::Table { .. } => {
                let (mut ids, mut todo) = (Vec::new(), Vec::new());
                for number in numbers {
                    self.piece(number, finder, &mut todo);
                    ids.extend(todo.drain(..).map(|todo| todo.id));
                }
                runs(ids)
            }
        }
    }

    /// Appends the positions of a unit.
    pub(super) fn piece<F: Finder>(&self, number: usize, finder: &F, todo: &mut Vec<Todo>) {
        match self {
            Work::Ids(ranges) => {
                let ids = ranges[number].clone();
                todo.extend(ids.map(|id| Todo { id, place: None }));
            }
            Work::Table { level, .. } => finder.section(number as u32, level, todo),
        }
    }
}

impl SharedState<'_> {
    /// Whether edges are stored.
    #[inline]
    pub(super) fn keeps_edges(&self) -> bool {
        !self.edgeless.load(Ordering::Relaxed)
    }

    /// Takes the next unit of work; false if there is none or some thread has halted.
    pub(super) fn take<F: Finder>(&self, finder: &F, todo: &mut Vec<Todo>) -> bool {
        todo.clear();
        if self.halted.load(Ordering::Relaxed) {
            return false;
        }
        let number = self.cursor.fetch_add(1, Ordering::Relaxed);
        let more = number < self.work.pieces();
        if more {
            self.work.piece(number, finder, todo);
        }
        more
    }
}

/// Why a thread cannot go on.
#[derive(Debug)]
pub(super) enum Halt {
    /// A successor of one of these moves does not fit the fields or the table.
    Misfit(SuccessorBuffer),
    /// The moves of a position are not swap moves.
    NotSwapMoves,
    /// The table is full.
    Full,
    /// The run has to end.
    Stop(SolveError),
}

impl From<StopReason> for Halt {
    fn from(stop: StopReason) -> Halt {
        Halt::Stop(stop.into())
    }
}
