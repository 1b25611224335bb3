//! Games without cycles and with a dense index: what a position reaches, with
//! scores.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kibitz_game::{Indexed, Rivals, Watch};
use kibitz_solve::acyclic::{self, Scores};
use kibitz_solve::{Plan, SolveError, Table};

use super::{Oracle, Tally, known};
use crate::Verdict;

/// Walks over everything that a position reaches, and keeps the last walk.
#[derive(Debug, Default)]
pub struct Reached {
    last: Mutex<Option<Arc<Walked>>>,
    /// Belongs to the game, whatever position is asked about.
    importance: OnceLock<Option<u64>>,
}

#[derive(Debug)]
struct Walked {
    table: Table,
    scores: Scores,
}

/// Bytes for each rank: value, score, the scores of both starts, and a mark.
const BYTES: u64 = 2 + 4 + 4 + 1;

impl Reached {
    fn around<G: Indexed + Rivals>(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Arc<Walked>, SolveError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let covers = |w: &&Arc<Walked>| w.table.get(game.rank(p)).is_some();
        if let Some(walked) = last.as_ref().filter(covers) {
            return Ok(Arc::clone(walked));
        }
        let walked = Arc::new(walk(game, [p.clone()], watch)?);
        *last = Some(Arc::clone(&walked));
        Ok(walked)
    }
}

fn walk<G: Indexed + Rivals>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos> + Clone,
    watch: &Watch,
) -> Result<Walked, SolveError> {
    Ok(Walked {
        table: acyclic::walk(game, roots.clone(), watch)?,
        scores: acyclic::scores(game, roots, watch)?,
    })
}

impl<G: Indexed + Rivals> Oracle<G> for Reached {
    fn plan(&self, game: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::walk(game.size(), BYTES)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let walked = self.around(game, p, watch)?;
        let rank = game.rank(p);
        let value = known(walked.table.get(rank), p)?;
        Ok(Verdict {
            score: walked.scores.get(rank),
            ..Verdict::from(value)
        })
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        self.around(game, p, watch)?;
        Ok(Vec::new())
    }

    /// The two scores are signed for either mover; from the first player's
    /// side the second one changes its sign.
    fn importance(&self, game: &G, watch: &Watch) -> Result<Option<u64>, SolveError> {
        if let Some(known) = self.importance.get() {
            return Ok(*known);
        }
        let starts = game.starts();
        let scores = acyclic::scores(game, starts.clone(), watch)?;
        let [first, second] = starts.map(|p| scores.get(game.rank(&p)));
        let importance = first.zip(second).map(|(a, b)| (a + b).unsigned_abs());
        Ok(*self.importance.get_or_init(|| importance))
    }

    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let table = acyclic::walk(game, [p.clone()], watch)?;
        let mut tally = Tally::default();
        for rank in 0..game.size() {
            if let (Some(value), Some(p)) = (table.get(rank), game.unrank(rank)) {
                tally.add(value, 1, value.plies().is_none(), || p);
            }
        }
        Ok(tally)
    }
}
