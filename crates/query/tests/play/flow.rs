//! Turns, ends of games, undo and redo.

use kibitz_bruteforce::Random;
use kibitz_game::Wdl;
use kibitz_query::play::{GameEnd, GameRecord, Seat};
use kibitz_query::{MoveError, Session};

use crate::play::runner::RUNNER;
use crate::play::support::{games, make_any};

/// The current state of a game.
fn state(play: &GameRecord<'_>) -> (String, Seat, usize) {
    (play.position().to_owned(), play.turn(), play.plies().len())
}

#[test]
fn moves_determine_the_turn() {
    let session = Session::open(&RUNNER, []).unwrap();
    let mut play = GameRecord::new(&session, "0").unwrap();
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
fn games_end_in_every_way() {
    let session = Session::open(&RUNNER, []).unwrap();
    for (start, moves, end) in [
        ("22", &["step"][..], GameEnd::Drawn),
        // The jump is an extra turn: the mover is on 24 and has won.
        ("21", &["Jump"], GameEnd::Won(Seat::First)),
        // The turn passes to the opponent.
        ("20", &["jump"], GameEnd::Drawn),
        ("22", &["jump"], GameEnd::Won(Seat::Second)),
        ("24", &[], GameEnd::Won(Seat::First)),
        ("30", &[], GameEnd::Won(Seat::Second)),
    ] {
        let mut play = GameRecord::new(&session, start).unwrap();
        for by in moves {
            assert_eq!(play.end().unwrap(), None, "{start}");
            play.make(by).unwrap();
        }
        assert_eq!(play.end().unwrap(), Some(end), "{start} {moves:?}");
        assert!(matches!(play.make("step"), Err(MoveError::Over)));
    }
}

#[test]
fn threefold_repetition_is_a_draw() {
    let session = kibitz_query::open("boxes", [("moves", "2>1,1>2")]).unwrap();
    let mut play = GameRecord::new(&session, "1 0").unwrap();
    // After two plies the position repeats with the same player to move.
    for round in 0..2 {
        assert_eq!(play.end().unwrap(), None, "{round}");
        play.make("1>2").unwrap();
        assert_eq!(play.end().unwrap(), None, "{round}");
        play.make("2>1").unwrap();
    }
    assert_eq!(play.end().unwrap(), Some(GameEnd::Repeated));
    assert!(matches!(play.make("1>2"), Err(MoveError::Over)));
    assert_eq!(play.take_back(|seat| seat == Seat::First), 2);
    assert_eq!(play.end().unwrap(), None);
}

/// Positions with different players to move are different.
#[test]
fn repetition_requires_the_same_player_to_move() {
    let session = kibitz_query::open("numbers", [("cards", "1"), ("modulus", "3")]).unwrap();
    let mut play = GameRecord::new(&session, "1/1").unwrap();
    play.make("1+1").unwrap();
    assert_eq!(play.position(), "1/2");
    play.make("1+2").unwrap();
    assert_eq!(play.end().unwrap(), Some(GameEnd::Won(Seat::Second)));
    assert_eq!(session.inspect("2/0", 0).unwrap().result, Some(Wdl::Loss));
}

/// Undo leads to the player's own last choice and redo back again; also if one
/// user plays both sides.
#[test]
fn undone_moves_can_be_redone() {
    let mut random = Random(11);
    for session in games() {
        let name = session.info().name;
        for own in [Some(Seat::First), Some(Seat::Second), None] {
            let is_own = |seat| own.is_none_or(|own| own == seat);
            let mut play = GameRecord::new(&session, &session.default_position()).unwrap();
            let mut choices = Vec::new();
            for _ in 0..60 {
                if play.end().unwrap().is_some() {
                    break;
                }
                if is_own(play.turn()) && !play.inspect(1).unwrap().is_forced_pass() {
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
fn different_move_discards_undone_moves() {
    let session = kibitz_query::open("marbles", []).unwrap();
    let mut play = GameRecord::new(&session, &session.default_position()).unwrap();
    for by in ["a1", "a2", "a3"] {
        play.make(by).unwrap();
    }
    play.take_back(|_| true);
    play.take_back(|_| true);
    // Repeating the same move keeps the undone moves after it.
    play.make("A 2").unwrap();
    assert_eq!(play.make_again(|_| true), 1);
    play.take_back(|_| true);
    play.take_back(|_| true);
    play.make("b1").unwrap();
    assert_eq!(play.make_again(|_| true), 0);
    assert_eq!(play.position(), "**../..../..../....");
}

#[test]
fn restart_returns_to_the_first_position() {
    let session = kibitz_query::open("piles", []).unwrap();
    let mut play = GameRecord::new(&session, " 1  1/2 1").unwrap();
    play.make("1: 0").unwrap();
    play.restart();
    assert_eq!((play.position(), play.turn()), ("1 1/2 1", Seat::First));
    assert_eq!(play.make_again(|_| true), 0);
}
