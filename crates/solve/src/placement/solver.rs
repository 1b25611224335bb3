//! Placement games as a solver: only the empty cells of a position matter.

use std::ops::Range;
use std::sync::Arc;

use kibitz_game::{
    ByIndex, Engine, Impartial, Numbering, PlacementGame, Plan, RunContext, Thousands,
};
use kibitz_tablebase::{Entry, Table};

use super::bits::{Bits, Place, result};
use super::on_disk::LEAST_CELLS;
use super::path::{Board, Path};
use super::rest::Rest;
use super::{LosingSet, Placement};
use crate::acyclic::{BOTH, sweep, sweep_grundy, sweep_plan};
use crate::solution::{Visited, Visitor, evaluated_entries, known};
use crate::value_counts::{self, ValueCounts};
use crate::work::stays_in_memory;
use crate::{
    Evaluation, RequestedFields, Scope, Solution, SolveError, Solver, Tabled, ValueTable, Values,
};

/// Maximum number of empty cells for which distances and Grundy values are computed.
pub(super) const FULL_CELLS: u32 = 22;

/// Solves the game on the cells that a position leaves empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacementSolver;

/// The plan of one bit for each position of a game with this number of positions, in memory or on disk.
/// An error of the game is reported when it is solved.
pub(super) fn bits_plan<const SIDES: usize>(
    positions: u64,
    board: Option<Board<'_, SIDES>>,
    context: &RunContext,
) -> Plan {
    /// Nanoseconds per position on one core, and how much longer it takes on disk.
    const NS: f64 = 0.4;
    const ON_DISK: f64 = 2.0;
    let ns = NS / context.thread_count() as f64;
    let bytes = positions.div_ceil(8);
    let in_memory = Plan::new(Engine::Placement, positions, bytes, ns);
    let (Some(board), Some(scratch)) = (board, context.scratch()) else {
        return in_memory;
    };
    if board.cells < LEAST_CELLS || stays_in_memory(board.memory(), board.memory(), context) {
        return in_memory;
    }
    let layout = board.layout_on_disk(Path::best());
    let bytes = board.sizes(&layout, scratch.spare, context).bytes;
    Plan {
        disk: Some(board.disk()),
        ..Plan::new(Engine::PlacementOnDisk, positions, bytes, ON_DISK * ns)
    }
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
        let placement = rest.placement();
        let board = placement.as_ref().ok().map(Placement::board);
        bits_plan(1 << cells, board, context)
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
            engine => {
                let placement = rest.placement()?;
                let lost = match (engine, context.scratch()) {
                    (Engine::PlacementOnDisk, Some(scratch)) => {
                        placement.solve_on_disk(scratch, context)?
                    }
                    _ => placement.solve(context)?,
                };
                PlacementSolution::Bits(lost, rest)
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
    /// The bits in order of ranks, if that is all there is.
    fn bits<G: PlacementGame>(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
    ) -> Option<Bits<'_, impl Fn(u64) -> Place>> {
        let PlacementSolution::Bits(lost, rest) = self else {
            return None;
        };
        let place = move |number| {
            let filled = game.filled(&game.unrank(number)?);
            rest.covers(filled).then(|| (0, rest.taken(filled)))
        };
        let lost = std::slice::from_ref(lost);
        (numbering.name() == Numbering::<G>::name(&ByIndex)).then_some(Bits { lost, place })
    }

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
            PlacementSolution::Bits(lost, _) => {
                Ok(Some(Evaluation::bare(result(lost.is_lost(taken)))))
            }
            PlacementSolution::Stored(table, _) => {
                Values::get(table, game.rank(&game.position(filled)))
            }
        }
    }
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

    fn entries(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        match self.bits(game, numbering) {
            Some(bits) => bits.entries(numbers, into),
            None => evaluated_entries(self, game, numbering, numbers, context, into),
        }
    }

    fn distinct_entries(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        match self.bits(game, numbering) {
            Some(bits) => bits.distinct_entries(numbers, into),
            None => evaluated_entries(self, game, numbering, numbers, context, into),
        }
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
