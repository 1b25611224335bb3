//! Partizan placement games as a solver.

use std::ops::Range;
use std::sync::Arc;

use kibitz_game::{
    ByIndex, Engine, Numbering, PartizanPlacementGame, Plan, RunContext, Side, Thousands,
};
use kibitz_tablebase::{Entry, Table};

use super::bits::{Bits, Place, result};
use super::solver::{FULL_CELLS, bits_plan};
use super::{LosingSet, PartizanPlacement, PlacementError};
use crate::acyclic::{VALUE, sweep, sweep_plan};
use crate::solution::{Visited, Visitor, evaluated_entries, known};
use crate::value_counts::{self, ValueCounts};
use crate::{
    Evaluation, Outcome, RequestedFields, Scope, Solution, SolveError, Solver, ValueTable, Values,
};

/// A sweep over the whole board.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanPlacementSolver;

impl<G: PartizanPlacementGame> Solver<G> for PartizanPlacementSolver {
    fn visits_all(&self) -> bool {
        true
    }

    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByIndex))
    }

    fn stored(&self, _: &G, table: Arc<Table>) -> Option<Arc<dyn Solution<G>>> {
        Some(Arc::new(PartizanPlacementSolution::Stored(table)))
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: RequestedFields, context: &RunContext) -> Plan {
        let [left, right] = [Side::Left, Side::Right].map(|side| game.patterns(side).len());
        let full = sweep_plan(game.size(), left.max(right) as u64, VALUE);
        match game.cells() <= FULL_CELLS && full.check(context).is_ok() {
            true => full,
            false => {
                let placement = placement(game);
                let board = placement.as_ref().ok().map(PartizanPlacement::board);
                bits_plan(game.size(), board, context)
            }
        }
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        Ok(Arc::new(match plan.engine {
            Engine::Acyclic => PartizanPlacementSolution::Full(sweep(game, context)?),
            engine => {
                let placement = placement(game)?;
                PartizanPlacementSolution::Bits(match (engine, context.scratch()) {
                    (Engine::PlacementOnDisk, Some(scratch)) => {
                        placement.solve_on_disk(scratch, context)?
                    }
                    _ => placement.solve(context)?,
                })
            }
        }))
    }
}

/// The game for the engine of this module.
fn placement<G: PartizanPlacementGame>(game: &G) -> Result<PartizanPlacement, PlacementError> {
    let [left, right] = [Side::Left, Side::Right].map(|side| game.patterns(side).iter().copied());
    PartizanPlacement::new(game.cells(), left, right, game.no_move_result())
}

#[derive(Debug)]
enum PartizanPlacementSolution {
    /// With distances.
    Full(ValueTable),
    /// Results only, one bit each: positions lost for Left to move, and for Right to move.
    Bits([LosingSet; 2]),
    /// A table of the whole game by rank.
    Stored(Arc<Table>),
}

impl PartizanPlacementSolution {
    /// The bits in order of ranks, if that is all there is.
    fn bits<G: PartizanPlacementGame>(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
    ) -> Option<Bits<'_, impl Fn(u64) -> Place>> {
        let PartizanPlacementSolution::Bits(lost) = self else {
            return None;
        };
        let place = move |number| {
            let (filled, side) = game.taken(&game.unrank(number)?);
            Some((side as usize, filled))
        };
        (numbering.name() == Numbering::<G>::name(&ByIndex)).then_some(Bits { lost, place })
    }

    fn of<G: PartizanPlacementGame>(&self, game: &G, p: &G::Pos) -> Result<Evaluation, SolveError> {
        match self {
            PartizanPlacementSolution::Full(table) => {
                known(table.get(game.rank(p)), p).map(Evaluation::from)
            }
            PartizanPlacementSolution::Bits(lost) => {
                let (filled, side) = game.taken(p);
                Ok(Evaluation::bare(result(
                    lost[side as usize].is_lost(filled),
                )))
            }
            PartizanPlacementSolution::Stored(table) => known(Values::get(table, game.rank(p))?, p),
        }
    }
}

impl<G: PartizanPlacementGame> Solution<G> for PartizanPlacementSolution {
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        self.of(game, p).map(Some)
    }

    fn covers(&self, _: &G, _: &G::Pos) -> bool {
        true
    }

    fn outcome(&self, game: &G, p: &G::Pos, _: &RunContext) -> Result<Option<Outcome>, SolveError> {
        let (filled, _) = game.taken(p);
        let of = |side| self.of(game, &game.position(filled, side));
        Ok(Some(Outcome {
            left: of(Side::Left)?,
            right: of(Side::Right)?,
        }))
    }

    fn visit(
        &self,
        game: &G,
        _: &G::Pos,
        _: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for filled in 0..1u64 << game.cells() {
            for side in [Side::Left, Side::Right] {
                let p = game.position(filled, side);
                visitor(Visited::one(&p, self.of(game, &p)?))?;
            }
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

    /// Bits are counted by the word; a position is counted once for both movers.
    fn count_values(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<G::Pos>, SolveError> {
        let positions = 1u64 << game.cells();
        let counts = match self {
            PartizanPlacementSolution::Full(_) | PartizanPlacementSolution::Stored(_) => {
                value_counts::count(game, |visitor| self.visit(game, root, context, visitor))?
            }
            PartizanPlacementSolution::Bits(lost) => {
                let loss = lost.iter().map(LosingSet::count_lost).sum();
                ValueCounts {
                    loss,
                    win: 2 * positions - loss,
                    ..ValueCounts::default()
                }
            }
        };
        Ok(ValueCounts {
            distinct_positions: Some(positions),
            nodes: Some(2 * positions),
            positions_without_symmetry: Some(positions),
            ..counts
        })
    }

    fn notes(&self, wanted: RequestedFields) -> Vec<String> {
        match self {
            PartizanPlacementSolution::Bits([left, _]) if wanted.plies => vec![format!(
                "distances are computed for at most {FULL_CELLS} cells; \
                 the {} positions of this game have one bit per player",
                Thousands(1 << left.cells())
            )],
            _ => Vec::new(),
        }
    }
}
