//! boxes: the nim-sum of the odd boxes, or else enumeration of the whole game.

use kibitz_game::{RunContext, Value, Wdl};
use kibitz_games::boxes::{Boxes, Counts, Format, Staircase};
use kibitz_solve::{SolveError, explore};

use super::{BatchSolver, ContestSolver};

impl ContestSolver for Boxes {
    type Format<'a> = Format<'a>;
    type Solver<'a> = BoxesSolver<'a>;

    fn format(&self) -> Format<'_> {
        Format::new(self)
    }

    fn batch_solver(&self) -> BoxesSolver<'_> {
        BoxesSolver {
            game: self,
            staircase: self.staircase(0).ok(),
        }
    }
}

pub struct BoxesSolver<'a> {
    game: &'a Boxes,
    /// The parity of the boxes seen so far.
    staircase: Option<Staircase>,
}

impl BatchSolver<Format<'_>> for BoxesSolver<'_> {
    fn answer(
        &mut self,
        cases: &[Counts],
        values: &mut Vec<Wdl>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        for counts in cases {
            values.push(self.value(counts, context)?);
        }
        Ok(())
    }

    /// An estimate: the number of cards.
    fn length(&mut self, counts: &Counts, _: &RunContext) -> Result<u64, SolveError> {
        Ok(counts.iter().fold(0, |sum, n| n.saturating_add(sum)))
    }
}

impl BoxesSolver<'_> {
    fn value(&mut self, counts: &Counts, context: &RunContext) -> Result<Wdl, SolveError> {
        if let Some(staircase) = &mut self.staircase
            && staircase.cover(counts.len()).is_ok()
        {
            return Ok(staircase.nim_sum(counts).wdl());
        }
        let whole = explore::solve(self.game, [counts.clone()], context)?;
        Ok(whole.get(counts).map_or(Wdl::Draw, Value::wdl))
    }
}
