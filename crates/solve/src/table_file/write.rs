//! Solutions written to table files. Not generic over the game, so that the writer is compiled once.

use std::ops::Range;
use std::path::Path;

use kibitz_game::{Grundy, RunContext};
use kibitz_tablebase::{Description, Entry, Level, Source, TableWriter, WriteError};

use crate::{Evaluation, SolveError, TableRows};

/// An error of writing a table.
pub type NotWritten = WriteError<SolveError>;

/// Positions that are examined for Grundy values and scores.
const FIRST: u64 = 1 << 12;

/// Writes a table of numbered positions, with Grundy values and scores if the first positions have
/// them; returns the length of the file. `distinct` gives each entry of a range at least once.
///
/// # Errors
/// Returns an error if a source fails, a limit is reached or the file cannot be written.
pub fn write_numbered(
    description: Description,
    level: Level,
    values: &Source<'_, Entry, SolveError>,
    distinct: &Source<'_, Entry, SolveError>,
    evaluations: &Source<'_, Evaluation, SolveError>,
    path: &Path,
    context: &RunContext,
) -> Result<u64, NotWritten> {
    let evaluations = |numbers: Range<u64>| {
        let mut all = Vec::with_capacity((numbers.end - numbers.start) as usize);
        evaluations(numbers, &mut all)?;
        Ok(all)
    };
    let grundy = |numbers: Range<u64>, into: &mut Vec<Option<Grundy>>| {
        into.extend(evaluations(numbers)?.into_iter().map(|one| one?.grundy));
        Ok(())
    };
    let scores = |numbers: Range<u64>, into: &mut Vec<Option<i64>>| {
        into.extend(evaluations(numbers)?.into_iter().map(|one| one?.score));
        Ok(())
    };
    let first = evaluations(0..description.positions.min(FIRST)).map_err(WriteError::Source)?;
    let mut writer = TableWriter::new(description)
        .level(level)
        .values(values)
        .distinct_values(distinct);
    if first.iter().flatten().any(|one| one.grundy.is_some()) {
        writer = writer.grundy(&grundy);
    }
    if first.iter().flatten().any(|one| one.score.is_some()) {
        writer = writer.scores(&scores);
    }
    writer.write(path, context)
}

/// Writes a table that lists its positions; returns the length of the file.
///
/// # Errors
/// Returns an error if a row cannot be read, a limit is reached or the file cannot be written.
pub fn write_listed(
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
        rows.evaluations(numbers, &mut |one| into.push(one.map(entry)))
    };
    let grundy = |numbers: Range<u64>, into: &mut Vec<Option<Grundy>>| {
        rows.evaluations(numbers, &mut |one| {
            into.push(one.and_then(|one| one.grundy))
        })
    };
    let depths = |numbers: Range<u64>, into: &mut Vec<Option<u32>>| {
        rows.vectors(numbers, &mut |_, depth| into.push(depth))
    };
    let packed = |numbers: Range<u64>, into: &mut Vec<u8>| {
        let mut row = Vec::new();
        rows.vectors(numbers, &mut |vector, _| {
            let fits = rows.packing().pack(vector, &mut row);
            debug_assert!(fits, "the packing is that of all vectors");
            into.extend(&row);
        })
    };
    let mut writer = TableWriter::new(description)
        .level(level)
        .values(&values)
        .depths(&depths)
        .rows(rows.packing().row_len() as u32, &packed);
    if rows.has_grundy().map_err(WriteError::Source)? {
        writer = writer.grundy(&grundy);
    }
    writer.write(path, context)
}
