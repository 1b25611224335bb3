//! Retrograde analysis: from the decided positions backwards.
//!
//! Every undecided position has a counter of children that are not yet known
//! to be bad for it. When a child turns out good, the position is won; when
//! the counter reaches zero, all children are bad and it is lost. Positions
//! are settled level by level, a level being a number of plies, so the first
//! good child is the nearest win and the last bad child the farthest loss.
//! What is never settled is a draw.
//!
//! The counter counts *every* child, also one whose value is known from the
//! rules and enters only at a later level: so a counter that reaches zero
//! means a loss, and never hides a slower win.
//!
//! The work is a pair of pure steps over a [`Shard`] of the positions: emit
//! the updates of a level, apply a batch of updates. [`Backward`] says what
//! the steps must know of a game, in ranks alone. [`drive`] takes the steps in
//! turn, and an [`Exchange`] brings the updates from shard to shard, within a
//! process or between several. [`solve`] is all of that in memory.

mod backward;
mod bins;
mod division;
mod drive;
mod exchange;
mod in_memory;
mod shard;
mod solver;
mod update;

use kibitz_game::{Retro, Watch};

pub use crate::cell::Cell;
pub use backward::{Backward, ByUnmoves, Opening};
pub use division::Division;
pub use drive::{Driver, drive};
pub use exchange::{Exchange, Inbox, Outbox};
pub use shard::Shard;
pub use solver::Retrograde;
pub use update::{Effect, Update};

use crate::SolveError;
use crate::table::{Table, narrow_or_wide};

/// The bytes that a table of so many ranks takes while it is made.
#[must_use]
pub fn memory(ranks: u64, threads: usize) -> u64 {
    2 * ranks + in_memory::buffers(ranks, threads)
}

/// Solves every position of a game whose moves can be taken back.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn solve<G: Retro>(game: &G, watch: &Watch) -> Result<Table, SolveError> {
    solve_backward(&ByUnmoves(game), watch)
}

/// Solves whatever can be walked backwards.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn solve_backward<B: Backward>(graph: &B, watch: &Watch) -> Result<Table, SolveError> {
    narrow_or_wide(
        || in_memory::run::<u16, B>(graph, watch),
        || in_memory::run::<u32, B>(graph, watch),
    )
}
