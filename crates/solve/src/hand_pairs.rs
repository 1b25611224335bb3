//! Retrograde analysis as fixed-point iteration on a bit matrix, for games on pairs of hands.
//!
//! Fix the mover's hand x; the positions (x, y) for all y are one row of bits. Against a hand y
//! that holds key b, x may become x', which leaves the opponent with (y, x'). Write K(b) for the
//! row of hands that hold b, and column x' of a set of positions for the row of those y with (y,
//! x') in it. Then, at each distance,
//!
//! - (x, ·) is won where some K(b) meets a column x' of lost positions: an OR over b of K(b) AND
//!   (OR over x' of lost column x');
//! - (x, ·) is lost where every K(b) lies in all won columns x': an AND over b of NOT K(b) OR (AND
//!   over x' of won column x').
//!
//! Each machine word covers at least 64 positions. Every position is solved once, so recording
//! distances and transposing rows into columns costs one step per position and none per move.

mod avx2;
mod changes;
mod graph;
mod on_disk;
mod rounds;
mod rows;
mod rule;
mod solver;
mod transpose;

use kibitz_game::{HandPairGame, Reservation, RunContext, Value, Wdl};

use crate::SolveError;
use crate::table::{ValueTable, narrow_or_wide};

pub use graph::HandPairGraph;
pub use on_disk::{HandPairsOnDisk, memory_on_disk, solve_on_disk};
pub use solver::HandPairSolver;

use rounds::Rounds;
use rows::Rows;

/// The value of every position of a game on pairs of hands.
#[derive(Debug)]
pub struct HandPairTable {
    hands: u64,
    table: ValueTable,
}

impl HandPairTable {
    /// The value of a position; `None` for a hole.
    #[must_use]
    #[inline]
    pub fn get(&self, mine: u32, theirs: u32) -> Option<Value> {
        self.table
            .get(u64::from(mine) * self.hands + u64::from(theirs))
    }
}

/// The result of every position, two bits each.
#[derive(Debug)]
pub struct HandPairResults {
    won: Rows,
    lost: Rows,
    _memory: Reservation,
}

impl HandPairResults {
    /// The result of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, mine: u32, theirs: u32) -> Wdl {
        // Branch-free: results of random positions are unpredictable.
        let won = usize::from(self.won.contains(mine, theirs));
        let lost = usize::from(self.lost.contains(mine, theirs));
        [Wdl::Draw, Wdl::Loss, Wdl::Win][(2 * won + lost).min(2)]
    }
}

/// The memory in bytes for a game of `hands` hands.
#[must_use]
pub fn memory(hands: u64) -> u64 {
    2 * hands * hands + memory_of_sets(hands)
}

/// Five sets of positions of one bit each.
fn memory_of_sets(hands: u64) -> u64 {
    5 * hands * hands.div_ceil(512) * 64
}

/// Solves every position.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn solve<G: HandPairGame>(game: &G, context: &RunContext) -> Result<HandPairTable, SolveError> {
    let hands = u64::from(game.hands());
    let reservation = || context.reserve("a table of all positions", memory(hands));
    let table = narrow_or_wide(
        || {
            let reservation = reservation()?;
            Ok((Rounds::<u16, G>::new(game)?.entries(context)?, reservation))
        },
        || {
            let reservation = reservation()?;
            Ok((Rounds::<u32, G>::new(game)?.entries(context)?, reservation))
        },
    )?;
    Ok(HandPairTable { hands, table })
}

/// The result of every position, without distances: faster and smaller.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn outcomes<G: HandPairGame>(
    game: &G,
    context: &RunContext,
) -> Result<HandPairResults, SolveError> {
    let bytes = memory_of_sets(game.hands().into());
    let mut reservation = context.reserve("sets of positions", bytes)?;
    let (won, lost) = Rounds::<(), G>::new(game)?.outcomes(context)?;
    // Two of the five sets remain.
    reservation.keep(bytes / 5 * 2);
    Ok(HandPairResults {
        won,
        lost,
        _memory: reservation,
    })
}
