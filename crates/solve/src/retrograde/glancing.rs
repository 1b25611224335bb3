//! Games whose decided positions are left out.

use std::ops::Range;

use kibitz_game::{Outlook, Pruned, Turn};

use super::{Backward, Opening};
use crate::SolveError;

/// The undecided positions of a game alone: the decided ones are in no count,
/// and have no parents.
#[derive(Debug)]
pub struct ByGlance<'a, G>(pub &'a G);

impl<G: Pruned> ByGlance<'_, G> {
    fn fault(&self, rank: u64, fault: G::Fault) -> SolveError {
        SolveError::fault(&self.0.unrank(rank), fault)
    }
}

impl From<Outlook> for Opening {
    #[inline]
    fn from(outlook: Outlook) -> Opening {
        match outlook {
            Outlook::Absent => Opening::Hole,
            Outlook::Known(value) => Opening::Known(value),
            Outlook::Open(moves) => Opening::Open(moves),
        }
    }
}

impl<G: Pruned> Backward for ByGlance<'_, G> {
    fn size(&self) -> u64 {
        self.0.undecided()
    }

    #[inline]
    fn opening(&self, rank: u64) -> Result<Opening, SolveError> {
        let outlook = self.0.outlook(rank);
        outlook.map(Opening::from).map_err(|e| self.fault(rank, e))
    }

    #[inline]
    fn openings<F>(&self, ranks: Range<u64>, mut visit: F) -> Result<(), SolveError>
    where
        F: FnMut(Opening) -> Result<(), SolveError>,
    {
        let mut next = ranks.start;
        let mut refused = Ok(());
        let told = self.0.outlooks(ranks, |outlook| {
            if refused.is_ok() {
                refused = visit(outlook.into());
            }
            next += 1;
        });
        told.map_err(|e| self.fault(next, e))?;
        refused
    }

    #[inline]
    fn parents<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        self.0.parents(rank, |parent| visit(parent, Turn::Passes));
    }
}
