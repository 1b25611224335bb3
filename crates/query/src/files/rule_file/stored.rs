//! The positions of a rule file in a table file.

use std::sync::Arc;

use kibitz_game::RunContext;
use kibitz_solve::{Evaluation, SolveError, TableRows, Values};
use kibitz_tablebase::{Packing, Table};

use super::solved_rows::{RowVisitor, SolvedRows};

/// The vectors that a table file lists.
#[derive(Debug)]
pub(super) struct StoredRows {
    table: Arc<Table>,
    packing: Packing,
    root: String,
}

/// Vectors between two checks of the time limit.
const CHECK_INTERVAL: usize = 1 << 12;

impl StoredRows {
    /// The vectors of a table, each with this many slots; `None` if the table does not list any.
    pub(super) fn new(table: Arc<Table>, slots: usize) -> Option<StoredRows> {
        let description = table.description();
        let packing = description.packing.clone()?;
        let root = description.root.clone()?;
        let is_complete = table.row_len().is_some() && table.has_values() && table.has_depths();
        (is_complete && packing.slots().len() == slots).then_some(StoredRows {
            table,
            packing,
            root,
        })
    }

    fn number(&self, vector: &[i64]) -> Result<Option<u64>, SolveError> {
        let mut row = Vec::new();
        Ok(match self.packing.pack(vector, &mut row) {
            true => self.table.find_row(&row)?,
            false => None,
        })
    }

    /// All numbers with their depths, in the order of a visit.
    fn by_depth(&self) -> Result<Vec<(u32, u64)>, SolveError> {
        let mut depths = Vec::new();
        self.table
            .depth_range(0..self.table.positions(), &mut depths)?;
        let depths = depths.into_iter().map(Option::unwrap_or_default);
        let mut numbers: Vec<(u32, u64)> = depths.zip(0..).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The memory of a visit.
    fn visit_memory(&self) -> u64 {
        let each = 2 * size_of::<Option<u32>>() + size_of::<(u32, u64)>();
        self.table.positions() * each as u64
    }
}

impl SolvedRows for StoredRows {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        match self.number(row)? {
            Some(number) => Values::get(&self.table, number),
            None => Ok(None),
        }
    }

    /// Visits read all depths first, so no damage goes unnoticed there.
    fn depth(&self, row: &[i64]) -> Option<u32> {
        let number = self.number(row).ok()??;
        self.table.depth(number).ok()?
    }

    fn visit(&self, context: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError> {
        let _memory = context.reserve("visiting positions in order", self.visit_memory())?;
        let mut vector = vec![0; self.packing.slots().len()];
        for (i, (_, number)) in self.by_depth()?.into_iter().enumerate() {
            if i % CHECK_INTERVAL == 0 {
                context.check()?;
            }
            self.packing.unpack(&self.table.row(number)?, &mut vector);
            if let Some(evaluation) = Values::get(&self.table, number)? {
                visitor(&vector, evaluation)?;
            }
        }
        Ok(())
    }

    fn table_root(&self) -> Option<&str> {
        Some(&self.root)
    }

    fn table_rows(&self, _: &RunContext) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        Ok(None)
    }
}
