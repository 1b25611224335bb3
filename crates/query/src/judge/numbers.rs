//! numbers: one table of all positions.

use kibitz_game::{Watch, Wdl};
use kibitz_games::numbers::{Case, Format, Numbers};
use kibitz_solve::SolveError;
use kibitz_solve::pairs::{self, Outcomes};

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
        }
    }
}

/// Solves the game when the first case comes.
pub(crate) struct NumbersBench<'a> {
    game: &'a Numbers,
    table: Option<Outcomes>,
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
}
