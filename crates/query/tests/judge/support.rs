//! Running the judge, and random numbers.

use std::io::{self, Read};

use kibitz_game::Watch;
use kibitz_game::contest::Input;
use kibitz_query::{QueryError, open};

/// The five games with a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Game {
    Numbers,
    Boxes,
    Marbles,
    Nine,
    Piles,
}

impl Game {
    pub(crate) const ALL: [Game; 5] = [
        Game::Numbers,
        Game::Boxes,
        Game::Marbles,
        Game::Nine,
        Game::Piles,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Game::Numbers => "numbers",
            Game::Boxes => "boxes",
            Game::Marbles => "marbles",
            Game::Nine => "nine",
            Game::Piles => "piles",
        }
    }
}

/// Gives a few bytes at a time.
pub(crate) struct Trickle<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) most: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.bytes.read(&mut buffer[..most])
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

/// Random numbers that are the same in every run (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
