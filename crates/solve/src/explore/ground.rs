//! What all threads look at while they explore, and why one cannot go on.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use kibitz_game::{Stage, Steps, Stop, Wdl};

use super::crossing::Crossing;
use super::descent::Descent;
use super::enumerate::runs;
use super::fields::Fields;
use super::lookup::{Finder, Todo};
use super::pool::Pool;
use crate::SolveError;

/// What all threads look at while they explore.
pub(super) struct Ground<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) fields: &'a Fields,
    pub(super) pool: &'a Pool,
    /// The next block of ids begins here.
    pub(super) next: &'a AtomicU32,
    pub(super) work: &'a Work,
    /// Where moves are kept, while they are of that kind.
    pub(super) crossing: Option<&'a Crossing>,
    /// The orders in which all moves so far go down.
    pub(super) descent: &'a Descent,
    /// Edges are no longer kept: such an order will do instead.
    pub(super) edgeless: &'a AtomicBool,
    /// Bytes of edges that all threads keep, and may keep before that.
    pub(super) edges: &'a AtomicU64,
    pub(super) most_edges: u64,
    /// The first piece of work that nobody has taken.
    pub(super) cursor: AtomicUsize,
    /// Somebody cannot go on.
    pub(super) halted: AtomicBool,
    /// What it means to have no move.
    pub(super) stuck: Wdl,
}

/// Positions to be expanded, in pieces.
#[derive(Debug)]
pub(super) enum Work {
    /// A few ids in each range.
    Ids(Vec<Range<u32>>),
    /// The ids of `level` in the order of the table, which has so many
    /// sections. Neighbours in the table have neighbouring children as a rule:
    /// less memory is touched at a time.
    Table { sections: u32, level: Range<u32> },
}

impl Work {
    /// How many pieces there are.
    pub(super) fn pieces(&self) -> usize {
        match self {
            Work::Ids(ranges) => ranges.len(),
            Work::Table { sections, .. } => *sections as usize,
        }
    }

    /// The ids of the pieces from a number on. There may be many, so that they
    /// are told as ranges.
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

    /// Appends the positions of a piece.
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

impl Ground<'_> {
    /// Whether edges are kept.
    #[inline]
    pub(super) fn keeps_edges(&self) -> bool {
        !self.edgeless.load(Ordering::Relaxed)
    }

    /// Takes the next piece of work; false where there is none or somebody
    /// cannot go on.
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
    /// One of these moves leads to a row that fields or table have no place
    /// for.
    Misfit(Steps),
    /// A position has moves that do not cross.
    NoCrossing,
    /// The table is full.
    Full,
    /// The work has to end.
    Stop(SolveError),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop.into())
    }
}
