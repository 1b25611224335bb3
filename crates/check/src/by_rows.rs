//! Positions of a table numbered by its rows.

use std::sync::OnceLock;

use kibitz_game::{Reservation, RunContext, StopReason};
use kibitz_tablebase::{Packing, Table, TableError};

use crate::checker::CheckError;
use crate::row_index::RowIndex;

/// Numbers by the rows of a table, which are decoded in memory if that is permitted.
#[derive(Debug)]
pub struct ByRows<'t> {
    table: &'t Table,
    packing: &'t Packing,
    decoded: Option<(RowIndex, Reservation)>,
    /// The first error of reading: a numbering has no errors of its own.
    failure: OnceLock<TableError>,
}

impl<'t> ByRows<'t> {
    /// The numbers of a table whose rows have this packing.
    ///
    /// # Errors
    /// Returns an error if the table is damaged or a limit is reached.
    pub fn new(
        table: &'t Table,
        packing: &'t Packing,
        context: &RunContext,
    ) -> Result<ByRows<'t>, TableError> {
        // The order of rows is what a search relies on.
        table.verify(context)?;
        let bytes = RowIndex::memory(table.positions(), packing);
        let decoded = match context.reserve("the rows of a table", bytes) {
            Ok(memory) => Some((RowIndex::new(table, packing)?, memory)),
            Err(StopReason::OutOfMemory { .. } | StopReason::Refused { .. }) => None,
            Err(stop) => return Err(stop.into()),
        };
        Ok(ByRows {
            table,
            packing,
            decoded,
            failure: OnceLock::new(),
        })
    }

    /// The number of a vector; `None` if it is not listed.
    #[must_use]
    pub fn number(&self, vector: &[i64]) -> Option<u64> {
        let mut row = Vec::with_capacity(self.packing.row_len());
        if !self.packing.pack(vector, &mut row) {
            return None;
        }
        match &self.decoded {
            Some((rows, _)) => rows.find(&row),
            None => self.or_fail(self.table.find_row(&row)).flatten(),
        }
    }

    /// The vector of a number; `None` if it cannot be read.
    #[must_use]
    pub fn vector(&self, number: u64) -> Option<Vec<i64>> {
        let mut vector = vec![0; self.packing.slots().len()];
        match &self.decoded {
            Some((rows, _)) => self.packing.unpack(rows.get(number), &mut vector),
            None => {
                let row = self.or_fail(self.table.row(number))?;
                self.packing.unpack(&row, &mut vector);
            }
        }
        Some(vector)
    }

    /// The number of rows.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.table.positions()
    }

    /// The result of a check with these numbers, or the error of reading them.
    ///
    /// # Errors
    /// Returns either error.
    pub fn finish<T>(self, checked: Result<T, CheckError>) -> Result<T, CheckError> {
        match self.failure.into_inner() {
            Some(error) => Err(error.into()),
            None => checked,
        }
    }

    fn or_fail<T>(&self, result: Result<T, TableError>) -> Option<T> {
        result.map_err(|error| drop(self.failure.set(error))).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::ops::Range;

    use kibitz_tablebase::{Description, Slot, TableWriter};

    use super::*;

    /// The numbers of rows are the same whether they are decoded in memory or not.
    #[test]
    fn rows_are_found_with_and_without_memory() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rows.kbz");
        let packing = Packing::new(vec![Slot::new(0, 99), Slot::new(-5, 5)]).unwrap();
        let vector = |n: u64| [(n / 4) as i64, (n % 4) as i64 * 3 - 5];
        let rows = |numbers: Range<u64>, into: &mut Vec<u8>| {
            let mut row = Vec::new();
            for n in numbers {
                assert!(packing.pack(&vector(n), &mut row));
                into.extend(&row);
            }
            Ok::<(), Infallible>(())
        };
        let description = Description {
            positions: 400,
            packing: Some(packing.clone()),
            ..Description::default()
        };
        let writer = TableWriter::new(description).block_bytes(64);
        let writer = writer.rows(packing.row_len() as u32, &rows);
        writer.write(&path, &RunContext::new()).unwrap();
        let table = Table::open(&path).unwrap();
        for (memory, is_decoded) in [(1 << 20, true), (100, false)] {
            let context = RunContext::new().memory(memory);
            let numbering = ByRows::new(&table, &packing, &context).unwrap();
            assert_eq!(numbering.decoded.is_some(), is_decoded);
            for n in 0..400 {
                assert_eq!(numbering.vector(n).unwrap(), vector(n));
                assert_eq!(numbering.number(&vector(n)), Some(n));
            }
            for absent in [[0, -4], [100, -5], [-1, -5], [99, 5], [7, 6]] {
                assert_eq!(numbering.number(&absent), None, "{absent:?}");
            }
            assert!(numbering.failure.get().is_none());
        }
    }
}
