//! piles: the Grundy value of each pile in linear time.

use kibitz_game::{Grundy, RunContext, Wdl};
use kibitz_games::piles::{Case, Format, Piles, Solver};
use kibitz_solve::SolveError;

use super::{BatchSolver, ContestSolver};

impl ContestSolver for Piles {
    type Format<'a> = Format;
    type Solver<'a> = PilesSolver;

    fn format(&self) -> Format {
        Format
    }

    fn batch_solver(&self) -> PilesSolver {
        PilesSolver::default()
    }
}

#[derive(Default)]
pub struct PilesSolver {
    solver: Solver,
}

impl BatchSolver<Format> for PilesSolver {
    fn answer(
        &mut self,
        cases: &[Case],
        values: &mut Vec<Wdl>,
        _: &RunContext,
    ) -> Result<(), SolveError> {
        for case in cases {
            let piles = case.piles.iter();
            let sum = piles.fold(Grundy::ZERO, |sum, pile| {
                sum ^ self.solver.grundy(pile, case.game.k)
            });
            values.push(sum.wdl());
        }
        Ok(())
    }

    /// An estimate: a move takes at least one card, and ones count twice.
    fn length(&mut self, case: &Case, _: &RunContext) -> Result<u64, SolveError> {
        let moves = case.piles.iter().map(|pile| {
            let ones = pile.iter().filter(|number| **number == 1);
            pile.len() + ones.count()
        });
        Ok(moves.sum::<usize>() as u64)
    }
}
