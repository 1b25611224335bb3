//! Games to test, and random moves.

use kibitz_bruteforce::Random;
use kibitz_game::RunContext;
use kibitz_query::play::GameRecord;
use kibitz_query::{Analysis, Limits, Session, quick_games};

use crate::play::runner::RUNNER;

/// Every quick game of the catalogue, some variants, and the artificial one.
pub(crate) fn games() -> Vec<Session> {
    let usual = quick_games().map(|(_, game)| game);
    let open = |name, set: &[(&'static str, &'static str)]| {
        kibitz_query::open(name, set.iter().copied()).unwrap()
    };
    let more = [
        Session::open(&RUNNER, []).unwrap(),
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

/// The full analysis of a position.
pub(crate) fn analyse(session: &Session, position: &str) -> Analysis {
    let all = Limits {
        moves: usize::MAX,
        line: 0,
        depth: 0,
    };
    session.analyse(position, all, &RunContext::new()).unwrap()
}

/// Makes a random move.
pub(crate) fn make_any(play: &mut GameRecord<'_>, random: &mut Random) {
    let info = play.inspect(usize::MAX).unwrap();
    let by = random.pick(&info.moves).by.clone();
    play.make(&by).unwrap();
}
