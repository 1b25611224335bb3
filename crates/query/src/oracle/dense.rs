//! Games with cycles and a dense index: one table of everything.

use std::sync::{Arc, OnceLock};

use kibitz_game::{Indexed, Retro, Watch};
use kibitz_solve::{Plan, SolveError, Table, retrograde};

use super::{Oracle, Seen, Wanted, known};
use crate::Verdict;

/// Retrograde analysis of the whole game, done at the first question.
#[derive(Debug, Default)]
pub struct Dense {
    table: OnceLock<Arc<Table>>,
}

impl Dense {
    /// The table of the whole game.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    pub fn table<G: Retro>(&self, game: &G, watch: &Watch) -> Result<Arc<Table>, SolveError> {
        if let Some(table) = self.table.get() {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(retrograde::solve(game, watch)?);
        Ok(Arc::clone(self.table.get_or_init(|| table)))
    }
}

impl<G: Retro> Oracle<G> for Dense {
    fn plan(&self, game: &G, _: &G::Pos, watch: &Watch) -> Plan {
        Plan::retrograde(game.size(), moves(game), watch)
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

/// How many moves a rank has on average: of some of them.
fn moves<G: Retro>(game: &G) -> f64 {
    const SAMPLE: u64 = 1 << 10;
    let step = game.size().div_ceil(SAMPLE).max(1);
    let ranks = (0..game.size()).step_by(step as usize);
    let count = game.size().div_ceil(step).max(1) as f64;
    let of = |rank| {
        let p = game.unrank(rank)?;
        let is_decided = game.decided(&p).is_ok_and(|value| value.is_some());
        (!is_decided).then(|| game.degree(&p).unwrap_or(0))
    };
    ranks.filter_map(of).sum::<u64>() as f64 / count
}

/// Visits every position of a table that is counted, in the order of ranks.
pub(super) fn visit_table<G: Indexed>(
    game: &G,
    table: &Table,
    mut visit: impl FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    for rank in 0..game.size() {
        if let (Some(p), Some(value)) = (game.unrank(rank), table.get(rank))
            && game.is_counted(&p)
        {
            visit(Seen {
                position: &p,
                verdict: value.into(),
                copies: game.copies(&p),
            })?;
        }
    }
    Ok(())
}
