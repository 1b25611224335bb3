//! What was solved.

use std::fmt::Debug;

use kibitz_game::{Game, Group, Reason, Step, Watch};

use crate::tally::{self, Tally};
use crate::{Outcome, SolveError, Verdict, Wanted};

/// A position that is visited.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a, P: ?Sized> {
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
    pub fn one(position: &'a P, verdict: impl Into<Verdict>) -> Seen<'a, P> {
        Seen {
            position,
            verdict: verdict.into(),
            copies: 1,
        }
    }
}

/// Takes positions one after the other; an error of its own ends the visit.
pub type Visitor<'a, P> = dyn FnMut(Seen<'_, P>) -> Result<(), SolveError> + 'a;

/// Moves that have something in common, one of them as an example.
pub type Groups<G> = Vec<Group<Step<<G as Game>::Pos, <G as Game>::Move>>>;

/// What was solved. The same question always has the same answer.
pub trait Solution<G: Game>: Send + Sync {
    /// What is known of a position; `None` where it is not in this solution.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Option<Verdict>, SolveError>;

    /// Whether it tells as much of `p` and all it leads to as a solution that
    /// was made for `p`.
    fn covers(&self, game: &G, p: &G::Pos) -> bool;

    /// Visits all positions of the game, or what `root` reaches where the
    /// solution was made for that, in a fixed order. Verdicts
    /// have plies and scores if they are known, Grundy values if they were wanted.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail, or the visitor says so.
    fn visit(
        &self,
        game: &G,
        root: &G::Pos,
        watch: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError>;

    /// What people should know about the answers, of what they wanted.
    fn notes(&self, wanted: Wanted) -> Vec<String> {
        let _ = wanted;
        Vec::new()
    }

    /// Counts what [`visit`](Solution::visit) visits.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn tally(&self, game: &G, root: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        tally::count(game, |see| self.visit(game, root, watch, see))
    }

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

    /// Whether there is a theory that may give a [`reason`](Solution::reason).
    fn has_reason(&self) -> bool {
        false
    }

    /// Why `p` has its value, in terms of a theory; `moves` are those of `p`,
    /// best first, or some of each group.
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

    /// Moves in groups, for a position with too many to list; `None` where all
    /// are listed.
    fn groups(&self, game: &G, p: &G::Pos) -> Option<Groups<G>> {
        let _ = (game, p);
        None
    }

    /// The fewest moves from the roots of the solution to `p`, where it knows.
    fn distance(&self, game: &G, p: &G::Pos) -> Option<u32> {
        let _ = (game, p);
        None
    }
}

/// The value of a position, which an engine must have.
pub(crate) fn known<T>(value: Option<T>, p: &impl Debug) -> Result<T, SolveError> {
    value.ok_or_else(|| SolveError::missing(p))
}
