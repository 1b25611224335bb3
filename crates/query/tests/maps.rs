//! Maps: every cell says what a question about its position says, and what
//! the brute-force twins say.

use kibitz_game::Watch;
use kibitz_query::{CATALOGUE, Limits, Map, QueryError, open};
use kibitz_twins::Outcome;

/// A game, its parameters and the side of its map, 0 where it is no square.
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
    game.map(&Watch::new()).unwrap()
}

/// The text of each cell, and the byte that it has.
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
fn cells_say_what_questions_say() {
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
        // Of a large map a few hundred cells, from all over it.
        let step = map.cells.len() / 700 + 1;
        for (text, cell) in cells(&map).step_by(step) {
            // A question looks at all that heaps reach, for their plies.
            if name == "octal" && numbers(&text).iter().sum::<u64>() > 30 {
                continue;
            }
            let due = match game.ask(&text, Limits::default(), &Watch::new()) {
                Ok(answer) => byte(answer.value),
                Err(QueryError::Position { .. }) => 0,
                Err(other) => panic!("{name} {text}: {other}"),
            };
            assert_eq!(cell, due, "{name} {text}");
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
    // The only cell that is no position has two hands of zeros.
    let empty: Vec<String> = cells(&map).filter(|c| c.1 == 0).map(|c| c.0).collect();
    assert_eq!(empty, ["00000000/00000000"]);
}

#[test]
fn numbers_agrees_with_its_twin() {
    let map = map("numbers", &[]);
    let twin = kibitz_twins::numbers::solve(8, 5);
    let hand = |text: &str| -> Vec<u8> { text.bytes().map(|digit| digit - b'0').collect() };
    let mut positions = 0;
    for (text, cell) in cells(&map).filter(|(_, cell)| *cell != 0) {
        let (mine, theirs) = text.split_once('/').unwrap();
        let truth = twin.get(&hand(mine), &hand(theirs)).unwrap();
        assert_eq!(cell, of_outcome(truth), "{text}");
        positions += 1;
    }
    assert_eq!(positions, 495 * 495 - 1);
}

#[test]
fn marbles_agrees_with_its_twin() {
    let grid = map("marbles", &[]);
    let twin = kibitz_twins::marbles::grid(&["...."; 4], 3);
    for (text, cell) in cells(&grid) {
        assert_eq!(cell, of_outcome(twin[&text].0), "{text}");
    }
    assert_eq!(grid.cells.iter().filter(|cell| **cell == 1).count(), 6808);
    let holes = map("marbles", &[("shape", "#.#/.../#.#")]);
    let twin = kibitz_twins::marbles::grid(&["#.#", "...", "#.#"], 3);
    assert_eq!(holes.cells.len(), twin.len());
    for (text, cell) in cells(&holes) {
        assert_eq!(cell, of_outcome(twin[&text].0), "{text}");
    }
}

/// The two numbers of a cell.
fn numbers(text: &str) -> [u64; 2] {
    let words = text.split(' ').map(|word| word.parse().unwrap());
    words.collect::<Vec<u64>>().try_into().unwrap()
}

#[test]
fn heaps_agree_with_their_twins() {
    /// Larger ones take the twins too long.
    const MOST: u64 = 14;
    for (name, is_misere) in [("nim", false), ("nim", true), ("octal", false)] {
        let set: &[(&str, &str)] = if is_misere {
            &[("play", "misere")]
        } else {
            &[]
        };
        for (text, cell) in cells(&map(name, set)) {
            let heaps = numbers(&text);
            if heaps[0].max(heaps[1]) > MOST {
                continue;
            }
            let truth = match name {
                "nim" => kibitz_twins::nim::solve(&heaps, is_misere).outcome,
                _ => {
                    let mut heaps = heaps.to_vec();
                    heaps.retain(|heap| *heap > 0);
                    heaps.sort_unstable();
                    kibitz_twins::octal::solve_all("0.77", &heaps, false)[&heaps].outcome
                }
            };
            assert_eq!(cell, of_outcome(truth), "{name} {text}");
        }
    }
}

#[test]
fn pairs_agree_with_their_twins() {
    for (text, cell) in cells(&map("euclid", &[])) {
        let [a, b] = numbers(&text);
        let truth = kibitz_twins::euclid::solve(a, b);
        assert_eq!(cell, of_outcome(truth.outcome), "euclid {text}");
    }
    for (text, cell) in cells(&map("ed", &[])) {
        let [a, b] = numbers(&text);
        let truth = kibitz_twins::ed::solve(&[(a, b)]);
        assert_eq!(cell, of_outcome(truth.outcome), "ed {text}");
    }
}

#[test]
fn games_that_two_labels_cannot_name_have_no_map() {
    let have: Vec<&str> = CATALOGUE
        .iter()
        .filter(|entry| entry.open([]).unwrap().axes().is_ok())
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
        let refused = open(name, [set]).unwrap().map(&Watch::new());
        assert!(
            matches!(refused, Err(QueryError::NoMap(own)) if own == name),
            "{name}"
        );
    }
}
