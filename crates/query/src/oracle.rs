//! Oracles: an engine behind a question.
//!
//! A [`Session`](crate::Session) asks its oracle for the verdict on a position
//! and on its children; the oracle decides which engine to run, runs it once,
//! and remembers.

mod bundles;
mod dense;
mod explored;
mod filling;
mod filling_sides;
mod last;
mod reached;
mod rest;
mod ruled;
mod sums;
mod survey;
mod swept;
mod tally;
mod two_hands;

use std::fmt::Debug;

use kibitz_game::{Game, Group, Reason, Step, Watch, Wdl};
use kibitz_solve::{Plan, SolveError};

pub use bundles::Bundles;
pub use dense::Dense;
pub use explored::Reach;
pub use filling::Fill;
pub use filling_sides::FillSides;
pub use reached::Reached;
pub use ruled::Ruled;
pub use sums::Sums;
pub use survey::Surveyed;
pub use swept::{Swept, SweptGrundy};
pub use tally::Tally;
pub use two_hands::TwoHands;

use crate::Verdict;

/// The value of a position, which an engine must have.
fn known<T>(value: Option<T>, p: &impl Debug) -> Result<T, SolveError> {
    value.ok_or_else(|| SolveError::Missing {
        position: format!("{p:?}"),
    })
}

/// What is asked about each of many positions beyond win, draw or loss. What is
/// not asked for may be told all the same where it costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// How soon the game ends.
    pub plies: bool,
    /// The Grundy value.
    pub grundy: bool,
}

/// What a position is worth to either player, where they have different moves
/// and each of them begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// To Left, who moves.
    pub left: Verdict,
    /// To Right, who moves.
    pub right: Verdict,
}

impl Outcome {
    /// `N`, `P`, `L` or `R`: the next or the previous player wins, or Left or
    /// Right whoever begins. Where draws occur, the two results, Left's first.
    #[must_use]
    pub fn class(&self) -> &'static str {
        use Wdl::{Draw, Loss, Win};
        match (self.left.wdl, self.right.wdl) {
            (Win, Win) => "N",
            (Loss, Loss) => "P",
            (Win, Loss) => "L",
            (Loss, Win) => "R",
            (Draw, Draw) => "draw/draw",
            (Draw, Win) => "draw/win",
            (Draw, Loss) => "draw/loss",
            (Win, Draw) => "win/draw",
            (Loss, Draw) => "loss/draw",
        }
    }
}

/// A position that an oracle visits.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a, P> {
    /// The position.
    pub position: &'a P,
    /// What is known of it.
    pub verdict: Verdict,
    /// How many positions it stands for, itself among them: those that a
    /// folded table does not tell apart.
    pub copies: u64,
}

impl<'a, P> Seen<'a, P> {
    /// A position that stands for itself alone.
    fn one(position: &'a P, verdict: impl Into<Verdict>) -> Seen<'a, P> {
        Seen {
            position,
            verdict: verdict.into(),
            copies: 1,
        }
    }
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

    /// By how much moving first at the start raises a player's score, for games
    /// in which either player may; negative where it lowers it. Its absolute
    /// value is the importance of the first move.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn first_move_gain(&self, game: &G, watch: &Watch) -> Result<Option<i64>, SolveError> {
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

    /// What `p` is worth to either player who begins, in a game in which they
    /// have different moves.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn outcome(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Option<Outcome>, SolveError> {
        let _ = (game, p, watch);
        Ok(None)
    }

    /// Whether [`visit`](Oracle::visit) goes through what a position reaches, and
    /// not through all positions of the game.
    const VISITS_REACHED: bool = false;

    /// Visits all positions, those that `p` reaches where the game has no end
    /// of them, in a fixed order; says what people should know about them.
    /// Plies and scores are told where they are known, Grundy values where
    /// they are wanted. After it the verdict on each is at hand.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail, or the visitor says so.
    fn visit<F>(
        &self,
        game: &G,
        p: &G::Pos,
        wanted: Wanted,
        watch: &Watch,
        visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>;

    /// Counts all positions.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        tally::count(self, game, p, watch)
    }

    /// The verdicts on many positions. One solve should serve them all;
    /// without a better way it is the last position's, which mostly is the
    /// largest.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn survey(
        &self,
        game: &G,
        positions: &[G::Pos],
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Surveyed, SolveError> {
        let _ = wanted;
        survey::one_by_one(self, game, positions, watch)
    }

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
