//! Games to play, and people who play at random.

use kibitz_game::Watch;
use kibitz_query::play::Play;
use kibitz_query::{Answer, Limits, Session, quick_games};
use kibitz_twins::Random;

use crate::runner::RUNNER;

/// Every game of the catalogue that is quick to solve, some of their relatives,
/// and the awkward one.
pub(crate) fn games() -> Vec<Session> {
    let usual = quick_games().map(|(_, game)| game);
    let open = |name, set: &[(&'static str, &'static str)]| {
        kibitz_query::open(name, set.iter().copied()).unwrap()
    };
    let more = [
        RUNNER.open([]).unwrap(),
        open("numbers", &[("cards", "3"), ("modulus", "6")]),
        open("boxes", &[("moves", "2>1,3>2,3>1")]),
        open("boxes", &[("moves", "2>1,1>2")]),
        open("marbles", &[("shape", "##.##/#...#/..#..")]),
        open(
            "nine",
            &[("suits", "ab"), ("ranks", "12345"), ("opening", "2")],
        ),
        open("piles", &[("k", "0")]),
        open("nim", &[("play", "misere")]),
        open("tictactoe", &[("play", "misere")]),
        open("subtraction", &[("take", "2,5,12")]),
        open("octal", &[("code", "4.07")]),
    ];
    usual.chain(more).collect()
}

/// Everything about a position.
pub(crate) fn ask(session: &Session, position: &str) -> Answer {
    let all = Limits {
        moves: usize::MAX,
        line: 0,
        depth: 0,
    };
    session.ask(position, all, &Watch::new()).unwrap()
}

/// Makes any move.
pub(crate) fn make_any(play: &mut Play<'_>, random: &mut Random) {
    let sight = play.sight(usize::MAX).unwrap();
    let by = random.pick(&sight.moves).by.clone();
    play.make(&by).unwrap();
}
