//! Value tables of indexed games.

use kibitz_game::{Reservation, Value};

use crate::SolveError;
use crate::entry::TableEntry;

/// The value of every position by rank, in two bytes each if that is enough.
#[derive(Debug)]
pub struct ValueTable {
    entries: Entries,
    /// The numbers of won and lost ranks at each distance.
    levels: Vec<DistanceCount>,
    _memory: Reservation,
}

#[derive(Debug)]
enum Entries {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// The numbers of won and lost ranks of one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistanceCount {
    /// Ranks won.
    pub win: u64,
    /// Ranks lost.
    pub loss: u64,
}

impl DistanceCount {
    /// The sum of both.
    #[must_use]
    pub fn count(self) -> u64 {
        self.win + self.loss
    }

    /// Counts a position, unless it is drawn.
    pub(crate) fn add(&mut self, value: Value) {
        self.win += u64::from(matches!(value, Value::Win(_)));
        self.loss += u64::from(matches!(value, Value::Loss(_)));
    }
}

impl ValueTable {
    /// The value at a rank; `None` for a hole.
    #[must_use]
    #[inline]
    pub fn get(&self, rank: u64) -> Option<Value> {
        match &self.entries {
            Entries::Narrow(entries) => entries[rank as usize].value(),
            Entries::Wide(entries) => entries[rank as usize].value(),
        }
    }

    /// The numbers of won and lost ranks by distance, from 0.
    #[must_use]
    pub fn levels(&self) -> &[DistanceCount] {
        &self.levels
    }
}

/// Entries and their distance histogram.
pub(crate) type SolvedEntries<C> = (Vec<C>, Vec<DistanceCount>);

/// The same with the memory reserved for the computation.
pub(crate) type Made<C> = (SolvedEntries<C>, Reservation);

/// Tries two bytes per position, and takes four if an out-degree or distance does not fit.
pub(crate) fn narrow_or_wide(
    narrow: impl FnOnce() -> Result<Made<u16>, SolveError>,
    wide: impl FnOnce() -> Result<Made<u32>, SolveError>,
) -> Result<ValueTable, SolveError> {
    let (entries, levels, mut memory) = match narrow() {
        Ok(((entries, levels), memory)) => (Entries::Narrow(entries), levels, memory),
        Err(SolveError::Unfit { .. }) => {
            let ((entries, levels), memory) = wide()?;
            (Entries::Wide(entries), levels, memory)
        }
        Err(e) => return Err(e),
    };
    let bytes = match &entries {
        Entries::Narrow(entries) => size_of_val(entries.as_slice()),
        Entries::Wide(entries) => size_of_val(entries.as_slice()),
    };
    memory.keep(bytes as u64 + levels_memory(levels.len()));
    Ok(ValueTable {
        entries,
        levels,
        _memory: memory,
    })
}

/// This many levels are a fixed cost that is not counted.
pub(crate) const FEW_LEVELS: usize = 1 << 12;

/// The size in bytes of `levels` levels, except those that are not counted.
pub(crate) fn levels_memory(levels: usize) -> u64 {
    (levels.saturating_sub(FEW_LEVELS) * size_of::<DistanceCount>()) as u64
}

/// Counts a solved position.
#[inline]
pub(crate) fn add_value(levels: &mut Vec<DistanceCount>, value: Value) {
    add_values(levels, value, 1);
}

/// Counts solved positions of the same value.
#[inline]
pub(crate) fn add_values(levels: &mut Vec<DistanceCount>, value: Value, count: u64) {
    let (plies, wins) = match value {
        Value::Win(n) => (n, count),
        Value::Loss(n) => (n, 0),
        Value::Draw => return,
    };
    let plies = plies.get() as usize;
    if levels.len() <= plies {
        levels.resize(plies + 1, DistanceCount::default());
    }
    levels[plies].win += wins;
    levels[plies].loss += count - wins;
}

/// The entry of a solved position, if the distance fits.
pub(crate) fn fit<C: TableEntry>(value: Value) -> Result<C, SolveError> {
    if value.plies().is_some_and(|n| n.get() > C::MAX_PLIES) {
        return Err(unfit("a distance", C::MAX_PLIES.into()));
    }
    Ok(C::solved(value))
}

/// The error that a number does not fit a table entry.
pub(crate) fn unfit(what: &str, max: u64) -> SolveError {
    SolveError::Unfit {
        what: what.to_owned(),
        max,
    }
}
