//! Grundy values of an enumerated game.

use std::sync::Arc;

use kibitz_game::{Grundy, Reservation, RunContext, StateVectorGame, StopReason};

use super::SolvedVectors;
use super::dfs::{GrundyError, dfs};
use super::enumerate::StateSpace;
use super::in_order::{Expand, Pass};
use crate::SolveError;
use crate::mex::Mex;

/// The Grundy values of an enumerated game.
#[derive(Debug)]
pub struct GrundyTable {
    found: Arc<StateSpace>,
    values: Vec<u32>,
    _memory: Reservation,
}

impl GrundyTable {
    /// The Grundy value of a position; `None` if it is not reachable.
    #[must_use]
    pub fn get(&self, position: &[i64]) -> Option<Grundy> {
        let id = self.found.id(position)?;
        Some(Grundy::new(self.values[id as usize].into()))
    }
}

/// Grundy values by id, computed in post-order.
#[derive(Debug)]
pub(super) struct Mexes {
    values: Vec<u32>,
    seen: Mex,
    memory: Reservation,
}

impl Mexes {
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(super) fn new(found: &StateSpace, context: &RunContext) -> Result<Mexes, StopReason> {
        let memory = context.reserve("Grundy values", 4 * u64::from(found.ids))?;
        Ok(Mexes {
            values: vec![0; found.ids as usize],
            seen: Mex::new(),
            memory,
        })
    }

    /// Sets the value of a position to the mex of its successors' values.
    #[inline]
    pub(super) fn add(&mut self, id: u32, children: impl Iterator<Item = u32>) {
        for child in children {
            self.seen.insert(self.values[child as usize]);
        }
        self.values[id as usize] = self.seen.take();
    }

    /// The values, all of which must be computed.
    pub(super) fn finish(self, found: &Arc<StateSpace>) -> GrundyTable {
        GrundyTable {
            found: Arc::clone(found),
            values: self.values,
            _memory: self.memory,
        }
    }
}

/// The Grundy values of all positions of an enumerated game, which must be impartial: normal play,
/// no statically decided positions and no extra turns. Positions are expanded a second time.
///
/// # Errors
/// Returns an error if the game has a cycle, a limit is reached, or the rules fail.
pub fn grundies<G: StateVectorGame>(
    game: &G,
    explored: &SolvedVectors,
    context: &RunContext,
) -> Result<GrundyTable, GrundyError> {
    let found = &explored.found;
    let mut mexes = Mexes::new(found, context).map_err(SolveError::from)?;
    let cycle = match found.order {
        Some(order) => {
            let pass = Pass {
                game,
                found,
                order,
                threads: context.pool(),
                context,
            };
            let visited = pass.visit("Grundy values", None, Expand::All, |id, moves| {
                mexes.add(id, moves.iter().map(|mark| mark.id()));
                Ok(())
            });
            visited.map(|()| None)
        }
        None => dfs(game, found, context, |id, children| {
            mexes.add(id, children.iter().copied());
        }),
    };
    match cycle? {
        Some(cycle) => Err(GrundyError::Cycle(cycle)),
        None => Ok(mexes.finish(found)),
    }
}
