//! Games of two hands: a set of positions at a time where memory allows it,
//! the folded table otherwise.

use std::sync::OnceLock;

use kibitz_game::{Paired, Retro, Value, Watch};
use kibitz_solve::pairs::{self, Pairs};
use kibitz_solve::{Plan, SolveError};

use super::{Dense, Oracle, Tally, known};
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

    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let Some(pairs) = self.pairs(game, watch)? else {
            return self.folded.tally(game, p, watch);
        };
        let mut tally = Tally::default();
        for mine in 0..game.hands() {
            for theirs in 0..game.hands() {
                let (Some(value), Some(p)) = (pairs.get(mine, theirs), game.pair(mine, theirs))
                else {
                    continue;
                };
                let is_tie = || game.decided(&p).map_err(|e| SolveError::fault(&p, &e));
                let decided = value == Value::Draw && is_tie()?.is_some();
                tally.add(value, 1, decided, || p.clone());
            }
        }
        Ok(tally)
    }
}
