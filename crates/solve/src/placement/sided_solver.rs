//! Games that fill cells, in which Left and Right have different moves, as a
//! solver.

use std::sync::Arc;

use kibitz_game::{Engine, Plan, Side, SidedFilling, Thousands, Watch};

use super::solver::{FULL_CELLS, bits_plan, by_bit};
use super::{LosingSet, TwoSided};
use crate::acyclic::{VALUE, sweep, sweep_plan};
use crate::solution::{Seen, Visitor, known};
use crate::tally::{self, Tally};
use crate::{Outcome, Scope, Solution, SolveError, Solver, Table, Verdict, Wanted};

/// A pass over the whole board.
#[derive(Clone, Copy, Debug, Default)]
pub struct FillSides;

impl<G: SidedFilling> Solver<G> for FillSides {
    fn visits_all(&self) -> bool {
        true
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: Wanted, watch: &Watch) -> Plan {
        let [left, right] = [Side::Left, Side::Right].map(|side| game.patterns(side).len());
        let full = sweep_plan(game.size(), left.max(right) as u64, VALUE);
        match game.cells() <= FULL_CELLS && full.check(watch).is_ok() {
            true => full,
            // Two tables are as large as one with a cell more.
            false => bits_plan(game.cells() + 1, watch),
        }
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: Wanted,
        plan: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        Ok(Arc::new(match plan.engine {
            Engine::Acyclic => Filled::Full(sweep(game, watch)?),
            _ => {
                let [left, right] =
                    [Side::Left, Side::Right].map(|side| game.patterns(side).iter().copied());
                let placement = TwoSided::new(game.cells(), left, right, game.stuck())?;
                Filled::Bits(placement.solve(watch)?)
            }
        }))
    }
}

#[derive(Debug)]
enum Filled {
    /// Plies too.
    Full(Table),
    /// Win or loss, one bit each: what Left loses who moves, and Right.
    Bits([LosingSet; 2]),
}

impl Filled {
    fn of<G: SidedFilling>(&self, game: &G, p: &G::Pos) -> Result<Verdict, SolveError> {
        match self {
            Filled::Full(table) => known(table.get(game.rank(p)), p).map(Verdict::from),
            Filled::Bits(lost) => {
                let (filled, side) = game.taken(p);
                Ok(by_bit(lost[side as usize].is_lost(filled)))
            }
        }
    }
}

impl<G: SidedFilling> Solution<G> for Filled {
    fn verdict(&self, game: &G, p: &G::Pos, _: &Watch) -> Result<Option<Verdict>, SolveError> {
        self.of(game, p).map(Some)
    }

    fn covers(&self, _: &G, _: &G::Pos) -> bool {
        true
    }

    fn outcome(&self, game: &G, p: &G::Pos, _: &Watch) -> Result<Option<Outcome>, SolveError> {
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
        _: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for filled in 0..1u64 << game.cells() {
            for side in [Side::Left, Side::Right] {
                let p = game.position(filled, side);
                see(Seen::one(&p, self.of(game, &p)?))?;
            }
        }
        Ok(())
    }

    /// Bits are counted by the word; a position is counted once for both movers.
    fn tally(&self, game: &G, root: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let positions = 1u64 << game.cells();
        let tally = match self {
            Filled::Full(_) => tally::count(game, |see| self.visit(game, root, watch, see))?,
            Filled::Bits(lost) => {
                let loss = lost.iter().map(LosingSet::count_lost).sum();
                Tally {
                    loss,
                    win: 2 * positions - loss,
                    ..Tally::default()
                }
            }
        };
        Ok(Tally {
            folded: Some(positions),
            nodes: Some(2 * positions),
            unfolded: Some(positions),
            ..tally
        })
    }

    fn notes(&self, wanted: Wanted) -> Vec<String> {
        match self {
            Filled::Bits([left, _]) if wanted.plies => vec![format!(
                "plies are told up to {FULL_CELLS} cells; \
                 the {} positions here have one bit for each player",
                Thousands(1 << left.cells())
            )],
            _ => Vec::new(),
        }
    }
}
