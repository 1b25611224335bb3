//! Move parsing, and inspection without solving.

use kibitz_bruteforce::Random;
use kibitz_game::{Turn, Wdl};
use kibitz_query::{MoveError, Session, StepOut, open};

use crate::play::support::{analyse, games, make_any};

fn step(session: &Session, position: &str, by: &str) -> StepOut {
    session.step(position, by).unwrap()
}

/// In random play of every game: the inspected moves are those of the analysis,
/// and each is parsed from its name in any spelling and leads to the same
/// position.
#[test]
fn every_move_is_parsed_from_its_name() {
    let mut random = Random(5);
    for session in games() {
        let mut play =
            kibitz_query::play::GameRecord::new(&session, &session.default_position()).unwrap();
        for _ in 0..12 {
            let position = play.position().to_owned();
            let analysis = analyse(&session, &position);
            let info = session.inspect(&position, usize::MAX).unwrap();
            assert_eq!(info.move_count, analysis.move_count);
            let seen: Vec<_> = info.moves.iter().map(|m| (&m.by, &m.position)).collect();
            let mut analysed: Vec<_> = analysis
                .moves
                .iter()
                .map(|m| (&m.by, &m.position))
                .collect();
            analysed.sort_by_key(|m| seen.iter().position(|s| s == m));
            assert_eq!(seen, analysed, "{}", session.info().name);
            for m in &info.moves {
                let spaced: String = m.by.chars().flat_map(|c| [' ', c]).collect();
                assert_eq!(step(&session, &position, &m.by), *m);
                assert_eq!(step(&session, &position, &spaced), *m);
            }
            match info.result {
                None if play.end().unwrap().is_some() => break,
                None => make_any(&mut play, &mut random),
                Some(result) => {
                    assert_eq!((analysis.value, analysis.move_count), (result.name(), 0));
                    assert!(matches!(
                        session.step(&position, "anything"),
                        Err(MoveError::Over)
                    ));
                    break;
                }
            }
        }
    }
}

#[test]
fn alternative_spellings_are_accepted() {
    let marbles = open("marbles", []).unwrap();
    let empty = marbles.default_position();
    for spelling in ["a1-a3", "A1-A3", "a3-a1", " a1 - a3 "] {
        let found = step(&marbles, &empty, spelling);
        assert_eq!(found.by, "a1-a3", "{spelling}");
        assert_eq!(found.position, "*.../*.../*.../....");
        assert_eq!(found.turn, Turn::Other);
    }
    let nine = open("nine", []).unwrap();
    for spelling in ["9D", "9d", "D9", "9♦", "9 d"] {
        assert_eq!(
            step(&nine, &nine.default_position(), spelling).by,
            "9D",
            "{spelling}"
        );
    }
    let numbers = open("numbers", []).unwrap();
    assert_eq!(step(&numbers, "11111112/23333333", "1+2").by, "1+2=3");
    let piles = open("piles", []).unwrap();
    assert_eq!(step(&piles, &piles.default_position(), "3:1").by, "3: 1+2");
    let boxes = open("boxes", []).unwrap();
    assert_eq!(
        step(&boxes, &boxes.default_position(), "5>4X2").by,
        "5>4 x2"
    );
    assert_eq!(
        step(&boxes, &boxes.default_position(), "5 > 4").by,
        "5>4 x1"
    );
    for (game, spelling, by) in [
        ("nim", "2:4", "2: -4"),
        ("euclid", "- 24", "34-24=10"),
        ("calendar", " Month", "next month"),
        ("calendar", "2001-11-4", "next day"),
        ("ed", "2: 4>3", "2: 4>1+3"),
        ("tictactoe", "B 3", "b3"),
        ("subtraction", "3", "-3"),
        ("octal", "8 > 4+3", "2: 8>3+4"),
    ] {
        let session = open(game, []).unwrap();
        assert_eq!(step(&session, &session.default_position(), spelling).by, by);
    }
}

#[test]
fn invalid_moves_have_helpful_errors() {
    let marbles = open("marbles", []).unwrap();
    let board = "****/*..*/*..*/****";
    match marbles.step(board, "b").unwrap_err() {
        MoveError::Ambiguous { meant, count, .. } => {
            assert_eq!(count, 6);
            assert_eq!(meant, ["b2", "b3", "b2-c2", "b2-b3", "b2-c3"]);
        }
        other => panic!("{other}"),
    }
    match marbles.step(board, "b22").unwrap_err() {
        MoveError::Unknown { near, .. } => assert_eq!(near.as_deref(), Some("b2")),
        other => panic!("{other}"),
    }
    for nothing in ["", " ", "\0", "a1", "b2-c4", "é", "9", &"b".repeat(100_000)] {
        let error = marbles.step(board, nothing).unwrap_err();
        assert!(matches!(error, MoveError::Unknown { .. }), "{error}");
    }
    assert!(matches!(
        marbles.step("nonsense", "b2"),
        Err(MoveError::Query(_))
    ));
}

/// Illegal moves in a game's notation are rejected.
#[test]
fn illegal_moves_are_rejected() {
    let boxes = open("boxes", []).unwrap();
    let counts = "1 3 3 2 2 1 2";
    for by in [
        "5>4 x3", "5>4 x0", "5>3 x1", "0>1 x1", "8>1 x1", "4>5 x1", "5>4 x-1", "5>4 x",
    ] {
        assert!(boxes.step(counts, by).is_err(), "{by}");
    }
    let piles = open("piles", []).unwrap();
    for by in [
        "1: 3+1",
        "1: 0+2",
        "4: 0+1",
        "0: 0+1",
        "3: 3",
        "1: 9999999999999999999",
    ] {
        assert!(piles.step(&piles.default_position(), by).is_err(), "{by}");
    }
    let nine = open("nine", []).unwrap();
    for by in ["9C", "8D", "pass", "XX"] {
        assert!(nine.step(&nine.default_position(), by).is_err(), "{by}");
    }
}

/// Moves can be made by name even if there are too many to list.
#[test]
fn moves_can_be_made_among_very_many() {
    let boxes = open("boxes", []).unwrap();
    let huge = "9223372036854775 1000000 3 0 25";
    let made = step(&boxes, huge, "2>1 x999999");
    assert_eq!(made.position, "9223372037854774 1 3 0 25");
    let info = boxes.inspect(huge, usize::MAX).unwrap();
    assert_eq!(info.move_count, 1_000_025);
    assert!(info.moves.len() < 100_000);
    match boxes.step(huge, "nonsense").unwrap_err() {
        MoveError::TooMany { seen, count, .. } => {
            assert_eq!((seen, count), (info.moves.len() as u64, 1_000_025));
        }
        other => panic!("{other}"),
    }
    // Exact names are parsed directly, even if not all moves are examined.
    assert!(matches!(
        boxes.step(huge, "2>1 x6553"),
        Ok(StepOut { by, .. }) if by == "2>1 x6553"
    ));
    for (game, at, by, after) in [
        ("nim", "7 1000000000000", "2: -999999999999", "7 1"),
        ("euclid", "1 1000000000000", "-999999999999", "1 1"),
        (
            "ed",
            "1 1000000000000",
            "1: 1000000000000>999999999999+1",
            "1 999999999999",
        ),
        (
            "octal",
            "1000000000000",
            "1000000000000>9+999999999989",
            "9 999999999989",
        ),
    ] {
        let session = open(game, []).unwrap();
        assert_eq!(step(&session, at, by).position, after, "{game}");
        let error = session.step(at, "nonsense").unwrap_err();
        assert!(matches!(error, MoveError::TooMany { .. }), "{error}");
    }
    let large = format!("1 {}", i64::MAX - 1);
    assert_eq!(
        step(&boxes, &large, "2>1 x9223372036854775806").position,
        format!("{} 0", i64::MAX)
    );
}

#[test]
fn terminal_positions_have_a_result() {
    let numbers = open("numbers", []).unwrap();
    let seen = |position| numbers.inspect(position, 5).unwrap().result;
    assert_eq!(seen("11111111/00000000"), Some(Wdl::Loss));
    assert_eq!(seen("00000000/11111111"), Some(Wdl::Win));
    assert_eq!(seen("11111111/11111111"), None);
    let marbles = open("marbles", []).unwrap();
    let full = marbles.inspect("****/****/****/****", 5).unwrap();
    assert_eq!((full.result, full.move_count), (Some(Wdl::Loss), 0));
    assert_eq!(
        marbles
            .inspect(&marbles.default_position(), 5)
            .unwrap()
            .moves
            .len(),
        5
    );
}
