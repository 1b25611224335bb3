//! The positions of a rule file in memory: values with distances by enumeration and retrograde
//! analysis, and Grundy values if the game has them.

use std::ops::Range;

use kibitz_game::{BREAK, CONTINUE, Plies, RunContext, Value};
use kibitz_rules::{Position, Rules};
use kibitz_solve::explore_vectors::{self, GrundyError, GrundyTable, SolvedVectors, SortedVectors};
use kibitz_solve::{Evaluation, SolveError, TableRows, ValueCounts, packing};
use kibitz_tablebase::Packing;

use super::solved_rows::{RowVisitor, SolvedRows};
use super::whole::{nodes, refuse_cycle};

const NO_MEMORY: &str = "no Grundy values: not enough memory";

/// All positions reachable from some roots.
#[derive(Debug)]
pub(super) struct Explored {
    vectors: SolvedVectors,
    grundies: Option<GrundyTable>,
    /// Note for the user on why there are no Grundy values.
    note: Option<String>,
}

impl Explored {
    pub(super) fn new(
        game: &Rules,
        roots: &[Position],
        context: &RunContext,
    ) -> Result<Explored, SolveError> {
        let nodes = nodes(game, roots);
        let (vectors, grundies) = match game.no_grundy() {
            Some(_) => (explore_vectors::solve(game, &nodes, context)?, None),
            None => explore_vectors::solve_impartial(game, &nodes, context)?,
        };
        let is_impartial = game.no_grundy().is_none() && !vectors.has_extra_turns();
        let mut explored = Explored {
            vectors,
            grundies,
            note: None,
        };
        if is_impartial {
            if explored.grundies.is_none() {
                explored.compute_grundies(game, context)?;
            }
        } else if game.forbids_cycles() {
            let cycle = explore_vectors::cycle(game, &explored.vectors, context)?;
            refuse_cycle(game, cycle.as_deref())?;
        }
        Ok(explored)
    }

    /// The number of positions.
    pub(super) fn len(&self) -> u64 {
        self.vectors.len()
    }

    /// Computes Grundy values; the depth-first search also detects cycles.
    fn compute_grundies(&mut self, game: &Rules, context: &RunContext) -> Result<(), SolveError> {
        let may_fail = !game.forbids_cycles();
        // A table file is the same whatever the memory.
        let may_lack = may_fail && context.scratch().is_none();
        match explore_vectors::grundies(game, &self.vectors, context) {
            Ok(grundies) => self.grundies = Some(grundies),
            Err(GrundyError::Cycle(_)) if may_fail => {}
            Err(GrundyError::Cycle(cycle)) => refuse_cycle(game, Some(&cycle))?,
            Err(GrundyError::Solve(SolveError::Stop(stop))) if may_lack && stop.is_for_memory() => {
                self.note = Some(NO_MEMORY.to_owned());
            }
            Err(GrundyError::Solve(e)) => return Err(e),
        }
        Ok(())
    }

    fn evaluation(&self, node: &[i64], value: Value) -> Evaluation {
        Evaluation {
            grundy: self.grundies.as_ref().and_then(|all| all.get(node)),
            ..Evaluation::from(value)
        }
    }
}

impl SolvedRows for Explored {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        let value = self.vectors.get(row);
        Ok(value.map(|value| self.evaluation(row, value)))
    }

    fn depth(&self, row: &[i64]) -> Option<u32> {
        self.vectors.depth(row)
    }

    fn visit(&self, context: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError> {
        let _memory =
            context.reserve("visiting positions in order", self.vectors.visit_memory())?;
        let mut outcome = Ok(());
        let _ = self.vectors.visit(|row, value| {
            outcome = visitor(row, self.evaluation(row, value));
            if outcome.is_ok() { CONTINUE } else { BREAK }
        });
        outcome
    }

    fn no_grundy(&self) -> Option<String> {
        self.note.clone()
    }

    fn counts(
        &self,
        game: &Rules,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        let levels = self.vectors.levels();
        let _memory = context.reserve("the distance histogram", size_of_val(levels) as u64)?;
        let last = levels.iter().rposition(|level| level.count() > 0);
        let longest = last.map(|n| Plies::new(n as u32)).and_then(|max| {
            let (node, _) = self.vectors.least(|value| value.plies() == Some(max))?;
            Some((max, game.position_of(&node)))
        });
        Ok(ValueCounts {
            draw: self.vectors.draws(),
            ties: self.vectors.ties(),
            longest,
            ..ValueCounts::of_levels(levels.to_vec())
        })
    }

    fn table_rows(
        &self,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        let sorted = self.vectors.sort(context)?;
        Ok(Some(Box::new(ExploredRows {
            packing: packing(&sorted.ranges())?,
            sorted,
            explored: self,
        })))
    }
}

/// The positions in the order of a table file.
struct ExploredRows<'e> {
    explored: &'e Explored,
    sorted: SortedVectors<'e>,
    packing: Packing,
}

impl TableRows for ExploredRows<'_> {
    fn positions(&self) -> u64 {
        self.sorted.len()
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }

    fn vectors(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(&[i64], Option<u32>),
    ) -> Result<(), SolveError> {
        for number in numbers {
            let depth = self.sorted.depth(number);
            visit(&self.sorted.vector(number), Some(depth));
        }
        Ok(())
    }

    fn evaluations(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError> {
        for number in numbers {
            let value = self.sorted.value(number);
            visit(value.map(|value| match self.explored.grundies {
                Some(_) => self.explored.evaluation(&self.sorted.vector(number), value),
                None => Evaluation::from(value),
            }));
        }
        Ok(())
    }
}
