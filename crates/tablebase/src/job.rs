//! What the steps of writing a table share, and how they are distributed to threads.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use kibitz_game::RunContext;
use zstd::bulk::Compressor;

use crate::error::WriteError;
use crate::format::{BLOCK_BYTES, checksum};
use crate::layout::Layout;
use crate::symbol::SMALL;
use crate::temporary::Failed;
use crate::writer::{Level, Source};

/// Blocks that a thread takes in one step; their buffers are used again.
const STEP: u64 = 16;
/// Steps per thread in one batch.
const STEPS: u64 = 4;
/// The memory of a compressor: a constant, and bytes per byte of a block. Above what zstd 1.5 takes
/// at level 19 for every block size.
const COMPRESSOR: (u64, u64) = (512 << 10, 20);
/// Items that are encoded at a time: a multiple of those in a byte.
pub(crate) const PART: u64 = 1 << 14;
/// The memory of an item between its source and its packed code, with room for growth of vectors.
const ITEM: u64 = 2 * (16 + 4 + 4);
/// The memory of a set of different items, unless they are unusual.
const DISTINCT: u64 = SMALL as u64 * (16 + 1);

/// What all columns have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) positions: u64,
    pub(crate) block_bytes: u32,
    pub(crate) level: Level,
}

/// A table that is being written.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) path: PathBuf,
    pub(crate) shape: Shape,
    pub(crate) context: &'a RunContext,
}

/// The context with as many threads as there is memory for, at least one.
pub(crate) fn with_fitting_threads(shape: Shape, context: &RunContext) -> RunContext {
    let free = context.memory_free();
    let fits = |threads: &usize| memory(shape.positions, shape.block_bytes, *threads) <= free;
    let most = context.thread_count();
    match (1..=most).rev().find(fits) {
        Some(threads) if threads == most => context.clone(),
        threads => context.clone().threads(threads.unwrap_or(1)),
    }
}

/// A compressed block.
#[derive(Debug)]
pub(crate) struct CompressedBlock {
    pub(crate) bytes: Vec<u8>,
    pub(crate) checksum: u64,
}

impl Job<'_> {
    /// The peak memory in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let Shape {
            positions,
            block_bytes,
            ..
        } = self.shape;
        memory(positions, block_bytes, self.context.thread_count())
    }

    /// Runs a step for every few blocks of a column, on all threads, and passes the results in
    /// order to `take`.
    pub(crate) fn in_batches<R: Send, E: Error + Send>(
        &self,
        stage: &str,
        layout: Layout,
        step: impl Fn(Range<u64>) -> Result<R, WriteError<E>> + Sync,
        mut take: impl FnMut(R) -> Result<(), WriteError<E>>,
    ) -> Result<(), WriteError<E>> {
        let stage = self.context.stage(stage, Some(self.shape.positions));
        let batch = STEP * STEPS * self.context.thread_count() as u64;
        let blocks = layout.blocks();
        let mut done = 0;
        while done < blocks {
            let end = blocks.min(done + batch);
            let steps = (done..end).step_by(STEP as usize);
            let steps = steps.map(|first| first..end.min(first + STEP)).collect();
            for result in self.context.pool().try_map(steps, &step)? {
                take(result)?;
            }
            stage.advance_to(layout.items_of(done..end).end)?;
            done = end;
        }
        Ok(())
    }

    /// Replaces what `into` has by the items of a range.
    pub(crate) fn read<S, E: Error>(
        &self,
        source: &Source<'_, S, E>,
        range: Range<u64>,
        into: &mut Vec<Option<S>>,
    ) -> Result<(), WriteError<E>> {
        self.read_distinct(source, range.clone(), into)?;
        self.check_length(&range, into.len(), 1)
    }

    /// Replaces what `into` has by the different items of a range, as many as the source gives.
    pub(crate) fn read_distinct<S, E: Error>(
        &self,
        source: &Source<'_, S, E>,
        range: Range<u64>,
        into: &mut Vec<Option<S>>,
    ) -> Result<(), WriteError<E>> {
        self.context.check()?;
        into.clear();
        source(range, into).map_err(WriteError::Source)
    }

    /// Checks that a source gave as much as was asked for, `each` per item.
    pub(crate) fn check_length<E: Error>(
        &self,
        range: &Range<u64>,
        given: usize,
        each: usize,
    ) -> Result<(), WriteError<E>> {
        let expected = (range.end - range.start) as usize * each;
        if given == expected {
            return Ok(());
        }
        let unit = if each == 1 { "items" } else { "bytes" };
        Err(self.invalid(format_args!(
            "the source gave {given} {unit} for positions {} to {}, expected {expected}; \
             this is an error of the program",
            range.start,
            range.end - 1
        )))
    }

    /// A compressor of the level that is wanted.
    pub(crate) fn compressor<E: Error>(&self) -> Result<Compressor<'static>, WriteError<E>> {
        let compressor = Compressor::new(self.shape.level.zstd());
        compressor.map_err(|error| self.system("compressing a block", error))
    }

    /// Compresses a block.
    pub(crate) fn compress<E: Error>(
        &self,
        compressor: &mut Compressor<'_>,
        block: &[u8],
    ) -> Result<CompressedBlock, WriteError<E>> {
        let bytes = compressor.compress(block);
        let mut bytes = bytes.map_err(|error| self.system("compressing a block", error))?;
        bytes.shrink_to_fit();
        let checksum = checksum(&bytes);
        Ok(CompressedBlock { bytes, checksum })
    }

    /// The error that what the caller gave is not a table.
    pub(crate) fn invalid<E: Error>(&self, problem: impl Display) -> WriteError<E> {
        invalid(&self.path, problem)
    }

    /// The error that the system refused an operation.
    pub(crate) fn system<E: Error>(&self, doing: &str, error: io::Error) -> WriteError<E> {
        self.failed(Failed {
            doing: doing.to_owned(),
            error,
        })
    }

    /// The error that an operation on the file failed.
    pub(crate) fn failed<E: Error>(&self, failed: Failed) -> WriteError<E> {
        WriteError::System {
            path: self.path.clone(),
            doing: failed.doing,
            error: failed.error,
        }
    }
}

/// The peak memory in bytes of writing a table of `positions` positions, with blocks of the usual
/// size. If there is less, fewer threads write it.
#[must_use]
pub fn writing_memory(positions: u64, threads: usize) -> u64 {
    memory(positions, BLOCK_BYTES, threads)
}

fn memory(positions: u64, block_bytes: u32, threads: usize) -> u64 {
    let block = u64::from(block_bytes);
    // The first pass has blocks of the usual size.
    let items = PART.max(BLOCK_BYTES.into()).min(positions);
    let compressor = COMPRESSOR.0 + COMPRESSOR.1 * block;
    let blocks = (STEPS * STEP + 2) * block;
    let per_thread = compressor + ITEM * items + blocks + STEPS * DISTINCT;
    threads as u64 * per_thread
}

/// The error that what the caller gave is not a table.
pub(crate) fn invalid<E: Error>(path: &Path, problem: impl Display) -> WriteError<E> {
    WriteError::Invalid {
        path: path.to_owned(),
        problem: problem.to_string(),
    }
}
