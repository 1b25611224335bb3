//! Games without cycles: every child before its parent.
//!
//! Where ranks descend ([`Descending`]) one pass in rank order does it;
//! otherwise a depth-first walk over the dense index does, which solves what
//! some positions reach and nothing else, and notices a cycle.

mod solver;
mod sweep;
mod walk;

use kibitz_game::{Claim, Descending, Grundy, Impartial, Indexed, Scored, Watch};

use crate::SolveError;
use crate::table::{Table, narrow_or_wide};

pub(crate) use solver::{BOTH, VALUE, sweep_plan};
pub use solver::{GrundySweep, Sweep, Walk};

/// Solves every position of a game whose ranks descend.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn sweep<G: Descending>(game: &G, watch: &Watch) -> Result<Table, SolveError> {
    narrow_or_wide(
        || sweep::values::<u16, G>(game, watch),
        || sweep::values::<u32, G>(game, watch),
    )
}

/// The Grundy value of every position of an impartial game whose ranks
/// descend, by rank; holes have 0.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn sweep_grundy<G: Descending + Impartial>(
    game: &G,
    watch: &Watch,
) -> Result<GrundyValues, SolveError> {
    let (values, claim) = sweep::grundy(game, watch)?;
    Ok(GrundyValues {
        values,
        _memory: claim,
    })
}

/// Grundy values by rank.
#[derive(Debug)]
pub struct GrundyValues {
    values: Vec<Grundy>,
    _memory: Claim,
}

impl GrundyValues {
    /// The Grundy value at a rank.
    ///
    /// # Panics
    /// Where there is no such rank.
    #[must_use]
    pub fn get(&self, rank: u64) -> Grundy {
        self.values[rank as usize]
    }
}

/// Solves every position that `roots` reach; all other ranks are holes.
///
/// # Errors
/// Where a budget is used up, the rules fail, or there is a cycle.
pub fn walk<G: Indexed>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos>,
    watch: &Watch,
) -> Result<Table, SolveError> {
    let roots: Vec<G::Pos> = roots.into_iter().collect();
    narrow_or_wide(
        || walk::values::<u16, G>(game, &roots, watch),
        || walk::values::<u32, G>(game, &roots, watch),
    )
}

/// The score of every position that `roots` reach, by rank, signed for the
/// mover: a minimax of its own, in which each player wants the most points,
/// whatever number of plies it takes.
///
/// # Errors
/// Where a budget is used up, the rules fail, or there is a cycle.
pub fn scores<G: Indexed + Scored>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos>,
    watch: &Watch,
) -> Result<Scores, SolveError> {
    let roots: Vec<G::Pos> = roots.into_iter().collect();
    let (scores, mut claim) = walk::scores(game, &roots, watch)?;
    claim.keep(size_of_val(scores.as_slice()) as u64);
    Ok(Scores {
        scores,
        _memory: claim,
    })
}

/// Scores by rank.
#[derive(Debug)]
pub struct Scores {
    scores: Vec<i32>,
    _memory: Claim,
}

impl Scores {
    /// The score at a rank; `None` where nothing led there.
    #[must_use]
    pub fn get(&self, rank: u64) -> Option<i64> {
        let score = self.scores[rank as usize];
        (score != walk::UNSEEN).then_some(score.into())
    }
}
