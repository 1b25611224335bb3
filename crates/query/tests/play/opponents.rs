//! Opponents: perfect players keep the value, weak ones do not.

use std::collections::HashSet;

use kibitz_bruteforce::Random;
use kibitz_game::RunContext;
use kibitz_query::play::{GameEnd, GameRecord, Opponent, Seat};
use kibitz_query::{QueryError, Session};

use crate::play::support::{analyse, games, make_any};

/// Plays one game of a perfect player, on `seat`, against a random one, and
/// checks that the value for the perfect player never decreases.
fn keeps_its_value(session: &Session, start: &str, seat: Seat, seed: u64) {
    let name = session.info().name;
    let mut random = Random(seed);
    let mut perfect = Opponent::new(100, seed);
    let mut play = GameRecord::new(session, start).unwrap();
    let mut least = None;
    let mut plies = None;
    for _ in 0..300 {
        if play.end().unwrap().is_some() {
            break;
        }
        if play.turn() != seat {
            make_any(&mut play, &mut random);
            continue;
        }
        let analysis = analyse(session, play.position());
        // The result never gets worse, and the distance of a win decreases with
        // each move.
        let result = rank(analysis.value);
        assert!(
            least.is_none_or(|least| result >= least),
            "{name} {start} {play:?}"
        );
        if least == Some(WIN) && plies.is_some() {
            assert!(analysis.plies < plies, "{name} {start} {play:?}");
        }
        (least, plies) = (Some(result), analysis.plies);
        let by = perfect
            .choose(session, play.position(), &RunContext::new())
            .unwrap();
        assert!(
            analysis.moves.iter().any(|m| m.by == by),
            "{name}: {by} is not a move"
        );
        play.make(&by).unwrap();
    }
    let Some(least) = least else { return };
    match play.end().unwrap() {
        Some(GameEnd::Won(winner)) if winner == seat => {}
        Some(GameEnd::Won(_)) => assert_eq!(least, LOSS, "{name} {start} {play:?}"),
        _ => assert!(least <= DRAW, "{name} {start} {play:?}"),
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
fn perfect_player_keeps_the_value() {
    for session in games() {
        for seed in 0..12 {
            for seat in [Seat::First, Seat::Second] {
                keeps_its_value(&session, &session.default_position(), seat, seed);
            }
        }
    }
}

/// The same from random positions.
#[test]
fn perfect_player_keeps_the_value_from_random_positions() {
    let mut random = Random(3);
    for session in games() {
        for seed in 0..12 {
            let mut play = GameRecord::new(&session, &session.default_position()).unwrap();
            for _ in 0..random.below(8) {
                if play.end().unwrap().is_none() {
                    make_any(&mut play, &mut random);
                }
            }
            let start = play.position().to_owned();
            keeps_its_value(&session, &start, Seat::First, seed);
        }
    }
}

/// Opponents can also choose among move classes.
#[test]
fn opponents_choose_among_move_classes() {
    let boxes = kibitz_query::open("boxes", []).unwrap();
    let huge = "5 1000000 3 0 25 77";
    assert_eq!(analyse(&boxes, huge).value, "win");
    let mut perfect = Opponent::new(100, 1);
    let by = perfect.choose(&boxes, huge, &RunContext::new()).unwrap();
    let after = boxes.step(huge, &by).unwrap().position;
    assert_eq!(analyse(&boxes, &after).value, "loss");
    let mut weak = Opponent::new(0, 1);
    let by = weak.choose(&boxes, huge, &RunContext::new()).unwrap();
    assert!(boxes.step(huge, &by).is_ok());
}

/// How often a player of some strength makes one of the 4 winning among 82
/// moves on the empty board.
fn best_of_200(strength: u8) -> usize {
    let marbles = kibitz_query::open("marbles", []).unwrap();
    let mut player = Opponent::new(strength, 9);
    let best: HashSet<String> = ["b1-a2", "c1-d2", "a3-b4", "d3-c4"]
        .map(str::to_owned)
        .into();
    let analysis = analyse(&marbles, &marbles.default_position());
    let winning = analysis.moves.iter().filter(|m| m.value == "win");
    assert_eq!(winning.map(|m| m.by.clone()).collect::<HashSet<_>>(), best);
    let choose = || player.choose(&marbles, &marbles.default_position(), &RunContext::new());
    let chosen = std::iter::repeat_with(choose).take(200);
    chosen
        .filter(|by| best.contains(by.as_ref().unwrap()))
        .count()
}

#[test]
fn strength_is_the_probability_of_a_best_move() {
    assert_eq!(best_of_200(100), 200);
    assert!(best_of_200(0) < 40);
    let half = best_of_200(50);
    assert!((70..150).contains(&half), "{half}");
}

#[test]
fn seed_determines_the_moves() {
    let marbles = kibitz_query::open("marbles", []).unwrap();
    let game = |seed| {
        let mut player = Opponent::new(30, seed);
        let mut play = GameRecord::new(&marbles, &marbles.default_position()).unwrap();
        while play.end().unwrap().is_none() {
            let by = player.choose(&marbles, play.position(), &RunContext::new());
            play.make(&by.unwrap()).unwrap();
        }
        play.plies().to_vec()
    };
    assert_eq!(game(1), game(1));
    assert!((2..6).any(|seed| game(seed) != game(1)));
}

#[test]
fn choosing_in_a_finished_game_is_an_error() {
    let marbles = kibitz_query::open("marbles", []).unwrap();
    for strength in [0, 100] {
        let mut player = Opponent::new(strength, 0);
        let chosen = player.choose(&marbles, "****/****/****/****", &RunContext::new());
        assert!(matches!(chosen, Err(QueryError::NoMoves)));
    }
}

/// A random player does not need to solve the game.
#[test]
fn random_player_does_not_solve() {
    let marbles = kibitz_query::open("marbles", [("rows", "6"), ("cols", "6")]).unwrap();
    let little = RunContext::new().memory(1 << 20);
    let mut weak = Opponent::new(0, 4);
    assert!(
        weak.choose(&marbles, &marbles.default_position(), &little)
            .is_ok()
    );
    let mut perfect = Opponent::new(100, 4);
    let chosen = perfect.choose(&marbles, &marbles.default_position(), &little);
    assert!(matches!(chosen, Err(QueryError::Stop(_))));
}

/// The moves of Nim by the position they lead to, without zeros.
fn nim_moves(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    for (place, heap) in heaps.iter().enumerate() {
        for left in 0..*heap {
            let mut after = heaps.to_vec();
            after[place] = left;
            all.push(after);
        }
    }
    all
}

/// A trap leaves the fewest winning replies that any move leaves, by brute force on Nim.
#[test]
fn traps_leave_the_fewest_winning_replies() {
    let is_lost = |heaps: &Vec<u64>| heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
    let session = kibitz_query::open("nim", []).unwrap();
    let text = |heaps: &[u64]| {
        let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
        words.join(" ")
    };
    let mut random = Random(5);
    let mut distinctions = 0;
    for seed in 0..120 {
        // Lost, in half of the rounds with one more heap: won.
        let mut heaps: Vec<u64> = (0..3).map(|_| 1 + random.roll(6)).collect();
        heaps.push(heaps.iter().fold(0, |sum, heap| sum ^ heap));
        if seed % 2 == 1 {
            heaps.push(2);
        }
        let moves = nim_moves(&heaps);
        let wins = moves.iter().any(is_lost);
        // In a won position a trap is a winning move; the replies to it are all lost.
        let kept = |after: &Vec<u64>| {
            let replies = nim_moves(after);
            let winning = replies.iter().filter(|reply| is_lost(reply)).count();
            if winning > 0 { winning } else { replies.len() }
        };
        let candidates: Vec<&Vec<u64>> = moves.iter().filter(|m| !wins || is_lost(m)).collect();
        let counts: Vec<usize> = candidates
            .iter()
            .map(|m| kept(m))
            .filter(|n| *n > 0)
            .collect();
        let Some(fewest) = counts.iter().min() else {
            continue;
        };
        distinctions += usize::from(counts.iter().any(|n| n > fewest));
        let mut opponent = Opponent::trapping(seed);
        let by = opponent
            .choose(&session, &text(&heaps), &RunContext::new())
            .unwrap();
        let after = session.step(&text(&heaps), &by).unwrap().position;
        let after: Vec<u64> = after.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(kept(&after), *fewest, "{heaps:?} {by}");
    }
    assert!(distinctions > 10, "{distinctions}");
}
