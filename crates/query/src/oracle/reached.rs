//! Games without cycles and with a dense index: what a position reaches, with
//! scores.

use std::sync::{Arc, OnceLock};

use kibitz_game::{Indexed, Rivals, Watch};
use kibitz_solve::acyclic::{self, Scores};
use kibitz_solve::{Plan, SolveError, Table};

use super::last::Last;
use super::{Oracle, Seen, Surveyed, Wanted, known, survey};
use crate::Verdict;

/// Walks over everything that a position reaches, and keeps the last walk.
#[derive(Debug, Default)]
pub struct Reached {
    last: Last<Walked>,
    /// Belongs to the game, whatever position is asked about.
    first_move_gain: OnceLock<Option<i64>>,
}

#[derive(Debug)]
struct Walked {
    /// Where the walk began.
    roots: Vec<u64>,
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
        let covers = |walked: &Walked| walked.table.get(game.rank(p)).is_some();
        let make = || Walked::new(game, std::slice::from_ref(p), watch);
        self.last.fitting_or(covers, make)
    }

    /// The walk over what some positions reach and nothing else.
    fn rooted_at<G: Indexed + Rivals>(
        &self,
        game: &G,
        roots: &[G::Pos],
        watch: &Watch,
    ) -> Result<Arc<Walked>, SolveError> {
        let ranks = roots.iter().map(|p| game.rank(p));
        let same = |walked: &Walked| walked.roots.iter().copied().eq(ranks);
        self.last
            .fitting_or(same, || Walked::new(game, roots, watch))
    }
}

impl Walked {
    fn new<G: Indexed + Rivals>(
        game: &G,
        roots: &[G::Pos],
        watch: &Watch,
    ) -> Result<Walked, SolveError> {
        Ok(Walked {
            roots: roots.iter().map(|p| game.rank(p)).collect(),
            table: acyclic::walk(game, roots.iter().cloned(), watch)?,
            scores: acyclic::scores(game, roots.iter().cloned(), watch)?,
        })
    }

    fn verdict(&self, rank: u64) -> Option<Verdict> {
        let value = self.table.get(rank)?;
        Some(Verdict {
            score: self.scores.get(rank),
            ..Verdict::from(value)
        })
    }
}

impl<G: Indexed + Rivals> Oracle<G> for Reached {
    const VISITS_REACHED: bool = true;

    fn plan(&self, game: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::walk(game.size(), BYTES)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let walked = self.around(game, p, watch)?;
        known(walked.verdict(game.rank(p)), p)
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        self.around(game, p, watch)?;
        Ok(Vec::new())
    }

    /// The two scores are signed for either mover; from the first player's
    /// side the second one changes its sign. The difference of both is the same
    /// from the other player's side.
    fn first_move_gain(&self, game: &G, watch: &Watch) -> Result<Option<i64>, SolveError> {
        if let Some(known) = self.first_move_gain.get() {
            return Ok(*known);
        }
        let starts = game.starts();
        let scores = acyclic::scores(game, starts.clone(), watch)?;
        let [first, second] = starts.map(|p| scores.get(game.rank(&p)));
        let gain = first.zip(second).map(|(a, b)| a + b);
        Ok(*self.first_move_gain.get_or_init(|| gain))
    }

    fn visit<F>(
        &self,
        game: &G,
        p: &G::Pos,
        _: Wanted,
        watch: &Watch,
        mut visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    {
        let walked = self.rooted_at(game, std::slice::from_ref(p), watch)?;
        for rank in 0..game.size() {
            if let (Some(verdict), Some(p)) = (walked.verdict(rank), game.unrank(rank)) {
                visit(Seen::one(&p, verdict))?;
            }
        }
        Ok(Vec::new())
    }

    fn survey(
        &self,
        game: &G,
        positions: &[G::Pos],
        _: Wanted,
        watch: &Watch,
    ) -> Result<Surveyed, SolveError> {
        self.rooted_at(game, positions, watch)?;
        survey::one_by_one(self, game, positions, watch)
    }
}
