//! Positions that were explored, expanded once more.

use kibitz_game::{SlotWorker, Slotted, Steps, Turn};

use super::enumerate::Found;
use crate::{Cause, SolveError};

/// Expands positions that were explored, for one thread.
pub(super) struct Children<'g, G: Slotted> {
    game: &'g G,
    found: &'g Found,
    rules: G::Worker<'g>,
    row: Vec<i64>,
    key: Vec<u64>,
    steps: Steps,
}

impl<'g, G: Slotted> Children<'g, G> {
    pub(super) fn new(game: &'g G, found: &'g Found) -> Children<'g, G> {
        Children {
            game,
            found,
            rules: game.worker(),
            row: vec![0; game.slots()],
            key: found.key(),
            steps: Steps::new(game.slots()),
        }
    }

    /// Appends the ids of what a position leads to: nothing where it is
    /// decided.
    ///
    /// # Errors
    /// Where the rules fail.
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

    /// Whose turn the moves of the last position make it.
    pub(super) fn turns(&self) -> impl Iterator<Item = Turn> {
        self.steps.iter().map(|(_, turn)| turn)
    }
}
