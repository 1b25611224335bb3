//! Reviews against the lists of moves.

use kibitz_bruteforce::Random;
use kibitz_game::{RunContext, Wdl};
use kibitz_query::Session;
use kibitz_query::play::{GameRecord, Seat, review};

use crate::play::runner::RUNNER;
use crate::play::support::{analyse, games, make_any};

/// The best result at a ply, and that of the move made, from the list of moves.
fn listed(session: &Session, from: &str, by: &str) -> (&'static str, &'static str) {
    let analysis = analyse(session, from);
    let own = analysis.moves.iter().find(|m| m.by == by).unwrap();
    (analysis.moves[0].value, own.value)
}

#[test]
fn reviews_agree_with_the_lists_of_moves() {
    let mut random = Random(21);
    let (mut mistakes, mut clean) = (0, 0);
    for session in games() {
        for _ in 0..8 {
            let mut play = GameRecord::new(&session, &session.default_position()).unwrap();
            for _ in 0..60 {
                if play.end().unwrap().is_none() {
                    make_any(&mut play, &mut random);
                }
            }
            for seat in [Seat::First, Seat::Second] {
                let own = play.plies().iter().enumerate();
                let mut own = own.filter(|(_, ply)| ply.seat == seat);
                let expected = own.find_map(|(i, ply)| {
                    let (best, made) = listed(&session, &ply.from, &ply.by);
                    (best != made).then(|| (i + 1, ply.by.clone(), best, made))
                });
                let review = review(&play, seat, &RunContext::new()).unwrap();
                let found = review.mistake.map(|m| {
                    assert_eq!(
                        listed(&session, &play.plies()[m.number - 1].from, &m.better).1,
                        m.before.name()
                    );
                    (m.number, m.by, m.before.name(), m.after.name())
                });
                assert_eq!(found, expected, "{} {play:?}", session.info().name);
                match found {
                    Some(_) => mistakes += 1,
                    None => clean += 1,
                }
            }
        }
    }
    assert!(mistakes > 50 && clean > 10, "{mistakes} {clean}");
}

/// After an extra turn the result is that of the same player.
#[test]
fn extra_turns_are_not_mistakes() {
    let session = Session::open(&RUNNER, []).unwrap();
    let mut play = GameRecord::new(&session, "21").unwrap();
    play.make("jump").unwrap();
    let first = review(&play, Seat::First, &RunContext::new()).unwrap();
    assert_eq!(
        (first.initial_result, first.mistake),
        (Some(Wdl::Win), None)
    );
    let second = review(&play, Seat::Second, &RunContext::new()).unwrap();
    assert_eq!((second.initial_result, second.mistake), (None, None));
}

#[test]
fn review_names_a_best_move() {
    let session = kibitz_query::open("marbles", []).unwrap();
    let mut play = GameRecord::new(&session, "****/*..*/*..*/****").unwrap();
    play.make("b2-b3").unwrap();
    play.make("c2-c3").unwrap();
    let first = review(&play, Seat::First, &RunContext::new()).unwrap();
    let mistake = first.mistake.unwrap();
    assert_eq!((mistake.number, mistake.by.as_str()), (1, "b2-b3"));
    assert_eq!((mistake.before, mistake.after), (Wdl::Win, Wdl::Loss));
    assert_eq!(mistake.better, "b2");
}
