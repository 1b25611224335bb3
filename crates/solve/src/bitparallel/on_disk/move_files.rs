//! Moves in files, forwards and backwards: for each block of bundles a segment with a
//! [`Part`], as numbers of four bytes, little-endian.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{BitParallelGame, RunContext};

use super::super::BLOCK;
use super::super::graph::{Kinds, Packed, Part, backwards, forwards};
use super::{BATCH, BUFFER, PER_BUNDLE};
use crate::work::BlockWriter;
use crate::work::segments;
use crate::work::{MOVES, Work};
use crate::{DiskError, SolveError};

/// The numbers of the files.
const FORWARDS: u64 = 0;
const BACKWARDS: u64 = 1;

fn name(file: u64) -> String {
    format!("{MOVES}{file}")
}

/// The moves between all inner bundles.
pub(super) struct MoveFiles<'a> {
    work: &'a Work,
    inner: usize,
}

impl<'a> MoveFiles<'a> {
    /// The names of the files.
    pub(super) fn files() -> impl Iterator<Item = String> {
        [FORWARDS, BACKWARDS].into_iter().map(name)
    }

    /// Lists all moves.
    pub(super) fn make<G: BitParallelGame>(
        game: &G,
        kinds: &Kinds,
        work: &'a Work,
        context: &RunContext,
    ) -> Result<MoveFiles<'a>, SolveError> {
        let inner = game.inner() as usize;
        let files = MoveFiles { work, inner };
        let stage = context.stage("listing moves", Some(2 * inner as u64));
        let done = AtomicU64::new(0);
        let reach = |bundles: usize| {
            let bundles = bundles as u64;
            stage.advance_to(done.fetch_add(bundles, Ordering::Relaxed) + bundles)
        };
        let (threads, blocks) = (context.pool(), inner.div_ceil(BLOCK));
        let mut output = files.create(FORWARDS)?;
        let mut bytes = 0;
        for first in (0..blocks).step_by(BATCH * threads.count()) {
            let batch = first..blocks.min(first + BATCH * threads.count());
            for part in threads.map(batch.collect(), |block| forwards(game, kinds, block)) {
                bytes += part.bytes();
                output.write(&encode(&part, 0..part.len()))?;
                reach(part.len())?;
            }
        }
        output.finish()?;
        // As many at a time as there are threads, in half of the memory of the words.
        let most = PER_BUNDLE * inner as u64 / (2 * threads.count() as u64);
        let stretches = bytes.div_ceil(most.max(1)).max(threads.count() as u64);
        let stretch = blocks.div_ceil(stretches as usize).max(1);
        let firsts: Vec<usize> = (0..blocks).step_by(stretch).collect();
        let mut output = files.create(BACKWARDS)?;
        for firsts in firsts.chunks(threads.count()) {
            let parts = threads.try_map(firsts.to_vec(), |first| {
                let range = first * BLOCK..((first + stretch) * BLOCK).min(inner);
                let forwards = |block| files.forwards(block);
                backwards(blocks, forwards, kinds.layout, range)
            })?;
            for part in parts {
                for first in (0..part.len()).step_by(BLOCK) {
                    let block = first..part.len().min(first + BLOCK);
                    output.write(&encode(&part, block))?;
                }
                reach(part.len())?;
            }
        }
        output.finish()?;
        Ok(files)
    }

    /// The moves from the bundles of a block.
    pub(super) fn forwards(&self, block: usize) -> Result<Part, SolveError> {
        self.read(FORWARDS, block)
    }

    /// The moves to the bundles of a block.
    pub(super) fn backwards(&self, block: usize) -> Result<Part, SolveError> {
        self.read(BACKWARDS, block)
    }

    fn create(&self, file: u64) -> Result<BlockWriter<'a>, DiskError> {
        BlockWriter::new(self.work, name(file), file)
    }

    fn read(&self, file: u64, block: usize) -> Result<Part, SolveError> {
        let len = (self.inner - block * BLOCK).min(BLOCK);
        let mut part = Part {
            starts: Vec::with_capacity(len + 1),
            moves: Vec::new(),
        };
        let mut buffer = vec![0; BUFFER];
        let place = (block, self.inner.div_ceil(BLOCK));
        segments::read(
            self.work,
            (&name(file), file),
            place,
            &mut buffer,
            |bytes| {
                let (numbers, rest) = bytes.as_chunks();
                let numbers = numbers.iter().map(|bytes| u32::from_le_bytes(*bytes));
                let missing = len + 1 - part.starts.len();
                part.starts.extend(numbers.clone().take(missing));
                part.moves.extend(numbers.skip(missing).map(Packed));
                Ok(bytes.len() - rest.len())
            },
        )?;
        Ok(part)
    }
}

/// The segment of a block: some bundles of a part.
fn encode(part: &Part, bundles: Range<usize>) -> Vec<u8> {
    let starts = &part.starts[bundles.start..=bundles.end];
    let (first, end) = (starts[0], starts[starts.len() - 1]);
    let moves = &part.moves[first as usize..end as usize];
    let starts = starts.iter().map(|start| start - first);
    let numbers = starts.chain(moves.iter().map(|packed| packed.0));
    numbers.flat_map(u32::to_le_bytes).collect()
}
