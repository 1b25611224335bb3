//! The ids of all positions by depth, i.e. moves from the roots.

use std::ops::Range;

use kibitz_game::{Reservation, RunContext, StopReason};

/// The ids of all positions by depth. A game may have as many levels as positions, so a level takes
/// only a few bytes.
#[derive(Debug)]
pub(super) struct Levels {
    /// The ids of all levels, concatenated.
    ranges: Vec<Range<u32>>,
    /// Where the ranges of each level end.
    ends: Vec<u32>,
    memory: Reservation,
}

impl Levels {
    /// Minimum number of entries per reservation.
    const RESERVE_STEP: usize = 1 << 6;

    pub(super) fn new(context: &RunContext) -> Result<Levels, StopReason> {
        Ok(Levels {
            ranges: Vec::new(),
            ends: Vec::new(),
            memory: context.reserve("levels", 0)?,
        })
    }

    /// Adds the next level.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(super) fn push(
        &mut self,
        level: impl IntoIterator<Item = Range<u32>>,
    ) -> Result<(), StopReason> {
        for range in level {
            grow(&mut self.ranges, &mut self.memory)?;
            self.ranges.push(range);
        }
        grow(&mut self.ends, &mut self.memory)?;
        self.ends.push(self.ranges.len() as u32);
        Ok(())
    }

    /// The number of levels.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The ids of a level.
    pub(super) fn get(&self, level: usize) -> &[Range<u32>] {
        let start = level.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ranges[start as usize..self.ends[level] as usize]
    }

    /// The ids of all levels.
    pub(super) fn all(&self) -> &[Range<u32>] {
        &self.ranges
    }

    /// The level of an id.
    pub(super) fn of(&self, id: u32) -> Option<usize> {
        let range = self.ranges.iter().position(|range| range.contains(&id))?;
        Some(self.ends.partition_point(|end| *end as usize <= range))
    }
}

/// Makes room for one more entry; while a list grows, both copies are alive.
fn grow<T>(list: &mut Vec<T>, memory: &mut Reservation) -> Result<(), StopReason> {
    if list.len() == list.capacity() {
        let more = list.len().max(Levels::RESERVE_STEP);
        memory.grow("levels", (2 * more * size_of::<T>()) as u64)?;
        list.reserve_exact(more);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(
        clippy::single_range_in_vec_init,
        reason = "a level is a list of ranges, possibly of one"
    )]
    fn ids_are_found_in_their_level() {
        let context = RunContext::new();
        let mut levels = Levels::new(&context).unwrap();
        let all: [&[Range<u32>]; 4] = [&[0..2], &[7..9, 2..3], &[], &[3..7]];
        for level in &all {
            levels.push(level.iter().cloned()).unwrap();
        }
        assert_eq!(levels.len(), 4);
        for (number, level) in all.iter().enumerate() {
            assert_eq!(levels.get(number), *level);
            for id in level.iter().cloned().flatten() {
                assert_eq!(levels.of(id), Some(number), "{id}");
            }
        }
        assert_eq!(levels.of(9), None);
        assert_eq!(levels.all(), all.concat());
        assert!(context.memory_taken() > 0);
        drop(levels);
        assert_eq!(context.memory_taken(), 0);
    }
}
