//! Games without cycles whose ranks descend: one pass over everything.

use std::sync::{Arc, OnceLock};

use kibitz_game::{Descending, Grundy, Impartial, Watch};
use kibitz_solve::acyclic::{self, GrundyValues};
use kibitz_solve::{Plan, SolveError, Table};

use super::dense::visit_table;
use super::{Oracle, Seen, Wanted, known};
use crate::Verdict;

/// Moves of a position, for a guess of the time that a pass will take.
const USUAL_MOVES: u64 = 8;
/// Bytes of a value, and of a Grundy value beside it.
const VALUE: u64 = 2;
const BOTH: u64 = VALUE + size_of::<Grundy>() as u64;

/// A pass over the whole game, made at the first question.
#[derive(Debug, Default)]
pub struct Swept {
    table: OnceLock<Arc<Table>>,
}

impl Swept {
    fn table<G: Descending>(&self, game: &G, watch: &Watch) -> Result<Arc<Table>, SolveError> {
        if let Some(table) = self.table.get() {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(acyclic::sweep(game, watch)?);
        Ok(Arc::clone(self.table.get_or_init(|| table)))
    }
}

impl<G: Descending> Oracle<G> for Swept {
    fn plan(&self, game: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::sweep(game.size(), USUAL_MOVES, VALUE)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let value = self.table(game, watch)?.get(game.rank(p));
        known(value, p).map(Verdict::from)
    }

    fn prepare(&self, game: &G, _: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        self.table(game, watch)?;
        Ok(Vec::new())
    }

    fn visit<F>(
        &self,
        game: &G,
        _: &G::Pos,
        _: Wanted,
        watch: &Watch,
        visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    {
        visit_table(game, &*self.table(game, watch)?, visit)?;
        Ok(Vec::new())
    }
}

/// The same for impartial games, with Grundy values.
#[derive(Debug, Default)]
pub struct SweptGrundy {
    swept: Swept,
    grundy: OnceLock<GrundyValues>,
}

impl SweptGrundy {
    fn grundy<G: Descending + Impartial>(
        &self,
        game: &G,
        watch: &Watch,
    ) -> Result<&GrundyValues, SolveError> {
        if let Some(values) = self.grundy.get() {
            return Ok(values);
        }
        let values = acyclic::sweep_grundy(game, watch)?;
        Ok(self.grundy.get_or_init(|| values))
    }
}

impl<G: Descending + Impartial> Oracle<G> for SweptGrundy {
    fn plan(&self, game: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::sweep(game.size(), USUAL_MOVES, BOTH)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let verdict = self.swept.verdict(game, p, watch)?;
        let grundy = self.grundy(game, watch)?.get(game.rank(p));
        Ok(Verdict {
            grundy: Some(grundy),
            ..verdict
        })
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        self.grundy(game, watch)?;
        self.swept.prepare(game, p, watch)
    }

    fn visit<F>(
        &self,
        game: &G,
        p: &G::Pos,
        wanted: Wanted,
        watch: &Watch,
        mut visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    {
        let grundy = self.grundy(game, watch)?;
        self.swept.visit(game, p, wanted, watch, |mut seen| {
            seen.verdict.grundy = Some(grundy.get(game.rank(seen.position)));
            visit(seen)
        })
    }
}
