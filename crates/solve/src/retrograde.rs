//! Retrograde analysis with out-degree counters and un-moves (Ströhlein 1970, Thompson 1986):
//! level-synchronous, sharded, with updates binned by destination.
//!
//! Every undecided position has a counter of successors that are not yet known to be bad for the
//! mover. If a successor is good, the position is won; if the counter reaches zero, all successors
//! are bad and it is lost. Positions are solved level by level, a level being a distance in plies,
//! so the first good successor gives the shortest win and the last bad one the longest loss.
//! Positions that are never solved are draws by infinite play.
//!
//! The counter includes *every* successor, even one whose static value takes effect only at a later
//! level: hence a counter of zero means a loss, and never hides a slower win.
//!
//! The work consists of two steps over a [`Shard`] of the positions: emit the updates of a level,
//! and apply a batch of updates. [`PredecessorGraph`] is what the steps need to know about a game,
//! in terms of ranks. [`drive`] alternates the steps, and an [`Exchange`] transports the updates
//! between shards, within a process or between several. [`solve`] does all of that in memory,
//! [`solve_on_disk`] with the table in files.

pub(crate) mod bins;
mod division;
mod drive;
mod exchange;
mod graph;
mod in_memory;
mod kernel_graph;
pub(crate) mod on_disk;
mod shard;
mod solver;
mod update;

use kibitz_game::{Retro, RunContext};

pub use crate::entry::TableEntry;
pub use bins::Bins;
pub use division::Division;
pub use drive::{Driver, drive};
pub use exchange::{Exchange, Inbox, Outbox};
pub use graph::{NodeInit, PredecessorGraph, UnmoveGraph};
pub use kernel_graph::{KernelGraph, KernelSteps};
pub use on_disk::{DiskSizes, DiskTable, StoredEntry, solve_on_disk};
pub use shard::{Shard, lists_memory};
pub use solver::RetrogradeSolver;
pub use update::{Effect, Update};

use crate::SolveError;
use crate::table::{ValueTable, narrow_or_wide};

/// The peak memory in bytes for a table of `ranks` ranks.
#[must_use]
pub fn memory(ranks: u64, threads: usize) -> u64 {
    2 * ranks + in_memory::buffers(ranks, threads)
}

/// Solves every position of a game with an un-move generator.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn solve<G: Retro>(game: &G, context: &RunContext) -> Result<ValueTable, SolveError> {
    solve_backward(&UnmoveGraph(game), context)
}

/// Solves any graph with predecessors.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn solve_backward<B: PredecessorGraph>(
    graph: &B,
    context: &RunContext,
) -> Result<ValueTable, SolveError> {
    narrow_or_wide(
        || in_memory::run::<u16, B>(graph, context),
        || in_memory::run::<u32, B>(graph, context),
    )
}
