//! numbers: a table of all pairs of hands.

use kibitz_game::{RunContext, Value, Wdl};
use kibitz_games::numbers::{Case, Format, Numbers};
use kibitz_solve::SolveError;
use kibitz_solve::hand_pairs::{self, HandPairResults, HandPairTable};

use super::{BatchSolver, ContestSolver};

impl ContestSolver for Numbers {
    type Format<'a> = Format<'a>;
    type Solver<'a> = NumbersSolver<'a>;

    fn format(&self) -> Format<'_> {
        Format::new(self)
    }

    fn batch_solver(&self) -> NumbersSolver<'_> {
        NumbersSolver {
            game: self,
            table: None,
            plies: None,
        }
    }
}

/// Solves the game on the first case.
pub struct NumbersSolver<'a> {
    game: &'a Numbers,
    table: Option<HandPairResults>,
    /// The same with distances, computed if requested.
    plies: Option<HandPairTable>,
}

impl BatchSolver<Format<'_>> for NumbersSolver<'_> {
    fn answer(
        &mut self,
        cases: &[Case],
        values: &mut Vec<Wdl>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let table = match self.table.take() {
            Some(table) => table,
            None => hand_pairs::outcomes(self.game, context)?,
        };
        values.extend(cases.iter().map(|case| {
            let p = case.position;
            table.get(p.mine.into(), p.theirs.into())
        }));
        self.table = Some(table);
        Ok(())
    }

    fn length(&mut self, case: &Case, context: &RunContext) -> Result<u64, SolveError> {
        let pairs = match self.plies.take() {
            Some(pairs) => pairs,
            None => hand_pairs::solve(self.game, context)?,
        };
        let p = case.position;
        let value = self.plies.insert(pairs).get(p.mine.into(), p.theirs.into());
        let plies = value.and_then(Value::plies);
        Ok(plies.map_or(0, |plies| plies.get().into()))
    }
}
