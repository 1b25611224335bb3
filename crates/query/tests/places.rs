//! What a move touches agrees with the pictures before and after it.

use std::collections::{BTreeMap, BTreeSet};

use kibitz_game::{MoveKind, Places, Stack, Turn, View};
use kibitz_query::{CATALOGUE, Session};

/// Games played from the default position of each game, and their length.
const GAMES: u64 = 6;
const PLIES: usize = 40;

/// The content of each cell of a board.
fn cells(view: &View) -> Option<BTreeMap<String, Option<String>>> {
    let View::Grid(grid) = view else {
        return None;
    };
    let all = grid.cells.iter().flatten().flatten();
    Some(all.map(|c| (c.name.clone(), c.piece.clone())).collect())
}

/// Checks a move on a board.
fn check_board(
    before: &BTreeMap<String, Option<String>>,
    after: &BTreeMap<String, Option<String>>,
    places: &Places,
) {
    let changed = before
        .iter()
        .filter(|(name, piece)| after[*name] != **piece);
    let changed: BTreeSet<&String> = changed.map(|(name, _)| name).collect();
    let named: BTreeSet<&String> = places.cells.iter().collect();
    assert_eq!(named.len(), places.cells.len(), "a cell twice");
    match places.kind {
        MoveKind::Place => {
            assert_eq!(changed, named);
            assert!(places.cells.iter().all(|cell| before[cell].is_none()));
        }
        MoveKind::Move | MoveKind::Drop => {
            assert_eq!(changed, named);
            let to = places.to.as_ref().expect("a target");
            assert!(after[to].is_some());
            if places.kind == MoveKind::Move {
                let from = places.from.as_ref().expect("a source");
                assert!(before[from].is_some() && after[from].is_none());
            }
        }
        MoveKind::Push => {
            assert!(changed.is_subset(&named), "{changed:?}");
            assert_eq!(places.from, places.cells.first().cloned());
            assert_eq!(places.to, places.cells.last().cloned());
            for pair in places.cells.windows(2) {
                assert_eq!(after[&pair[0]], before[&pair[1]]);
            }
        }
        MoveKind::Take => panic!("no piles"),
    }
}

/// The number of counters or cards of all piles of each name.
fn piles(view: &View) -> Option<BTreeMap<String, u64>> {
    let View::Piles { piles, .. } = view else {
        return None;
    };
    let mut counts = BTreeMap::new();
    for pile in piles {
        *counts.entry(pile.name.clone()).or_default() += match &pile.stack {
            Stack::Count(count) => *count,
            Stack::Cards(cards) => cards.len() as u64,
        };
    }
    Some(counts)
}

/// Checks a move of piles, of which those of another name stay the same.
fn check_piles(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>, places: &Places) {
    for cell in &places.cells {
        assert!(before.contains_key(cell), "no pile {cell}");
    }
    // A pile that disappears or is split gives its number to others.
    if before.len() != after.len() {
        return;
    }
    let Some(count) = places.count else { return };
    for (name, had) in before {
        let has = after[name];
        let (from, to) = (places.from.as_ref(), places.to.as_ref());
        if places.kind == MoveKind::Take && places.cells.contains(name) || from == Some(name) {
            assert_eq!(had - has, count, "{name}");
        } else if to == Some(name) {
            assert_eq!(has - had, count, "{name}");
        } else {
            assert_eq!(*had, has, "{name}");
        }
    }
}

/// Checks all moves along some games; returns how many moves had places.
fn check(game: &Session) -> u64 {
    let mut found = 0;
    for seed in 0..GAMES {
        let mut random = seed * 7919 + 1;
        let mut position = game.default_position();
        for _ in 0..PLIES {
            let info = game.inspect(&position, 200).expect("a position");
            let view = game.view(&position).expect("a view");
            for step in &info.moves {
                let Some(places) = &step.places else { continue };
                found += 1;
                let after = game.view(&step.position).expect("a view");
                match (cells(&view), cells(&after), piles(&view), piles(&after)) {
                    (Some(before), Some(after), ..) => check_board(&before, &after, places),
                    (_, _, Some(before), Some(after)) => check_piles(&before, &after, places),
                    _ => panic!("{position}: places without cells or piles"),
                }
            }
            if info.moves.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let chosen = (random >> 33) as usize % info.moves.len();
            assert!(info.moves[chosen].turn == Turn::Other || info.mover.is_some());
            position.clone_from(&info.moves[chosen].position);
        }
    }
    found
}

#[test]
fn places_of_moves_are_where_the_picture_changes() {
    for entry in CATALOGUE {
        let name = entry.info.name;
        let found = check(&Session::open(entry, []).expect("a game"));
        // The scene of nine and numbers is a table of cards; a calendar has no picture.
        let is_without = ["nine", "numbers", "calendar"].contains(&name);
        assert_eq!(found == 0, is_without, "{name}: {found} moves");
    }
}

#[test]
fn movers_are_the_players() {
    for entry in CATALOGUE {
        let game = Session::open(entry, []).expect("a game");
        let start = game
            .inspect(&game.default_position(), 20)
            .expect("a position");
        let Some(mover) = start.mover else {
            assert_eq!(game.players(), ["Alice", "Bob"], "{}", entry.info.name);
            continue;
        };
        assert!(game.players().contains(&&*mover), "{}", entry.info.name);
        for step in start.moves {
            let next = game.inspect(&step.position, 0).expect("a position");
            let next = next.mover.expect("a mover");
            assert!(game.players().contains(&&*next), "{}", entry.info.name);
            assert_eq!(
                next == mover,
                step.turn == Turn::Same,
                "{}",
                entry.info.name
            );
        }
    }
}
