//! Running the judge, and random numbers.

pub(crate) use kibitz_twins::{Random, Trickle};
use std::io::Read;

use kibitz_game::Watch;
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

    /// Those whose cases are quickly written and answered.
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

/// What the judge says about a text that comes from `source`: the output, and
/// how it ended.
pub(crate) fn judge(game: Game, source: impl Read) -> (String, Result<u64, QueryError>) {
    let session = open(game.name(), []).unwrap();
    let mut input = Input::new("input", source);
    let mut out = Vec::new();
    let end = session.judge(&mut input, &mut out, &Watch::new());
    (String::from_utf8(out).unwrap(), end)
}
