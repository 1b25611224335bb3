//! Maps: the result of every pair of two labels.

use kibitz_game::{Axes, RunContext, Wdl};
use kibitz_solve::{Evaluation, RequestedFields};

use super::PositionTexts;
use super::batch::evaluate_batch;
use crate::QueryError;
use kibitz_catalogue::AnyGame;

/// The results of many positions, one byte each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The labels of rows and columns.
    pub axes: Axes,
    /// Row by row: 0 if the cell is not a position, 1 for a loss, 2 for a draw,
    /// 3 for a win of the player to move.
    pub cells: Vec<u8>,
}

impl PositionTexts for Axes {
    fn count(&self) -> usize {
        self.cells()
    }

    fn write(&self, number: usize, text: &mut String) {
        let columns = self.columns.len();
        Axes::write(self, number / columns, number % columns, text);
    }
}

impl Map {
    pub(crate) fn new(
        game: &dyn AnyGame,
        axes: Axes,
        context: &RunContext,
    ) -> Result<Map, QueryError> {
        let report = evaluate_batch(game, &axes, RequestedFields::default(), context)?;
        let evaluations = report.evaluations.iter();
        let cells =
            evaluations.map(|evaluation| evaluation.map_or(0, |evaluation| cell(evaluation.wdl)));
        Ok(Map {
            cells: cells.collect(),
            axes,
        })
    }
}

/// The distance of every cell of a map in plies, row by row; [`NO_DISTANCE`] for a draw, for a cell
/// that is not a position, and where it is not known.
pub(crate) fn distances(
    game: &dyn AnyGame,
    axes: &Axes,
    context: &RunContext,
) -> Result<Vec<u16>, QueryError> {
    let wanted = RequestedFields {
        plies: true,
        ..RequestedFields::default()
    };
    let report = evaluate_batch(game, axes, wanted, context)?;
    let distance = |evaluation: &Option<Evaluation>| {
        let plies = evaluation.as_ref()?.plies?;
        u16::try_from(plies.get()).ok()
    };
    let found = report.evaluations.iter().map(distance);
    Ok(found.map(|plies| plies.unwrap_or(NO_DISTANCE)).collect())
}

/// In place of a distance; as a distance it would be too large for a map.
const NO_DISTANCE: u16 = u16::MAX;

fn cell(wdl: Wdl) -> u8 {
    match wdl {
        Wdl::Loss => 1,
        Wdl::Draw => 2,
        Wdl::Win => 3,
    }
}
