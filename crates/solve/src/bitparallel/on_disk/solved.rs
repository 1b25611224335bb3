//! The solved game in files.

use std::sync::Arc;

use kibitz_game::{BitParallelGame, LaneMask, LaneSwaps, Reservation, Value};

use super::super::history::{History, Step};
use super::super::planes::{PLANES, record};
use super::super::pull::Phase;
use super::super::word::swap_sides;
use super::super::words::initial;
use super::super::{BLOCK, SolvedBundle, WORDS};
use super::phases::Phases;
use crate::SolveError;
use crate::work::BlockCache;

/// A solved game in the bit-parallel encoding whose values are in files. They are used as long as
/// it exists, and are not removed.
#[derive(Debug)]
pub struct SolvedOnDisk {
    phases: Phases,
    /// The plies of each file.
    plies: Vec<u32>,
    /// The values that some lane has.
    values: Vec<Value>,
    cache: BlockCache<SolvedBlock>,
    _memory: Reservation,
}

/// The memory in bytes for reading by some threads.
pub(super) fn memory(threads: usize) -> u64 {
    BlockCache::<SolvedBlock>::blocks_in_memory(threads)
        * WORDS
        * (BLOCK * size_of::<LaneMask>()) as u64
}

/// The words of a block.
#[derive(Debug)]
struct SolvedBlock {
    /// Won, lost and open.
    words: Vec<[LaneMask; 3]>,
    planes: Vec<LaneMask>,
}

impl SolvedOnDisk {
    pub(super) fn new(
        phases: Phases,
        history: &History,
        threads: usize,
        memory: Reservation,
    ) -> SolvedOnDisk {
        SolvedOnDisk {
            phases,
            plies: history.all().collect(),
            values: history.values(),
            cache: BlockCache::new(threads),
            _memory: memory,
        }
    }

    /// Every value that some lane has, at least once, and no other.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The value of a lane of an inner bundle that is not a hole.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn get<G: BitParallelGame>(
        &self,
        game: &G,
        bundle: u32,
        lane: u8,
    ) -> Result<Value, SolveError> {
        let block = self.block(game, bundle)?;
        Ok(block.bundle(bundle).get(game.side_swaps(bundle), lane))
    }

    /// Visits the values of some lanes of an inner bundle, in the mover's numbering, each with the
    /// lanes that have it.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn each_value<G: BitParallelGame>(
        &self,
        game: &G,
        bundle: u32,
        lanes: LaneMask,
        visit: impl FnMut(Value, LaneMask),
    ) -> Result<(), SolveError> {
        let block = self.block(game, bundle)?;
        let swaps = game.side_swaps(bundle);
        block.bundle(bundle).each_value(swaps, lanes, visit);
        Ok(())
    }

    /// The block of a bundle.
    fn block<G: BitParallelGame>(
        &self,
        game: &G,
        bundle: u32,
    ) -> Result<Arc<SolvedBlock>, SolveError> {
        let number = bundle as usize / BLOCK;
        self.cache.get(number, || self.read(game, number))
    }

    /// Reads a block from the files of all phases.
    fn read<G: BitParallelGame>(&self, game: &G, number: usize) -> Result<SolvedBlock, SolveError> {
        let first = (number * BLOCK) as u32;
        let bundles = first..first + self.phases.len(number) as u32;
        let swaps: Vec<LaneSwaps> = bundles.clone().map(|i| game.side_swaps(i)).collect();
        let known = bundles.zip(&swaps);
        let known = known.map(|(i, swaps)| initial(&game.initial_lanes(i), *swaps));
        let mut words: Vec<[LaneMask; 3]> = known.collect();
        let mut planes = vec![LaneMask::NONE; words.len() * PLANES];
        for (file, &plies) in self.plies.iter().enumerate() {
            let Step { phase, level } = Step::of_plies(plies);
            self.phases.read(file, number, |i, seen| {
                let [won, lost, open] = &mut words[i];
                let decided = match phase {
                    Phase::Wins => won,
                    Phase::Losses => lost,
                };
                *decided = decided.or(seen);
                let lanes = swap_sides(seen, swaps[i]);
                *open = open.and(lanes.not());
                record(&mut planes[i * PLANES..(i + 1) * PLANES], level, lanes);
            })?;
        }
        Ok(SolvedBlock { words, planes })
    }
}

impl SolvedBlock {
    fn bundle(&self, bundle: u32) -> SolvedBundle<'_> {
        let i = bundle as usize % BLOCK;
        let [won, lost, open] = self.words[i];
        SolvedBundle {
            won,
            lost,
            open,
            planes: &self.planes[i * PLANES..(i + 1) * PLANES],
        }
    }
}
