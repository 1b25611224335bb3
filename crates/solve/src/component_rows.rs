//! Components of sums in the order of a table file.

use std::ops::Range;

use kibitz_game::{Grundy, Reservation};
use kibitz_tablebase::{Packing, Slot};

use crate::{Cause, Evaluation, SolveError, TableRows};

/// The packing of vectors whose slots have these least and greatest numbers.
///
/// # Errors
/// Returns an error if a row would be too long.
pub fn packing(ranges: &[(i64, i64)]) -> Result<Packing, SolveError> {
    let slots = ranges.iter().map(|(low, high)| Slot::new(*low, *high));
    Packing::new(slots.collect()).map_err(|error| SolveError::Table(Cause::new(error)))
}

/// Components with their depths and Grundy values, in ascending order of their vectors.
#[derive(Debug)]
pub struct ComponentRows<R> {
    sorted: Vec<(R, u32, Grundy)>,
    packing: Packing,
    _memory: Reservation,
}

impl<R: AsRef<[i64]>> ComponentRows<R> {
    /// Sorts components, whose vectors have the same length; `memory` is what they take.
    ///
    /// # Errors
    /// Returns an error if a row would be too long.
    pub fn new(
        mut components: Vec<(R, u32, Grundy)>,
        memory: Reservation,
    ) -> Result<ComponentRows<R>, SolveError> {
        components.sort_unstable_by(|(a, ..), (b, ..)| a.as_ref().cmp(b.as_ref()));
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        for (row, ..) in &components {
            let row = row.as_ref();
            ranges.resize(row.len(), (i64::MAX, i64::MIN));
            for ((low, high), number) in ranges.iter_mut().zip(row) {
                (*low, *high) = ((*low).min(*number), (*high).max(*number));
            }
        }
        Ok(ComponentRows {
            sorted: components,
            packing: packing(&ranges)?,
            _memory: memory,
        })
    }

    fn range(&self, numbers: Range<u64>) -> &[(R, u32, Grundy)] {
        &self.sorted[numbers.start as usize..numbers.end as usize]
    }
}

impl<R: AsRef<[i64]> + Sync> TableRows for ComponentRows<R> {
    fn positions(&self) -> u64 {
        self.sorted.len() as u64
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }

    fn vectors(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(&[i64], Option<u32>),
    ) -> Result<(), SolveError> {
        for (row, depth, _) in self.range(numbers) {
            visit(row.as_ref(), Some(*depth));
        }
        Ok(())
    }

    fn evaluations(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError> {
        for (_, _, grundy) in self.range(numbers) {
            visit(Some(Evaluation::from(*grundy)));
        }
        Ok(())
    }
}
