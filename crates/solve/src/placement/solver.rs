//! Placement games as a solver: only the empty cells of a position matter.

use std::sync::Arc;

use kibitz_game::{
    ByIndex, Engine, Impartial, Numbering, PlacementGame, Plan, RunContext, Thousands, Wdl,
};
use kibitz_tablebase::Table;

use super::rest::Rest;
use super::{LosingSet, Placement};
use crate::acyclic::{BOTH, sweep, sweep_grundy, sweep_plan};
use crate::solution::{Visited, Visitor, known};
use crate::value_counts::{self, ValueCounts};
use crate::{
    Evaluation, RequestedFields, Scope, Solution, SolveError, Solver, Tabled, ValueTable, Values,
};

/// Maximum number of empty cells for which distances and Grundy values are computed.
pub(super) const FULL_CELLS: u32 = 22;

/// Solves the game on the cells that a position leaves empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacementSolver;

/// The plan of one bit for each set of `cells` cells.
pub(super) fn bits_plan(cells: u32, context: &RunContext) -> Plan {
    /// Nanoseconds per position on one core.
    const NS: f64 = 0.4;
    let positions = 1u64 << cells;
    let ns = NS / context.thread_count() as f64;
    Plan::new(Engine::Placement, positions, positions.div_ceil(8), ns)
}

/// The cells that are filled in all positions of a scope: the game on the others contains them all.
fn filled_in<G: PlacementGame>(game: &G, scope: &Scope<G::Pos>) -> u64 {
    match scope {
        Scope::Around(p) => game.filled(p),
        Scope::From(roots) => {
            let all = (1 << game.cells()) - 1;
            roots.iter().fold(all, |set, p| set & game.filled(p))
        }
        Scope::All => 0,
    }
}

impl<G: PlacementGame + Impartial> Solver<G> for PlacementSolver {
    /// For several positions, the game that contains them all if it is small: one solve with
    /// everything. Otherwise the last position, which usually has the most empty cells.
    fn scope(&self, game: &G, requested: Scope<G::Pos>) -> Scope<G::Pos> {
        let Scope::From(roots) = &requested else {
            return requested;
        };
        let common = filled_in(game, &requested);
        match roots.last() {
            Some(last) if Rest::of(game, common).cells() > FULL_CELLS => {
                Scope::Around(last.clone())
            }
            _ => Scope::Around(game.position(common)),
        }
    }

    fn visits_all(&self) -> bool {
        true
    }

    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByIndex))
    }

    fn stored(&self, game: &G, table: Arc<Table>) -> Option<Arc<dyn Solution<G>>> {
        Some(Arc::new(PlacementSolution::Stored(
            table,
            Rest::of(game, 0),
        )))
    }

    fn plan(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        _: RequestedFields,
        context: &RunContext,
    ) -> Plan {
        let rest = Rest::of(game, filled_in(game, scope));
        let cells = rest.cells();
        let full = sweep_plan(1 << cells, rest.patterns().len() as u64, BOTH);
        if cells <= FULL_CELLS && full.check(context).is_ok() {
            return full;
        }
        bits_plan(cells, context)
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        _: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let rest = Rest::of(game, filled_in(game, scope));
        Ok(Arc::new(match plan.engine {
            Engine::Acyclic => {
                let table = sweep(&rest, context)?;
                let grundy = sweep_grundy(&rest, context)?;
                PlacementSolution::Full(Tabled::new(rest, table).with_grundy(grundy))
            }
            _ => {
                let patterns = rest.patterns().iter().copied();
                let placement = Placement::new(rest.cells(), patterns, game.no_move_result())?;
                PlacementSolution::Bits(placement.solve(context)?, rest)
            }
        }))
    }
}

/// The solved game on some cells.
#[derive(Debug)]
enum PlacementSolution {
    /// With distances and Grundy values.
    Full(Tabled<Rest, ValueTable>),
    /// Results only, one bit each.
    Bits(LosingSet, Rest),
    /// A table of the whole game by rank.
    Stored(Arc<Table>, Rest),
}

impl PlacementSolution {
    fn rest(&self) -> &Rest {
        match self {
            PlacementSolution::Full(table) => table.numbering(),
            PlacementSolution::Bits(_, rest) | PlacementSolution::Stored(_, rest) => rest,
        }
    }

    /// The evaluation of a position with these cells filled.
    fn of<G: PlacementGame>(
        &self,
        game: &G,
        filled: u64,
    ) -> Result<Option<Evaluation>, SolveError> {
        let rest = self.rest();
        if !rest.covers(filled) {
            return Ok(None);
        }
        let taken = rest.taken(filled);
        match self {
            PlacementSolution::Full(table) => table.at(rest.rank_of(taken)),
            PlacementSolution::Bits(lost, _) => Ok(Some(by_bit(lost.is_lost(taken)))),
            PlacementSolution::Stored(table, _) => {
                Values::get(table, game.rank(&game.position(filled)))
            }
        }
    }
}

/// The evaluation that one bit gives.
pub(super) fn by_bit(is_lost: bool) -> Evaluation {
    Evaluation::bare(if is_lost { Wdl::Loss } else { Wdl::Win })
}

impl<G: PlacementGame + Impartial> Solution<G> for PlacementSolution {
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        self.of(game, game.filled(p))
    }

    /// For a small position, a table of its own has more than a table of bits.
    fn covers(&self, game: &G, p: &G::Pos) -> bool {
        let filled = game.filled(p);
        let is_bits = matches!(self, PlacementSolution::Bits(..));
        self.rest().covers(filled) && (!is_bits || Rest::of(game, filled).cells() > FULL_CELLS)
    }

    fn visit(
        &self,
        game: &G,
        _: &G::Pos,
        _: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for filled in 0..1u64 << game.cells() {
            let evaluation = known(self.of(game, filled)?, &filled)?;
            visitor(Visited::one(&game.position(filled), evaluation))?;
        }
        Ok(())
    }

    /// Bits are counted by the word.
    fn count_values(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<G::Pos>, SolveError> {
        match self {
            PlacementSolution::Full(_) | PlacementSolution::Stored(..) => {
                value_counts::count(game, |visitor| self.visit(game, root, context, visitor))
            }
            PlacementSolution::Bits(lost, _) => {
                let loss = lost.count_lost();
                Ok(ValueCounts {
                    loss,
                    win: (1 << game.cells()) - loss,
                    ..ValueCounts::default()
                })
            }
        }
    }

    fn notes(&self, wanted: RequestedFields) -> Vec<String> {
        match self {
            PlacementSolution::Bits(_, rest) if wanted.plies || wanted.grundy => vec![format!(
                "distances and Grundy values are computed for at most {FULL_CELLS} empty cells; \
                 the {} positions of this game have one bit each",
                Thousands(1 << rest.cells())
            )],
            _ => Vec::new(),
        }
    }
}
