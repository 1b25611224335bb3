//! Solved state vectors of a rule file, in memory or in a table file.

use kibitz_game::{Plies, RunContext, SuccessorGenerator};
use kibitz_rules::{Position, Rules};
use kibitz_solve::{DistanceCount, Evaluation, SolveError, TableRows, ValueCounts};

use super::failed;

/// Visits vectors with their evaluations; an error ends the visit.
pub(super) type RowVisitor<'a> = dyn FnMut(&[i64], Evaluation) -> Result<(), SolveError> + 'a;

/// Solved state vectors: whole positions, or components of sums.
pub(super) trait SolvedRows: Send + Sync {
    /// The evaluation of a vector; `None` if it is not reachable.
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError>;

    /// The depth of a vector: the fewest moves from a root.
    fn depth(&self, row: &[i64]) -> Option<u32>;

    /// Visits all vectors in order of depth, then of vectors.
    fn visit(&self, context: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError>;

    /// The root of a table file, if there are no others.
    fn table_root(&self) -> Option<&str> {
        None
    }

    /// Note for the user on why there are no Grundy values.
    fn no_grundy(&self) -> Option<String> {
        None
    }

    /// Note for the user on why there are no distances.
    fn no_plies(&self) -> Option<&'static str> {
        None
    }

    /// Counts whole positions by value.
    fn counts(
        &self,
        game: &Rules,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        let mut worker = game.worker();
        let mut levels: Vec<DistanceCount> = Vec::new();
        let (mut draw, mut ties) = (0, 0);
        let mut longest: Option<(Plies, Vec<i64>)> = None;
        self.visit(context, &mut |row, evaluation| {
            let Some(plies) = evaluation.plies else {
                draw += 1;
                let over = worker.decided(row);
                let over = over.map_err(|e| failed(game, &game.position_of(row), e))?;
                ties += u64::from(over.is_some());
                return Ok(());
            };
            let level = plies.get() as usize;
            if levels.len() <= level {
                levels.resize(level + 1, DistanceCount::default());
            }
            match evaluation.wdl {
                kibitz_game::Wdl::Win => levels[level].win += 1,
                _ => levels[level].loss += 1,
            }
            let is_longer = |(most, least): &(Plies, Vec<i64>)| {
                plies > *most || plies == *most && row < least.as_slice()
            };
            if longest.as_ref().is_none_or(is_longer) {
                longest = Some((plies, row.to_vec()));
            }
            Ok(())
        })?;
        Ok(ValueCounts {
            draw,
            ties,
            longest: longest.map(|(plies, row)| (plies, game.position_of(&row))),
            ..ValueCounts::of_levels(levels)
        })
    }

    /// The vectors in the order of a table file.
    fn table_rows(
        &self,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError>;
}
