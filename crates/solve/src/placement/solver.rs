//! Games that fill cells as a solver: only the empty cells of a position
//! matter.

use std::sync::Arc;

use kibitz_game::{Engine, Filling, Impartial, Plan, Thousands, Watch, Wdl};

use super::rest::Rest;
use super::{LosingSet, Placement};
use crate::acyclic::{BOTH, sweep, sweep_grundy, sweep_plan};
use crate::solution::{Seen, Visitor, known};
use crate::tally::{self, Tally};
use crate::{Scope, Solution, SolveError, Solver, Table, Tabled, Verdict, Wanted};

/// The most empty cells with which every position gets its plies and Grundy
/// value.
pub(super) const FULL_CELLS: u32 = 22;

/// Solves the game on the cells that a position leaves empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fill;

/// The plan of one bit for each set of `cells` cells.
pub(super) fn bits_plan(cells: u32, watch: &Watch) -> Plan {
    /// Nanoseconds for a position on one core.
    const NS: f64 = 0.4;
    let positions = 1u64 << cells;
    let ns = NS / watch.thread_count() as f64;
    Plan::new(Engine::Placement, positions, positions.div_ceil(8), ns)
}

/// The cells that are filled in all positions of a scope: the game on the
/// others has them all.
fn filled_in<G: Filling>(game: &G, scope: &Scope<G::Pos>) -> u64 {
    match scope {
        Scope::Around(p) => game.filled(p),
        Scope::From(roots) => {
            let all = (1 << game.cells()) - 1;
            roots.iter().fold(all, |set, p| set & game.filled(p))
        }
        Scope::All => 0,
    }
}

impl<G: Filling + Impartial> Solver<G> for Fill {
    /// For many positions the game that has them all, where it is small: one
    /// solve with everything. Otherwise the last position, which mostly is the
    /// largest.
    fn scope(&self, game: &G, asked: Scope<G::Pos>) -> Scope<G::Pos> {
        let Scope::From(roots) = &asked else {
            return asked;
        };
        let common = filled_in(game, &asked);
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

    fn plan(&self, game: &G, scope: &Scope<G::Pos>, _: Wanted, watch: &Watch) -> Plan {
        let rest = Rest::of(game, filled_in(game, scope));
        let cells = rest.cells();
        let full = sweep_plan(1 << cells, rest.patterns().len() as u64, BOTH);
        if cells <= FULL_CELLS && full.check(watch).is_ok() {
            return full;
        }
        bits_plan(cells, watch)
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        _: Wanted,
        plan: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let rest = Rest::of(game, filled_in(game, scope));
        Ok(Arc::new(match plan.engine {
            Engine::Acyclic => {
                let table = sweep(&rest, watch)?;
                let grundy = sweep_grundy(&rest, watch)?;
                Filled::Full(Tabled::new(rest, table).with_grundy(grundy))
            }
            _ => {
                let patterns = rest.patterns().iter().copied();
                let placement = Placement::new(rest.cells(), patterns, game.stuck())?;
                Filled::Bits(placement.solve(watch)?, rest)
            }
        }))
    }
}

/// The solved game on some cells.
#[derive(Debug)]
enum Filled {
    /// Plies and Grundy values too.
    Full(Tabled<Rest, Table>),
    /// Win or loss, one bit each.
    Bits(LosingSet, Rest),
}

impl Filled {
    fn rest(&self) -> &Rest {
        match self {
            Filled::Full(table) => table.numbering(),
            Filled::Bits(_, rest) => rest,
        }
    }

    /// What is known of a position with these cells filled.
    fn of(&self, filled: u64) -> Result<Option<Verdict>, SolveError> {
        let rest = self.rest();
        if !rest.covers(filled) {
            return Ok(None);
        }
        let taken = rest.taken(filled);
        match self {
            Filled::Full(table) => table.at(rest.rank_of(taken)),
            Filled::Bits(lost, _) => Ok(Some(by_bit(lost.is_lost(taken)))),
        }
    }
}

/// What one bit tells.
pub(super) fn by_bit(is_lost: bool) -> Verdict {
    Verdict::bare(if is_lost { Wdl::Loss } else { Wdl::Win })
}

impl<G: Filling + Impartial> Solution<G> for Filled {
    fn verdict(&self, game: &G, p: &G::Pos, _: &Watch) -> Result<Option<Verdict>, SolveError> {
        self.of(game.filled(p))
    }

    /// A table of bits tells less of a small position than its own table does.
    fn covers(&self, game: &G, p: &G::Pos) -> bool {
        let filled = game.filled(p);
        let is_full = matches!(self, Filled::Full(_));
        self.rest().covers(filled) && (is_full || Rest::of(game, filled).cells() > FULL_CELLS)
    }

    fn visit(
        &self,
        game: &G,
        _: &G::Pos,
        _: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for filled in 0..1u64 << game.cells() {
            let verdict = known(self.of(filled)?, &filled)?;
            see(Seen::one(&game.position(filled), verdict))?;
        }
        Ok(())
    }

    /// Bits are counted by the word.
    fn tally(&self, game: &G, root: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        match self {
            Filled::Full(_) => tally::count(game, |see| self.visit(game, root, watch, see)),
            Filled::Bits(lost, _) => {
                let loss = lost.count_lost();
                Ok(Tally {
                    loss,
                    win: (1 << game.cells()) - loss,
                    ..Tally::default()
                })
            }
        }
    }

    fn notes(&self, wanted: Wanted) -> Vec<String> {
        match self {
            Filled::Bits(_, rest) if wanted.plies || wanted.grundy => vec![format!(
                "plies and Grundy values are told up to {FULL_CELLS} empty cells; \
                 the {} positions here have one bit each",
                Thousands(1 << rest.cells())
            )],
            _ => Vec::new(),
        }
    }
}
