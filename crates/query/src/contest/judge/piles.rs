//! piles: the Grundy value of each pile in linear time.

use kibitz_game::{Grundy, Watch, Wdl};
use kibitz_games::piles::{Case, Format, Piles, Solver};
use kibitz_solve::SolveError;

use super::{Arbiter, Bench};

impl Arbiter for Piles {
    type Format<'a> = Format;
    type Bench<'a> = PilesBench;

    fn format(&self) -> Format {
        Format
    }

    fn bench(&self) -> PilesBench {
        PilesBench::default()
    }
}

#[derive(Default)]
pub(crate) struct PilesBench {
    solver: Solver,
}

impl Bench<Format> for PilesBench {
    fn answer(
        &mut self,
        cases: &[Case],
        values: &mut Vec<Wdl>,
        _: &Watch,
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

    /// The more cards, the more moves, unless each takes many.
    fn length(&mut self, case: &Case, _: &Watch) -> Result<u64, SolveError> {
        let moves = case.piles.iter().map(|pile| {
            let ones = pile.iter().filter(|number| **number == 1);
            pile.len() + ones.count()
        });
        Ok(moves.sum::<usize>() as u64)
    }
}
