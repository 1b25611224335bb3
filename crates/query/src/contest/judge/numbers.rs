//! numbers: one table of all positions.

use kibitz_game::{Value, Watch, Wdl};
use kibitz_games::numbers::{Case, Format, Numbers};
use kibitz_solve::SolveError;
use kibitz_solve::pairs::{self, Outcomes, Pairs};

use super::{Arbiter, Bench};

impl Arbiter for Numbers {
    type Format<'a> = Format<'a>;
    type Bench<'a> = NumbersBench<'a>;

    fn format(&self) -> Format<'_> {
        Format::new(self)
    }

    fn bench(&self) -> NumbersBench<'_> {
        NumbersBench {
            game: self,
            table: None,
            plies: None,
        }
    }
}

/// Solves the game when the first case comes.
pub(crate) struct NumbersBench<'a> {
    game: &'a Numbers,
    table: Option<Outcomes>,
    /// The same with distances, where somebody asks for them.
    plies: Option<Pairs>,
}

impl Bench<Format<'_>> for NumbersBench<'_> {
    fn answer(
        &mut self,
        cases: &[Case],
        values: &mut Vec<Wdl>,
        watch: &Watch,
    ) -> Result<(), SolveError> {
        let table = match self.table.take() {
            Some(table) => table,
            None => pairs::outcomes(self.game, watch)?,
        };
        values.extend(cases.iter().map(|case| {
            let p = case.position;
            table.get(p.mine.into(), p.theirs.into())
        }));
        self.table = Some(table);
        Ok(())
    }

    fn length(&mut self, case: &Case, watch: &Watch) -> Result<u64, SolveError> {
        let pairs = match self.plies.take() {
            Some(pairs) => pairs,
            None => pairs::solve(self.game, watch)?,
        };
        let p = case.position;
        let value = self.plies.insert(pairs).get(p.mine.into(), p.theirs.into());
        let plies = value.and_then(Value::plies);
        Ok(plies.map_or(0, |plies| plies.get().into()))
    }
}
