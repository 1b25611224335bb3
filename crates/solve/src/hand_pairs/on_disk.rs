//! The iteration with its results in files, and with checkpoints.
//!
//! In place of table entries every round writes a file with the positions that it has solved
//! ([`RoundFiles`]). These files are never changed: a checkpoint lists them. A run that continues
//! replays them, which costs a transposition each, and goes on with the round after. Only the sets
//! of positions are in memory. Values are read from the files of all rounds, a block of the mover's
//! hands at a time.

mod round_files;
mod solved;

use kibitz_game::{HandPairGame, RunContext, Scratch};

use super::memory_of_sets;
use super::rounds::Rounds;
use super::rows::lanes;
use crate::SolveError;
use crate::work::{Identity, Work};
use round_files::RoundFiles;
pub use solved::HandPairsOnDisk;

/// Changes whenever files of another version of this program cannot be continued. Retrograde
/// analysis on disk, which may solve the same game, has another number.
const FORMAT: u32 = 101;

/// The peak memory in bytes of a solve on disk for a game of `hands` hands.
#[must_use]
pub fn memory_on_disk(hands: u64) -> u64 {
    memory_of_sets(hands)
}

/// The memory in bytes that the solution on disk needs.
pub(super) fn memory_of_reading(hands: u64, threads: usize) -> u64 {
    solved::memory(hands, threads)
}

/// An upper estimate of the disk space in bytes for a game of `hands` hands.
pub(super) fn disk(hands: u64) -> u64 {
    /// Rounds that solve some position of a lane.
    const CHANGES: u64 = 32;
    CHANGES * round_files::RECORD as u64 * hands * lanes(hands as usize) as u64
}

/// Solves every position with the values in files, or continues to do so.
///
/// # Errors
/// Returns an error if a limit is reached, the rules fail, or the files cannot be used. All files
/// stay: another call continues from the last checkpoint.
pub fn solve_on_disk<G: HandPairGame>(
    game: &G,
    scratch: &Scratch,
    context: &RunContext,
) -> Result<HandPairsOnDisk, SolveError> {
    let hands = u64::from(game.hands());
    let threads = context.pool().count();
    let identity = Identity {
        format: FORMAT,
        purpose: scratch.purpose.clone(),
        ranks: Some(hands * hands),
    };
    let work = Work::open(&scratch.directory)?;
    let mut files = RoundFiles::open(work, identity, hands as usize, scratch.interval)?;
    let bytes = memory_on_disk(hands).max(memory_of_reading(hands, threads));
    let mut memory = context.reserve("sets of positions", bytes)?;
    let rounds = Rounds::<(), G>::new(game)?;
    let (known, levels) = rounds.recorded(&mut files, context)?;
    files.save()?;
    memory.keep(memory_of_reading(hands, threads));
    Ok(HandPairsOnDisk::new(files, known, &levels, threads, memory))
}
