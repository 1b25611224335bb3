//! The positions of a rule file in working files, for table files that do not fit the memory.

use std::ops::Range;

use kibitz_game::{RunContext, Value};
use kibitz_rules::{Position, Rules};
use kibitz_solve::explore_vectors::on_disk::{DiskVectors, is_begun, solve_on_disk};
use kibitz_solve::{Evaluation, SolveError, TableRows};
use kibitz_tablebase::{Packing, writing_memory};

use super::explored::Explored;
use super::solved_rows::{RowVisitor, SolvedRows};
use super::table_order::packing;
use super::whole::nodes;

/// Solves in memory if that is possible; otherwise on disk, if the context has a directory for
/// that. What was begun on disk is continued there.
pub(super) fn in_memory_or_on_disk(
    game: &Rules,
    roots: &[Position],
    context: &RunContext,
) -> Result<Box<dyn SolvedRows>, SolveError> {
    let Some(scratch) = context.scratch() else {
        return Ok(Box::new(Explored::new(game, roots, context)?));
    };
    if !is_begun(scratch) {
        match in_memory(game, roots, scratch.spare, context) {
            Err(error) if !is_for_memory(&error) => return Err(error),
            // Neither Grundy values nor cycles are known on disk.
            Err(error) if game.no_grundy().is_none() || game.forbids_cycles() => return Err(error),
            Err(_) => {}
            Ok(explored) => return Ok(Box::new(explored)),
        }
    }
    let vectors = solve_on_disk(game, &nodes(game, roots), scratch, None, context)?;
    Ok(Box::new(OnDisk { vectors }))
}

/// Solves in memory, if there is also enough memory for writing the table: for sorting the
/// positions, and for the writer, or `spare` bytes if that is more.
fn in_memory(
    game: &Rules,
    roots: &[Position],
    spare: u64,
    context: &RunContext,
) -> Result<Explored, SolveError> {
    let explored = Explored::new(game, roots, context)?;
    let sorting = explored.len() * size_of::<u32>() as u64;
    let writing = writing_memory(explored.len(), context.thread_count()).max(spare);
    context.reserve("writing the table", sorting.saturating_add(writing))?;
    Ok(explored)
}

fn is_for_memory(error: &SolveError) -> bool {
    matches!(error, SolveError::Stop(stop) if stop.is_for_memory())
}

/// All positions reachable from some roots.
#[derive(Debug)]
struct OnDisk {
    vectors: DiskVectors,
}

/// Positions that are read at a time.
const PART: usize = 1 << 14;

impl SolvedRows for OnDisk {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        let mut found = None;
        if let Some(number) = self.vectors.number(row)? {
            self.vectors
                .values(number..number + 1, |value| found = value)?;
        }
        Ok(found.map(Evaluation::from))
    }

    fn depth(&self, row: &[i64]) -> Option<u32> {
        let number = self.vectors.number(row).ok()??;
        let mut found = None;
        let read = self.vectors.rows(number..number + 1, |_, depth| {
            found = Some(depth);
            Ok(())
        });
        read.ok().and(found)
    }

    fn visit(&self, context: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError> {
        for level in 0..=self.vectors.max_depth() {
            for start in (0..self.vectors.len()).step_by(PART) {
                context.check()?;
                let numbers = start..self.vectors.len().min(start + PART as u64);
                let mut values = Vec::with_capacity(PART);
                self.vectors
                    .values(numbers.clone(), |value| values.push(value))?;
                let mut values = values.into_iter();
                self.vectors.rows(numbers, |row, depth| {
                    match values.next().flatten().filter(|_| depth == level) {
                        Some(value) => visitor(row, Evaluation::from(value)),
                        None => Ok(()),
                    }
                })?;
            }
        }
        Ok(())
    }

    fn table_rows(&self, _: &RunContext) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        Ok(Some(Box::new(RowsOnDisk {
            packing: packing(&self.vectors.ranges())?,
            vectors: &self.vectors,
        })))
    }
}

/// The positions in the order of a table file, which is that of the working files.
struct RowsOnDisk<'d> {
    vectors: &'d DiskVectors,
    packing: Packing,
}

impl TableRows for RowsOnDisk<'_> {
    fn positions(&self) -> u64 {
        self.vectors.len()
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }

    fn vectors(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(&[i64], Option<u32>),
    ) -> Result<(), SolveError> {
        self.vectors.rows(numbers, |row, depth| {
            visit(row, Some(depth));
            Ok(())
        })
    }

    fn evaluations(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError> {
        let evaluation = |value: Option<Value>| value.map(Evaluation::from);
        self.vectors
            .values(numbers, |value| visit(evaluation(value)))
    }
}
