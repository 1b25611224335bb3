//! Repeated expansion of enumerated positions.

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn};

use super::enumerate::StateSpace;
use crate::{Cause, SolveError};

/// Expands enumerated positions, for one thread.
pub(super) struct Children<'g, G: StateVectorGame> {
    game: &'g G,
    found: &'g StateSpace,
    rules: G::Worker<'g>,
    row: Vec<i64>,
    key: Vec<u64>,
    steps: SuccessorBuffer,
}

impl<'g, G: StateVectorGame> Children<'g, G> {
    pub(super) fn new(game: &'g G, found: &'g StateSpace) -> Children<'g, G> {
        Children {
            game,
            found,
            rules: game.worker(),
            row: vec![0; game.slots()],
            key: found.key(),
            steps: SuccessorBuffer::new(game.slots()),
        }
    }

    /// Appends the ids of the successors of a position; none if it is statically decided.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    pub(super) fn of(&mut self, id: u32, ids: &mut Vec<u32>) -> Result<(), SolveError> {
        self.found.row(id, &mut self.key, &mut self.row);
        let fault = |row: &[i64], fault: G::Fault| SolveError::Fault {
            position: self.game.write(row),
            fault: Cause::new(fault),
        };
        self.steps.clear();
        let decided = self.rules.decided(&self.row);
        if decided.map_err(|e| fault(&self.row, e))?.is_some() {
            return Ok(());
        }
        let expanded = self.rules.expand(&self.row, &mut self.steps);
        expanded.map_err(|e| fault(&self.row, e))?;
        let found = self.found.ids(&self.steps, &mut self.key, ids);
        found.map_err(|row| SolveError::Missing {
            position: self.game.write(row),
        })
    }

    /// Who moves after each move of the last position.
    pub(super) fn turns(&self) -> impl Iterator<Item = Turn> {
        self.steps.iter().map(|(_, turn)| turn)
    }
}
