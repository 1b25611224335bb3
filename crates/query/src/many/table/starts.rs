//! Tables over parameters of a rule file that only choose its starting position: one solve has the
//! values of all starting positions.

use kibitz_game::RunContext;

use super::{Filling, Plan, Table};
use crate::{GameSource, QueryError};

impl Plan<'_> {
    /// The table by one solve, or of heaps in sequence; `None` if the axes are not such
    /// parameters, or some starting position is not one of the last game.
    pub(super) fn of_starts(&self, context: &RunContext) -> Option<Result<Table, QueryError>> {
        let GameSource::File(file) = self.request.game else {
            return None;
        };
        let in_set = |axis: &str| self.set.iter().any(|(_, value)| value.has(axis));
        let mut axes = self.request.axes.iter();
        if self.at.is_some() || axes.any(|axis| in_set(&axis.name)) {
            return None;
        }
        let last = self.games().last()?;
        let rules = file.rules(pairs(&self.settings(&last))).ok()?;
        if let Some(table) = self.of_heaps(&rules, &last, context) {
            return Some(table);
        }
        let mut starts = Vec::new();
        for choice in self.games() {
            if let Err(stop) = context.check() {
                return Some(Err(stop.into()));
            }
            starts.push(rules.write_start(&self.numbers(&choice)?)?);
        }
        Some(self.evaluate(&last, starts, context))
    }

    /// The axes with their values; `None` if one is not a number.
    fn numbers(&self, choice: &[usize]) -> Option<Vec<(&str, i64)>> {
        let axes = self.request.axes.iter().zip(choice);
        let number = |text: &str| text.trim().parse::<i64>().ok();
        let numbers = axes.map(|(axis, i)| Some((axis.name.as_str(), number(&axis.values[*i])?)));
        numbers.collect()
    }

    fn evaluate(
        &self,
        choice: &[usize],
        starts: Vec<String>,
        context: &RunContext,
    ) -> Result<Table, QueryError> {
        let session = self.open(choice)?;
        let report = session.evaluate_batch(&starts, self.request.wanted, context)?;
        let filling = Filling {
            cells: report.evaluations,
            first_set: Some(session.settings()),
            problem: report.problem,
            notes: report.notes,
        };
        filling.finish(self)
    }
}

/// Parameters as string slices.
pub(super) fn pairs(set: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    set.iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}
