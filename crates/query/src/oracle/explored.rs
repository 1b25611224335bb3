//! Any game at all: everything that a position reaches.

use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Game, Watch};
use kibitz_solve::explore::{self, Explored};
use kibitz_solve::{Plan, SolveError};

use super::{Oracle, Seen, Surveyed, Wanted, known};
use crate::Verdict;

/// Enumerates what a position reaches, and keeps the last enumeration.
#[derive(Debug)]
pub struct Reach<P> {
    last: Mutex<Option<Arc<Explored<P>>>>,
}

impl<P> Default for Reach<P> {
    fn default() -> Reach<P> {
        Reach {
            last: Mutex::new(None),
        }
    }
}

impl<P: Clone + Eq + std::hash::Hash> Reach<P> {
    /// An enumeration that has `p` in it.
    pub(super) fn around<G: Game<Pos = P>>(
        &self,
        game: &G,
        p: &P,
        watch: &Watch,
    ) -> Result<Arc<Explored<P>>, SolveError> {
        if let Some(known) = self.known(p) {
            return Ok(known);
        }
        self.rooted_at(game, [p.clone()], watch)
    }

    /// The enumeration of what some positions reach and nothing else.
    pub(super) fn rooted_at<G: Game<Pos = P>>(
        &self,
        game: &G,
        roots: impl IntoIterator<Item = P>,
        watch: &Watch,
    ) -> Result<Arc<Explored<P>>, SolveError> {
        let explored = Arc::new(explore::solve(game, roots, watch)?);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(Arc::clone(&explored));
        Ok(explored)
    }

    /// The last enumeration, if it has `p` in it.
    pub(super) fn known(&self, p: &P) -> Option<Arc<Explored<P>>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|e| e.get(p).is_some()).cloned()
    }
}

impl<G: Game> Oracle<G> for Reach<G::Pos> {
    const VISITS_REACHED: bool = true;

    fn plan(&self, _: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::explore()
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let value = self.around(game, p, watch)?.get(p);
        known(value, p).map(Verdict::from)
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        self.around(game, p, watch)?;
        Ok(Vec::new())
    }

    fn visit<F>(
        &self,
        game: &G,
        p: &G::Pos,
        _: Wanted,
        watch: &Watch,
        mut visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    {
        let explored = self.rooted_at(game, [p.clone()], watch)?;
        for (p, value) in explored.iter() {
            visit(Seen::one(p, value))?;
        }
        Ok(Vec::new())
    }

    fn survey(
        &self,
        game: &G,
        positions: &[G::Pos],
        _: Wanted,
        watch: &Watch,
    ) -> Result<Surveyed, SolveError> {
        let explored = self.rooted_at(game, positions.iter().cloned(), watch)?;
        let verdict = |p| known(explored.get(p), p).map(Verdict::from);
        let verdicts: Result<Vec<Verdict>, SolveError> = positions.iter().map(verdict).collect();
        Ok(Surveyed::new(verdicts?))
    }
}
