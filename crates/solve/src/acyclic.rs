//! Backward induction (Zermelo) for games without cycles: every successor before its predecessors.
//!
//! If ranks are a topological order ([`TopologicalIndex`]), one sweep in rank order does it.
//! Otherwise a memoised post-order depth-first search over the dense index solves exactly what some
//! roots reach, and detects cycles.

mod dfs;
mod solver;
mod sweep;

use kibitz_game::{Grundy, Impartial, Indexed, Reservation, RunContext, Scored, TopologicalIndex};

use crate::SolveError;
use crate::table::{ValueTable, narrow_or_wide};

pub(crate) use solver::{BOTH, VALUE, sweep_plan};
pub use solver::{DfsSolver, GrundySweepSolver, SweepSolver};

/// Solves every position of a game whose ranks are a topological order.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn sweep<G: TopologicalIndex>(
    game: &G,
    context: &RunContext,
) -> Result<ValueTable, SolveError> {
    narrow_or_wide(
        || sweep::values::<u16, G>(game, context),
        || sweep::values::<u32, G>(game, context),
    )
}

/// The Grundy value of every position of an impartial game whose ranks are a topological order, by
/// rank; 0 for holes.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn sweep_grundy<G: TopologicalIndex + Impartial>(
    game: &G,
    context: &RunContext,
) -> Result<GrundyValues, SolveError> {
    let (values, reservation) = sweep::grundy(game, context)?;
    Ok(GrundyValues {
        values,
        _memory: reservation,
    })
}

/// Grundy values by rank.
#[derive(Debug)]
pub struct GrundyValues {
    values: Vec<Grundy>,
    _memory: Reservation,
}

impl GrundyValues {
    /// The Grundy value at a rank.
    ///
    /// # Panics
    /// Panics if the rank is out of range.
    #[must_use]
    pub fn get(&self, rank: u64) -> Grundy {
        self.values[rank as usize]
    }
}

/// Solves every position reachable from `roots`; all other ranks are holes.
///
/// # Errors
/// Returns an error if a limit is reached, the rules fail, or there is a cycle.
pub fn dfs<G: Indexed>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos, IntoIter: Clone>,
    context: &RunContext,
) -> Result<ValueTable, SolveError> {
    let roots = roots.into_iter();
    narrow_or_wide(
        || dfs::values::<u16, G>(game, roots.clone(), context),
        || dfs::values::<u32, G>(game, roots.clone(), context),
    )
}

/// The score of every position reachable from `roots`, by rank, signed for the mover: a minimax of
/// its own, in which each player maximises the score regardless of distance.
///
/// # Errors
/// Returns an error if a limit is reached, the rules fail, or there is a cycle.
pub fn scores<G: Indexed + Scored>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos>,
    context: &RunContext,
) -> Result<Scores, SolveError> {
    let (scores, mut reservation) = dfs::scores(game, roots.into_iter(), context)?;
    reservation.keep(size_of_val(scores.as_slice()) as u64);
    Ok(Scores {
        scores,
        _memory: reservation,
    })
}

/// Scores by rank.
#[derive(Debug)]
pub struct Scores {
    scores: Vec<i32>,
    _memory: Reservation,
}

impl Scores {
    /// The score at a rank; `None` if it is not reachable.
    #[must_use]
    pub fn get(&self, rank: u64) -> Option<i64> {
        let score = self.scores[rank as usize];
        (score != dfs::UNSEEN).then_some(score.into())
    }
}
