//! Stored values for random access.

use std::ops::Range;

use kibitz_game::{Plies, Reservation, RunContext, StopReason, Value, Wdl};
use kibitz_tablebase::{Entry, Table, TableError};

/// Items that a thread decodes in one step.
const CHUNK: u64 = 1 << 16;

/// The entries of a table, decoded in memory if that is permitted and distances are short; otherwise
/// every access is a probe of the file.
#[derive(Debug)]
pub(crate) struct Entries<'t> {
    table: &'t Table,
    decoded: Option<(Vec<u16>, Reservation)>,
}

impl<'t> Entries<'t> {
    /// Decodes the table, in parallel.
    pub(crate) fn new(table: &'t Table, context: &RunContext) -> Result<Entries<'t>, TableError> {
        let size = table.positions();
        let bytes = size.saturating_mul(size_of::<u16>() as u64);
        let decoded = match context.reserve("the values of a table", bytes) {
            Ok(memory) => decode(table, context)?.map(|codes| (codes, memory)),
            Err(StopReason::OutOfMemory { .. } | StopReason::Refused { .. }) => None,
            Err(stop) => return Err(stop.into()),
        };
        Ok(Entries { table, decoded })
    }

    /// The table.
    pub(crate) fn table(&self) -> &Table {
        self.table
    }

    /// Whether an access is fast.
    pub(crate) fn are_decoded(&self) -> bool {
        self.decoded.is_some()
    }

    /// The entry of a number; `None` for a hole.
    #[inline]
    pub(crate) fn get(&self, number: u64) -> Result<Option<Entry>, TableError> {
        match &self.decoded {
            Some((codes, _)) => Ok(unpack(codes[number as usize])),
            None => self.table.get(number),
        }
    }
}

/// All entries, or `None` if one does not fit.
fn decode(table: &Table, context: &RunContext) -> Result<Option<Vec<u16>>, TableError> {
    let size = table.positions();
    let stage = context.stage("reading the table", Some(size));
    let mut codes = vec![0; size as usize];
    let chunks: Vec<(u64, &mut [u16])> = (0..).zip(codes.chunks_mut(CHUNK as usize)).collect();
    let done = std::sync::atomic::AtomicU64::new(0);
    let fits = context.pool().try_map(chunks, |(i, codes)| {
        let items = i * CHUNK..i * CHUNK + codes.len() as u64;
        let fits = decode_range(table, items, codes)?;
        let read = codes.len() as u64;
        let before = done.fetch_add(read, std::sync::atomic::Ordering::Relaxed);
        stage.advance_to(before + read)?;
        Ok::<_, TableError>(fits)
    })?;
    Ok(fits.into_iter().all(|fits| fits).then_some(codes))
}

fn decode_range(table: &Table, items: Range<u64>, into: &mut [u16]) -> Result<bool, TableError> {
    let mut entries = Vec::with_capacity(into.len());
    table.get_range(items, &mut entries)?;
    for (code, entry) in into.iter_mut().zip(entries) {
        match pack(entry) {
            Some(packed) => *code = packed,
            None => return Ok(false),
        }
    }
    Ok(true)
}

const HOLE: u16 = 0;
const DRAW: u16 = 1;
/// The code of a loss without a distance; with n plies it is 2(n + 1) more, for a win 1 more.
const LOSS: u16 = 2;

/// The code of an entry; `None` if its distance is too long.
fn pack(entry: Option<Entry>) -> Option<u16> {
    let Some(entry) = entry else {
        return Some(HOLE);
    };
    let is_won = match entry.wdl() {
        Wdl::Draw => return Some(DRAW),
        Wdl::Win => 1,
        Wdl::Loss => 0,
    };
    let plies = entry.plies().map_or(0, |n| u64::from(n.get()) + 1);
    u16::try_from(u64::from(LOSS) + 2 * plies + is_won).ok()
}

#[inline]
fn unpack(code: u16) -> Option<Entry> {
    match code {
        HOLE => None,
        DRAW => Some(Value::Draw.into()),
        _ => {
            let is_won = code % 2 == 1;
            Some(match (code / 2 - 1).checked_sub(1) {
                None if is_won => Wdl::Win.into(),
                None => Wdl::Loss.into(),
                Some(n) if is_won => Value::Win(Plies::new(n.into())).into(),
                Some(n) => Value::Loss(Plies::new(n.into())).into(),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_the_code_of_its_entry() {
        assert!((0..=u16::MAX).all(|code| pack(unpack(code)) == Some(code)));
        let far = Plies::new(1 << 15);
        assert_eq!(pack(Some(Value::Loss(far).into())), None);
    }
}
