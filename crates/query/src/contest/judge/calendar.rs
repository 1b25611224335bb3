//! calendar: a table of all dates.

use kibitz_game::{Indexed, Plies, Value, Watch, Wdl};
use kibitz_games::calendar::{Calendar, Date, Format};
use kibitz_solve::{SolveError, Table, acyclic};

use super::{Arbiter, Bench};

impl Arbiter for Calendar {
    type Format<'a> = Format;
    type Bench<'a> = CalendarBench;

    fn format(&self) -> Format {
        Format
    }

    fn bench(&self) -> CalendarBench {
        CalendarBench::default()
    }
}

/// Solves all dates when the first case comes.
#[derive(Default)]
pub(crate) struct CalendarBench {
    table: Option<Table>,
}

impl Bench<Format> for CalendarBench {
    fn answer(
        &mut self,
        cases: &[Date],
        values: &mut Vec<Wdl>,
        watch: &Watch,
    ) -> Result<(), SolveError> {
        let table = self.table(watch)?;
        for date in cases {
            let value = table.get(Calendar.rank(date)).map(Value::wdl);
            values.push(value.ok_or_else(|| SolveError::Missing {
                position: date.to_string(),
            })?);
        }
        Ok(())
    }

    fn length(&mut self, date: &Date, watch: &Watch) -> Result<u64, SolveError> {
        let value = self.table(watch)?.get(Calendar.rank(date));
        let plies = value.and_then(Value::plies);
        Ok(plies.map_or(0, Plies::get).into())
    }
}

impl CalendarBench {
    fn table(&mut self, watch: &Watch) -> Result<&Table, SolveError> {
        let table = match self.table.take() {
            Some(table) => table,
            None => acyclic::sweep(&Calendar, watch)?,
        };
        Ok(self.table.insert(table))
    }
}
