//! Rule files with sums: the Grundy values of components (Sprague–Grundy
//! theory).

use kibitz_game::{BREAK, CONTINUE, Grundy, RunContext};
use kibitz_rules::{Position, Rules};
use kibitz_solve::grundy_vectors::{self, GrundyError, GrundyVectors};
use kibitz_solve::{Evaluation, SolveError, ValueCounts, Visited, Visitor};

use super::{cyclic, failed};

pub(super) const NO_PLIES: &str =
    "distance not computed: the value of a sum is the nim-sum of its components";

/// All components reachable from some positions.
#[derive(Debug)]
pub(super) struct Sum {
    parts: GrundyVectors,
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
            Ok(parts) => Ok(Sum { parts }),
            Err(GrundyError::Solve(e)) => Err(e),
            Err(GrundyError::Cycle(cycle)) => {
                let why = "a sum needs Grundy values, and there are none: the game graph has \
                           a cycle";
                let help = "describe all components in one position: one start, and no `split`";
                Err(cyclic(game, why, help, &cycle))
            }
        }
    }

    pub(super) fn part(&self, row: &[i64]) -> Option<Grundy> {
        self.parts.part(row)
    }

    /// The depth: the fewest moves from a root.
    pub(super) fn depth_of(&self, p: &Position) -> Option<u32> {
        self.parts.depth(p.row()?)
    }

    pub(super) fn get(&self, p: &Position) -> Option<Evaluation> {
        self.parts.get(p.parts()).map(Evaluation::from)
    }

    pub(super) fn visit_all(
        &self,
        game: &Rules,
        visitor: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        let mut outcome = Ok(());
        let _ = self.parts.visit(|row, grundy| {
            outcome = visitor(Visited::one(&game.position_of(row), grundy));
            if outcome.is_ok() { CONTINUE } else { BREAK }
        });
        outcome
    }

    pub(super) fn count(&self, game: &Rules) -> ValueCounts<Position> {
        let mut counts = ValueCounts::default();
        let _ = self.parts.visit(|_, grundy| {
            match grundy.is_lost() {
                true => counts.loss += 1,
                false => counts.win += 1,
            }
            CONTINUE
        });
        counts.positions_without_symmetry =
            (!game.is_symmetry_reduced()).then(|| counts.positions());
        counts
    }
}
