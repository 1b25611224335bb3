//! The rows of a table in memory, with an index of their first bits: a search reads a few rows that
//! are near each other.

use kibitz_tablebase::{Packing, Table, TableError};

/// Rows in ascending order, and where those with the same first bits begin.
#[derive(Debug)]
pub(crate) struct RowIndex {
    rows: Vec<u8>,
    row_len: usize,
    /// By the first bits of a row: the number of the first row with these bits or greater ones. The
    /// last item is the number of rows.
    starts: Vec<u64>,
    /// How many of the first [`HEAD`] bytes' bits are not among the first bits.
    shift: u32,
}

/// The bytes of a row whose bits may be indexed.
const HEAD: usize = 8;
/// Log2 of the rows for each item of the index.
const ROWS_EACH: u32 = 3;

/// The indexed bits of a row, and the bits of its head that follow them.
fn bits(rows: u64, packing: &Packing) -> (u32, u32) {
    let head = packing.row_len().min(HEAD) as u32 * 8;
    let all: u32 = packing.slots().iter().map(|slot| slot.bits).sum();
    // The bits in front, which are zero.
    let padding = packing.row_len() as u32 * 8 - all;
    let used = head.saturating_sub(padding);
    let indexed = rows.max(1).ilog2().saturating_sub(ROWS_EACH).min(used);
    (indexed, used - indexed)
}

impl RowIndex {
    /// The memory in bytes for `rows` rows.
    pub(crate) fn memory(rows: u64, packing: &Packing) -> u64 {
        let (indexed, _) = bits(rows, packing);
        let starts = (1u64 << indexed) + 1;
        rows.saturating_mul(packing.row_len() as u64)
            .saturating_add(starts * size_of::<u64>() as u64)
    }

    /// Reads the rows of a table, which are known to be in ascending order.
    pub(crate) fn new(table: &Table, packing: &Packing) -> Result<RowIndex, TableError> {
        let (count, row_len) = (table.positions(), packing.row_len());
        let mut rows = Vec::with_capacity(count as usize * row_len);
        table.row_range(0..count, &mut rows)?;
        let (indexed, shift) = bits(count, packing);
        let mut index = RowIndex {
            rows,
            row_len,
            starts: vec![0; (1 << indexed) + 1],
            shift,
        };
        for number in 0..count {
            let first = index.first_bits(index.get(number));
            index.starts[first + 1] = number + 1;
        }
        // Items without rows begin where the next ones do.
        let mut end = 0;
        for start in &mut index.starts {
            end = end.max(*start);
            *start = end;
        }
        Ok(index)
    }

    /// The first bits of a row. In a row that is not one of this packing they may be too large;
    /// the order is preserved.
    fn first_bits(&self, row: &[u8]) -> usize {
        let head = row.iter().take(HEAD);
        let head = head.fold(0u64, |head, byte| head << 8 | u64::from(*byte));
        let first = head.checked_shr(self.shift).unwrap_or(0);
        (first as usize).min(self.starts.len() - 2)
    }

    /// The row of a number.
    pub(crate) fn get(&self, number: u64) -> &[u8] {
        &self.rows[number as usize * self.row_len..][..self.row_len]
    }

    /// The number of a row; `None` if it is not listed.
    pub(crate) fn find(&self, row: &[u8]) -> Option<u64> {
        let first = self.first_bits(row);
        let (mut low, mut high) = (self.starts[first], self.starts[first + 1]);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(row) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}
