//! What the explanation of a sum uses: components of rule files and their Grundy values.

use kibitz_game::{Grundy, RunContext, Step};
use kibitz_rules::{Named, Position, Rules, Worker};
use kibitz_solve::SolveError;
use kibitz_solve::grundy::{MAX_OPTIONS, PartReason, SumTheory};

use super::failed;
use super::sum::{Row, Sum};

/// A solved sum with its rules.
pub(super) struct Theory<'a> {
    pub(super) game: &'a Rules,
    pub(super) sum: &'a Sum,
    pub(super) worker: Worker<'a>,
    pub(super) context: &'a RunContext,
}

impl Theory<'_> {
    fn nim_sum(&self, parts: &[Row]) -> Result<Grundy, SolveError> {
        self.context.check()?;
        let value = self.sum.nim_sum(parts)?;
        value.ok_or_else(|| SolveError::missing(&parts))
    }

    fn part(&mut self, row: &Row) -> Result<PartReason, SolveError> {
        let options = self.worker.options(row);
        let options = options.map_err(|e| failed(self.game, &self.game.position_of(row), e))?;
        let values = options.iter().map(|option| Ok(self.nim_sum(option)?.get()));
        Ok(PartReason {
            part: self.game.shape().write(row),
            grundy: self.nim_sum(std::slice::from_ref(row))?.get(),
            options: match options.len() <= MAX_OPTIONS {
                true => Some(values.collect::<Result<_, SolveError>>()?),
                false => None,
            },
            law: None,
        })
    }
}

impl SumTheory<Rules> for Theory<'_> {
    fn parts(&mut self, p: &Position) -> Result<Vec<PartReason>, SolveError> {
        p.parts().iter().map(|row| self.part(row)).collect()
    }

    fn grundy(&mut self, p: &Position) -> Result<Grundy, SolveError> {
        self.nim_sum(p.parts())
    }

    /// More than the text shows. All moves after a move are named to find the reply, which is slow.
    fn max_replies(&self) -> usize {
        20
    }

    /// The other components are unchanged, and in the same order.
    fn changed_part(&self, p: &Position, step: &Step<Position, Named>) -> usize {
        let (before, after) = (p.parts(), step.to.parts());
        let is_changed =
            |i: &usize| after.starts_with(&before[..*i]) && after.ends_with(&before[*i + 1..]);
        1 + (0..before.len()).find(is_changed).unwrap_or(0)
    }
}
