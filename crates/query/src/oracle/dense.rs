//! Games with cycles and a dense index: one table of everything.

use std::sync::{Arc, OnceLock};

use kibitz_game::{Retro, Watch};
use kibitz_solve::{Plan, SolveError, Table, retrograde};

use super::{Oracle, Tally, is_decided, known};
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
        Plan::retrograde(game.size(), watch)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let value = self.table(game, watch)?.get(game.rank(p));
        known(value, p).map(Verdict::from)
    }

    fn prepare(&self, game: &G, _: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        self.table(game, watch)?;
        Ok(Vec::new())
    }

    fn tally(&self, game: &G, _: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let table = self.table(game, watch)?;
        let mut tally = Tally::default();
        for rank in 0..game.size() {
            if let (Some(p), Some(value)) = (game.unrank(rank), table.get(rank)) {
                let decided = value.plies().is_none() && is_decided(game, &p)?;
                tally.add(value, game.copies(&p), decided, || p.clone());
            }
        }
        Ok(tally)
    }
}
