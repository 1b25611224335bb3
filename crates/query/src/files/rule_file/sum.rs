//! Rule files with sums: the Grundy values of components (Sprague–Grundy
//! theory).

use kibitz_game::{BREAK, CONTINUE, Grundy, RunContext, Wdl};
use kibitz_rules::{Position, Rules};
use kibitz_solve::grundy_vectors::{self, GrundyError, GrundyVectors};
use kibitz_solve::{ComponentRows, Evaluation, SolveError, TableRows, ValueCounts};

use super::solved_rows::{RowVisitor, SolvedRows};
use super::whole::not_in_table;
use super::{cyclic, failed};

pub(super) const NO_PLIES: &str =
    "distance not computed: the value of a sum is the nim-sum of its components";

/// All components reachable from some positions.
pub(super) struct Sum {
    pub(super) rows: Box<dyn SolvedRows>,
}

impl Sum {
    pub(super) fn new(
        game: &Rules,
        roots: &[Position],
        context: &RunContext,
    ) -> Result<Sum, SolveError> {
        let rows: Vec<Box<[i64]>> = roots.iter().flat_map(|p| p.parts().to_vec()).collect();
        let mut worker = game.worker();
        let solved = grundy_vectors::solve(&rows, context, |row| {
            let options = worker.options(row);
            options.map_err(|e| failed(game, &game.position_of(row), e))
        });
        match solved {
            Ok(parts) => Ok(Sum {
                rows: Box::new(parts),
            }),
            Err(GrundyError::Solve(e)) => Err(e),
            Err(GrundyError::Cycle(cycle)) => {
                let why = "a sum needs Grundy values, and there are none: the game graph has \
                           a cycle";
                let help = "describe all components in one position: one start, and no `split`";
                Err(cyclic(game, why, help, &cycle))
            }
        }
    }

    /// The Grundy value of a component; `None` if it is not reachable.
    pub(super) fn part(&self, row: &[i64]) -> Result<Option<Grundy>, SolveError> {
        Ok(self.rows.get(row)?.and_then(|evaluation| evaluation.grundy))
    }

    /// The depth: the fewest moves from a root.
    pub(super) fn depth_of(&self, p: &Position) -> Option<u32> {
        self.rows.depth(p.row()?)
    }

    pub(super) fn get(&self, p: &Position) -> Result<Option<Evaluation>, SolveError> {
        let mut sum = Grundy::ZERO;
        for row in p.parts() {
            match self.part(row)? {
                Some(grundy) => sum ^= grundy,
                None => return Ok(None),
            }
        }
        Ok(Some(Evaluation::from(sum)))
    }

    /// Refuses to visit the components of positions other than the root of a table.
    pub(super) fn check_root(&self, game: &Rules, p: &Position) -> Result<(), SolveError> {
        match self.rows.table_root() {
            Some(root) if root != game.write_position(p) => Err(not_in_table(game, p, root)),
            _ => Ok(()),
        }
    }

    pub(super) fn count(
        &self,
        game: &Rules,
        root: &Position,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        self.check_root(game, root)?;
        let mut counts = ValueCounts::default();
        self.rows.visit(context, &mut |_, evaluation| {
            match evaluation.wdl {
                Wdl::Win => counts.win += 1,
                _ => counts.loss += 1,
            }
            Ok(())
        })?;
        counts.positions_without_symmetry =
            (!game.is_symmetry_reduced()).then(|| counts.positions());
        Ok(counts)
    }
}

impl SolvedRows for GrundyVectors {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        Ok(self.part(row).map(Evaluation::from))
    }

    fn depth(&self, row: &[i64]) -> Option<u32> {
        GrundyVectors::depth(self, row)
    }

    fn visit(&self, _: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError> {
        let mut outcome = Ok(());
        let _ = GrundyVectors::visit(self, |row, grundy| {
            outcome = visitor(row, Evaluation::from(grundy));
            if outcome.is_ok() { CONTINUE } else { BREAK }
        });
        outcome
    }

    fn table_rows(
        &self,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        let components: Vec<_> = self.components().collect();
        let bytes = size_of_val(components.as_slice()) as u64;
        let memory = context.reserve("sorting components", bytes)?;
        Ok(Some(Box::new(ComponentRows::new(components, memory)?)))
    }
}
