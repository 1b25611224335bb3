//! The index of a file: where each block is, its checksum, and the first row of each block of rows.
//!
//! A record has the offset of a block and the checksum of its compressed bytes. A block ends where
//! the next one begins, the last one where the index begins, so blocks can neither overlap nor
//! leave a gap. The records of all columns are followed by the first rows.

use std::ops::Range;

use crate::error::Damage;
use crate::format::{FOOTER, Footer, RECORD, check, number};

/// The place of a checked index in its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index {
    at: usize,
    blocks: usize,
    row_bytes: usize,
    row_blocks: usize,
}

impl Index {
    /// Checks the index of a file: its length, its checksum, and that its blocks fill the file from
    /// `blocks_at` on. The table has `blocks` blocks, of which `row_blocks` consist of rows of
    /// `row_bytes` bytes.
    pub(crate) fn check(
        file: &[u8],
        footer: Footer,
        blocks_at: usize,
        blocks: u64,
        (row_blocks, row_bytes): (u64, usize),
    ) -> Result<Index, Damage> {
        let records = u128::from(blocks) * RECORD as u128;
        let expected = records + u128::from(row_blocks) * row_bytes as u128;
        let end = file.len().saturating_sub(FOOTER);
        let at = usize::try_from(footer.index_at).unwrap_or(usize::MAX);
        let Some(bytes) = file.get(at..end).filter(|_| at >= blocks_at) else {
            return Err(Damage::new(format!(
                "its index begins at byte {at}, expected one from {blocks_at} to {end}"
            )));
        };
        if bytes.len() as u128 != expected {
            return Err(Damage::new(format!(
                "its index has {} bytes, expected {expected} for {blocks} blocks",
                bytes.len()
            )));
        }
        check("its index", bytes, footer.index_checksum)?;
        let index = Index {
            at,
            blocks: blocks as usize,
            row_bytes,
            row_blocks: row_blocks as usize,
        };
        index.check_blocks(file, blocks_at)?;
        index.check_first_rows(file)?;
        Ok(index)
    }

    /// Checks that the blocks fill the file between header and index.
    fn check_blocks(self, file: &[u8], blocks_at: usize) -> Result<(), Damage> {
        let mut end = blocks_at as u64;
        for block in 0..self.blocks {
            let (begin, next) = (self.offset(file, block), self.offset(file, block + 1));
            if begin != end || next <= begin {
                return Err(Damage::new(format!(
                    "its block {block} is at bytes {begin} to {next}, expected a beginning at {end}"
                )));
            }
            end = next;
        }
        if end != self.at as u64 {
            return Err(Damage::new(format!(
                "its blocks end at byte {end}, but its index begins at byte {}",
                self.at
            )));
        }
        Ok(())
    }

    /// Checks that the first rows of blocks are in ascending order.
    fn check_first_rows(self, file: &[u8]) -> Result<(), Damage> {
        let row = |block| self.first_row(file, block);
        let unordered = (1..self.row_blocks).find(|block| row(block - 1) >= row(*block));
        unordered.map_or(Ok(()), |block| {
            Err(Damage::new(format!(
                "the first row of its block {block} of rows is not above that of the block before"
            )))
        })
    }

    /// The offset of a block; where the index begins for the block after the last.
    fn offset(self, file: &[u8], block: usize) -> u64 {
        let stored = number(file, self.at + block * RECORD).filter(|_| block < self.blocks);
        stored.unwrap_or(self.at as u64)
    }

    /// The place of a block's compressed bytes in the file, and their checksum. Blocks are numbered
    /// over all columns.
    pub(crate) fn block(self, file: &[u8], block: u64) -> (Range<usize>, u64) {
        let block = block as usize;
        let place = self.offset(file, block) as usize..self.offset(file, block + 1) as usize;
        let checksum = number(file, self.at + block * RECORD + 8);
        (place, checksum.unwrap_or_default())
    }

    /// The compressed length of some blocks.
    pub(crate) fn length(self, file: &[u8], blocks: Range<u64>) -> u64 {
        self.offset(file, blocks.end as usize) - self.offset(file, blocks.start as usize)
    }

    /// The first row of a block of rows, numbered within the column.
    #[inline]
    pub(crate) fn first_row(self, file: &[u8], block: usize) -> &[u8] {
        let at = self.at + self.blocks * RECORD + block * self.row_bytes;
        file.get(at..at + self.row_bytes).unwrap_or_default()
    }

    /// The block that has a row if any does; `None` if it is below all rows.
    pub(crate) fn block_of_row(self, file: &[u8], row: &[u8]) -> Option<u64> {
        let (mut low, mut high) = (0, self.row_blocks);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.first_row(file, middle) <= row {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low.checked_sub(1).map(|block| block as u64)
    }
}
