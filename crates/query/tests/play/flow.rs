//! Whose turn it is, how a game ends, and taking back.

use kibitz_game::Wdl;
use kibitz_query::MoveError;
use kibitz_query::play::{End, Play, Seat};
use kibitz_twins::Random;

use crate::runner::RUNNER;
use crate::support::{games, make_any};

/// Where a game stands.
fn state(play: &Play<'_>) -> (String, Seat, usize) {
    (play.position().to_owned(), play.turn(), play.plies().len())
}

#[test]
fn turns_belong_to_moves() {
    let session = RUNNER.open([]).unwrap();
    let mut play = Play::new(&session, "0").unwrap();
    assert_eq!(play.turn(), Seat::First);
    play.make("jumpfar").unwrap();
    assert_eq!((play.position(), play.turn()), ("3", Seat::First));
    play.make("step").unwrap();
    assert_eq!((play.position(), play.turn()), ("4", Seat::Second));
    let pass = play.make("PASS").unwrap();
    assert!(pass.is_forced_pass);
    assert_eq!((play.position(), play.turn()), ("5", Seat::First));
}

#[test]
fn every_kind_of_end() {
    let session = RUNNER.open([]).unwrap();
    for (start, moves, end) in [
        ("22", &["step"][..], End::Drawn),
        // The jump keeps the turn: the mover stands on 24 and has won.
        ("21", &["Jump"], End::Won(Seat::First)),
        // The step gives it away.
        ("20", &["jump"], End::Drawn),
        ("22", &["jump"], End::Won(Seat::Second)),
        ("24", &[], End::Won(Seat::First)),
        ("30", &[], End::Won(Seat::Second)),
    ] {
        let mut play = Play::new(&session, start).unwrap();
        for by in moves {
            assert_eq!(play.end().unwrap(), None, "{start}");
            play.make(by).unwrap();
        }
        assert_eq!(play.end().unwrap(), Some(end), "{start} {moves:?}");
        assert!(matches!(play.make("step"), Err(MoveError::Over)));
    }
}

#[test]
fn the_third_time_is_a_draw() {
    let session = kibitz_query::open("boxes", [("moves", "2>1,1>2")]).unwrap();
    let mut play = Play::new(&session, "1 0").unwrap();
    // Two plies bring the position back, the same player to move.
    for round in 0..2 {
        assert_eq!(play.end().unwrap(), None, "{round}");
        play.make("1>2").unwrap();
        assert_eq!(play.end().unwrap(), None, "{round}");
        play.make("2>1").unwrap();
    }
    assert_eq!(play.end().unwrap(), Some(End::Repeated));
    assert!(matches!(play.make("1>2"), Err(MoveError::Over)));
    assert_eq!(play.take_back(|seat| seat == Seat::First), 2);
    assert_eq!(play.end().unwrap(), None);
}

/// The same position with the other player to move is another one.
#[test]
fn whose_turn_it_is_counts() {
    let session = kibitz_query::open("numbers", [("cards", "1"), ("modulus", "3")]).unwrap();
    let mut play = Play::new(&session, "1/1").unwrap();
    play.make("1+1").unwrap();
    assert_eq!(play.position(), "1/2");
    play.make("1+2").unwrap();
    assert_eq!(play.end().unwrap(), Some(End::Won(Seat::Second)));
    assert_eq!(session.look("2/0", 0).unwrap().result, Some(Wdl::Loss));
}

/// Taking back leads to a choice of one's own, and making again to where it
/// was; all the same for somebody who plays both sides.
#[test]
fn what_is_taken_back_can_be_made_again() {
    let mut random = Random(11);
    for session in games() {
        let name = session.info().name;
        for own in [Some(Seat::First), Some(Seat::Second), None] {
            let is_own = |seat| own.is_none_or(|own| own == seat);
            let mut play = Play::new(&session, &session.shown()).unwrap();
            let mut choices = Vec::new();
            for _ in 0..60 {
                if play.end().unwrap().is_some() {
                    break;
                }
                if is_own(play.turn()) && !play.sight(1).unwrap().is_forced_pass() {
                    choices.push(state(&play));
                }
                make_any(&mut play, &mut random);
            }
            let last = state(&play);
            for choice in choices.iter().rev() {
                assert!(play.take_back(is_own) > 0, "{name}");
                assert_eq!(state(&play), *choice, "{name}");
            }
            let first = state(&play);
            assert_eq!(play.take_back(is_own), 0, "{name}");
            assert_eq!(state(&play), first, "{name}");
            for choice in choices.iter().skip(1) {
                assert!(play.make_again(is_own) > 0, "{name}");
                assert_eq!(state(&play), *choice, "{name}");
            }
            let again = play.make_again(is_own);
            assert_eq!(again > 0, !choices.is_empty(), "{name}");
            assert_eq!(state(&play), last, "{name}");
            assert_eq!(play.make_again(is_own), 0, "{name}");
        }
    }
}

#[test]
fn another_move_ends_what_was_taken_back() {
    let session = kibitz_query::open("marbles", []).unwrap();
    let mut play = Play::new(&session, &session.shown()).unwrap();
    for by in ["a1", "a2", "a3"] {
        play.make(by).unwrap();
    }
    play.take_back(|_| true);
    play.take_back(|_| true);
    // The same move again: the one after it is still known.
    play.make("A 2").unwrap();
    assert_eq!(play.make_again(|_| true), 1);
    play.take_back(|_| true);
    play.take_back(|_| true);
    play.make("b1").unwrap();
    assert_eq!(play.make_again(|_| true), 0);
    assert_eq!(play.position(), "**../..../..../....");
}

#[test]
fn a_new_game_begins_where_the_old_one_did() {
    let session = kibitz_query::open("piles", []).unwrap();
    let mut play = Play::new(&session, " 1  1/2 1").unwrap();
    play.make("1: 0").unwrap();
    play.restart();
    assert_eq!((play.position(), play.turn()), ("1 1/2 1", Seat::First));
    assert_eq!(play.make_again(|_| true), 0);
}
