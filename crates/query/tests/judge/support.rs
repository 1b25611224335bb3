//! Running the judge, and random numbers.

pub(crate) use kibitz_bruteforce::{Random, Trickle};
use std::io::Read;

use kibitz_game::RunContext;
use kibitz_game::contest::Input;
use kibitz_query::{QueryError, open};

/// The games with a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Game {
    Numbers,
    Boxes,
    Marbles,
    Nine,
    Piles,
    Nim,
    Euclid,
    Calendar,
    Ed,
}

impl Game {
    pub(crate) const ALL: [Game; 9] = [
        Game::Numbers,
        Game::Boxes,
        Game::Marbles,
        Game::Nine,
        Game::Piles,
        Game::Nim,
        Game::Euclid,
        Game::Calendar,
        Game::Ed,
    ];

    /// The games whose cases are fast to generate and to solve.
    pub(crate) const QUICK: [Game; 8] = [
        Game::Numbers,
        Game::Boxes,
        Game::Marbles,
        Game::Piles,
        Game::Nim,
        Game::Euclid,
        Game::Calendar,
        Game::Ed,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Game::Numbers => "numbers",
            Game::Boxes => "boxes",
            Game::Marbles => "marbles",
            Game::Nine => "nine",
            Game::Piles => "piles",
            Game::Nim => "nim",
            Game::Euclid => "euclid",
            Game::Calendar => "calendar",
            Game::Ed => "ed",
        }
    }
}

/// Judges the input of `source`; returns the output and the result.
pub(crate) fn judge(game: Game, source: impl Read) -> (String, Result<u64, QueryError>) {
    let session = open(game.name(), []).unwrap();
    let mut input = Input::new("input", source);
    let mut out = Vec::new();
    let end = session.judge(&mut input, &mut out, &RunContext::new());
    (String::from_utf8(out).unwrap(), end)
}
