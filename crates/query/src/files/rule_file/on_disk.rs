//! The positions of a rule file in working files, for table files that do not fit the memory.

use std::ops::Range;

use kibitz_game::RunContext;
use kibitz_rules::{Position, Rules};
use kibitz_solve::explore_vectors::on_disk::{Checkpoint, DiskVectors, Extra, solve_on_disk};
use kibitz_solve::{Evaluation, SolveError, TableRows, packing};
use kibitz_tablebase::{Packing, writing_memory};

use super::explored::Explored;
use super::solved_rows::{RowVisitor, SolvedRows};
use super::whole::{nodes, refuse_cycle};

/// Solves in memory if that is possible; otherwise on disk, if the context has a directory for
/// that. What was begun on disk is continued there, and what is required to be there is done there.
pub(super) fn in_memory_or_on_disk(
    game: &Rules,
    roots: &[Position],
    context: &RunContext,
) -> Result<Box<dyn SolvedRows>, SolveError> {
    let Some(scratch) = context.scratch() else {
        return Ok(Box::new(Explored::new(game, roots, context)?));
    };
    if !scratch.is_required && Checkpoint::of(scratch) != Checkpoint::Own {
        match in_memory(game, roots, scratch.spare, context) {
            Err(error) if !is_for_memory(&error) => return Err(error),
            Err(_) => {}
            Ok(explored) => return Ok(Box::new(explored)),
        }
    }
    // However many positions there will be.
    drop(context.reserve("writing the table", writing_memory(u64::MAX, 1))?);
    let roots = nodes(game, roots);
    let vectors = solve_on_disk(game, &roots, extra(game), (scratch, None), context)?;
    let is_impartial = game.no_grundy().is_none() && !vectors.has_extra_turns();
    if game.forbids_cycles() {
        refuse_cycle(game, vectors.cycle(game, context)?.as_deref())?;
    }
    Ok(Box::new(OnDisk {
        has_grundies: is_impartial && vectors.has_grundies(),
        vectors,
    }))
}

/// What is computed beside the values.
fn extra(game: &Rules) -> Extra {
    match (game.no_grundy(), game.forbids_cycles()) {
        (_, true) => Extra::Cycles,
        (None, false) => Extra::Grundy,
        (Some(_), false) => Extra::None,
    }
}

/// Solves in memory, if there is also enough memory for writing the table: for sorting the
/// positions, and for the writer, or `spare` bytes if that is more.
fn in_memory(
    game: &Rules,
    roots: &[Position],
    spare: u64,
    context: &RunContext,
) -> Result<Explored, SolveError> {
    // The limit is that of the whole process, whose code takes some megabytes.
    let context = &context.with_memory_share(context.memory_free() / 16 * 15);
    let explored = Explored::new(game, roots, context)?;
    let sorting = explored.len() * size_of::<u32>() as u64;
    let writing = writing_memory(explored.len(), 1).max(spare);
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
    has_grundies: bool,
}

impl OnDisk {
    /// Passes the evaluations of some numbers to `visit`, in order.
    fn evaluations(
        &self,
        numbers: Range<u64>,
        mut visit: impl FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError> {
        let mut grundies = Vec::new();
        if self.has_grundies {
            self.vectors
                .grundies(numbers.clone(), |grundy| grundies.push(grundy))?;
        }
        let mut grundies = grundies.into_iter();
        self.vectors.values(numbers, |value| {
            let grundy = grundies.next().flatten();
            visit(value.map(|value| Evaluation {
                grundy,
                ..Evaluation::from(value)
            }));
        })
    }
}

/// Positions that are read at a time.
const PART: usize = 1 << 14;

impl SolvedRows for OnDisk {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        let mut found = None;
        if let Some(number) = self.vectors.number(row)? {
            self.evaluations(number..number + 1, |evaluation| found = evaluation)?;
        }
        Ok(found)
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
                self.evaluations(numbers.clone(), |value| values.push(value))?;
                let mut values = values.into_iter();
                self.vectors.rows(numbers, |row, depth| {
                    match values.next().flatten().filter(|_| depth == level) {
                        Some(value) => visitor(row, value),
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
            solved: self,
        })))
    }
}

/// The positions in the order of a table file, which is that of the working files.
struct RowsOnDisk<'d> {
    solved: &'d OnDisk,
    packing: Packing,
}

impl TableRows for RowsOnDisk<'_> {
    fn positions(&self) -> u64 {
        self.solved.vectors.len()
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }

    fn vectors(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(&[i64], Option<u32>),
    ) -> Result<(), SolveError> {
        self.solved.vectors.rows(numbers, |row, depth| {
            visit(row, Some(depth));
            Ok(())
        })
    }

    fn evaluations(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError> {
        self.solved.evaluations(numbers, visit)
    }
}
