//! Oracles: an engine behind a question.
//!
//! A [`Session`](crate::Session) asks its oracle for the verdict on a position
//! and on its children; the oracle decides which engine to run, runs it once,
//! and remembers.

mod dense;
mod explored;
mod filling;
mod reached;
mod rest;
mod sums;
mod tally;
mod two_hands;

use std::fmt::Debug;

use kibitz_game::{Game, Group, Reason, Step, Watch};
use kibitz_solve::{Plan, SolveError};

pub use dense::Dense;
pub use explored::Reach;
pub use filling::Fill;
pub use reached::Reached;
pub use sums::Sums;
pub use tally::Tally;
pub use two_hands::TwoHands;

use crate::Verdict;

/// The value of a position, which an engine must have.
fn known<T>(value: Option<T>, p: &impl Debug) -> Result<T, SolveError> {
    value.ok_or_else(|| SolveError::Missing {
        position: format!("{p:?}"),
    })
}

/// Knows the value of positions.
pub trait Oracle<G: Game>: Default + Send + Sync {
    /// What it takes to answer questions about `p` and what it leads to.
    fn plan(&self, game: &G, p: &G::Pos, watch: &Watch) -> Plan;

    /// What it takes to count all positions, those that `p` reaches where the
    /// game has no end of them.
    fn plan_stats(&self, game: &G, p: &G::Pos, watch: &Watch) -> Plan {
        self.plan(game, p, watch)
    }

    /// The verdict on a position.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError>;

    /// Makes ready for questions about `p` and everything it leads to; says
    /// what people should know about the answers to come.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError>;

    /// The importance of the first move, for games that have one.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn importance(&self, game: &G, watch: &Watch) -> Result<Option<u64>, SolveError> {
        let _ = (game, watch);
        Ok(None)
    }

    /// Why `p` has its value, in terms of the theory that the oracle knows;
    /// `moves` are those of `p`, best first, or some of each group.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn reason(
        &self,
        game: &G,
        p: &G::Pos,
        moves: &[Step<G::Pos, G::Move>],
        watch: &Watch,
    ) -> Result<Option<Reason>, SolveError> {
        let _ = (game, p, moves, watch);
        Ok(None)
    }

    /// Counts all positions.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError>;

    /// Moves in groups, for a position with too many to list; `None` where all
    /// are listed.
    fn groups(&self, game: &G, p: &G::Pos) -> Option<Vec<Group<G::Move>>> {
        let _ = (game, p);
        None
    }

    /// The position after a move, for games whose moves come in groups.
    fn after(&self, game: &G, p: &G::Pos, by: &G::Move) -> Option<G::Pos> {
        let _ = (game, p, by);
        None
    }
}
