//! Many positions at once.

use kibitz_game::{Game, Watch};
use kibitz_solve::SolveError;

use super::Oracle;
use crate::Verdict;

/// What is known of many positions.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// A verdict for each, in their order.
    pub verdicts: Vec<Verdict>,
    /// What people should know about them.
    pub notes: Vec<String>,
}

impl Surveyed {
    /// Verdicts of which there is nothing more to know.
    #[must_use]
    pub fn new(verdicts: Vec<Verdict>) -> Surveyed {
        Surveyed {
            verdicts,
            notes: Vec::new(),
        }
    }
}

/// Positions between two looks at the clock.
const PACE: usize = 1 << 12;

/// Asks about each position, the last one first: in most tables it is the
/// largest, and what was solved for it serves the others.
pub(super) fn one_by_one<G: Game, O: Oracle<G>>(
    oracle: &O,
    game: &G,
    positions: &[G::Pos],
    watch: &Watch,
) -> Result<Surveyed, SolveError> {
    let mut surveyed = Surveyed::new(Vec::with_capacity(positions.len()));
    for (i, p) in positions.iter().rev().enumerate() {
        for note in oracle.prepare(game, p, watch)? {
            if !surveyed.notes.contains(&note) {
                surveyed.notes.push(note);
            }
        }
        surveyed.verdicts.push(oracle.verdict(game, p, watch)?);
        if i.is_multiple_of(PACE) {
            watch.check()?;
        }
    }
    surveyed.verdicts.reverse();
    Ok(surveyed)
}
