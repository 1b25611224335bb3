//! A map: the outcome of every pair of two labels.

use kibitz_game::{Axes, Watch, Wdl};
use kibitz_solve::Wanted;

use super::Texts;
use super::survey::survey;
use crate::QueryError;
use crate::erased::AnyGame;

/// The outcomes of many positions, one byte each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// What the rows and columns are.
    pub axes: Axes,
    /// Row by row: 0 where the cell is no position, then 1 for a loss, 2 for a
    /// draw, 3 for a win of the player who moves.
    pub cells: Vec<u8>,
}

impl Texts for Axes {
    fn count(&self) -> usize {
        self.cells()
    }

    fn write(&self, number: usize, text: &mut String) {
        let columns = self.columns.len();
        Axes::write(self, number / columns, number % columns, text);
    }
}

impl Map {
    pub(crate) fn new(game: &dyn AnyGame, axes: Axes, watch: &Watch) -> Result<Map, QueryError> {
        let survey = survey(game, &axes, Wanted::default(), watch)?;
        let verdicts = survey.verdicts.iter();
        let cells = verdicts.map(|verdict| verdict.map_or(0, |verdict| cell(verdict.wdl)));
        Ok(Map {
            cells: cells.collect(),
            axes,
        })
    }
}

fn cell(wdl: Wdl) -> u8 {
    match wdl {
        Wdl::Loss => 1,
        Wdl::Draw => 2,
        Wdl::Win => 3,
    }
}
