//! Games of two hands: a set of positions at a time where memory allows it,
//! the folded table otherwise.

use std::sync::OnceLock;

use kibitz_game::{Paired, Retro, Watch};
use kibitz_solve::pairs::{self, Pairs};
use kibitz_solve::{Plan, SolveError};

use super::{Dense, Oracle, Seen, Wanted, known};
use crate::Verdict;

/// Solves the whole game at the first question.
#[derive(Debug, Default)]
pub struct TwoHands {
    pairs: OnceLock<Pairs>,
    /// Slower, and with half the memory or less.
    folded: Dense,
}

impl TwoHands {
    /// All values, if there is room for them.
    fn pairs<G: Paired>(&self, game: &G, watch: &Watch) -> Result<Option<&Pairs>, SolveError> {
        if let Some(pairs) = self.pairs.get() {
            return Ok(Some(pairs));
        }
        if Plan::pairs(game.hands().into(), watch)
            .check(watch)
            .is_err()
        {
            return Ok(None);
        }
        let pairs = pairs::solve(game, watch)?;
        Ok(Some(self.pairs.get_or_init(|| pairs)))
    }
}

impl<G: Retro + Paired> Oracle<G> for TwoHands {
    fn plan(&self, game: &G, p: &G::Pos, watch: &Watch) -> Plan {
        let pairs = Plan::pairs(game.hands().into(), watch);
        if pairs.check(watch).is_ok() {
            pairs
        } else {
            self.folded.plan(game, p, watch)
        }
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let Some(pairs) = self.pairs(game, watch)? else {
            return self.folded.verdict(game, p, watch);
        };
        let (mine, theirs) = game.hands_of(p);
        let value = pairs.get(mine, theirs);
        known(value, p).map(Verdict::from)
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        match self.pairs(game, watch)? {
            Some(_) => Ok(Vec::new()),
            None => self.folded.prepare(game, p, watch),
        }
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
        let Some(pairs) = self.pairs(game, watch)? else {
            return self.folded.visit(game, p, wanted, watch, visit);
        };
        for mine in 0..game.hands() {
            for theirs in 0..game.hands() {
                let value = pairs.get(mine, theirs);
                if let (Some(value), Some(p)) = (value, game.pair(mine, theirs)) {
                    visit(Seen::one(&p, value))?;
                }
            }
        }
        Ok(Vec::new())
    }
}
