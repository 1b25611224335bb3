//! A game between two players, move by move: whose turn it is, what was
//! played, taking back, how it ends, an opponent, and what went wrong.
//!
//! Nothing here draws or reads lines; a terminal and a page play by the same
//! rules.
//!
//! ```
//! use kibitz_game::Watch;
//! use kibitz_query::play::{End, Opponent, Play, Seat};
//!
//! let session = kibitz_query::open("piles", []).unwrap();
//! let mut play = Play::new(&session, &session.shown()).unwrap();
//! let mut perfect = Opponent::new(100, 7);
//! while play.end().unwrap().is_none() {
//!     let by = perfect.choose(&session, play.position(), &Watch::new()).unwrap();
//!     play.make(&by).unwrap();
//! }
//! assert_eq!(play.end().unwrap(), Some(End::Won(Seat::First)));
//! ```

mod opponent;
mod review;

use kibitz_game::{Turn, Wdl};

pub use opponent::Opponent;
pub use review::{Mistake, Review, review};

use crate::{MoveError, QueryError, Session, Sight};

/// A position that comes so often, with the same player to move, is a draw.
const REPEATS: usize = 3;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Who moves at the start.
    First,
    /// The other one.
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

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its name.
    pub by: String,
    /// The position before it.
    pub from: String,
    /// The position after it.
    pub to: String,
    /// Who made it.
    pub seat: Seat,
    /// Who moves after it.
    pub next: Seat,
    /// Whether it was a pass, because nothing else was possible.
    pub is_forced_pass: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody has won.
    Won(Seat),
    /// A draw by the rules of the game.
    Drawn,
    /// A draw, because the position has come for the third time.
    Repeated,
}

/// A game that is being played.
pub struct Play<'s> {
    session: &'s Session,
    start: String,
    /// The moves made, and after them those taken back.
    plies: Vec<Ply>,
    made: usize,
}

impl std::fmt::Debug for Play<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Play")
            .field("start", &self.start)
            .field("plies", &self.plies)
            .field("made", &self.made)
            .finish_non_exhaustive()
    }
}

impl<'s> Play<'s> {
    /// A game from some position.
    ///
    /// # Errors
    /// Where the text is no position.
    pub fn new(session: &'s Session, position: &str) -> Result<Play<'s>, QueryError> {
        Ok(Play {
            session,
            start: session.look(position, 0)?.position,
            plies: Vec::new(),
            made: 0,
        })
    }

    /// What answers questions about the game.
    #[must_use]
    pub fn session(&self) -> &'s Session {
        self.session
    }

    /// The moves made so far.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies[..self.made]
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &str {
        self.plies().last().map_or(&self.start, |ply| &ply.to)
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.plies().last().map_or(Seat::First, |ply| ply.next)
    }

    /// What anybody can see of the position on the board.
    ///
    /// # Errors
    /// Where the rules fail.
    pub fn sight(&self, most: usize) -> Result<Sight, QueryError> {
        self.session.look(self.position(), most)
    }

    /// How the game ended, if it has.
    ///
    /// # Errors
    /// Where the rules fail.
    pub fn end(&self) -> Result<Option<End>, QueryError> {
        let end = match self.sight(0)?.result {
            Some(Wdl::Win) => End::Won(self.turn()),
            Some(Wdl::Loss) => End::Won(self.turn().other()),
            Some(Wdl::Draw) => End::Drawn,
            None if self.times_here() >= REPEATS => End::Repeated,
            None => return Ok(None),
        };
        Ok(Some(end))
    }

    /// How often the position on the board was there, with the same player to
    /// move, now among them.
    fn times_here(&self) -> usize {
        let start = (self.start.as_str(), Seat::First);
        let after = self.plies().iter().map(|ply| (ply.to.as_str(), ply.next));
        let here = (self.position(), self.turn());
        std::iter::once(start)
            .chain(after)
            .filter(|there| *there == here)
            .count()
    }

    /// Makes the move that somebody means by `by`. Moves that were taken back
    /// can no longer be made again, unless this is the next of them.
    ///
    /// # Errors
    /// Where the game is over, or no move or more than one is meant; then
    /// nothing has changed.
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
                Turn::Passes => seat.other(),
                Turn::Again => seat,
            },
            is_forced_pass: self.sight(1)?.is_forced_pass(),
        };
        if self.plies.get(self.made) != Some(&ply) {
            self.plies.truncate(self.made);
            self.plies.push(ply);
        }
        self.made += 1;
        Ok(&self.plies[self.made - 1])
    }

    /// Takes back to where one of the players for whom `is_own` says so last
    /// had a choice; says how many moves that were, 0 where there is no such
    /// place.
    pub fn take_back(&mut self, is_own: impl Fn(Seat) -> bool) -> usize {
        let made = self.plies().iter();
        let Some(place) = { made }.rposition(|ply| is_choice(ply, &is_own)) else {
            return 0;
        };
        let back = self.made - place;
        self.made = place;
        back
    }

    /// Makes moves again that were taken back, up to the next choice of such a
    /// player; says how many that were.
    pub fn make_again(&mut self, is_own: impl Fn(Seat) -> bool) -> usize {
        let waiting = &self.plies[self.made..];
        let next = waiting.iter().skip(1);
        let place = { next }.position(|ply| is_choice(ply, &is_own));
        let again = place.map_or(waiting.len(), |place| place + 1);
        self.made += again;
        again
    }

    /// Begins again from the first position.
    pub fn restart(&mut self) {
        self.plies.clear();
        self.made = 0;
    }
}

fn is_choice(ply: &Ply, is_own: impl Fn(Seat) -> bool) -> bool {
    is_own(ply.seat) && !ply.is_forced_pass
}
