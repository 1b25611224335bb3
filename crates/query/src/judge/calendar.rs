//! calendar: a table of all dates.

use kibitz_game::{Indexed, Value, Watch, Wdl};
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
        let table = match self.table.take() {
            Some(table) => table,
            None => acyclic::sweep(&Calendar, watch)?,
        };
        for date in cases {
            let value = table.get(Calendar.rank(date)).map(Value::wdl);
            values.push(value.ok_or_else(|| SolveError::Missing {
                position: date.to_string(),
            })?);
        }
        self.table = Some(table);
        Ok(())
    }
}
