//! One file of a table in parts.

use std::path::Path;

use kibitz_game::RunContext;

use crate::error::{TableError, WriteError};
use crate::{Level, Table, TableWriter};

impl Table {
    /// Writes the table to one file, which is the same as if it had been written so at first;
    /// returns its length.
    ///
    /// # Errors
    /// Returns an error if a block is damaged, the file cannot be written, or the run is cancelled.
    pub fn merge(
        &self,
        path: impl AsRef<Path>,
        level: Level,
        context: &RunContext,
    ) -> Result<u64, WriteError<TableError>> {
        let values = |items, into: &mut _| self.get_range(items, into);
        let grundy = |items, into: &mut _| self.grundy_range(items, into);
        let scores = |items, into: &mut _| self.score_range(items, into);
        let depths = |items, into: &mut _| self.depth_range(items, into);
        let rows = |items, into: &mut _| self.row_range(items, into);
        let mut writer = TableWriter::new(self.description().clone()).level(level);
        if self.has_values() {
            writer = writer.values(&values);
        }
        if self.has_grundy() {
            writer = writer.grundy(&grundy);
        }
        if self.has_scores() {
            writer = writer.scores(&scores);
        }
        if self.has_depths() {
            writer = writer.depths(&depths);
        }
        if let Some(bytes) = self.row_len() {
            writer = writer.rows(bytes as u32, &rows);
        }
        writer.write(path, context)
    }
}
