//! Views agree with rules and notation.

use std::collections::BTreeSet;

use kibitz_bruteforce::Random;
use kibitz_game::{
    CONTINUE, CardTable, CatalogueGame, Cell, Game, Hand, Holder, Indexed, Notation, Settings,
    Stack, View, laws,
};
use kibitz_games::boxes::Boxes;
use kibitz_games::calendar::Calendar;
use kibitz_games::chess::Ending;
use kibitz_games::ed::Ed;
use kibitz_games::euclid::Euclid;
use kibitz_games::marbles::Marbles;
use kibitz_games::nim::Nim;
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_games::octal::Octal;
use kibitz_games::piles::Piles;
use kibitz_games::quixo::Quixo;
use kibitz_games::subtraction::Subtraction;
use kibitz_games::teeko::Teeko;
use kibitz_games::tictactoe::TicTacToe;

fn make<G: CatalogueGame>(pairs: &[(&str, &str)]) -> G {
    let set = Settings::new(G::INFO, pairs.iter().copied()).unwrap();
    G::with(&set).unwrap()
}

fn moves<G: Notation>(game: &G, p: &G::Pos) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let _ = game.expand(p, |step| {
        names.insert(game.write_move(p, &step.by));
        CONTINUE
    });
    names
}

/// In every position the grid equals the written position cell by cell, the
/// empty cells are the single-cell moves, and cells are named by column and
/// row.
fn on_a_board<G: Indexed + Notation>(game: &G) {
    for p in laws::positions(game) {
        let View::Grid(grid) = game.view(&p) else {
            panic!("no grid")
        };
        let sign = |cell: &Option<Cell>| match cell {
            None => "#".to_owned(),
            Some(cell) => cell.piece.clone().unwrap_or(".".to_owned()),
        };
        let row = |row: &Vec<Option<Cell>>| row.iter().map(sign).collect::<String>();
        let rows: Vec<String> = grid.cells.iter().map(row).collect();
        assert_eq!(rows.join("/"), game.write(&p));
        let cells = grid.cells.iter().flatten().flatten();
        let empty = cells.filter(|cell| cell.piece.is_none());
        let empty: BTreeSet<String> = empty.map(|cell| cell.name.clone()).collect();
        let mut single = moves(game, &p);
        single.retain(|name| !name.contains('-'));
        assert_eq!(empty, single);
        for (row, cells) in grid.rows.iter().zip(&grid.cells) {
            assert_eq!(cells.len(), grid.columns.len());
            for (column, cell) in grid.columns.iter().zip(cells) {
                let name = cell.as_ref().map(|cell| cell.name.as_str());
                assert!(name.is_none_or(|name| name == format!("{column}{row}")));
            }
        }
        assert_eq!(grid.cells.len(), grid.rows.len());
    }
}

#[test]
fn marbles_view_is_the_grid() {
    on_a_board::<Marbles>(&make(&[("shape", "##.##/#...#/.....")]));
}

#[test]
fn tictactoe_view_is_the_grid() {
    on_a_board::<TicTacToe>(&make(&[]));
}

/// The grid equals the written position cell by cell; notation that abbreviates
/// empty cells also accepts all of them written out.
fn reads_as<G: Notation<Pos: Copy>>(game: &G, text: &str, written: &str, mover: &str) {
    let p = game.parse(text).unwrap();
    let View::Grid(grid) = game.view(&p) else {
        panic!("no grid")
    };
    let mut rows = Vec::new();
    for (row, cells) in grid.rows.iter().zip(&grid.cells) {
        let mut text = String::new();
        for (column, cell) in grid.columns.iter().zip(cells) {
            let cell = cell.as_ref().unwrap();
            assert_eq!(cell.name, format!("{column}{row}"));
            text += cell.piece.as_deref().unwrap_or(".");
        }
        rows.push(text);
    }
    let (_, who) = text.split_once(' ').unwrap();
    assert_eq!(format!("{} {who}", rows.join("/")), written);
    assert_eq!(game.parse(written), Ok(p));
    assert_eq!(game.mover(&p), Some(mover));
}

#[test]
fn board_views_match_the_notation() {
    let quixo = "X../.XO/..O O";
    reads_as::<Quixo>(&make(&[]), quixo, quixo, "O");
    let teeko = "B..../.R.../..B../...R./B.... R";
    reads_as::<Teeko>(&make(&[]), teeko, teeko, "Red");
    let chess = "......../...r..../......../......../......../......../.....k../K......Q b";
    let fen = "8/3r4/8/8/8/8/5k2/K6Q b";
    reads_as(&Ending::KQKR, fen, chess, "Black");
}

fn table(view: View) -> CardTable {
    match view {
        View::Table(table) => table,
        other => panic!("no table: {other:?}"),
    }
}

fn names(hand: &Hand, only_playable: bool) -> BTreeSet<String> {
    let cards = hand
        .cards
        .iter()
        .filter(|held| held.is_playable || !only_playable);
    cards
        .map(|held| {
            let suit = held.card.suit.clone().unwrap_or_default();
            format!("{}{suit}", held.card.rank)
        })
        .collect()
}

/// Every card is in one place, and the mover's playable ones are the moves.
#[test]
fn nine_view_is_a_card_table() {
    let game: Nine = make(&[]);
    let all: BTreeSet<String> = (0..36)
        .map(|n| {
            let rank = b"6789TJQKA"[n % 9] as char;
            let suit = b"CDSH"[n / 9] as char;
            format!("{rank}{suit}")
        })
        .collect();
    let mut random = Random(2);
    for _ in 0..300 {
        let mut p = game.default_position();
        while game.static_value(&p).unwrap().is_none() {
            let table = table(game.view(&p));
            let [mine, theirs] = &table.hands;
            assert_eq!(
                (mine.holder, theirs.holder),
                (Holder::Mover, Holder::Opponent)
            );
            assert_eq!(mine.name.as_deref(), game.mover(&p));
            let playable = names(mine, true);
            match playable.is_empty() {
                true => assert_eq!(moves(&game, &p), BTreeSet::from(["pass".to_owned()])),
                false => assert_eq!(moves(&game, &p), playable),
            }
            let laid = table.suits.iter().flat_map(|suit| {
                let ranks = suit.ranks.iter().filter(|(_, is_laid)| *is_laid);
                ranks.map(move |(rank, _)| format!("{rank}{}", suit.name))
            });
            let mut places: Vec<String> = laid.collect();
            places.extend(names(mine, false));
            places.extend(names(theirs, false));
            assert_eq!(places.len(), 36);
            assert_eq!(places.into_iter().collect::<BTreeSet<_>>(), all);
            let mut steps = Vec::new();
            let _ = game.expand(&p, |step| {
                steps.push(step.to);
                CONTINUE
            });
            p = *random.pick(&steps);
        }
    }
}

#[test]
fn numbers_view_is_two_hands() {
    for set in [
        [("cards", "3"), ("modulus", "5")],
        [("cards", "2"), ("modulus", "12")],
    ] {
        let game: Numbers = make(&set);
        for rank in 0..game.size() {
            let Some(p) = game.unrank(rank) else { continue };
            let table = table(game.view(&p));
            assert_eq!(table.suits, []);
            let hand = |hand: &Hand| {
                let cards = hand.cards.iter().flat_map(|held| {
                    assert_eq!(held.is_playable, held.card.rank != "0");
                    std::iter::repeat_n(held.card.rank.clone(), held.count as usize)
                });
                cards.collect::<Vec<_>>().join(" ")
            };
            let [mine, theirs] = table.hands.each_ref().map(hand);
            assert_eq!(game.parse(&format!("{mine}/{theirs}")), Ok(p));
        }
    }
}

/// The piles of counters in one line of text.
fn counters<G: Notation>(game: &G, position: &str) -> String {
    let View::Piles { what, piles } = game.view(&game.parse(position).unwrap()) else {
        panic!("no piles")
    };
    let pile = |pile: &kibitz_game::Pile| match pile.stack {
        Stack::Count(count) => format!("{}: {count}", pile.name),
        Stack::Cards(_) => panic!("no counters"),
    };
    let piles: Vec<String> = piles.iter().map(pile).collect();
    format!("{what} {}", piles.join(", "))
}

#[test]
fn heap_views_are_numbered_piles() {
    let huge = i64::MAX;
    let nim: Nim = make(&[]);
    let heaps = format!("heap 1: 3, 2: 0, 3: {huge}");
    assert_eq!(counters(&nim, &format!("3 0 {huge}")), heaps);
    assert_eq!(counters(&nim, ""), "heap ");
    // Here heaps are sorted and not empty.
    let octal: Octal = make(&[]);
    let heaps = format!("heap 1: 3, 2: 8, 3: {huge}");
    assert_eq!(counters(&octal, &format!("8 0 {huge} 3")), heaps);
    let subtraction: Subtraction = make(&[]);
    assert_eq!(counters(&subtraction, "21"), "heap : 21");
}

#[test]
fn ed_view_names_the_pairs() {
    assert_eq!(
        counters(&Ed, "3 1/2 4/9 9"),
        "pair 1: 1, 1: 3, 2: 2, 2: 4, 3: 9, 3: 9"
    );
    assert_eq!(counters(&Euclid, "12 34"), "numbers : 34, : 12");
    assert_eq!(counters(&Euclid, "0 7"), "numbers : 7, : 0");
}

#[test]
fn calendar_view_states_the_days_left() {
    let said = |date: &str| Calendar.view(&Calendar.parse(date).unwrap());
    for (date, text) in [
        ("2006-11-4", "2006-11-04, the last day"),
        ("2006-11-3", "2006-11-03, the day before the last"),
        ("2006-10-31", "2006-10-31, 4 days before the last"),
        ("1900-1-1", "1900-01-01, 39023 days before the last"),
    ] {
        let text = text.to_owned();
        assert_eq!(said(date), View::Text { text });
    }
}

#[test]
fn boxes_and_piles_views_are_stacks() {
    let boxes: Boxes = make(&[]);
    assert_eq!(
        counters(&boxes, "0 3 9223372036854775000"),
        "box 1: 0, 2: 3, 3: 9223372036854775000"
    );
    let piles: Piles = make(&[]);
    let p = piles.parse("3 1 2/-").unwrap();
    let View::Piles { what, piles } = piles.view(&p) else {
        panic!("no piles")
    };
    assert_eq!(what, "pile");
    let stacks: Vec<_> = piles.into_iter().map(|pile| pile.stack).collect();
    assert_eq!(stacks, [Stack::Cards(vec![3, 1, 2]), Stack::Cards(vec![])]);
}
