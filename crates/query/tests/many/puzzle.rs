//! Puzzles have exactly one solution, and `deepest` yields those of the
//! greatest distance.

use std::collections::{BTreeSet, HashSet};

use kibitz_bruteforce::Outcome;
use kibitz_game::RunContext;
use kibitz_query::{Puzzle, PuzzleKind, PuzzleSpec, QueryError, Session, find, open};

use super::{analyse, digits, winning};

fn spec(seed: u64) -> PuzzleSpec {
    PuzzleSpec {
        seed,
        count: 1,
        kind: PuzzleKind::OnlyWin,
        plies: None,
    }
}

fn puzzles(game: &Session, spec: &PuzzleSpec) -> Vec<Puzzle> {
    game.puzzles(spec, &RunContext::new()).unwrap()
}

/// Checks a puzzle against the analysis of its position.
fn check(game: &Session, puzzle: &Puzzle) {
    let analysis = analyse(game, &puzzle.position);
    let name = format!("{} {}", analysis.game, puzzle.position);
    assert_eq!(analysis.value, "win", "{name}");
    assert_eq!(winning(&analysis), 1, "{name}");
    assert!(analysis.moves.len() > 1, "{name}");
    assert_eq!(analysis.moves.len() as u64, puzzle.moves, "{name}");
    assert_eq!(analysis.plies, puzzle.plies, "{name}");
    assert_eq!(analysis.mover, puzzle.mover, "{name}");
    assert_eq!(analysis.moves[0].by, puzzle.solution.by, "{name}");
    assert_eq!(puzzle.solution.line[0].by, puzzle.solution.by, "{name}");
    let line = puzzle.solution.line.len() as u32;
    assert_eq!(puzzle.plies, Some(line), "{name}");
}

#[test]
fn every_puzzle_has_one_solution() {
    let games = [
        ("numbers", vec![], 60),
        ("numbers", vec![("cards", "3"), ("modulus", "7")], 60),
        ("marbles", vec![], 40),
        ("marbles", vec![("rows", "2"), ("cols", "5")], 40),
        ("boxes", vec![], 40),
        ("boxes", vec![("moves", "2>1,3>2,4>1,4>3,5>4")], 20),
        ("piles", vec![], 40),
        ("piles", vec![("k", "1")], 40),
    ];
    for (name, set, seeds) in games {
        let game = open(name, set).unwrap();
        let mut seen = HashSet::new();
        for seed in 0..seeds {
            let found = puzzles(&game, &spec(seed));
            assert_eq!(found.len(), 1);
            check(&game, &found[0]);
            // No immediate win and more than two moves.
            assert!(found[0].moves > 2 && found[0].plies > Some(1), "{name}");
            seen.insert(found[0].position.clone());
            let again = puzzles(&game, &spec(seed));
            assert_eq!(again[0].position, found[0].position, "{name} {seed}");
        }
        assert!(seen.len() as u64 > seeds / 2, "{name}: {}", seen.len());
    }
}

#[test]
fn seed_determines_the_deal_of_nine() {
    let nine = find("nine").unwrap();
    let small = [("suits", "CDS"), ("ranks", "6789T"), ("opening", "8")];
    let mut deals = HashSet::new();
    for seed in 0..30 {
        let (name, deal) = nine.random_parameter(small, seed).unwrap().unwrap();
        assert_eq!(name, "deal");
        let alice = deal.split('/').next().unwrap().split(' ').count();
        assert_eq!(alice, 8, "{deal}");
        let set = small.into_iter().chain([(name, deal.as_str())]);
        let game = Session::open(nine, set).unwrap();
        match game.puzzles(&spec(seed), &RunContext::new()) {
            Ok(found) => check(&game, &found[0]),
            Err(QueryError::NoPuzzle { .. }) => {}
            Err(e) => panic!("{e}"),
        }
        assert_eq!(nine.random_parameter(small, seed).unwrap().unwrap().1, deal);
        deals.insert(deal);
    }
    assert_eq!(deals.len(), 30);
    let set = [("deal", "JD")];
    assert_eq!(nine.random_parameter(set, 1).unwrap(), None);
    assert_eq!(
        find("boxes").unwrap().random_parameter([], 1).unwrap(),
        None
    );
}

#[test]
fn several_puzzles_are_distinct() {
    for (name, count) in [
        ("numbers", 200),
        ("marbles", 50),
        ("boxes", 10),
        ("piles", 10),
    ] {
        let game = open(name, []).unwrap();
        let found = puzzles(&game, &PuzzleSpec { count, ..spec(5) });
        assert_eq!(found.len(), count, "{name}");
        let positions: HashSet<&str> = found.iter().map(|p| p.position.as_str()).collect();
        assert_eq!(positions.len(), count, "{name}");
        for puzzle in found.iter().take(20) {
            check(&game, puzzle);
        }
    }
}

#[test]
fn one_move_wins_fastest() {
    for name in ["krk", "kqk", "tictactoe", "marbles"] {
        let game = open(name, []).unwrap();
        for seed in 0..8 {
            let fastest = PuzzleSpec {
                kind: PuzzleKind::FastestWin,
                ..spec(seed)
            };
            let puzzle = puzzles(&game, &fastest).remove(0);
            let analysis = analyse(&game, &puzzle.position);
            let [best, next, ..] = &analysis.moves[..] else {
                panic!("{name} {}: one move", puzzle.position);
            };
            assert_eq!(best.by, puzzle.solution.by, "{name}");
            assert_eq!(best.value, "win", "{name} {}", puzzle.position);
            let is_slower = next.value != "win" || next.plies > best.plies;
            assert!(is_slower, "{name} {}", puzzle.position);
        }
    }
}

#[test]
fn distance_is_in_the_requested_range() {
    for name in ["numbers", "marbles", "boxes", "piles"] {
        let game = open(name, []).unwrap();
        for (min, max) in [(3, 3), (4, 6), (1, 1)] {
            for seed in 0..5 {
                let spec = PuzzleSpec {
                    plies: Some(min..=max),
                    ..spec(seed)
                };
                let found = puzzles(&game, &spec);
                check(&game, &found[0]);
                let plies = found[0].plies.unwrap();
                assert!((min..=max).contains(&plies), "{name}: {plies}");
            }
        }
    }
}

/// Checks that exactly the deepest puzzles are generated, each of them by some
/// seed.
fn generates_exactly(game: &Session, deepest: &BTreeSet<String>) {
    let mut generated = BTreeSet::new();
    for seed in 0..40 * deepest.len() as u64 {
        let spec = PuzzleSpec {
            kind: PuzzleKind::Deepest,
            ..spec(seed)
        };
        let found = puzzles(game, &spec);
        assert_eq!(found.len(), 1);
        generated.insert(found[0].position.clone());
    }
    assert_eq!(generated, *deepest);
    let all = PuzzleSpec {
        kind: PuzzleKind::Deepest,
        count: 10 * deepest.len(),
        ..spec(1)
    };
    let found: BTreeSet<String> = puzzles(game, &all)
        .into_iter()
        .map(|p| p.position)
        .collect();
    assert_eq!(found, *deepest);
}

/// The puzzles of the greatest distance.
fn deepest_of(puzzles: &[(u32, String)]) -> BTreeSet<String> {
    let max = puzzles.iter().map(|(plies, _)| *plies).max().unwrap();
    let deepest = puzzles.iter().filter(|(plies, _)| *plies == max);
    deepest.map(|(_, position)| position.clone()).collect()
}

#[test]
fn deepest_puzzles_of_numbers_agree_with_brute_force() {
    let reference = kibitz_bruteforce::numbers::solve(5, 3);
    let mut all = Vec::new();
    for (mine, theirs, value) in reference.iter() {
        let Outcome::Win(plies) = value else { continue };
        // A position with a hand of zeros is terminal.
        if mine.iter().all(|card| *card == 0) || theirs.iter().all(|card| *card == 0) {
            continue;
        }
        let kinds = |hand: &[u8]| -> BTreeSet<u8> {
            hand.iter().copied().filter(|card| *card > 0).collect()
        };
        let mut moves = Vec::new();
        for own in kinds(mine) {
            for other in kinds(theirs) {
                let place = mine.iter().position(|card| *card == own).unwrap();
                let mut next = mine.to_vec();
                next[place] = (own + other) % 3;
                moves.push(reference.get(theirs, &next).unwrap());
            }
        }
        let won = moves
            .iter()
            .filter(|v| matches!(v, Outcome::Loss(_)))
            .count();
        if won == 1 && moves.len() > 1 {
            all.push((plies, format!("{}/{}", digits(mine), digits(theirs))));
        }
    }
    let game = open("numbers", [("cards", "5"), ("modulus", "3")]).unwrap();
    generates_exactly(&game, &deepest_of(&all));
}

/// All sets of one to three cells in a row, on a board of 3 × 3.
fn runs() -> BTreeSet<BTreeSet<(i32, i32)>> {
    let mut runs = BTreeSet::new();
    for (row, column) in (0..9).map(|cell| (cell / 3, cell % 3)) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let cells = (0..3).map(|n| (row + n * down, column + n * right));
            let cells: Vec<(i32, i32)> = cells
                .take_while(|(r, c)| (0..3).contains(r) && (0..3).contains(c))
                .collect();
            for length in 1..=cells.len() {
                runs.insert(cells[..length].iter().copied().collect());
            }
        }
    }
    runs
}

#[test]
fn deepest_puzzles_of_marbles_agree_with_brute_force() {
    let reference = kibitz_bruteforce::marbles::grid(&["...", "...", "..."], 3);
    let mut all = Vec::new();
    for (board, (value, _)) in &reference {
        let Outcome::Win(plies) = *value else {
            continue;
        };
        let mut moves = Vec::new();
        for run in runs() {
            let mut rows: Vec<Vec<char>> = board.split('/').map(|r| r.chars().collect()).collect();
            let is_free =
                |rows: &[Vec<char>], (r, c): &(i32, i32)| rows[*r as usize][*c as usize] == '.';
            if run.iter().all(|cell| is_free(&rows, cell)) {
                for (r, c) in run {
                    rows[r as usize][c as usize] = '*';
                }
                let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
                moves.push(reference[&rows.join("/")].0);
            }
        }
        let won = moves
            .iter()
            .filter(|v| matches!(v, Outcome::Loss(_)))
            .count();
        if won == 1 && moves.len() > 1 {
            all.push((plies, board.clone()));
        }
    }
    let game = open("marbles", [("rows", "3"), ("cols", "3")]).unwrap();
    generates_exactly(&game, &deepest_of(&all));
}

#[test]
fn game_without_puzzles_is_an_error() {
    let refused = |set: &[(&str, &str)], spec: &PuzzleSpec| {
        let game = open("marbles", set.iter().copied()).unwrap();
        let outcome = game.puzzles(spec, &RunContext::new());
        match outcome.map(|found| found.len()) {
            Err(QueryError::NoPuzzle { reason, .. }) => reason,
            other => panic!("{other:?}"),
        }
    };
    // Without discards a pile has at most one move, and every move changes the
    // winner.
    let piles = open("piles", [("k", "0")]).unwrap();
    let outcome = piles.puzzles(&spec(1), &RunContext::new());
    assert!(matches!(outcome, Err(QueryError::NoPuzzle { .. })));
    // One cell, one move.
    refused(&[("rows", "1"), ("cols", "1")], &spec(1));
    let too_deep = PuzzleSpec {
        plies: Some(100..=200),
        ..spec(1)
    };
    let reason = refused(&[], &too_deep);
    assert!(reason.contains("100 to 200 plies"), "{reason}");
    // For 2²³ boards distances are not computed.
    let deepest = PuzzleSpec {
        kind: PuzzleKind::Deepest,
        ..spec(1)
    };
    let reason = refused(&[("rows", "1"), ("cols", "23")], &deepest);
    assert!(reason.contains("distances and Grundy values"), "{reason}");
}

#[test]
fn puzzles_exist_without_distances() {
    let game = open("marbles", [("rows", "1"), ("cols", "23")]).unwrap();
    for seed in 0..3 {
        let found = puzzles(&game, &spec(seed));
        let analysis = analyse(&game, &found[0].position);
        assert_eq!((analysis.value, winning(&analysis)), ("win", 1));
    }
}
