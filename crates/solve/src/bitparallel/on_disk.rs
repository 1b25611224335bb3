//! The iteration with its moves and levels in files, and with checkpoints.
//!
//! Only the words of all bundles are in memory, since a phase reads those of the successors
//! anywhere. The moves, forwards and backwards, are read block by block from files
//! ([`MoveFiles`]); another run makes these again. In place of the planes every phase writes a file
//! with the lanes that it has solved ([`Phases`]). These files are never changed: a checkpoint says
//! how many there are. From them and the game the words of a run that continues are made, and the
//! values of a block at the end. Phases evaluate the same bundles as in memory, so the values are
//! the same, whatever the number of threads and the interruptions.

mod move_files;
mod phases;
mod solved;

use std::time::Instant;

use kibitz_game::{BitParallelGame, RunContext, Scratch, Threads};
use serde::{Deserialize, Serialize};

use super::BLOCK;
use super::graph::Kinds;
use super::history::{Changes, History, Step};
use super::mark::{Marking, as_atomic};
use super::planes::LEVELS;
use super::pull::{Job, Own, run_phase};
use super::word::swap_sides;
use super::words::Words;
use crate::work::{Identity, Work};
use crate::{DiskError, SolveError};
use move_files::MoveFiles;
use phases::Phases;
pub use solved::SolvedOnDisk;

/// Bytes of a read.
const BUFFER: usize = 1 << 16;
/// Blocks of a thread between two writes.
const BATCH: usize = 32;
/// Changes whenever files of another version of this program cannot be continued.
const FORMAT: u32 = 1;
/// Bytes of memory for each bundle: three words, a mark, and its side swaps.
const PER_BUNDLE: u64 = 3 * 32 + 2;
/// The same of a thread: its buffers, its batch, and a block with its moves.
const PER_THREAD: u64 = (4 * BUFFER + 2 * BATCH * BLOCK * phases::RECORD + 512 * BLOCK) as u64;

/// The peak memory in bytes for `bundles` bundles.
#[must_use]
pub fn memory_on_disk(bundles: u64, threads: usize) -> u64 {
    bundles * PER_BUNDLE + threads as u64 * PER_THREAD
}

/// An upper estimate of the disk space in bytes for `bundles` bundles with `moves` moves each.
pub(super) fn disk(bundles: u64, moves: u64) -> u64 {
    /// Phases that change a bundle.
    const CHANGES: u64 = 32;
    bundles * (8 * (moves + 1) + CHANGES * phases::RECORD as u64)
}

/// Solves every position with the values in files, or continues to do so.
///
/// # Errors
/// Returns an error if a limit is reached, there are more bundles or levels than the engine
/// supports, or the files cannot be used. All files stay: another call continues from the last
/// checkpoint.
pub fn solve_on_disk<G: BitParallelGame>(
    game: &G,
    scratch: &Scratch,
    context: &RunContext,
) -> Result<SolvedOnDisk, SolveError> {
    let work = Work::open(&scratch.directory)?;
    let identity = Identity {
        format: FORMAT,
        purpose: scratch.purpose.clone(),
        ranks: Some(256 * u64::from(game.inner())),
    };
    let mut state = match State::load(&work, &identity)? {
        Some(state) => state,
        None => State {
            identity,
            phases: Vec::new(),
            is_complete: false,
        },
    };
    let threads = context.pool();
    let bytes = memory_on_disk(game.inner().into(), threads.count());
    let mut memory = context.reserve("bit-parallel retrograde analysis on disk", bytes)?;
    let phases = Phases::new(work, game.inner() as usize);
    let files = phases::files(state.phases.len());
    phases.work.remove_others(|name| files.contains(name))?;
    // Before the words are in use: listing the moves takes as much memory.
    let moves = match state.is_complete {
        true => None,
        false => {
            let kinds = Kinds::new(game, threads)?;
            let files = MoveFiles::make(game, &kinds, &phases.work, context)?;
            Some((kinds, files))
        }
    };
    let mut words = Words::new(game.inner() as usize)?;
    let opened = words.open(game, threads);
    let mut history = History::new(game.inner(), opened, std::mem::take(&mut state.phases));
    replay(game, &phases, &history, &mut words, context)?;
    if let Some((kinds, moves)) = &moves {
        let mut run = Run {
            threads,
            kinds,
            moves,
            phases: &phases,
            words: &mut words,
            marks: vec![false; game.inner() as usize],
            context,
        };
        run.finish(&mut history, state, scratch)?;
    }
    drop((words, moves));
    memory.keep(solved::memory(threads.count()));
    Ok(SolvedOnDisk::new(phases, &history, threads.count(), memory))
}

/// What a checkpoint says.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    #[serde(flatten)]
    identity: Identity,
    /// Those whose files are complete.
    phases: Vec<Changes>,
    is_complete: bool,
}

impl State {
    /// The last checkpoint, if there is one.
    fn load(work: &Work, identity: &Identity) -> Result<Option<State>, DiskError> {
        let Some(json) = work.read_checkpoint(identity)? else {
            return Ok(None);
        };
        let state: State = work.parse_checkpoint(&json)?;
        match state.phases.len() <= 2 * LEVELS as usize {
            true => Ok(Some(state)),
            false => Err(work.unusable("it contradicts itself")),
        }
    }
}

/// Applies what the phases so far have solved.
fn replay<G: BitParallelGame>(
    game: &G,
    phases: &Phases,
    history: &History,
    words: &mut Words,
    context: &RunContext,
) -> Result<(), SolveError> {
    let all = history.all();
    if all.is_empty() {
        return Ok(());
    }
    let stage = context.stage("verifying the working files", Some(all.len() as u64));
    for (file, plies) in all.enumerate() {
        stage.advance_to(file as u64)?;
        let (_, blocks) = words.split(Step::of_plies(plies).phase);
        context
            .pool()
            .try_map(blocks.enumerate().collect(), |(block, words)| {
                phases.read(file, block, |i, seen| {
                    let swaps = game.side_swaps((block * BLOCK + i) as u32);
                    words.newly_solved[i] = words.newly_solved[i].or(seen);
                    words.open[i] = words.open[i].and(swap_sides(seen, swaps).not());
                })
            })?;
    }
    Ok(())
}

/// The state of the iteration.
struct Run<'a> {
    threads: &'a Threads,
    kinds: &'a Kinds,
    moves: &'a MoveFiles<'a>,
    phases: &'a Phases,
    words: &'a mut Words,
    /// The bundles to evaluate in the next phase, if not all.
    marks: Vec<bool>,
    context: &'a RunContext,
}

impl Run<'_> {
    /// Runs the phases that are missing.
    fn finish(
        &mut self,
        history: &mut History,
        mut state: State,
        scratch: &Scratch,
    ) -> Result<(), SolveError> {
        let stage = self
            .context
            .stage("retrograde analysis", Some(history.lanes().0));
        let mut durable = phases::files(history.phases().len());
        // Another run makes them again.
        durable.extend(MoveFiles::files());
        let mut saved_at = Instant::now();
        loop {
            let next = history.next()?;
            if next.is_none() || saved_at.elapsed() >= scratch.interval {
                let mut files = phases::files(history.phases().len());
                files.extend(MoveFiles::files());
                state.phases = history.phases().to_vec();
                state.is_complete = next.is_none();
                self.phases.work.save_checkpoint(&state, &files, &durable)?;
                (durable, saved_at) = (files, Instant::now());
            }
            let Some(plies) = next else { break };
            let changes = self.phase(plies, history)?;
            history.push(changes);
            stage.advance_to(history.lanes().1)?;
        }
        Ok(())
    }

    /// One phase of a level over all bundles, or over the marked ones.
    fn phase(&mut self, plies: u32, history: &History) -> Result<Changes, SolveError> {
        let file = history.phases().len();
        let is_marked = file > 0 && history.is_sparse_after(plies - 1);
        if is_marked {
            self.mark(file - 1)?;
        }
        let Step { phase, level } = Step::of_plies(plies);
        let (children, blocks) = self.words.split(phase);
        let job = Job {
            kinds: self.kinds,
            phase,
            level,
            children,
            record_changes: true,
        };
        let mut blocks = blocks.zip(self.marks.chunks_mut(BLOCK)).enumerate();
        let mut changes = Changes::default();
        let mut output = self.phases.create(file)?;
        loop {
            self.context.check()?;
            let batch = blocks.by_ref().take(BATCH * self.threads.count());
            let batch: Vec<_> = batch.collect();
            if batch.is_empty() {
                break;
            }
            let found = self.threads.try_map(batch, |(block, (words, marks))| {
                if is_marked && !marks.contains(&true) {
                    return Ok((Changes::default(), Vec::new()));
                }
                let moves = self.moves.forwards(block)?;
                let own = Own {
                    block,
                    moves: &moves,
                    words,
                    planes: None,
                    marks: is_marked.then_some(marks),
                };
                let found = run_phase(&job, own, true);
                Ok::<_, SolveError>((found.changes, phases::encode(&found.changed)))
            })?;
            for (found, segment) in found {
                changes.add(found);
                output.write(&segment)?;
            }
        }
        output.finish()?;
        Ok(changes)
    }

    /// Marks the bundles with an open lane that has a move to what the last phase changed.
    fn mark(&mut self, last: usize) -> Result<(), SolveError> {
        let marking = Marking {
            kinds: self.kinds,
            open: &self.words.open,
            marks: as_atomic(&mut self.marks),
        };
        let blocks = (0..self.phases.blocks()).collect();
        self.threads.try_map(blocks, |block| {
            let first = block * BLOCK;
            let mut changed = Vec::new();
            self.phases.read(last, block, |i, seen| {
                changed.push(((first + i) as u32, seen));
            })?;
            if !changed.is_empty() {
                let moves = self.moves.backwards(block)?;
                marking.mark(&changed, (&moves, first), true);
            }
            Ok::<_, SolveError>(())
        })?;
        Ok(())
    }
}
