//! The moves of a position and what they are worth.

use kibitz_game::{Claim, ENOUGH, Game, Group, MORE, Presented, Step, Watch};
use kibitz_solve::SolveError;

use super::Open;
use crate::Verdict;
use crate::oracle::Oracle;

/// Positions with more moves than this are not looked at move by move.
pub(super) const MOST_MOVES: u64 = 1 << 22;

/// Moves between two looks at the clock and the budget.
const PACE: usize = 1 << 8;

type StepOf<G> = Step<<G as Game>::Pos, <G as Game>::Move>;

/// A move and what it is worth.
pub(super) struct Rated<G: Game> {
    pub(super) step: Step<G::Pos, G::Move>,
    pub(super) worth: Verdict,
}

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    /// Every move with its worth, best first.
    pub(super) fn rate(&self, p: &G::Pos, watch: &Watch) -> Result<Vec<Rated<G>>, SolveError> {
        let (steps, _memory) = self.steps(p, watch)?;
        let mut rated = Vec::with_capacity(steps.len());
        for (number, step) in steps.into_iter().enumerate() {
            if number % PACE == 0 {
                watch.check()?;
            }
            let child = self.oracle.verdict(&self.game, &step.to, watch)?;
            let worth = child.over(step.turn);
            rated.push(Rated { step, worth });
        }
        rated.sort_by_key(|r| r.worth.order());
        Ok(rated)
    }

    /// Every move, in the order of the rules, and the memory that they take.
    fn steps(&self, p: &G::Pos, watch: &Watch) -> Result<(Vec<StepOf<G>>, Claim), SolveError> {
        const WHAT: &str = "the moves of a position";
        let fault = |e: G::Fault| SolveError::fault(p, e);
        let mut steps = Vec::new();
        let mut memory = watch.claim(WHAT, 0)?;
        if self.game.decided(p).map_err(fault)?.is_some() {
            return Ok((steps, memory));
        }
        let each = size_of::<Rated<G>>() + self.game.heap_bytes(p);
        let bytes = (PACE * each) as u64;
        let mut claimed = Ok(());
        let flow = self.game.expand(p, |step| {
            steps.push(step);
            if steps.len().is_multiple_of(PACE) {
                claimed = memory.grow(WHAT, bytes);
            }
            if claimed.is_ok() { MORE } else { ENOUGH }
        });
        let _ = flow.map_err(fault)?;
        claimed?;
        Ok((steps, memory))
    }

    /// The moves of a position with too many of them: one of each group. All
    /// are ordinary moves, after which the other player moves.
    pub(super) fn rate_groups(
        &self,
        p: &G::Pos,
        groups: &[Group<G::Move>],
        watch: &Watch,
    ) -> Result<Vec<Rated<G>>, SolveError> {
        let mut rated = Vec::with_capacity(groups.len());
        for group in groups {
            if let Some(to) = self.oracle.after(&self.game, p, &group.example) {
                let child = self.oracle.verdict(&self.game, &to, watch)?;
                let step = Step::pass(to, group.example.clone());
                let worth = child.over(step.turn);
                rated.push(Rated { step, worth });
            }
        }
        rated.sort_by_key(|r| r.worth.order());
        Ok(rated)
    }

    /// The number of moves: none where the game is over.
    pub(super) fn move_count(&self, p: &G::Pos) -> Result<u64, SolveError> {
        let fault = |e: G::Fault| SolveError::fault(p, e);
        match self.game.decided(p).map_err(fault)? {
            Some(_) => Ok(0),
            None => self.game.degree(p).map_err(fault),
        }
    }
}
