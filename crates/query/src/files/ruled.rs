//! Rule files: everything that a position reaches, or the parts of a sum.

mod sum;
mod whole;
mod why;

use std::sync::Arc;

use kibitz_game::{Engine, Plan, Reason, Side, Step, Watch};
use kibitz_rules::{Failure, Named, Position, Rules};
use kibitz_solve::{
    Cause, Outcome, Scope, Solution, SolveError, Solver, Tally, Verdict, Visitor, Wanted,
};

use sum::Sum;
use whole::Whole;

/// Enumerates what positions of a rule file reach, or solves the parts of sums.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ruled;

impl Solver<Rules> for Ruled {
    fn plan(&self, game: &Rules, scope: &Scope<Position>, _: Wanted, _: &Watch) -> Plan {
        Plan::unknown(match is_sum(game, &scope.roots()) {
            true => Engine::Heaps,
            false => Engine::Explore,
        })
    }

    fn run(
        &self,
        game: &Rules,
        scope: &Scope<Position>,
        _: Wanted,
        plan: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<Rules>>, SolveError> {
        let roots = scope.roots();
        Ok(match plan.engine {
            Engine::Heaps => Arc::new(Sum::new(game, &roots, watch)?),
            _ => Arc::new(Whole::new(game, &roots, watch)?),
        })
    }
}

/// Whether positions are solved by their parts.
fn is_sum(game: &Rules, positions: &[Position]) -> bool {
    game.is_sum() || positions.iter().any(|p| p.row().is_none())
}

/// A failure of the rules as the engines report it.
fn failed(game: &Rules, p: &Position, failure: Failure) -> SolveError {
    SolveError::Fault {
        position: game.write_position(p),
        fault: Cause::new(failure),
    }
}

impl Solution<Rules> for Whole {
    fn verdict(
        &self,
        game: &Rules,
        p: &Position,
        _: &Watch,
    ) -> Result<Option<Verdict>, SolveError> {
        Ok(self.get(game, p))
    }

    /// With sides a position on the way may have been reached by one player
    /// only.
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
        watch: &Watch,
        see: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        self.visit_all(game, watch, see)
    }

    fn tally(
        &self,
        game: &Rules,
        root: &Position,
        watch: &Watch,
    ) -> Result<Tally<Position>, SolveError> {
        self.count(game, root, watch)
    }

    fn notes(&self, wanted: Wanted) -> Vec<String> {
        self.no_grundy()
            .filter(|_| wanted.grundy)
            .into_iter()
            .collect()
    }

    fn outcome(
        &self,
        game: &Rules,
        p: &Position,
        _: &Watch,
    ) -> Result<Option<Outcome>, SolveError> {
        let of = |side| self.get(game, &p.with_side(side));
        Ok(match game.has_sides() {
            false => None,
            true => of(Side::Left)
                .zip(of(Side::Right))
                .map(|(left, right)| Outcome { left, right }),
        })
    }

    fn distance(&self, game: &Rules, p: &Position) -> Option<u32> {
        self.plies_from_root(game, p)
    }
}

impl Solution<Rules> for Sum {
    fn verdict(&self, _: &Rules, p: &Position, _: &Watch) -> Result<Option<Verdict>, SolveError> {
        Ok(self.get(p))
    }

    /// A single part has plies where it is no sum by itself.
    fn covers(&self, game: &Rules, p: &Position) -> bool {
        is_sum(game, std::slice::from_ref(p)) && self.get(p).is_some()
    }

    fn visit(
        &self,
        game: &Rules,
        _: &Position,
        _: &Watch,
        see: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        self.visit_all(game, see)
    }

    fn tally(&self, game: &Rules, _: &Position, _: &Watch) -> Result<Tally<Position>, SolveError> {
        Ok(self.count(game))
    }

    fn notes(&self, wanted: Wanted) -> Vec<String> {
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
        _: &Watch,
    ) -> Result<Option<Reason>, SolveError> {
        Ok(Some(why::reason(game, self, p, moves)))
    }

    fn distance(&self, _: &Rules, p: &Position) -> Option<u32> {
        self.plies_from_root(p)
    }
}

/// A cycle as people see it, where the rules or their answers leave no room for
/// one: why, and the positions on it.
fn cyclic(game: &Rules, why: &str, help: &str, cycle: &[Vec<i64>]) -> SolveError {
    /// So many positions are shown.
    const SHOWN: usize = 12;
    let mut notes: Vec<String> = cycle
        .iter()
        .take(SHOWN)
        .enumerate()
        .map(|(i, node)| {
            let arrow = if i == 0 {
                "one cycle: "
            } else {
                "        → "
            };
            format!("{arrow}{}", kibitz_game::Slotted::write(game, node))
        })
        .collect();
    if cycle.len() > SHOWN {
        notes.push(format!("        → … {} more", cycle.len() - SHOWN));
    }
    notes.push("        → and so on from the first".to_owned());
    let position = game.position_of(cycle.first().map_or(&[], Vec::as_slice));
    failed(game, &position, game.refuse(None, why, help, notes))
}
