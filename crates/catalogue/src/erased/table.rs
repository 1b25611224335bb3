//! What table files of type-erased games have in common.

use std::ops::Range;
use std::path::Path;

use kibitz_check::Counts;
use kibitz_game::{Grundy, RunContext};
use kibitz_solve::{Evaluation, SolveError, TableRows};
use kibitz_tablebase::{Description, Entry, Level, Source, TableWriter, WriteError};

/// The result of checking a table file against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCheck {
    /// Every value is right.
    Correct(Counts),
    /// Some value is wrong.
    Wrong {
        /// The number of the first wrong item.
        number: u64,
        /// The position; `None` if no position has this number.
        position: Option<String>,
        /// What is wrong.
        problem: String,
    },
}

/// Positions of which the rules' fingerprint is made, spread evenly over the numbers.
pub const SAMPLE: u64 = 1 << 12;

/// An error of writing a table.
pub type NotWritten = WriteError<SolveError>;

/// Writes a table of numbered positions, with Grundy values if the first positions have them.
pub(super) fn write_numbered(
    description: Description,
    level: Level,
    values: &Source<'_, Entry, SolveError>,
    evaluations: &Source<'_, Evaluation, SolveError>,
    path: &Path,
    context: &RunContext,
) -> Result<u64, NotWritten> {
    let grundy = |numbers: Range<u64>, into: &mut Vec<Option<Grundy>>| {
        let mut all = Vec::with_capacity((numbers.end - numbers.start) as usize);
        evaluations(numbers, &mut all)?;
        into.extend(all.into_iter().map(|one| one?.grundy));
        Ok(())
    };
    let mut first = Vec::new();
    grundy(0..description.positions.min(SAMPLE), &mut first).map_err(WriteError::Source)?;
    let writer = TableWriter::new(description).level(level).values(values);
    match first.iter().any(Option::is_some) {
        true => writer.grundy(&grundy).write(path, context),
        false => writer.write(path, context),
    }
}

/// Writes a table that lists its positions.
pub(super) fn write_listed(
    mut description: Description,
    rows: &dyn TableRows,
    level: Level,
    path: &Path,
    context: &RunContext,
) -> Result<u64, NotWritten> {
    description.positions = rows.positions();
    description.packing = Some(rows.packing().clone());
    let values = |numbers: Range<u64>, into: &mut Vec<Option<Entry>>| {
        let entry = |one: Evaluation| Entry::of(one.wdl, one.plies);
        into.extend(numbers.map(|number| rows.evaluation(number).map(entry)));
        Ok(())
    };
    let grundy = |numbers: Range<u64>, into: &mut Vec<Option<Grundy>>| {
        into.extend(numbers.map(|number| rows.evaluation(number)?.grundy));
        Ok(())
    };
    let depths = |numbers: Range<u64>, into: &mut Vec<Option<u32>>| {
        into.extend(numbers.map(|number| rows.depth(number)));
        Ok(())
    };
    let packed = |numbers: Range<u64>, into: &mut Vec<u8>| {
        let mut row = Vec::new();
        for number in numbers {
            let fits = rows.packing().pack(&rows.vector(number), &mut row);
            debug_assert!(fits, "the packing is that of all vectors");
            into.extend(&row);
        }
        Ok(())
    };
    let mut writer = TableWriter::new(description)
        .level(level)
        .values(&values)
        .depths(&depths)
        .rows(rows.packing().row_len() as u32, &packed);
    let has_grundy = |one: Evaluation| one.grundy.is_some();
    if rows.positions() > 0 && rows.evaluation(0).is_some_and(has_grundy) {
        writer = writer.grundy(&grundy);
    }
    writer.write(path, context)
}
