//! marbles: the set of losing boards as a bit array.

use kibitz_game::{Game, Indexed, PlacementGame, Plies, RunContext, Value, Wdl};
use kibitz_games::marbles::{Board, Format, Marbles};
use kibitz_solve::placement::{LosingSet, Placement};
use kibitz_solve::{SolveError, ValueTable, acyclic};

use super::{BatchSolver, ContestSolver};

impl ContestSolver for Marbles {
    type Format<'a> = Format<'a>;
    type Solver<'a> = MarblesSolver<'a>;

    fn format(&self) -> Format<'_> {
        Format::new(self)
    }

    fn batch_solver(&self) -> MarblesSolver<'_> {
        MarblesSolver {
            game: self,
            lost: None,
            plies: None,
        }
    }
}

/// Solves all boards on the first case.
pub struct MarblesSolver<'a> {
    game: &'a Marbles,
    lost: Option<LosingSet>,
    /// The same with distances, computed if requested.
    plies: Option<ValueTable>,
}

/// Maximum number of cells for which distances are computed.
const MAX_CELLS: u32 = 20;

impl BatchSolver<Format<'_>> for MarblesSolver<'_> {
    fn answer(
        &mut self,
        cases: &[Board],
        values: &mut Vec<Wdl>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let lost = match self.lost.take() {
            Some(lost) => lost,
            None => self.solve(context)?,
        };
        let value = |board: &Board| {
            if lost.is_lost(board.0) {
                Wdl::Loss
            } else {
                Wdl::Win
            }
        };
        values.extend(cases.iter().map(value));
        self.lost = Some(lost);
        Ok(())
    }

    /// The distance, or the number of empty cells of a large board.
    fn length(&mut self, board: &Board, context: &RunContext) -> Result<u64, SolveError> {
        if self.game.cells() > MAX_CELLS {
            return Ok(self.game.rank(board).count_ones().into());
        }
        let table = match self.plies.take() {
            Some(table) => table,
            None => acyclic::sweep(self.game, context)?,
        };
        let value = self.plies.insert(table).get(self.game.rank(board));
        let plies = value.and_then(Value::plies);
        Ok(plies.map_or(0, Plies::get).into())
    }
}

impl MarblesSolver<'_> {
    fn solve(&self, context: &RunContext) -> Result<LosingSet, SolveError> {
        let patterns = self.game.patterns().iter().copied();
        let placement = Placement::new(self.game.cells(), patterns, self.game.no_move_result())?;
        Ok(placement.solve(context)?)
    }
}
