//! A game with a solution of it, to probe positions.

use kibitz_game::RunContext;
use kibitz_solve::{Evaluation, SolveError};

use kibitz_catalogue::{AnyGame, AnyPosition, AnySolution, Pos, Rated};

/// Positions with more moves than this are not rated move by move.
pub(crate) const MAX_MOVES: u64 = 1 << 22;

/// A game with a solution of it.
pub(crate) struct Probe<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) solution: Box<dyn AnySolution>,
    pub(crate) context: &'a RunContext,
}

impl Probe<'_> {
    pub(crate) fn evaluation(&self, p: &Pos) -> Result<Evaluation, SolveError> {
        let evaluation = self.solution.probe(p, self.context)?;
        evaluation.ok_or_else(|| SolveError::Missing {
            position: self.game.write(p),
        })
    }

    /// Every move with its evaluation, best first.
    pub(crate) fn rate(&self, p: &Pos) -> Result<Vec<Rated>, SolveError> {
        self.solution.rate(p, self.context)
    }
}

/// The number of moves, 0 if the game is over.
pub(crate) fn move_count(game: &dyn AnyGame, p: &dyn AnyPosition) -> Result<u64, SolveError> {
    match game.static_value(p)? {
        Some(_) => Ok(0),
        None => game.degree(p),
    }
}

/// Returns an error if a position has too many moves to rate each of them.
pub(crate) fn check_move_count(moves: u64) -> Result<(), SolveError> {
    if moves <= MAX_MOVES {
        return Ok(());
    }
    Err(SolveError::TooLarge {
        what: format!("the number of moves, {moves},"),
        max: MAX_MOVES,
    })
}
