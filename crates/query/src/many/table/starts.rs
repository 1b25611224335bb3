//! Tables over parameters of a rule file that only choose its starting position: one solve has the
//! values of all starting positions.

use kibitz_game::RunContext;

use super::{Filling, Plan, Table};
use crate::{GameSource, QueryError};

/// The starting positions of all combinations of parameters.
struct Starts {
    /// Those that exist.
    texts: Vec<String>,
    /// For each combination whether its starting position exists.
    exists: Vec<bool>,
    /// Why the first one does not.
    problem: Option<QueryError>,
}

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
        let mut last = self.games().last()?;
        let opened = |set: &[(String, String)]| file.rules(pairs(set)).ok();
        let rules = opened(&self.settings(&last)).or_else(|| opened(self.request.set))?;
        if let Some(table) = self.of_heaps(&rules, &last, context) {
            return Some(table);
        }
        let mut starts = Starts {
            texts: Vec::new(),
            exists: Vec::new(),
            problem: None,
        };
        for choice in self.games() {
            if let Err(stop) = context.check() {
                return Some(Err(stop.into()));
            }
            let start = rules.write_start(&self.numbers(&choice)?)?;
            starts.exists.push(start.is_ok());
            match start {
                Ok(text) => {
                    starts.texts.push(text);
                    last = choice;
                }
                Err(failure) => _ = starts.problem.get_or_insert(QueryError::Rules(failure)),
            }
        }
        self.evaluate(&last, starts, context).transpose()
    }

    /// The axes with their values; `None` if one is not a number.
    fn numbers(&self, choice: &[usize]) -> Option<Vec<(&str, i64)>> {
        let axes = self.request.axes.iter().zip(choice);
        let number = |text: &str| text.trim().parse::<i64>().ok();
        let numbers = axes.map(|(axis, i)| Some((axis.name.as_str(), number(&axis.values[*i])?)));
        numbers.collect()
    }

    /// `None` if some of the starting positions are not positions of one game.
    fn evaluate(
        &self,
        choice: &[usize],
        starts: Starts,
        context: &RunContext,
    ) -> Result<Option<Table>, QueryError> {
        let session = self.open(choice)?;
        let report = session.evaluate_batch(&starts.texts, self.request.wanted, context)?;
        if report.problem.is_some() {
            return Ok(None);
        }
        let mut evaluations = report.evaluations.into_iter();
        let cells = starts.exists.into_iter();
        let filling = Filling {
            cells: cells
                .map(|exists| exists.then(|| evaluations.next()?).flatten())
                .collect(),
            first_set: Some(session.settings()),
            problem: starts.problem,
            notes: report.notes,
        };
        filling.finish(self).map(Some)
    }
}

/// Parameters as string slices.
pub(super) fn pairs(set: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    set.iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}
