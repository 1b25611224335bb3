//! numbers: one table of all positions.

use kibitz_game::{Indexed, Value, Watch, Wdl};
use kibitz_games::numbers::{Case, Format, Numbers};
use kibitz_solve::{SolveError, Table, retrograde};

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
    table: Option<Table>,
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
            None => retrograde::solve(self.game, watch)?,
        };
        values.extend(cases.iter().map(|case| {
            let value = table.get(self.game.rank(&case.position));
            value.map_or(Wdl::Draw, Value::wdl)
        }));
        self.table = Some(table);
        Ok(())
    }
}
