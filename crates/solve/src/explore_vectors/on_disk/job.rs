//! A solve in progress: rounds of steps over shards, distributed to threads, with checkpoints in
//! between.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use kibitz_game::{Bytes, Reservation, RunContext, Scratch, Stage, Wdl};

use super::byte_bins::ByteBins;
use super::hashed_file::{BUFFER, name};
use super::sizes::VectorSizes;
use super::state::State;
use crate::DiskError;
use crate::SolveError;
use crate::explore_vectors::failure::Failure;
use crate::work::segments::SegmentWriter;
use crate::work::{RUN, Work};

/// What the steps need to know about the game.
pub(super) struct Game<'g> {
    pub(super) slots: usize,
    pub(super) no_move_result: Wdl,
    /// The notation of a position.
    pub(super) write: &'g (dyn Fn(&[i64]) -> String + Sync),
}

/// A solve in progress.
pub(super) struct Job<'a> {
    pub(super) game: Game<'a>,
    pub(super) work: &'a Work,
    pub(super) scratch: &'a Scratch,
    pub(super) context: &'a RunContext,
    pub(super) sizes: VectorSizes,
    pub(super) state: State,
    /// The files of the last checkpoint, and its time.
    pub(super) saved: HashSet<String>,
    pub(super) saved_at: Instant,
    /// The first failure of the rules in the pass.
    pub(super) failure: Option<Failure>,
}

/// What is common to the steps of a round.
pub(super) struct Round<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) work: &'a Work,
    pub(super) context: &'a RunContext,
    pub(super) state: &'a State,
    stage: &'a Stage<'a>,
    done: AtomicU64,
    next_file: AtomicU64,
    /// The runs written, and the number of items sent to each shard.
    runs: Mutex<Vec<u64>>,
    sent: Vec<AtomicU64>,
}

impl Job<'_> {
    /// Takes steps for some of the items that are due, until it is time for a checkpoint or a step
    /// returns `None`; returns the results. `end` is called for every worker at the end of the round.
    pub(super) fn round<W: Send, R: Send>(
        &mut self,
        (stage, done): (&Stage<'_>, u64),
        due: &[usize],
        workers: &mut [W],
        step: impl Fn(&Round<'_>, usize, &mut W) -> Result<Option<R>, SolveError> + Sync,
        end: impl Fn(&Round<'_>, &mut W) -> Result<(), SolveError> + Sync,
    ) -> Result<Vec<(usize, R)>, SolveError> {
        let sent = self.state.leaving.items.iter();
        let round = Round {
            game: &self.game,
            work: self.work,
            context: self.context,
            state: &self.state,
            stage,
            done: AtomicU64::new(done),
            next_file: AtomicU64::new(self.state.next_file),
            runs: Mutex::default(),
            sent: sent.map(|_| AtomicU64::new(0)).collect(),
        };
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (saved_at, interval) = (self.saved_at, self.scratch.interval);
        let workers = workers.iter_mut().collect();
        let made = self.context.pool().try_map(workers, |worker| {
            let mut made = Vec::new();
            while !is_over.load(Ordering::Relaxed)
                && let Some(item) = due.get(next.fetch_add(1, Ordering::Relaxed))
            {
                round.context.check()?;
                match step(&round, *item, worker)? {
                    Some(result) => made.push((*item, result)),
                    None => is_over.store(true, Ordering::Relaxed),
                }
                if saved_at.elapsed() >= interval {
                    break;
                }
            }
            end(&round, worker)?;
            Ok::<_, SolveError>(made)
        })?;
        let Round {
            next_file,
            runs,
            sent,
            ..
        } = round;
        let runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner);
        let next_file = next_file.into_inner();
        self.state.next_file = next_file;
        self.state.leaving.files.extend(runs);
        for (items, sent) in self.state.leaving.items.iter_mut().zip(sent) {
            *items += sent.into_inner();
        }
        Ok(made.into_iter().flatten().collect())
    }

    /// The name of a stage, with the size of the working files.
    pub(super) fn stage_name(&self, what: &str) -> String {
        let size = Bytes(self.work.size());
        format!("{what}, {size} in files")
    }

    /// Makes the state the last checkpoint if it is time.
    pub(super) fn save_if_due(&mut self) -> Result<(), SolveError> {
        match self.saved_at.elapsed() >= self.scratch.interval {
            true => self.save(),
            false => Ok(()),
        }
    }

    /// Makes the state the last checkpoint.
    pub(super) fn save(&mut self) -> Result<(), SolveError> {
        let files = self.state.files();
        self.work
            .save_checkpoint(&self.state, &files, &self.saved)?;
        self.saved = files;
        self.saved_at = Instant::now();
        Ok(())
    }

    /// Removes a file that is not needed any more, unless the last checkpoint needs it.
    pub(super) fn remove(&self, kind: &str, number: u64) -> Result<(), SolveError> {
        let name = name(kind, number);
        match self.saved.contains(&name) {
            true => Ok(()),
            false => Ok(self.work.remove(&name)?),
        }
    }

    /// The memory of workers with keys of `N` words.
    pub(super) fn reserve<const N: usize>(&self) -> Result<Reservation, SolveError> {
        let shards = self.state.shards.iter();
        let largest = shards.map(|shard| shard.positions).max().unwrap_or(0);
        let bytes = self
            .sizes
            .memory::<N>(self.state.shards.len() as u64, largest);
        Ok(self.context.reserve("enumeration on disk", bytes)?)
    }
}

impl Round<'_> {
    /// The number of a new file.
    pub(super) fn new_file(&self) -> u64 {
        self.next_file.fetch_add(1, Ordering::Relaxed)
    }

    /// Reports that more is done, and checks whether to continue.
    pub(super) fn advance(&self, more: u64) -> Result<(), SolveError> {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        Ok(self.stage.advance_to(done)?)
    }

    /// Writes the contents of bins, if any, as a run, and empties them.
    pub(super) fn flush(&self, bins: &mut ByteBins) -> Result<(), SolveError> {
        if bins.is_empty() {
            return Ok(());
        }
        self.context.check()?;
        let run = self.new_file();
        for (bin, sent) in self.sent.iter().enumerate() {
            sent.fetch_add(bins.items(bin), Ordering::Relaxed);
        }
        write_run(self.work, run, bins)?;
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.push(run);
        Ok(())
    }

    /// The error that a successor is not among the positions.
    #[cold]
    pub(super) fn missing(&self, row: &[i64]) -> SolveError {
        SolveError::Missing {
            position: (self.game.write)(row),
        }
    }

    /// The error that the checkpoint lacks a file.
    pub(super) fn incomplete(&self) -> SolveError {
        incomplete(self.work).into()
    }

    /// The error that the arriving runs have `found` items for a range.
    pub(super) fn miscounted(&self, range: usize, found: u64) -> SolveError {
        let expected = self.state.arriving.items[range];
        let problem = format!("the runs have {found} items for range {range}, it names {expected}");
        self.work.unusable(&problem).into()
    }
}

/// The error that the checkpoint lacks a file.
pub(super) fn incomplete(work: &Work) -> DiskError {
    work.unusable("it does not name all files")
}

/// Writes the contents of bins as a run, and empties them.
pub(super) fn write_run(work: &Work, run: u64, bins: &mut ByteBins) -> Result<(), SolveError> {
    let name = name(RUN, run);
    let writer = SegmentWriter::new(work.create(&name)?, run, BUFFER);
    let written = bins.write(writer);
    Ok(written.map_err(|error| work.unwritable(&name, error))?)
}
