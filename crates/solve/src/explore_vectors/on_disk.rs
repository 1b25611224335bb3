//! Enumeration and solution of games on state vectors out of core, with checkpoints.
//!
//! Positions are in shards of adjacent vectors, in files. All work is done in passes over the
//! shards: a step loads what a shard has, applies what was sent to it, sends what follows to other
//! shards, and stores the shard. What is sent is binned by destination and written to runs, so that
//! all files are read and written in large pieces, and only the shards being worked on, one per
//! thread, are in memory.
//!
//! | phase | what is sent |
//! | --- | --- |
//! | `levels`: enumeration by depth | successors |
//! | `moves`: every position is expanded again, now that all have a number | moves |
//! | `predecessors`: lists of predecessors | |
//! | `grundy`: Grundy values and cycles, if they are wanted | Grundy values |
//! | values: retrograde analysis on disk on these lists | effects on predecessors |
//!
//! The number of a position is its place in the order of vectors, which depends on neither sizes nor
//! threads; nor do depths and values. Files are never changed after they were written, and a
//! checkpoint is a list of them, as in retrograde analysis.

/// Runs code with the number of words of keys as a constant.
macro_rules! with_words {
    ($state:expr, $words:ident => $code:expr) => {
        match $state.packer().fields().words() {
            0..=1 => {
                const $words: usize = 1;
                $code
            }
            2 => {
                const $words: usize = 2;
                $code
            }
            3..=4 => {
                const $words: usize = 4;
                $code
            }
            _ => {
                const $words: usize = $crate::explore_vectors::on_disk::key::WIDEST;
                $code
            }
        }
    };
}

mod bounds;
mod byte_bins;
mod graph;
mod grundy;
mod hashed_file;
mod job;
mod key;
mod levels;
mod moves;
mod predecessors;
mod repack;
mod rows;
mod sizes;
mod solved;
mod state;

use std::collections::HashSet;
use std::time::Instant;

use kibitz_game::{RunContext, Scratch, StateVectorGame};

use super::enumerate::spans;
use super::fields::{Fields, Span};
use super::source::{Expander, Rules};
use crate::SolveError;
use crate::retrograde::on_disk::solve_shards;
use crate::work::{Identity, MARKS, VALUES, Work};
use graph::ListedGraph;
use hashed_file::BUFFER;
use job::{Game, Job};
use levels::LevelsEnd;
pub use sizes::VectorSizes;
pub use solved::DiskVectors;
use state::{Phase, State};

/// Whose checkpoint is in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpoint {
    /// There is none.
    None,
    /// That of the solve.
    Own,
    /// That of another solve, or what it is for cannot be read.
    Foreign,
}

impl Checkpoint {
    /// The checkpoint in a scratch directory, for its purpose.
    #[must_use]
    pub fn of(scratch: &Scratch) -> Checkpoint {
        match Identity::read(&scratch.directory) {
            None => Checkpoint::None,
            Some(found) if found == Some(state::identity(scratch)) => Checkpoint::Own,
            Some(_) => Checkpoint::Foreign,
        }
    }
}

/// What is computed beside the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// Nothing.
    None,
    /// Grundy values, unless there are cycles or extra turns. For impartial games in normal play.
    Grundy,
    /// Whether there is a cycle; if not, and there are no extra turns, Grundy values.
    Cycles,
}

/// Enumerates and solves everything reachable from `roots` with all positions in files, or continues
/// to do so. Without `sizes` the free part of the memory budget is used.
///
/// # Errors
/// Returns an error if a limit is reached, the rules fail, or the files cannot be used. All files
/// stay: another call continues from the last checkpoint.
///
/// # Panics
/// Panics if a root has the wrong length.
pub fn solve_on_disk<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    extra: Extra,
    (scratch, sizes): (&Scratch, Option<VectorSizes>),
    context: &RunContext,
) -> Result<DiskVectors, SolveError> {
    let slots = game.slots();
    assert!(
        roots.iter().all(|root| root.len() == slots),
        "a root has the wrong length"
    );
    let fitting = || VectorSizes::fit(context.memory_free(), context.thread_count());
    let sizes = sizes.unwrap_or_else(fitting);
    let work = Work::open(&scratch.directory)?;
    let saved = State::load(&work, scratch, slots)?;
    let spans = spans(slots, roots.iter().map(Vec::as_slice));
    let fields = Fields::new(spans.unwrap_or_else(|| vec![Span::of(0); slots]));
    let is_new = saved.is_none();
    let state = saved.unwrap_or_else(|| State::new(scratch, &fields));
    let files = match is_new {
        true => HashSet::new(),
        false => state.files(),
    };
    work.remove_others(|name| files.contains(name))?;
    let write = |row: &[i64]| game.write(row);
    let mut job = Job {
        game: Game {
            slots,
            no_move_result: game.no_move_result(),
            write: &write,
        },
        work: &work,
        scratch,
        context,
        sizes,
        state,
        saved: files,
        saved_at: Instant::now(),
        failure: None,
    };
    if is_new {
        let mut arriving = std::mem::take(&mut job.state.arriving);
        job.send(&mut arriving, roots.iter().map(Vec::as_slice))?;
        job.state.arriving = arriving;
    }
    let rules = (0..sizes.workers).map(|_| Box::new(Rules(game.worker())) as Box<dyn Expander>);
    job.run(&mut rules.collect::<Vec<_>>(), extra)?;
    let values = Scratch {
        directory: scratch.directory.join(VALUES),
        ..scratch.clone()
    };
    let (bases, state) = (job.bases(), job.state);
    let graph = ListedGraph::new(&work, &state, bases.clone());
    let table = solve_shards(&graph, graph.size(), &values, None, context)?;
    let memory = context.reserve(
        "shards on disk",
        state.shards.len() as u64 * sizes::SHARD_STATE,
    )?;
    Ok(DiskVectors::new(work, state, bases, table, memory))
}

impl Job<'_> {
    /// All phases before the values.
    fn run(
        &mut self,
        rules: &mut [Box<dyn Expander + '_>],
        extra: Extra,
    ) -> Result<(), SolveError> {
        while self.state.phase == Phase::Levels {
            let end = with_words!(self.state, N => self.levels::<N>(rules))?;
            match end {
                LevelsEnd::Outgrown(rows) => self.widen(&rows)?,
                LevelsEnd::Complete => {
                    self.state.phase = Phase::Moves;
                    self.state.leaving = state::Runs::new(self.state.lows());
                }
            }
        }
        if self.state.phase == Phase::Moves {
            with_words!(self.state, N => self.moves::<N>(rules))?;
        }
        if self.state.phase == Phase::Predecessors {
            let next = match extra {
                Extra::Cycles => Phase::Grundy,
                Extra::Grundy if !self.state.has_extra_turns => Phase::Grundy,
                _ => Phase::Values,
            };
            with_words!(self.state, N => self.predecessors::<N>(next))?;
        }
        self.verify(|_| true)?;
        if self.state.phase == Phase::Grundy {
            self.grundy()?;
            self.verify(|kind| kind == MARKS)?;
        }
        Ok(())
    }

    /// Compares all files of some kinds with their checksums: they are read later in parts, for which
    /// there is none.
    fn verify(&self, is_wanted: impl Fn(&str) -> bool) -> Result<(), SolveError> {
        let shards = self.state.shards.len() as u64;
        let stage = self
            .context
            .stage("verifying the working files", Some(shards));
        let mut buffer = vec![0; BUFFER];
        for (shard, done) in self.state.shards.iter().zip(1..) {
            for (kind, file) in shard.files().filter(|(kind, _)| is_wanted(kind)) {
                file.verify(self.work, kind, &mut buffer)?;
            }
            stage.advance_to(done)?;
        }
        Ok(())
    }
}
