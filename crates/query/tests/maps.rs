//! Maps: every cell agrees with the analysis of its position and with brute
//! force.

use kibitz_bruteforce::{Outcome, rounds};
use kibitz_game::RunContext;
use kibitz_query::{CATALOGUE, Limits, Map, QueryError, Session, open};

/// A game, its parameters and the side of its map, 0 if it is not square.
type Case = (&'static str, &'static [(&'static str, &'static str)], usize);

const SET: [Case; 9] = [
    ("numbers", &[], 495),
    ("numbers", &[("cards", "3"), ("modulus", "12")], 364),
    ("marbles", &[], 256),
    ("marbles", &[("shape", "#.#/.../#.#")], 0),
    ("nim", &[], 64),
    ("nim", &[("play", "misere")], 64),
    ("euclid", &[], 64),
    ("octal", &[], 64),
    ("ed", &[], 32),
];

fn map(game: &str, set: &[(&str, &str)]) -> Map {
    let game = open(game, set.iter().copied()).unwrap();
    game.map(&RunContext::new()).unwrap()
}

/// The position and the value of each cell.
fn cells(map: &Map) -> impl Iterator<Item = (String, u8)> {
    let columns = map.axes.columns.len();
    assert_eq!(map.cells.len(), map.axes.rows.len() * columns);
    map.cells.iter().enumerate().map(move |(i, cell)| {
        let mut text = String::new();
        map.axes.write(i / columns, i % columns, &mut text);
        (text, *cell)
    })
}

fn byte(value: &str) -> u8 {
    match value {
        "loss" => 1,
        "draw" => 2,
        "win" => 3,
        other => panic!("{other}"),
    }
}

fn of_outcome(outcome: Outcome) -> u8 {
    match outcome.mover_wins() {
        Some(false) => 1,
        None => 2,
        Some(true) => 3,
    }
}

#[test]
fn cells_agree_with_analyses() {
    for (name, set, side) in SET {
        let game = open(name, set.iter().copied()).unwrap();
        let map = map(name, set);
        if side > 0 {
            assert_eq!(
                (map.axes.rows.len(), map.axes.columns.len()),
                (side, side),
                "{name}"
            );
        }
        // A few hundred evenly spaced cells of a large map.
        let step = map.cells.len() / rounds(200, 2_000) + 1;
        for (text, cell) in cells(&map).step_by(step) {
            // For the distance, an analysis enumerates all positions reachable
            // from the heaps.
            if name == "octal" && numbers(&text).iter().sum::<u64>() > 30 {
                continue;
            }
            let expected = match game.analyse(&text, Limits::default(), &RunContext::new()) {
                Ok(analysis) => byte(analysis.value),
                Err(QueryError::Position { .. }) => 0,
                Err(other) => panic!("{name} {text}: {other}"),
            };
            assert_eq!(cell, expected, "{name} {text}");
        }
    }
}

#[test]
fn numbers_has_the_published_counts() {
    let map = map("numbers", &[]);
    let mut counts = [0u32; 4];
    for (text, cell) in cells(&map) {
        if !text.split('/').any(|hand| hand == "00000000") {
            counts[usize::from(cell)] += 1;
        }
    }
    assert_eq!(counts, [0, 74_111, 49_054, 120_871]);
    // The only invalid cell has two hands of zeros.
    let empty: Vec<String> = cells(&map).filter(|c| c.1 == 0).map(|c| c.0).collect();
    assert_eq!(empty, ["00000000/00000000"]);
}

#[test]
fn numbers_agrees_with_brute_force() {
    let map = map("numbers", &[]);
    let reference = kibitz_bruteforce::numbers::solve(8, 5);
    let hand = |text: &str| -> Vec<u8> { text.bytes().map(|digit| digit - b'0').collect() };
    let mut positions = 0;
    for (text, cell) in cells(&map).filter(|(_, cell)| *cell != 0) {
        let (mine, theirs) = text.split_once('/').unwrap();
        let expected = reference.get(&hand(mine), &hand(theirs)).unwrap();
        assert_eq!(cell, of_outcome(expected), "{text}");
        positions += 1;
    }
    assert_eq!(positions, 495 * 495 - 1);
}

#[test]
fn marbles_agrees_with_brute_force() {
    let grid = map("marbles", &[]);
    let reference = kibitz_bruteforce::marbles::grid(&["...."; 4], 3);
    for (text, cell) in cells(&grid) {
        assert_eq!(cell, of_outcome(reference[&text].0), "{text}");
    }
    assert_eq!(grid.cells.iter().filter(|cell| **cell == 1).count(), 6808);
    let holes = map("marbles", &[("shape", "#.#/.../#.#")]);
    let reference = kibitz_bruteforce::marbles::grid(&["#.#", "...", "#.#"], 3);
    assert_eq!(holes.cells.len(), reference.len());
    for (text, cell) in cells(&holes) {
        assert_eq!(cell, of_outcome(reference[&text].0), "{text}");
    }
}

/// The two numbers of a cell.
fn numbers(text: &str) -> [u64; 2] {
    let words = text.split(' ').map(|word| word.parse().unwrap());
    words.collect::<Vec<u64>>().try_into().unwrap()
}

#[test]
fn heaps_agree_with_brute_force() {
    /// Larger heaps take brute force too long.
    const MAX: u64 = 14;
    for (name, is_misere) in [("nim", false), ("nim", true), ("octal", false)] {
        let set: &[(&str, &str)] = if is_misere {
            &[("play", "misere")]
        } else {
            &[]
        };
        for (text, cell) in cells(&map(name, set)) {
            let heaps = numbers(&text);
            if heaps[0].max(heaps[1]) > MAX {
                continue;
            }
            let expected = match name {
                "nim" => kibitz_bruteforce::nim::solve(&heaps, is_misere).outcome,
                _ => {
                    let mut heaps = heaps.to_vec();
                    heaps.retain(|heap| *heap > 0);
                    heaps.sort_unstable();
                    kibitz_bruteforce::octal::solve_all("0.77", &heaps, false)[&heaps].outcome
                }
            };
            assert_eq!(cell, of_outcome(expected), "{name} {text}");
        }
    }
}

#[test]
fn pairs_agree_with_brute_force() {
    for (text, cell) in cells(&map("euclid", &[])) {
        let [a, b] = numbers(&text);
        let expected = kibitz_bruteforce::euclid::solve(a, b);
        assert_eq!(cell, of_outcome(expected.outcome), "euclid {text}");
    }
    for (text, cell) in cells(&map("ed", &[])) {
        let [a, b] = numbers(&text);
        let expected = kibitz_bruteforce::ed::solve(&[(a, b)]);
        assert_eq!(cell, of_outcome(expected.outcome), "ed {text}");
    }
}

#[test]
fn games_without_two_axes_have_no_map() {
    let have: Vec<&str> = CATALOGUE
        .iter()
        .filter(|entry| Session::open(entry, []).unwrap().axes().is_ok())
        .map(|entry| entry.info.name)
        .collect();
    assert_eq!(have, ["numbers", "marbles", "nim", "euclid", "ed", "octal"]);
    for (name, set) in [
        ("boxes", ("moves", "")),
        ("numbers", ("cards", "20")),
        ("marbles", ("rows", "5")),
        ("marbles", ("shape", "........")),
        ("marbles", ("shape", "............/.###########")),
    ] {
        let refused = open(name, [set]).unwrap().map(&RunContext::new());
        assert!(
            matches!(refused, Err(QueryError::NoMap(own)) if own == name),
            "{name}"
        );
    }
}
