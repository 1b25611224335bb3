//! Rule files with sums: the Grundy values of components (Sprague–Grundy
//! theory).

use kibitz_game::{Grundy, RunContext, Wdl};
use kibitz_rules::{Failure, Position, Rules, Worker};
use kibitz_solve::grundy::Components;
use kibitz_solve::{ComponentRows, Evaluation, SolveError, TableRows, ValueCounts};

use super::solved_rows::{RowVisitor, SolvedRows};
use super::whole::not_in_table;
use super::{cyclic, failed};

pub(super) const NO_PLIES: &str =
    "distance not computed: the value of a sum is the nim-sum of its components";

/// A component.
pub(super) type Row = Box<[i64]>;

/// Adds everything reachable from some components; returns a cycle if there is one.
pub(in crate::files) fn extend(
    parts: &mut Components<Row>,
    roots: &[Row],
    worker: &mut Worker<'_>,
    context: &RunContext,
    failed: impl Fn(&[i64], Failure) -> SolveError,
) -> Result<Option<Vec<Row>>, SolveError> {
    let heap_bytes = |row: &Row| size_of_val(&**row);
    parts.extend(roots, context, heap_bytes, |row, visit| {
        worker.visit_options(row, visit).map_err(|e| failed(row, e))
    })
}

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
        let rows: Vec<Row> = roots.iter().flat_map(|p| p.parts().to_vec()).collect();
        let mut worker = game.worker();
        let mut parts = Components::default();
        let cycle = extend(&mut parts, &rows, &mut worker, context, |row, failure| {
            failed(game, &game.position_of(row), failure)
        })?;
        if let Some(cycle) = cycle {
            let why = "a sum needs Grundy values, and there are none: the game graph has a cycle";
            let help = "describe all components in one position: one start, and no `split`";
            let cycle: Vec<Vec<i64>> = cycle.iter().map(|row| row.to_vec()).collect();
            return Err(cyclic(game, (why, help), &cycle, cycle.len() as u64));
        }
        Ok(Sum {
            rows: Box::new(parts),
        })
    }

    /// The nim-sum of some components; `None` if one is not reachable.
    pub(super) fn nim_sum(&self, parts: &[Row]) -> Result<Option<Grundy>, SolveError> {
        let mut sum = Grundy::ZERO;
        for row in parts {
            match self.rows.get(row)?.and_then(|evaluation| evaluation.grundy) {
                Some(grundy) => sum ^= grundy,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The depth: the fewest moves from a root.
    pub(super) fn depth_of(&self, p: &Position) -> Option<u32> {
        self.rows.depth(p.row()?)
    }

    pub(super) fn get(&self, p: &Position) -> Result<Option<Evaluation>, SolveError> {
        Ok(self.nim_sum(p.parts())?.map(Evaluation::from))
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

impl SolvedRows for Components<Row> {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        Ok(Components::get(self, row)?.map(Evaluation::from))
    }

    fn depth(&self, row: &[i64]) -> Option<u32> {
        Components::depth(self, row)
    }

    fn visit(&self, _: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError> {
        let mut rows = self.iter();
        rows.try_for_each(|(row, _, grundy)| visitor(row, Evaluation::from(grundy)))
    }

    fn table_rows(
        &self,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        let components: Vec<_> = self.iter().collect();
        let bytes = size_of_val(components.as_slice()) as u64;
        let memory = context.reserve("sorting components", bytes)?;
        Ok(Some(Box::new(ComponentRows::new(components, memory)?)))
    }
}
