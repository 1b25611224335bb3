//! The last solution of a game, kept for the next question.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kibitz_game::{Game, Watch};

use crate::{Scope, Solution, SolveError, Solver, Wanted, solve};

/// One solution at a time, and one solve for all who wait for the same.
/// Questions that need different solutions are solved side by side.
pub struct Cache<G: Game> {
    state: Mutex<State<G>>,
    changed: Condvar,
}

struct State<G: Game> {
    kept: Option<Kept<G>>,
    /// What is being solved.
    under_way: Vec<(Scope<G::Pos>, Wanted)>,
}

struct Kept<G: Game> {
    scope: Scope<G::Pos>,
    wanted: Wanted,
    solution: Arc<dyn Solution<G>>,
}

/// A solution for more roots than this is not kept: they would have to be held
/// and compared with those of every later question.
const MOST_ROOTS: usize = 1 << 10;

/// How often a waiting question checks its watch.
const PACE: Duration = Duration::from_millis(20);

impl<G: Game> Default for Cache<G> {
    fn default() -> Cache<G> {
        Cache {
            state: Mutex::new(State {
                kept: None,
                under_way: Vec::new(),
            }),
            changed: Condvar::new(),
        }
    }
}

impl<G: Game> std::fmt::Debug for Cache<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl<G: Game> Kept<G> {
    fn serves(&self, game: &G, scope: &Scope<G::Pos>, wanted: Wanted) -> bool {
        if !self.wanted.includes(wanted) {
            return false;
        }
        self.scope == *scope || matches!(scope, Scope::Around(p) if self.solution.covers(game, p))
    }
}

impl<G: Game> Cache<G> {
    /// The kept solution if it serves; the result of a solve under way if that
    /// will serve; otherwise a new one. A waiting question checks its own watch.
    /// The old solution is freed before a new one is made.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    pub fn get(
        &self,
        solver: &dyn Solver<G>,
        game: &G,
        asked: Scope<G::Pos>,
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let scope = solver.scope(game, asked);
        let wanted = solver.wanted(wanted);
        let mut state = self.lock();
        loop {
            if let Some(kept) = &state.kept
                && kept.serves(game, &scope, wanted)
            {
                return Ok(Arc::clone(&kept.solution));
            }
            let same = |(other, has): &(_, Wanted)| *other == scope && has.includes(wanted);
            if !state.under_way.iter().any(same) {
                break;
            }
            watch.check()?;
            let waited = self.changed.wait_timeout(state, PACE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let freed = state.kept.take();
        let ticket = Ticket::new(self, &mut state, (scope, wanted));
        drop(state);
        drop(freed);
        let solution = solve(solver, game, &ticket.order.0, wanted, watch)?;
        ticket.keep(Arc::clone(&solution));
        Ok(solution)
    }

    fn lock(&self) -> MutexGuard<'_, State<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solve under way; when it is dropped, those who wait look again.
struct Ticket<'a, G: Game> {
    cache: &'a Cache<G>,
    order: (Scope<G::Pos>, Wanted),
}

impl<'a, G: Game> Ticket<'a, G> {
    fn new(
        cache: &'a Cache<G>,
        state: &mut State<G>,
        order: (Scope<G::Pos>, Wanted),
    ) -> Ticket<'a, G> {
        state.under_way.push(order.clone());
        Ticket { cache, order }
    }

    fn keep(self, solution: Arc<dyn Solution<G>>) {
        if matches!(&self.order.0, Scope::From(roots) if roots.len() > MOST_ROOTS) {
            return;
        }
        self.cache.lock().kept = Some(Kept {
            scope: self.order.0.clone(),
            wanted: self.order.1,
            solution,
        });
    }
}

impl<G: Game> Drop for Ticket<'_, G> {
    fn drop(&mut self) {
        let mut state = self.cache.lock();
        let own = state
            .under_way
            .iter()
            .position(|order| *order == self.order);
        if let Some(own) = own {
            state.under_way.swap_remove(own);
        }
        drop(state);
        self.cache.changed.notify_all();
    }
}
