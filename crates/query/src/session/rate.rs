//! The moves of a position and what they are worth.

use kibitz_game::{
    Claim, ENOUGH, Expander, Game, Group, MORE, Presented, Step, StepOf, Turn, Watch, Wdl,
};
use kibitz_solve::SolveError;

use super::Open;
use crate::Verdict;
use crate::oracle::Oracle;

/// Positions with more moves than this are not looked at move by move.
pub(super) const MOST_MOVES: u64 = 1 << 22;

/// Moves between two looks at the clock and the budget.
const PACE: usize = 1 << 8;

/// What memory is claimed for.
const WHAT: &str = "the moves of a position";

/// A move and what it is worth.
pub(super) struct Rated<G: Game> {
    pub(super) step: Step<G::Pos, G::Move>,
    pub(super) worth: Verdict,
}

/// Counts the moves of one position after the other.
pub(super) struct Counter<'g, G: Game> {
    expander: Box<dyn Expander<Pos = G::Pos, Fault = G::Fault> + 'g>,
    /// Room for the moves of one position.
    moves: Vec<(G::Pos, Turn)>,
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

    /// Counts the moves of many positions.
    pub(super) fn counter(&self) -> Counter<'_, G> {
        Counter {
            expander: Box::new(self.game.expander()),
            moves: Vec::new(),
        }
    }

    /// The number of moves: none where the game is over.
    pub(super) fn move_count(&self, p: &G::Pos) -> Result<u64, SolveError> {
        self.counter().moves(p)
    }

    /// The number of winning moves, counted no further than `enough`.
    pub(super) fn winning_moves(
        &self,
        counter: &mut Counter<'_, G>,
        p: &G::Pos,
        enough: u64,
        watch: &Watch,
    ) -> Result<u64, SolveError> {
        let count = counter.moves(p)?;
        if count == 0 {
            return Ok(0);
        }
        if count > MOST_MOVES {
            return Err(SolveError::TooLarge {
                what: format!("the number of moves, {count},"),
                most: MOST_MOVES,
            });
        }
        let each = size_of::<(G::Pos, Turn)>() + self.game.heap_bytes(p);
        let _memory = match count > PACE as u64 {
            true => Some(watch.claim(WHAT, count * each as u64)?),
            false => None,
        };
        let Counter { expander, moves } = counter;
        let fault = |e: G::Fault| SolveError::fault(p, e);
        expander.expand(p, moves).map_err(fault)?;
        let mut winning = 0;
        for (to, turn) in moves {
            let child = self.oracle.verdict(&self.game, to, watch)?;
            winning += u64::from(child.wdl.over(*turn) == Wdl::Win);
            if winning >= enough {
                break;
            }
        }
        Ok(winning)
    }
}

impl<G: Game> Counter<'_, G> {
    /// The number of moves: none where the game is over.
    pub(super) fn moves(&mut self, p: &G::Pos) -> Result<u64, SolveError> {
        let fault = |e: G::Fault| SolveError::fault(p, e);
        match self.expander.decided(p).map_err(fault)? {
            Some(_) => Ok(0),
            None => self.expander.degree(p).map_err(fault),
        }
    }
}
