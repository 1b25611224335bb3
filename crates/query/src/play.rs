//! A game in progress: turns, moves, undo and redo, the end, an opponent, and a
//! review of errors.
//!
//! Independent of the user interface: the terminal and the web page share it.
//!
//! ```
//! use kibitz_game::RunContext;
//! use kibitz_query::play::{GameEnd, Opponent, GameRecord, Seat};
//!
//! let session = kibitz_query::open("piles", []).unwrap();
//! let mut play = GameRecord::new(&session, &session.default_position()).unwrap();
//! let mut perfect = Opponent::new(100, 7);
//! while play.end().unwrap().is_none() {
//!     let by = perfect.choose(&session, play.position(), &RunContext::new()).unwrap();
//!     play.make(&by).unwrap();
//! }
//! assert_eq!(play.end().unwrap(), Some(GameEnd::Won(Seat::First)));
//! ```

mod opponent;
mod review;

use kibitz_game::{Turn, Wdl};
use kibitz_solve::Evaluation;

pub use opponent::Opponent;
pub use review::{Mistake, Review, review};

use crate::{MoveError, PositionInfo, QueryError, Session};

/// Threefold repetition, with the same player to move, is a draw.
const MAX_REPETITIONS: usize = 3;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The player to move at the start.
    First,
    /// The other player.
    Second,
}

impl Seat {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// A move made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its name.
    pub by: String,
    /// The position before it.
    pub from: String,
    /// The position after it.
    pub to: String,
    /// The player who made it.
    pub seat: Seat,
    /// The player to move after it.
    pub next: Seat,
    /// Its points, in score play.
    pub points: i64,
    /// Whether it was a forced pass, the only move.
    pub is_forced_pass: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// A win for this player.
    Won(Seat),
    /// A draw by the rules of the game.
    Drawn,
    /// A draw by threefold repetition.
    Repeated,
}

/// The record of a game in progress.
pub struct GameRecord<'s> {
    session: &'s Session,
    start: String,
    /// The moves made, followed by those undone.
    plies: Vec<Ply>,
    made: usize,
}

impl std::fmt::Debug for GameRecord<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRecord")
            .field("start", &self.start)
            .field("plies", &self.plies)
            .field("made", &self.made)
            .finish_non_exhaustive()
    }
}

impl<'s> GameRecord<'s> {
    /// A game that starts from a position.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid.
    pub fn new(session: &'s Session, position: &str) -> Result<GameRecord<'s>, QueryError> {
        Ok(GameRecord {
            session,
            start: session.inspect(position, 0)?.position,
            plies: Vec::new(),
            made: 0,
        })
    }

    /// The session of the game.
    #[must_use]
    pub fn session(&self) -> &'s Session {
        self.session
    }

    /// The moves made so far.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies[..self.made]
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &str {
        self.plies().last().map_or(&self.start, |ply| &ply.to)
    }

    /// The player to move.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.plies().last().map_or(Seat::First, |ply| ply.next)
    }

    /// The current position, with at most `limit` moves.
    ///
    /// # Errors
    /// Returns an error if the rules fail at run time.
    pub fn inspect(&self, limit: usize) -> Result<PositionInfo, QueryError> {
        self.session.inspect(self.position(), limit)
    }

    /// How the game ended, if it has.
    ///
    /// # Errors
    /// Returns an error if the rules fail at run time.
    pub fn end(&self) -> Result<Option<GameEnd>, QueryError> {
        let position = self.inspect(0)?;
        let result = match position.final_score {
            // In score play all points of the game count.
            Some(last) => Some(Evaluation::of_score(self.lead(self.turn()) + last).wdl),
            None => position.result,
        };
        let end = match result {
            Some(Wdl::Win) => GameEnd::Won(self.turn()),
            Some(Wdl::Loss) => GameEnd::Won(self.turn().other()),
            Some(Wdl::Draw) => GameEnd::Drawn,
            None if self.repetitions() >= MAX_REPETITIONS => GameEnd::Repeated,
            None => return Ok(None),
        };
        Ok(Some(end))
    }

    /// In score play, by how much a player has won if the game is over.
    ///
    /// # Errors
    /// Returns an error if the rules fail at run time.
    pub fn final_score(&self, seat: Seat) -> Result<Option<i64>, QueryError> {
        let of_mover = self.inspect(0)?.final_score;
        let score = of_mover.map(|last| self.lead(self.turn()) + last);
        Ok(match seat == self.turn() {
            true => score,
            false => score.map(|score| -score),
        })
    }

    /// In score play, the points that a player has made so far.
    #[must_use]
    pub fn points(&self, seat: Seat) -> i64 {
        let own = self.plies().iter().filter(|ply| ply.seat == seat);
        own.map(|ply| ply.points).sum()
    }

    /// By how much a player is ahead.
    fn lead(&self, seat: Seat) -> i64 {
        self.points(seat) - self.points(seat.other())
    }

    /// How often the current position has occurred with the same player to
    /// move, including now.
    fn repetitions(&self) -> usize {
        let start = (self.start.as_str(), Seat::First);
        let after = self.plies().iter().map(|ply| (ply.to.as_str(), ply.next));
        let here = (self.position(), self.turn());
        std::iter::once(start)
            .chain(after)
            .filter(|there| *there == here)
            .count()
    }

    /// Makes the move named `by`. Discards the moves that were undone, unless
    /// this is the next of them.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the game is over, or `by`
    /// matches no move or several.
    pub fn make(&mut self, by: &str) -> Result<&Ply, MoveError> {
        if self.end()?.is_some() {
            return Err(MoveError::Over);
        }
        let step = self.session.step(self.position(), by)?;
        let seat = self.turn();
        let ply = Ply {
            by: step.by,
            from: self.position().to_owned(),
            to: step.position,
            seat,
            next: match step.turn {
                Turn::Other => seat.other(),
                Turn::Same => seat,
            },
            points: step.points,
            is_forced_pass: self.inspect(1)?.is_forced_pass(),
        };
        if self.plies.get(self.made) != Some(&ply) {
            self.plies.truncate(self.made);
            self.plies.push(ply);
        }
        self.made += 1;
        Ok(&self.plies[self.made - 1])
    }

    /// Undoes moves up to the last choice of a player for whom `is_own` holds;
    /// returns their number, 0 if there is none.
    pub fn take_back(&mut self, is_own: impl Fn(Seat) -> bool) -> usize {
        let made = self.plies().iter();
        let Some(place) = { made }.rposition(|ply| is_choice(ply, &is_own)) else {
            return 0;
        };
        let count = self.made - place;
        self.made = place;
        count
    }

    /// Redoes undone moves up to the next choice of such a player; returns
    /// their number.
    pub fn make_again(&mut self, is_own: impl Fn(Seat) -> bool) -> usize {
        let undone = &self.plies[self.made..];
        let next = undone.iter().skip(1);
        let place = { next }.position(|ply| is_choice(ply, &is_own));
        let again = place.map_or(undone.len(), |place| place + 1);
        self.made += again;
        again
    }

    /// Restarts from the first position.
    pub fn restart(&mut self) {
        self.plies.clear();
        self.made = 0;
    }
}

fn is_choice(ply: &Ply, is_own: impl Fn(Seat) -> bool) -> bool {
    is_own(ply.seat) && !ply.is_forced_pass
}
