//! The phases so far, and what follows from them.

use kibitz_game::Value;
use serde::{Deserialize, Serialize};

use super::planes::LEVELS;
use super::pull::Phase;
use super::words::Opened;
use crate::SolveError;

/// Predecessors are marked once fewer than one bundle in this many changes.
const SPARSE: u64 = 5;

/// What a phase has changed.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Changes {
    /// Bundles with newly solved lanes.
    pub(super) bundles: u64,
    /// Newly solved lanes.
    pub(super) lanes: u64,
}

impl Changes {
    pub(super) fn add(&mut self, more: Changes) {
        self.bundles += more.bundles;
        self.lanes += more.lanes;
    }
}

/// A phase of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) phase: Phase,
    pub(super) level: u32,
}

impl Step {
    /// The phase that solves what is won or lost in a number of plies.
    pub(super) fn of_plies(plies: u32) -> Step {
        Step {
            phase: match plies % 2 {
                0 => Phase::Losses,
                _ => Phase::Wins,
            },
            level: plies / 2,
        }
    }
}

/// The phases of a solve so far, one for each number of plies.
#[derive(Debug)]
pub(super) struct History {
    inner: u64,
    opened: Opened,
    done: Vec<Changes>,
}

impl History {
    pub(super) fn new(inner: u32, opened: Opened, done: Vec<Changes>) -> History {
        History {
            inner: inner.into(),
            opened,
            done,
        }
    }

    /// The plies of the first phase. Losses in 0 plies are given by the game; if there are none,
    /// there are no wins in 1 beyond those given.
    fn first(&self) -> u32 {
        if self.opened.has_losses { 1 } else { 2 }
    }

    /// The plies of all phases so far.
    pub(super) fn all(&self) -> std::ops::Range<u32> {
        self.first()..self.first() + self.done.len() as u32
    }

    /// The plies of the next phase; none after a phase of losses that has found nothing.
    pub(super) fn next(&self) -> Result<Option<u32>, SolveError> {
        let plies = self.all().end;
        let has_found = self.done.last().is_none_or(|last| last.bundles > 0);
        if Step::of_plies(plies).phase == Phase::Wins && !has_found {
            return Ok(None);
        }
        if plies / 2 >= LEVELS {
            return Err(SolveError::TooLarge {
                what: "a distance".to_owned(),
                max: (2 * LEVELS - 1).into(),
            });
        }
        Ok(Some(plies))
    }

    pub(super) fn push(&mut self, changes: Changes) {
        self.done.push(changes);
    }

    pub(super) fn phases(&self) -> &[Changes] {
        &self.done
    }

    /// Whether the phase after that of `plies` evaluates only the predecessors of what that one
    /// changes: if the last phase of its kind has changed little.
    pub(super) fn is_sparse_after(&self, plies: u32) -> bool {
        let last = plies.checked_sub(self.first() + 2);
        let last = last.and_then(|last| self.done.get(last as usize));
        last.is_some_and(|last| last.bundles < self.inner / SPARSE)
    }

    /// Lanes to solve in all, and those solved.
    pub(super) fn lanes(&self) -> (u64, u64) {
        let solved = self.done.iter().map(|changes| changes.lanes).sum();
        (self.opened.lanes, solved)
    }

    /// The values that some lane has, at the end.
    pub(super) fn values(&self) -> Vec<Value> {
        let value = |plies| {
            let Step { phase, level } = Step::of_plies(plies);
            phase.value(level)
        };
        let given = [(0, self.opened.has_losses), (1, self.opened.has_wins)];
        let found = self.all().zip(&self.done);
        let found = found.map(|(plies, changes)| (plies, changes.bundles > 0));
        let (all, solved) = self.lanes();
        let decided = given.into_iter().chain(found);
        let decided = decided.filter(|(_, is_found)| *is_found);
        let decided = decided.map(|(plies, _)| value(plies));
        decided
            .chain((solved < all).then_some(Value::Draw))
            .collect()
    }
}
