//! Reading the column of rows: the packed positions of a table in ascending order.

use std::ops::Range;

use crate::Table;
use crate::error::{Damage, TableError};
use crate::header::ROW;
use crate::part_file::{PartFile, Rows};

impl Table {
    /// The item whose row this is; `None` if there is none. It searches the first rows of the
    /// blocks, then one block.
    ///
    /// # Errors
    /// Returns an error if there is no column of rows, the row has another length than those of the
    /// table, or a block is damaged.
    pub fn find_row(&self, row: &[u8]) -> Result<Option<u64>, TableError> {
        for (i, part) in self.parts.iter().enumerate() {
            if let Some(place) = part.find_row(row)? {
                return Ok(Some(self.item(i, place)));
            }
        }
        Ok(None)
    }

    /// The row of a position.
    ///
    /// # Errors
    /// Returns an error if there is no such position or no column of rows, or the block is damaged.
    pub fn row(&self, item: u64) -> Result<Vec<u8>, TableError> {
        let (part, item) = self.place(item)?;
        part.row(item)
    }

    /// Appends the rows of some positions to `into`, like [`get_range`](Table::get_range).
    ///
    /// # Errors
    /// Returns an error if the range is not within the table, there is no column of rows, or a
    /// block is damaged.
    pub fn row_range(&self, items: Range<u64>, into: &mut Vec<u8>) -> Result<(), TableError> {
        self.in_parts(items, |part, items| part.row_range(items, into))
    }

    /// The length of a row in bytes; `None` without a column of rows.
    #[must_use]
    pub fn row_len(&self) -> Option<usize> {
        self.parts[0].columns.row.as_ref().map(|rows| rows.bytes)
    }
}

impl PartFile {
    fn find_row(&self, row: &[u8]) -> Result<Option<u64>, TableError> {
        let rows = self.rows()?;
        if row.len() != rows.bytes {
            return Err(TableError::RowLength {
                path: self.path().to_owned(),
                found: row.len(),
                expected: rows.bytes,
            });
        }
        let Some(block) = self.file.block_of_row(row) else {
            return Ok(None);
        };
        let place = self.with_row_block(rows, block, |bytes| find(bytes, row))?;
        let first = rows.blocks.layout.items_of(block..block + 1).start;
        Ok(place.map(|place| first + place as u64))
    }

    pub(crate) fn row(&self, item: u64) -> Result<Vec<u8>, TableError> {
        let rows = self.rows()?;
        self.check_item(item)?;
        let (block, place) = rows.blocks.layout.place(item);
        let at = place * rows.bytes;
        self.with_row_block(rows, block, |bytes| bytes[at..at + rows.bytes].to_vec())
    }

    fn row_range(&self, items: Range<u64>, into: &mut Vec<u8>) -> Result<(), TableError> {
        let rows = self.rows()?;
        self.scan_blocks(rows.blocks, items, |bytes, places| {
            into.extend(&bytes[places.start * rows.bytes..places.end * rows.bytes]);
            Ok(())
        })
    }

    fn rows(&self) -> Result<&Rows, TableError> {
        let rows = self.columns.row.as_ref();
        rows.ok_or_else(|| self.no_column(ROW))
    }

    /// Reads a block of rows that begins with the row that the index has for it.
    fn with_row_block<R>(
        &self,
        rows: &Rows,
        block: u64,
        read: impl Fn(&[u8]) -> R,
    ) -> Result<R, TableError> {
        let first = self.file.first_row(block);
        let checked = |bytes: &[u8]| bytes.starts_with(first).then(|| read(bytes));
        let found = self.with_block(rows.blocks, block, checked)?;
        found.ok_or_else(|| self.damaged(wrong_first_row(block)))
    }
}

/// The damage that a block of rows does not begin with the row that the index has for it.
pub(crate) fn wrong_first_row(block: u64) -> Damage {
    Damage::new(format!(
        "its block {block} of rows does not begin with the row that the index has for it"
    ))
}

/// The place of a row in a block of rows in ascending order.
fn find(block: &[u8], row: &[u8]) -> Option<usize> {
    let (mut low, mut high) = (0, block.len() / row.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let at = middle * row.len();
        match block[at..at + row.len()].cmp(row) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return Some(middle),
        }
    }
    None
}
