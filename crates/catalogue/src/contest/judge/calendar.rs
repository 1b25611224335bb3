//! calendar: a table of all dates.

use kibitz_game::{Indexed, Plies, RunContext, Value, Wdl};
use kibitz_games::calendar::{Calendar, Date, Format};
use kibitz_solve::{SolveError, ValueTable, acyclic};

use super::{BatchSolver, ContestSolver};

impl ContestSolver for Calendar {
    type Format<'a> = Format;
    type Solver<'a> = CalendarSolver;

    fn format(&self) -> Format {
        Format
    }

    fn batch_solver(&self) -> CalendarSolver {
        CalendarSolver::default()
    }
}

/// Solves all dates on the first case.
#[derive(Default)]
pub struct CalendarSolver {
    table: Option<ValueTable>,
}

impl BatchSolver<Format> for CalendarSolver {
    fn answer(
        &mut self,
        cases: &[Date],
        values: &mut Vec<Wdl>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let table = self.table(context)?;
        for date in cases {
            let value = table.get(Calendar.rank(date)).map(Value::wdl);
            values.push(value.ok_or_else(|| SolveError::Missing {
                position: date.to_string(),
            })?);
        }
        Ok(())
    }

    fn length(&mut self, date: &Date, context: &RunContext) -> Result<u64, SolveError> {
        let value = self.table(context)?.get(Calendar.rank(date));
        let plies = value.and_then(Value::plies);
        Ok(plies.map_or(0, Plies::get).into())
    }
}

impl CalendarSolver {
    fn table(&mut self, context: &RunContext) -> Result<&ValueTable, SolveError> {
        let table = match self.table.take() {
            Some(table) => table,
            None => acyclic::sweep(&Calendar, context)?,
        };
        Ok(self.table.insert(table))
    }
}
