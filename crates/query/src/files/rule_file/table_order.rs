//! How state vectors are listed in a table file.

use kibitz_solve::{Cause, SolveError};
use kibitz_tablebase::{Packing, Slot};

/// The packing of vectors whose slots have these least and greatest numbers.
pub(super) fn packing(ranges: &[(i64, i64)]) -> Result<Packing, SolveError> {
    let slots = ranges.iter().map(|(low, high)| Slot::new(*low, *high));
    Packing::new(slots.collect()).map_err(|error| SolveError::Table(Cause::new(error)))
}
