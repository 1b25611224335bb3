//! A game and a solution of it, to look positions up in.

use kibitz_game::Watch;
use kibitz_solve::{SolveError, Verdict};

use crate::erased::{AnyGame, AnyPosition, AnySolution, Pos, Rated};

/// Positions with more moves than this are not looked at move by move.
pub(crate) const MOST_MOVES: u64 = 1 << 22;

/// A game and a solution of it.
pub(crate) struct Probe<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) solution: Box<dyn AnySolution>,
    pub(crate) watch: &'a Watch,
}

impl Probe<'_> {
    pub(crate) fn verdict(&self, p: &Pos) -> Result<Verdict, SolveError> {
        let verdict = self.solution.verdict(p, self.watch)?;
        verdict.ok_or_else(|| SolveError::Missing {
            position: self.game.write(p),
        })
    }

    /// Every move with its worth, best first.
    pub(crate) fn rate(&self, p: &Pos) -> Result<Vec<Rated>, SolveError> {
        self.solution.rate(p, self.watch)
    }
}

/// The number of moves: none where the game is over.
pub(crate) fn move_count(game: &dyn AnyGame, p: &dyn AnyPosition) -> Result<u64, SolveError> {
    match game.decided(p)? {
        Some(_) => Ok(0),
        None => game.degree(p),
    }
}

/// Refuses a position with more moves than anybody looks at one by one.
pub(crate) fn refuse_many(moves: u64) -> Result<(), SolveError> {
    if moves <= MOST_MOVES {
        return Ok(());
    }
    Err(SolveError::TooLarge {
        what: format!("the number of moves, {moves},"),
        most: MOST_MOVES,
    })
}
