//! Perfect players give nothing away; weak ones do.

use std::collections::HashSet;

use kibitz_game::Watch;
use kibitz_query::play::{End, Opponent, Play, Seat};
use kibitz_query::{QueryError, Session};
use kibitz_twins::Random;

use crate::support::{ask, games, make_any};

/// One game of a perfect player against one who makes any move; the perfect
/// one has the seat. Every position on the way says what is due.
fn keeps_its_value(session: &Session, start: &str, seat: Seat, seed: u64) {
    let name = session.info().name;
    let mut random = Random(seed);
    let mut perfect = Opponent::new(100, seed);
    let mut play = Play::new(session, start).unwrap();
    let mut due = None;
    let mut plies = None;
    for _ in 0..300 {
        if play.end().unwrap().is_some() {
            break;
        }
        if play.turn() != seat {
            make_any(&mut play, &mut random);
            continue;
        }
        let answer = ask(session, play.position());
        // Never worse than before, and a win comes nearer with each move.
        let worth = rank(answer.value);
        assert!(
            due.is_none_or(|due| worth >= due),
            "{name} {start} {play:?}"
        );
        if due == Some(WIN) && plies.is_some() {
            assert!(answer.plies < plies, "{name} {start} {play:?}");
        }
        (due, plies) = (Some(worth), answer.plies);
        let by = perfect
            .choose(session, play.position(), &Watch::new())
            .unwrap();
        assert!(
            answer.moves.iter().any(|m| m.by == by),
            "{name}: {by} is no move"
        );
        play.make(&by).unwrap();
    }
    let Some(due) = due else { return };
    match play.end().unwrap() {
        Some(End::Won(winner)) if winner == seat => {}
        Some(End::Won(_)) => assert_eq!(due, LOSS, "{name} {start} {play:?}"),
        _ => assert!(due <= DRAW, "{name} {start} {play:?}"),
    }
}

const WIN: u8 = 2;
const DRAW: u8 = 1;
const LOSS: u8 = 0;

fn rank(value: &str) -> u8 {
    match value {
        "win" => WIN,
        "draw" => DRAW,
        "loss" => LOSS,
        other => panic!("{other}"),
    }
}

#[test]
fn a_perfect_player_gives_nothing_away() {
    for session in games() {
        for seed in 0..12 {
            for seat in [Seat::First, Seat::Second] {
                keeps_its_value(&session, &session.shown(), seat, seed);
            }
        }
    }
}

/// From many positions that random play leads to.
#[test]
fn from_anywhere() {
    let mut random = Random(3);
    for session in games() {
        for seed in 0..12 {
            let mut walk = Play::new(&session, &session.shown()).unwrap();
            for _ in 0..random.below(8) {
                if walk.end().unwrap().is_none() {
                    make_any(&mut walk, &mut random);
                }
            }
            let start = walk.position().to_owned();
            keeps_its_value(&session, &start, Seat::First, seed);
        }
    }
}

/// Moves in groups are chosen from, too.
#[test]
fn among_millions_of_moves() {
    let boxes = kibitz_query::open("boxes", []).unwrap();
    let huge = "5 1000000 3 0 25 77";
    assert_eq!(ask(&boxes, huge).value, "win");
    let mut perfect = Opponent::new(100, 1);
    let by = perfect.choose(&boxes, huge, &Watch::new()).unwrap();
    let after = boxes.step(huge, &by).unwrap().position;
    assert_eq!(ask(&boxes, &after).value, "loss");
    let mut weak = Opponent::new(0, 1);
    let by = weak.choose(&boxes, huge, &Watch::new()).unwrap();
    assert!(boxes.step(huge, &by).is_ok());
}

/// How often a player of some strength makes a best move on the empty board,
/// where 4 of 82 moves win.
fn best_of_200(strength: u8) -> usize {
    let marbles = kibitz_query::open("marbles", []).unwrap();
    let mut player = Opponent::new(strength, 9);
    let best: HashSet<String> = ["b1-a2", "c1-d2", "a3-b4", "d3-c4"]
        .map(str::to_owned)
        .into();
    let answer = ask(&marbles, &marbles.shown());
    let winning = answer.moves.iter().filter(|m| m.value == "win");
    assert_eq!(winning.map(|m| m.by.clone()).collect::<HashSet<_>>(), best);
    let choose = || player.choose(&marbles, &marbles.shown(), &Watch::new());
    let chosen = std::iter::repeat_with(choose).take(200);
    chosen
        .filter(|by| best.contains(by.as_ref().unwrap()))
        .count()
}

#[test]
fn strength_is_the_share_of_best_moves() {
    assert_eq!(best_of_200(100), 200);
    assert!(best_of_200(0) < 40);
    let half = best_of_200(50);
    assert!((70..150).contains(&half), "{half}");
}

#[test]
fn a_seed_tells_the_moves() {
    let marbles = kibitz_query::open("marbles", []).unwrap();
    let game = |seed| {
        let mut player = Opponent::new(30, seed);
        let mut play = Play::new(&marbles, &marbles.shown()).unwrap();
        while play.end().unwrap().is_none() {
            let by = player.choose(&marbles, play.position(), &Watch::new());
            play.make(&by.unwrap()).unwrap();
        }
        play.plies().to_vec()
    };
    assert_eq!(game(1), game(1));
    assert!((2..6).any(|seed| game(seed) != game(1)));
}

#[test]
fn where_the_game_is_over_nothing_is_chosen() {
    let marbles = kibitz_query::open("marbles", []).unwrap();
    for strength in [0, 100] {
        let mut player = Opponent::new(strength, 0);
        let chosen = player.choose(&marbles, "****/****/****/****", &Watch::new());
        assert!(matches!(chosen, Err(QueryError::NoMoves)));
    }
}

/// Somebody who plays at random needs no table.
#[test]
fn a_random_player_solves_nothing() {
    let marbles = kibitz_query::open("marbles", [("rows", "6"), ("cols", "6")]).unwrap();
    let little = Watch::new().memory(1 << 20);
    let mut weak = Opponent::new(0, 4);
    assert!(weak.choose(&marbles, &marbles.shown(), &little).is_ok());
    let mut perfect = Opponent::new(100, 4);
    let chosen = perfect.choose(&marbles, &marbles.shown(), &little);
    assert!(matches!(chosen, Err(QueryError::Stop(_))));
}
