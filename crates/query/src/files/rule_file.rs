//! The solver of rule files: state-space enumeration, or Grundy values of the
//! components of a sum.

mod sum;
mod whole;
mod why;

use std::sync::Arc;

use kibitz_game::{Engine, Plan, Reason, RunContext, Side, Step};
use kibitz_rules::{Failure, Named, Position, Rules};
use kibitz_solve::{
    Cause, Evaluation, Outcome, RequestedFields, Scope, Solution, SolveError, Solver, ValueCounts,
    Visitor,
};

use sum::Sum;
use whole::Whole;

/// Enumerates and solves the positions reachable in a rule file, or computes
/// the Grundy values of components.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleFileSolver;

impl Solver<Rules> for RuleFileSolver {
    fn plan(
        &self,
        game: &Rules,
        scope: &Scope<Position>,
        _: RequestedFields,
        _: &RunContext,
    ) -> Plan {
        Plan::unknown(match is_sum(game, &scope.roots()) {
            true => Engine::Grundy,
            false => Engine::Explore,
        })
    }

    fn run(
        &self,
        game: &Rules,
        scope: &Scope<Position>,
        _: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<Rules>>, SolveError> {
        let roots = scope.roots();
        Ok(match plan.engine {
            Engine::Grundy => Arc::new(Sum::new(game, &roots, context)?),
            _ => Arc::new(Whole::new(game, &roots, context)?),
        })
    }
}

/// Whether positions are solved as sums of components.
fn is_sum(game: &Rules, positions: &[Position]) -> bool {
    game.is_sum() || positions.iter().any(|p| p.row().is_none())
}

/// Wraps a failure of the rules for the engines.
fn failed(game: &Rules, p: &Position, failure: Failure) -> SolveError {
    SolveError::Fault {
        position: game.write_position(p),
        fault: Cause::new(failure),
    }
}

impl Solution<Rules> for Whole {
    fn probe(
        &self,
        game: &Rules,
        p: &Position,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        Ok(self.get(game, p))
    }

    /// In a partizan game a position may have been reached with one player to
    /// move only.
    fn covers(&self, game: &Rules, p: &Position) -> bool {
        if is_sum(game, std::slice::from_ref(p)) {
            return false;
        }
        let has = |p: &Position| self.get(game, p).is_some();
        match game.has_sides() {
            false => has(p),
            true => [Side::Left, Side::Right]
                .iter()
                .all(|side| has(&p.with_side(*side))),
        }
    }

    fn visit(
        &self,
        game: &Rules,
        _: &Position,
        context: &RunContext,
        visitor: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        self.visit_all(game, context, visitor)
    }

    fn count_values(
        &self,
        game: &Rules,
        root: &Position,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        self.count(game, root, context)
    }

    fn notes(&self, wanted: RequestedFields) -> Vec<String> {
        self.no_grundy()
            .filter(|_| wanted.grundy)
            .into_iter()
            .collect()
    }

    fn outcome(
        &self,
        game: &Rules,
        p: &Position,
        _: &RunContext,
    ) -> Result<Option<Outcome>, SolveError> {
        let of = |side| self.get(game, &p.with_side(side));
        Ok(match game.has_sides() {
            false => None,
            true => of(Side::Left)
                .zip(of(Side::Right))
                .map(|(left, right)| Outcome { left, right }),
        })
    }

    fn depth(&self, game: &Rules, p: &Position) -> Option<u32> {
        self.depth_of(game, p)
    }
}

impl Solution<Rules> for Sum {
    fn probe(
        &self,
        _: &Rules,
        p: &Position,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        Ok(self.get(p))
    }

    /// A single component that is not itself a sum is solved with distances
    /// instead.
    fn covers(&self, game: &Rules, p: &Position) -> bool {
        is_sum(game, std::slice::from_ref(p)) && self.get(p).is_some()
    }

    fn visit(
        &self,
        game: &Rules,
        _: &Position,
        _: &RunContext,
        visitor: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        self.visit_all(game, visitor)
    }

    fn count_values(
        &self,
        game: &Rules,
        _: &Position,
        _: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        Ok(self.count(game))
    }

    fn notes(&self, wanted: RequestedFields) -> Vec<String> {
        match wanted.plies {
            true => vec![sum::NO_PLIES.to_owned()],
            false => Vec::new(),
        }
    }

    fn has_reason(&self) -> bool {
        true
    }

    fn reason(
        &self,
        game: &Rules,
        p: &Position,
        moves: &[Step<Position, Named>],
        _: &RunContext,
    ) -> Result<Option<Reason>, SolveError> {
        Ok(Some(why::reason(game, self, p, moves)))
    }

    fn depth(&self, _: &Rules, p: &Position) -> Option<u32> {
        self.depth_of(p)
    }
}

/// The error for a cycle where none is allowed, with the positions on it.
fn cyclic(game: &Rules, why: &str, help: &str, cycle: &[Vec<i64>]) -> SolveError {
    /// Maximum number of positions listed.
    const SHOWN: usize = 12;
    let mut notes: Vec<String> = cycle
        .iter()
        .take(SHOWN)
        .enumerate()
        .map(|(i, node)| {
            let arrow = if i == 0 { "cycle: " } else { "     → " };
            format!("{arrow}{}", kibitz_game::StateVectorGame::write(game, node))
        })
        .collect();
    if cycle.len() > SHOWN {
        notes.push(format!("     → … {} more", cycle.len() - SHOWN));
    }
    notes.push("     → the first position again".to_owned());
    let position = game.position_of(cycle.first().map_or(&[], Vec::as_slice));
    failed(game, &position, game.refuse(None, why, help, notes))
}
