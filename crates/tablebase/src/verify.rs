//! Checking the blocks of a table.

use kibitz_game::RunContext;

use crate::Table;
use crate::division::Division;
use crate::error::{Damage, TableError};
use crate::file::Blocks;
use crate::part_file::{Coded, PartFile, Rows};
use crate::rows::wrong_first_row;
use crate::symbol::Symbol;

/// Blocks that a thread checks in one step.
const STEP: u64 = 16;
/// Steps per thread between two reports of progress.
const STEPS: u64 = 16;

impl Table {
    /// Checks what [`open`](Table::open) does not: decodes every block, compares its checksum,
    /// looks up every code in the dictionary, and compares every row with the one before.
    ///
    /// # Errors
    /// Returns an error if a block is damaged, the first one in order, or the run is cancelled.
    pub fn verify(&self, context: &RunContext) -> Result<(), TableError> {
        self.parts
            .iter()
            .try_for_each(|part| part.verify(context))?;
        self.verify_bounds()
    }

    /// Compares the last row of each range with the first one of the next.
    fn verify_bounds(&self) -> Result<(), TableError> {
        let has_rows = self.row_len().is_some();
        if !has_rows || matches!(self.division, Division::Shards(_)) {
            return Ok(());
        }
        let mut before: Option<Vec<u8>> = None;
        for part in self.parts.iter().filter(|part| part.items() > 0) {
            if before.is_some_and(|row| row.as_slice() >= part.file.first_row(0)) {
                return Err(part.damaged(Damage::new(
                    "its first row is not after the last one of the part before",
                )));
            }
            before = Some(part.row(part.items() - 1)?);
        }
        Ok(())
    }
}

impl PartFile {
    fn verify(&self, context: &RunContext) -> Result<(), TableError> {
        self.verify_codes(self.columns.value.as_ref(), context)?;
        self.verify_codes(self.columns.grundy.as_ref(), context)?;
        self.verify_codes(self.columns.score.as_ref(), context)?;
        self.verify_codes(self.columns.depth.as_ref(), context)?;
        match &self.columns.row {
            Some(rows) => self.verify_rows(rows, context),
            None => Ok(()),
        }
    }

    fn verify_codes<S: Symbol>(
        &self,
        column: Option<&Coded<S>>,
        context: &RunContext,
    ) -> Result<(), TableError> {
        let Some(column) = column else {
            return Ok(());
        };
        self.verify_blocks(column.blocks, context, |block, bytes| {
            let items = column.blocks.layout.items_of(block..block + 1);
            let count = (items.end - items.start) as usize;
            column.items(bytes, 0..count, &mut Vec::new())
        })
    }

    fn verify_rows(&self, rows: &Rows, context: &RunContext) -> Result<(), TableError> {
        let last_block = rows.blocks.layout.blocks().saturating_sub(1);
        self.verify_blocks(rows.blocks, context, |block, bytes| {
            if !bytes.starts_with(self.file.first_row(block)) {
                return Err(wrong_first_row(block));
            }
            let next = (block < last_block).then(|| self.file.first_row(block + 1));
            if bytes
                .chunks(rows.bytes)
                .chain(next)
                .is_sorted_by(|a, b| a < b)
            {
                return Ok(());
            }
            Err(Damage::new(format!(
                "its block {block} of rows is not in ascending order"
            )))
        })
    }

    /// Decodes all blocks of a column on all threads, and checks each.
    fn verify_blocks(
        &self,
        blocks: Blocks,
        context: &RunContext,
        check: impl Fn(u64, &[u8]) -> Result<(), Damage> + Sync,
    ) -> Result<(), TableError> {
        let stage = context.stage("checking a column", Some(self.items()));
        let count = blocks.layout.blocks();
        let batch = STEP * STEPS * context.thread_count() as u64;
        let mut done = 0;
        while done < count {
            let end = count.min(done + batch);
            let steps = (done..end).step_by(STEP as usize).collect();
            context.pool().try_map(steps, |first: u64| {
                let mut bytes = Vec::new();
                for block in first..end.min(first + STEP) {
                    context.check()?;
                    self.file.decode(blocks, block, &mut bytes)?;
                    check(block, &bytes).map_err(|damage| self.damaged(damage))?;
                }
                Ok::<(), TableError>(())
            })?;
            stage.advance_to(blocks.layout.items_of(done..end).end)?;
            done = end;
        }
        Ok(())
    }
}
