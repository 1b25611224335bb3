//! The solved game in files.

use std::ops::Range;
use std::sync::Arc;

use kibitz_game::{Reservation, Value};

use super::super::rounds::Known;
use super::super::rows::{LANE_BITS, for_each_member};
use super::round_files::{BLOCK, RoundFiles};
use crate::entry::TableEntry;
use crate::table::DistanceCount;
use crate::work::BlockCache;
use crate::{Evaluation, SolveError, Values};

/// The value of every position of a game on pairs of hands, in files. They are used as long as it
/// exists, and are not removed.
#[derive(Debug)]
pub struct HandPairsOnDisk {
    files: RoundFiles,
    known: Vec<Known>,
    distinct: Vec<Option<Evaluation>>,
    cache: BlockCache<Vec<u32>>,
    _memory: Reservation,
}

/// The memory in bytes for reading by some threads.
pub(super) fn memory(hands: u64, threads: usize) -> u64 {
    let block = hands * (BLOCK * size_of::<u32>()) as u64;
    BlockCache::<Vec<u32>>::blocks_in_memory(threads) * block
}

impl HandPairsOnDisk {
    pub(super) fn new(
        files: RoundFiles,
        known: Vec<Known>,
        levels: &[DistanceCount],
        threads: usize,
        memory: Reservation,
    ) -> HandPairsOnDisk {
        HandPairsOnDisk {
            distinct: distinct(files.hands() as u64, &known, levels),
            files,
            known,
            cache: BlockCache::new(threads),
            _memory: memory,
        }
    }

    /// The entries of a block of the mover's hands.
    fn block(&self, number: usize) -> Result<Arc<Vec<u32>>, SolveError> {
        self.cache.get(number, || self.read(number))
    }

    fn read(&self, number: usize) -> Result<Vec<u32>, SolveError> {
        let hands = self.files.hands();
        let first = number * BLOCK;
        let end = hands.min(first + BLOCK);
        let mut entries = vec![u32::open(0); (end - first) * hands];
        for (file, value) in self.files.values().enumerate() {
            let entry = u32::solved(value);
            self.files.read(file, number, |hand, lane, positions| {
                let row = &mut entries[hand * hands..][..hands];
                let columns = &mut row[lane * LANE_BITS..];
                for_each_member(&[positions], |theirs| {
                    if let Some(place) = columns.get_mut(theirs) {
                        *place = entry;
                    }
                });
            })?;
        }
        let of_block = |hand: usize| {
            self.known
                .partition_point(|(mine, ..)| (*mine as usize) < hand)
        };
        for (mine, theirs, value) in &self.known[of_block(first)..of_block(end)] {
            let place = (*mine as usize - first) * hands + *theirs as usize;
            entries[place] = value.map_or(u32::HOLE, u32::solved);
        }
        Ok(entries)
    }
}

/// All evaluations that occur, and `None` if there are holes.
fn distinct(hands: u64, known: &[Known], levels: &[DistanceCount]) -> Vec<Option<Evaluation>> {
    let counted = levels.iter().map(|level| level.count()).sum::<u64>();
    let holes = known.iter().filter(|(.., value)| value.is_none()).count() as u64;
    let mut values = Vec::new();
    for (plies, level) in (0..).map(kibitz_game::Plies::new).zip(levels) {
        values.extend((level.win > 0).then_some(Some(Value::Win(plies))));
        values.extend((level.loss > 0).then_some(Some(Value::Loss(plies))));
    }
    values.extend((counted + holes < hands * hands).then_some(Some(Value::Draw)));
    values.extend((holes > 0).then_some(None));
    let evaluations = values.into_iter().map(|value| value.map(Evaluation::from));
    evaluations.collect()
}

impl Values for HandPairsOnDisk {
    fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
        let mut found = Vec::new();
        self.extend(rank..rank + 1, &mut found)?;
        Ok(found[0])
    }

    fn extend(
        &self,
        ranks: Range<u64>,
        into: &mut Vec<Option<Evaluation>>,
    ) -> Result<(), SolveError> {
        let size = (BLOCK * self.files.hands()) as u64;
        let mut next = ranks.start;
        while next < ranks.end {
            let number = next / size;
            let end = ranks.end.min((number + 1) * size);
            let block = self.block(number as usize)?;
            let here = (next - number * size) as usize..(end - number * size) as usize;
            let values = block[here].iter().map(|entry| entry.value());
            into.extend(values.map(|value| value.map(Evaluation::from)));
            next = end;
        }
        Ok(())
    }

    fn distinct(&self) -> Option<&[Option<Evaluation>]> {
        Some(&self.distinct)
    }
}
