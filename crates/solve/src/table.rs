//! The values of all positions of an indexed game.

use kibitz_game::{Claim, Value};

use crate::SolveError;
use crate::cell::Cell;

/// The value of every position, two bytes each where that is enough.
#[derive(Debug)]
pub struct Table {
    cells: Cells,
    /// How many ranks are won and lost at each number of plies.
    levels: Vec<Level>,
    _memory: Claim,
}

#[derive(Debug)]
enum Cells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// How many ranks are won and lost in a certain number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Ranks won.
    pub win: u64,
    /// Ranks lost.
    pub loss: u64,
}

impl Level {
    /// Both together.
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

impl Table {
    /// The value at a rank; `None` for a hole.
    #[must_use]
    pub fn get(&self, rank: u64) -> Option<Value> {
        match &self.cells {
            Cells::Narrow(cells) => cells[rank as usize].value(),
            Cells::Wide(cells) => cells[rank as usize].value(),
        }
    }

    /// Ranks won and lost by plies, from 0.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }
}

/// Cells and their tally by plies.
pub(crate) type Settled<C> = (Vec<C>, Vec<Level>);

/// The same with the memory that has been set aside for the making.
pub(crate) type Made<C> = (Settled<C>, Claim);

/// Tries with two bytes for a position, and takes four where a number of moves
/// or plies does not fit.
pub(crate) fn narrow_or_wide(
    narrow: impl FnOnce() -> Result<Made<u16>, SolveError>,
    wide: impl FnOnce() -> Result<Made<u32>, SolveError>,
) -> Result<Table, SolveError> {
    let (cells, levels, mut memory) = match narrow() {
        Ok(((cells, levels), memory)) => (Cells::Narrow(cells), levels, memory),
        Err(SolveError::Unfit { .. }) => {
            let ((cells, levels), memory) = wide()?;
            (Cells::Wide(cells), levels, memory)
        }
        Err(e) => return Err(e),
    };
    let bytes = match &cells {
        Cells::Narrow(cells) => size_of_val(cells.as_slice()),
        Cells::Wide(cells) => size_of_val(cells.as_slice()),
    };
    memory.keep(bytes as u64 + levels_memory(levels.len()));
    Ok(Table {
        cells,
        levels,
        _memory: memory,
    })
}

/// So many levels are a fixed cost that is not counted.
pub(crate) const FEW_LEVELS: usize = 1 << 12;

/// The bytes of so many levels, but for those that are not counted.
pub(crate) fn levels_memory(levels: usize) -> u64 {
    (levels.saturating_sub(FEW_LEVELS) * size_of::<Level>()) as u64
}

/// Counts a settled position.
#[inline]
pub(crate) fn tally(levels: &mut Vec<Level>, value: Value) {
    tally_many(levels, value, 1);
}

/// Counts settled positions of the same value.
#[inline]
pub(crate) fn tally_many(levels: &mut Vec<Level>, value: Value, count: u64) {
    let (plies, wins) = match value {
        Value::Win(n) => (n, count),
        Value::Loss(n) => (n, 0),
        Value::Draw => return,
    };
    let plies = plies.get() as usize;
    if levels.len() <= plies {
        levels.resize(plies + 1, Level::default());
    }
    levels[plies].win += wins;
    levels[plies].loss += count - wins;
}

/// A settled cell, where the distance fits one.
pub(crate) fn fit<C: Cell>(value: Value) -> Result<C, SolveError> {
    if value.plies().is_some_and(|n| n.get() > C::MOST_PLIES) {
        return Err(unfit("a distance", C::MOST_PLIES.into()));
    }
    Ok(C::settled(value))
}

/// A number that does not fit a cell.
pub(crate) fn unfit(what: &str, most: u64) -> SolveError {
    SolveError::Unfit {
        what: what.to_owned(),
        most,
    }
}
