//! The solver of rule files: state-space enumeration, or Grundy values of the
//! components of a sum.

mod check;
mod explored;
mod on_disk;
mod scored;
mod solved_rows;
mod stored;
mod sum;
mod whole;
mod why;

use std::sync::Arc;

use kibitz_check::{CheckError, Verdict};
use kibitz_game::{Engine, Notation, Plan, Reason, RunContext, Side, StateVectorGame, Step};
use kibitz_rules::{Failure, Named, Position, Rules};
use kibitz_solve::explore_vectors::{VectorSource, Vectors};
use kibitz_solve::grundy::explain;
use kibitz_solve::{
    Cause, Evaluation, Outcome, RequestedFields, RuleText, Scope, Solution, SolveError, Solver,
    TableRows, ValueCounts, Visited, Visitor,
};
use kibitz_tablebase::Table;

use solved_rows::SolvedRows;
use stored::StoredRows;
use sum::Sum;
pub(super) use sum::extend;
use whole::{Whole, cycle_error, nodes, not_in_table};
use why::Theory;

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
            false if game.is_scored() => Engine::Acyclic,
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
            Engine::Acyclic => Arc::new(Whole {
                rows: Box::new(scored::solve(game, &roots, context)?),
            }),
            _ => Arc::new(Whole {
                rows: on_disk::in_memory_or_on_disk(game, &roots, context)?,
            }),
        })
    }

    fn rule_text(&self, game: &Rules, _: &Position) -> Option<RuleText> {
        // Scores of rule files are not stored.
        (!game.is_scored()).then(|| RuleText {
            numbering: "rows",
            source: Some(game.source().text.clone()),
            hash: game.meaning(),
            symmetry: game.is_symmetry_reduced(),
        })
    }

    fn vectors<'a>(&self, game: &'a Rules, root: &Position) -> Option<Box<dyn VectorSource + 'a>> {
        let roots = std::slice::from_ref(root);
        if is_sum(game, roots) || game.is_scored() {
            return None;
        }
        Some(Box::new(Vectors {
            game,
            roots: nodes(game, roots),
            has_grundy: game.no_grundy().is_none(),
            cyclic: game.forbids_cycles().then_some(cycle_error),
        }))
    }

    fn stored(&self, game: &Rules, table: Arc<Table>) -> Option<Arc<dyn Solution<Rules>>> {
        let root = game.parse(table.description().root.as_deref()?).ok()?;
        Some(match is_sum(game, std::slice::from_ref(&root)) {
            true => Arc::new(Sum {
                rows: Box::new(StoredRows::new(table, game.shape().slots())?),
            }),
            false => Arc::new(Whole {
                rows: Box::new(StoredRows::new(table, StateVectorGame::slots(game))?),
            }),
        })
    }

    fn check(
        &self,
        game: &Rules,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<Verdict<Position>, CheckError>> {
        let root = game.parse(table.description().root.as_deref()?).ok()?;
        check::check(game, &root, table, context)
    }
}

/// Whether positions are solved as sums of components.
fn is_sum(game: &Rules, positions: &[Position]) -> bool {
    game.is_sum() || positions.iter().any(|p| p.row().is_none())
}

/// What was found for a position: a table must have it.
fn found(
    value: Option<Evaluation>,
    rows: &dyn SolvedRows,
    game: &Rules,
    p: &Position,
) -> Result<Option<Evaluation>, SolveError> {
    match (value, rows.table_root()) {
        (None, Some(root)) => Err(not_in_table(game, p, root)),
        (value, _) => Ok(value),
    }
}

/// Visits all vectors as positions.
fn visit(
    rows: &dyn SolvedRows,
    game: &Rules,
    context: &RunContext,
    visitor: &mut Visitor<'_, Position>,
) -> Result<(), SolveError> {
    rows.visit(context, &mut |row, evaluation| {
        visitor(Visited::one(&game.position_of(row), evaluation))
    })
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
        found(self.get(game, p)?, &*self.rows, game, p)
    }

    /// In a partizan game a position may have been reached with one player to
    /// move only.
    fn covers(&self, game: &Rules, p: &Position) -> bool {
        if is_sum(game, std::slice::from_ref(p)) {
            return false;
        }
        match game.has_sides() {
            false => self.has(game, p),
            true => [Side::Left, Side::Right]
                .iter()
                .all(|side| self.has(game, &p.with_side(*side))),
        }
    }

    fn visit(
        &self,
        game: &Rules,
        root: &Position,
        context: &RunContext,
        visitor: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        self.check_root(game, root)?;
        visit(&*self.rows, game, context, visitor)
    }

    fn visits_from(&self, game: &Rules, root: &Position) -> bool {
        self.check_root(game, root).is_ok()
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
        let grundy = self.rows.no_grundy().filter(|_| wanted.grundy);
        let plies = self.rows.no_plies().filter(|_| wanted.plies);
        grundy.into_iter().chain(plies.map(str::to_owned)).collect()
    }

    fn outcome(
        &self,
        game: &Rules,
        p: &Position,
        _: &RunContext,
    ) -> Result<Option<Outcome>, SolveError> {
        if !game.has_sides() {
            return Ok(None);
        }
        let of = |side| self.get(game, &p.with_side(side));
        let (left, right) = (of(Side::Left)?, of(Side::Right)?);
        Ok(left.zip(right).map(|(left, right)| Outcome { left, right }))
    }

    fn table_rows(
        &self,
        _: &Rules,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        self.rows.table_rows(context)
    }

    fn depth(&self, game: &Rules, p: &Position) -> Option<u32> {
        self.depth_of(game, p)
    }
}

impl Solution<Rules> for Sum {
    fn probe(
        &self,
        game: &Rules,
        p: &Position,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        found(self.get(p)?, &*self.rows, game, p)
    }

    /// A single component that is not itself a sum is solved with distances
    /// instead.
    fn covers(&self, game: &Rules, p: &Position) -> bool {
        is_sum(game, std::slice::from_ref(p)) && matches!(self.get(p), Ok(Some(_)))
    }

    fn visit(
        &self,
        game: &Rules,
        root: &Position,
        context: &RunContext,
        visitor: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        self.check_root(game, root)?;
        visit(&*self.rows, game, context, visitor)
    }

    fn visits_from(&self, game: &Rules, root: &Position) -> bool {
        self.check_root(game, root).is_ok()
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
        context: &RunContext,
    ) -> Result<Option<Reason>, SolveError> {
        let mut theory = Theory {
            game,
            sum: self,
            worker: game.worker(),
            context,
        };
        explain(game, &mut theory, p, moves).map(Some)
    }

    fn table_rows(
        &self,
        _: &Rules,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        self.rows.table_rows(context)
    }

    fn depth(&self, _: &Rules, p: &Position) -> Option<u32> {
        self.depth_of(p)
    }
}

/// The error for a cycle where none is allowed, with the first positions on it, and its length.
fn cyclic(game: &Rules, (why, help): (&str, &str), cycle: &[Vec<i64>], length: u64) -> SolveError {
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
    if length > SHOWN as u64 {
        notes.push(format!("     → … {} more", length - SHOWN as u64));
    }
    notes.push("     → the first position again".to_owned());
    let position = game.position_of(cycle.first().map_or(&[], Vec::as_slice));
    failed(game, &position, game.refuse(None, why, help, notes))
}
