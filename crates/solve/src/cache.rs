//! Cache of a game's last solution.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kibitz_game::{Game, RunContext};

use crate::{RequestedFields, Scope, Solution, SolveError, Solver, solve};

/// Holds one solution, and lets concurrent queries that need the same solution share one solve.
/// Queries that need different solutions are solved concurrently.
pub struct Cache<G: Game> {
    state: Mutex<State<G>>,
    changed: Condvar,
}

struct State<G: Game> {
    cached: Option<CachedSolution<G>>,
    /// Solves in progress.
    in_progress: Vec<(Scope<G::Pos>, RequestedFields)>,
}

struct CachedSolution<G: Game> {
    scope: Scope<G::Pos>,
    wanted: RequestedFields,
    solution: Arc<dyn Solution<G>>,
}

/// Solutions for more roots than this are not cached: the roots would have to be stored and
/// compared with those of every later query.
const MAX_ROOTS: usize = 1 << 10;

/// How often a waiting query checks its context.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

impl<G: Game> Default for Cache<G> {
    fn default() -> Cache<G> {
        Cache {
            state: Mutex::new(State {
                cached: None,
                in_progress: Vec::new(),
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

impl<G: Game> CachedSolution<G> {
    fn serves(&self, game: &G, scope: &Scope<G::Pos>, wanted: RequestedFields) -> bool {
        if !self.wanted.includes(wanted) {
            return false;
        }
        self.scope == *scope || matches!(scope, Scope::Around(p) if self.solution.covers(game, p))
    }
}

impl<G: Game> Cache<G> {
    /// Returns the cached solution if it serves, or the result of a solve in progress that will
    /// serve; otherwise solves. A waiting query checks its own context. The old solution is freed
    /// before a new one is computed.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    pub fn get(
        &self,
        solver: &dyn Solver<G>,
        game: &G,
        requested: Scope<G::Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let scope = solver.scope(game, requested);
        let wanted = solver.wanted(wanted);
        let mut state = self.lock();
        loop {
            if let Some(cached) = &state.cached
                && cached.serves(game, &scope, wanted)
            {
                return Ok(Arc::clone(&cached.solution));
            }
            let same =
                |(other, has): &(_, RequestedFields)| *other == scope && has.includes(wanted);
            if !state.in_progress.iter().any(same) {
                break;
            }
            context.check()?;
            let waited = self.changed.wait_timeout(state, CHECK_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let old = state.cached.take();
        let running = SolveInProgress::new(self, &mut state, (scope, wanted));
        drop(state);
        drop(old);
        let solution = solve(solver, game, &running.request.0, wanted, context)?;
        running.store(Arc::clone(&solution));
        Ok(solution)
    }

    fn lock(&self) -> MutexGuard<'_, State<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solve in progress; dropping it wakes the waiting queries.
struct SolveInProgress<'a, G: Game> {
    cache: &'a Cache<G>,
    request: (Scope<G::Pos>, RequestedFields),
}

impl<'a, G: Game> SolveInProgress<'a, G> {
    fn new(
        cache: &'a Cache<G>,
        state: &mut State<G>,
        request: (Scope<G::Pos>, RequestedFields),
    ) -> SolveInProgress<'a, G> {
        state.in_progress.push(request.clone());
        SolveInProgress { cache, request }
    }

    fn store(self, solution: Arc<dyn Solution<G>>) {
        if matches!(&self.request.0, Scope::From(roots) if roots.len() > MAX_ROOTS) {
            return;
        }
        self.cache.lock().cached = Some(CachedSolution {
            scope: self.request.0.clone(),
            wanted: self.request.1,
            solution,
        });
    }
}

impl<G: Game> Drop for SolveInProgress<'_, G> {
    fn drop(&mut self) {
        let mut state = self.cache.lock();
        let own = state
            .in_progress
            .iter()
            .position(|request| *request == self.request);
        if let Some(own) = own {
            state.in_progress.swap_remove(own);
        }
        drop(state);
        self.cache.changed.notify_all();
    }
}
