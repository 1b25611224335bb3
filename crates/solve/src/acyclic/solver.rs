//! Backward induction as solvers: a sweep over the whole game, or a depth-first search over the
//! positions reachable from some roots.

use std::sync::{Arc, OnceLock};

use kibitz_check::{CheckError, Verdict, check_scored};
use kibitz_game::{
    ByIndex, EitherStarts, Engine, Grundy, Impartial, Indexed, Numbering, Plan, RunContext,
    TopologicalIndex,
};
use kibitz_tablebase::Table;

use super::dfs::with_reached;
use super::{dfs, scores, sweep, sweep_grundy};
use crate::solution::{Visited, Visitor};
use crate::{Evaluation, RequestedFields, Scope, Solution, SolveError, Solver, Tabled, Values};

/// Bytes per value, and per Grundy value.
pub(crate) const VALUE: u64 = 2;
pub(crate) const BOTH: u64 = VALUE + size_of::<Grundy>() as u64;

/// Assumed moves per position, for the time estimate of a sweep.
const USUAL_MOVES: u64 = 8;

/// The plan of a sweep over `ranks` ranks with at most `moves` moves each.
pub(crate) fn sweep_plan(ranks: u64, moves: u64, bytes_each: u64) -> Plan {
    /// Nanoseconds per move.
    const NS: f64 = 2.5;
    let bytes = ranks.saturating_mul(bytes_each);
    Plan::new(Engine::Acyclic, ranks, bytes, NS * moves as f64)
}

/// A sweep over the whole game in rank order.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepSolver;

impl<G: TopologicalIndex> Solver<G> for SweepSolver {
    fn visits_all(&self) -> bool {
        true
    }

    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByIndex))
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: RequestedFields, _: &RunContext) -> Plan {
        sweep_plan(game.size(), USUAL_MOVES, VALUE)
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: RequestedFields,
        _: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        Ok(Arc::new(Tabled::new(ByIndex, sweep(game, context)?)))
    }
}

/// A sweep over the whole of an impartial game, with Grundy values.
#[derive(Clone, Copy, Debug, Default)]
pub struct GrundySweepSolver;

impl<G: TopologicalIndex + Impartial> Solver<G> for GrundySweepSolver {
    fn visits_all(&self) -> bool {
        true
    }

    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByIndex))
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: RequestedFields, _: &RunContext) -> Plan {
        sweep_plan(game.size(), USUAL_MOVES, BOTH)
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: RequestedFields,
        _: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let grundy = sweep_grundy(game, context)?;
        let table = Tabled::new(ByIndex, sweep(game, context)?);
        Ok(Arc::new(table.with_grundy(grundy)))
    }
}

/// A depth-first search over everything reachable from some positions, with scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct DfsSolver;

/// The result of a search.
struct DfsSolution<V> {
    table: Tabled<ByIndex, V>,
    /// Whether it has all positions of the game, not only those reachable from some.
    is_whole: bool,
    /// A property of the game, independent of the position; computed on first use.
    first_move_gain: OnceLock<Option<i64>>,
}

impl<G: Indexed + EitherStarts> Solver<G> for DfsSolver {
    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByIndex))
    }

    fn stored(&self, _: &G, table: Arc<Table>) -> Option<Arc<dyn Solution<G>>>
    where
        G: 'static,
    {
        Some(Arc::new(DfsSolution {
            table: Tabled::new(ByIndex, table),
            is_whole: true,
            first_move_gain: OnceLock::new(),
        }))
    }

    fn check(
        &self,
        game: &G,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<Verdict<G::Pos>, CheckError>> {
        Some(check_scored(game, &ByIndex, table, context))
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: RequestedFields, _: &RunContext) -> Plan {
        /// Bytes per rank: value, score, the scores of both starts, a mark.
        const BYTES: u64 = VALUE + 4 + 4 + 1;
        /// Nanoseconds per rank.
        const NS: f64 = 120.0;
        let bytes = game.size().saturating_mul(BYTES);
        Plan::new(Engine::Acyclic, game.size(), bytes, NS)
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        _: RequestedFields,
        _: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let is_whole = *scope == Scope::All;
        let ranks = 0..if is_whole { game.size() } else { 0 };
        let roots = scope.roots();
        let roots = roots.iter().cloned();
        let roots = roots.chain(ranks.filter_map(|rank| game.unrank(rank)));
        let table = Tabled::new(ByIndex, dfs(game, roots.clone(), context)?);
        Ok(Arc::new(DfsSolution {
            table: table.with_scores(scores(game, roots, context)?),
            is_whole,
            first_move_gain: OnceLock::new(),
        }))
    }
}

impl<G: Indexed + EitherStarts, V: Values> Solution<G> for DfsSolution<V> {
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        self.table.probe(game, p, context)
    }

    fn covers(&self, game: &G, p: &G::Pos) -> bool {
        self.table.covers(game, p)
    }

    fn visit(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        if !self.is_whole {
            return self.table.visit(game, root, context, visitor);
        }
        with_reached(game, root, context, |is_reached| {
            let mut only_reached =
                |visited: Visited<'_, G::Pos>| match is_reached(game.rank(visited.position)) {
                    true => visitor(visited),
                    false => Ok(()),
                };
            self.table.visit(game, root, context, &mut only_reached)
        })
    }

    /// The two scores are signed for the respective mover, so the second one is negated to see it
    /// from the first player's side. The difference is the same from the other player's side.
    fn first_move_gain(&self, game: &G, context: &RunContext) -> Result<Option<i64>, SolveError> {
        if let Some(known) = self.first_move_gain.get() {
            return Ok(*known);
        }
        let ranks = game.starts().map(|p| game.rank(&p));
        let [first, second] = match self.is_whole {
            true => {
                let [first, second] = ranks.map(|rank| self.table.at(rank));
                [first?, second?].map(|start| start?.score)
            }
            false => {
                let scores = scores(game, game.starts(), context)?;
                ranks.map(|rank| scores.get(rank))
            }
        };
        let gain = first.zip(second).map(|(a, b)| a + b);
        Ok(*self.first_move_gain.get_or_init(|| gain))
    }
}
