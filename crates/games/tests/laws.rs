//! The trait laws of `kibitz_game::laws`, over the whole catalogue.

use std::collections::HashSet;

use kibitz_game::{
    BREAK, CONTINUE, CatalogueGame, Game, HandPairGame, Impartial, Indexed, MoveClasses, Notation,
    NumberList, Retro, Settings, TopologicalIndex, laws,
};
use kibitz_games::boxes::Boxes;
use kibitz_games::calendar::Calendar;
use kibitz_games::dominoes::{Cram, Domineering};
use kibitz_games::ed::Ed;
use kibitz_games::euclid::Euclid;
use kibitz_games::marbles::Marbles;
use kibitz_games::nim::Nim;
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_games::octal::Octal;
use kibitz_games::piles::Piles;
use kibitz_games::subtraction::Subtraction;
use kibitz_games::tictactoe::TicTacToe;

fn make<G: CatalogueGame>(pairs: &[(&str, &str)]) -> G {
    let set = Settings::new(G::INFO, pairs.iter().copied()).unwrap();
    G::with(&set).unwrap()
}

fn any_position<G: Notation>(game: &G, p: &G::Pos) {
    laws::notation_round_trips(game, p).unwrap();
    if game.static_value(p).is_ok_and(|d| d.is_none()) {
        laws::degree_counts(game, p).unwrap();
    }
}

fn indexed<G: Indexed + Notation>(game: &G) {
    laws::ranks_agree(game).unwrap();
    laws::moves_stay_inside(game).unwrap();
    laws::positions(game).for_each(|p| any_position(game, &p));
}

fn retro<G: Retro + Notation>(game: &G) {
    indexed(game);
    laws::unmoves_are_moves(game).unwrap();
}

fn descending<G: TopologicalIndex + Notation>(game: &G) {
    indexed(game);
    laws::ranks_descend(game).unwrap();
}

/// Compares the successors of every position by moves and by changes of hands.
fn paired<G: HandPairGame>(game: &G) {
    for mine in 0..game.hands() {
        for theirs in 0..game.hands() {
            let is_special = game.is_special(mine) || game.is_special(theirs);
            let Some(p) = game.pair(mine, theirs) else {
                assert!(is_special, "{mine} {theirs}");
                continue;
            };
            assert_eq!(game.hands_of(&p), (mine, theirs));
            if game.static_value(&p).is_ok_and(|d| d.is_some()) {
                assert!(is_special, "{p:?}");
                continue;
            }
            let mut by_moves = Vec::new();
            let _ = game.expand(&p, |step| {
                by_moves.push(game.hands_of(&step.to));
                CONTINUE
            });
            let mut by_changes = Vec::new();
            for key in (0..game.keys()).filter(|key| game.holds(theirs, *key)) {
                game.changes(mine, key, |to| by_changes.push((theirs, to)));
            }
            by_moves.sort_unstable();
            by_changes.sort_unstable();
            assert_eq!(by_moves, by_changes, "{p:?}");
        }
    }
}

/// Every reachable position, and its options component by component.
fn impartial<G: Impartial + Notation>(game: &G, start: G::Pos) {
    let mut waiting = vec![start];
    for _ in 0..2000 {
        let Some(p) = waiting.pop() else { break };
        any_position(game, &p);
        let (mut parts, mut options) = (0, 0);
        game.parts(&p, |part| {
            parts += 1;
            let _ = game.options(&part, |_| {
                options += 1;
                CONTINUE
            });
        });
        let moves = game.degree(&p).ok();
        assert_eq!(moves, Some(options), "{p:?} has {parts} parts");
        let _ = game.expand(&p, |step| {
            waiting.push(step.to);
            CONTINUE
        });
    }
}

/// The number of reachable positions.
fn reached<G: Game>(game: &G, start: &G::Pos) -> u64 {
    let mut visited = HashSet::from([start.clone()]);
    let mut waiting = vec![start.clone()];
    while let Some(p) = waiting.pop() {
        let _ = game.expand(&p, |step| {
            if visited.insert(step.to.clone()) {
                waiting.push(step.to);
            }
            CONTINUE
        });
    }
    visited.len() as u64
}

/// The same for a game with move classes: they contain all moves, an example
/// leads where its move does, components have a text, and table files can list
/// them.
fn grouped<G: MoveClasses<Part: NumberList> + Notation>(game: &G, start: G::Pos) {
    let mut at = Some(start.clone());
    impartial(game, start);
    while let Some(p) = at {
        for group in game.groups(&p).into_iter().flatten() {
            let mut to = None;
            let _ = game.expand(&p, |step| {
                to = (step.by == group.example).then_some(step.to);
                if to.is_some() { BREAK } else { CONTINUE }
            });
            assert_eq!(to, Some(game.after(&p, &group.example)), "{p:?}");
        }
        assert!(game.reaches_at_least(&p) <= reached(game, &p), "{p:?}");
        game.parts(&p, |part| {
            assert!(!game.write_part(&part).is_empty() || game.write(&p).is_empty());
            assert_ne!(game.closed_form(&part).as_deref(), Some(""), "{part:?}");
            let mut alone = Vec::new();
            game.parts(&game.alone(&part), |part| alone.push(part));
            assert_eq!(alone, std::slice::from_ref(&part));
            let slots = part.numbers().len() + 1;
            assert_eq!(part.to_vector(slots - 1), None);
            for slots in [slots, slots + 2] {
                let vector = part.to_vector(slots).unwrap();
                assert_eq!(vector.len(), slots);
                assert_eq!(G::Part::of_vector(&vector), Some(part.clone()));
            }
        });
        let mut first = None;
        let _ = game.expand(&p, |step| {
            first = Some(step.to);
            BREAK
        });
        at = first;
    }
}

#[test]
fn numbers_obeys_the_laws() {
    let sizes = [
        (1, 2),
        (3, 2),
        (2, 3),
        (5, 3),
        (4, 4),
        (4, 5),
        (3, 6),
        (3, 7),
        (2, 8),
        (2, 12),
    ];
    for (cards, modulus) in sizes {
        let game = Numbers::new(cards, modulus).unwrap();
        retro(&game);
        paired(&game);
        let positions = u64::from(game.hands().count()).pow(2) - 1;
        let orbit_sizes: u64 = laws::positions(&game).map(|p| game.orbit_size(&p)).sum();
        assert_eq!(orbit_sizes, positions, "({cards}, {modulus})");
    }
}

#[test]
fn contest_numbers_obey_the_laws() {
    let game: Numbers = make(&[]);
    retro(&game);
    assert_eq!(game.hands().count(), 495);
    let orbit_sizes: u64 = laws::positions(&game).map(|p| game.orbit_size(&p)).sum();
    assert_eq!(orbit_sizes, 245_024);
    // 129 orbits of hands under multiplication.
    assert_eq!(game.size(), 129 * 495);
}

#[test]
fn marbles_obeys_the_laws() {
    for shape in ["..../..../..../....", ".#./...", "......", "#.#/.../#.#"] {
        for run in ["1", "3", "5"] {
            let game: Marbles = make(&[("shape", shape), ("run", run)]);
            descending(&game);
            impartial(&game, game.default_position());
        }
    }
    let contest: Marbles = make(&[]);
    assert_eq!(contest.size(), 65_536);
    assert_eq!(contest.degree(&contest.default_position()), Ok(82));
}

#[test]
fn nine_obeys_the_laws() {
    let kinds = [
        ("C", "789", "8"),
        ("CD", "6789T", "6"),
        ("CDS", "89T", "T"),
        ("CDSH", "89T", "9"),
    ];
    for (suits, ranks, opening) in kinds {
        descending::<Nine>(&make(&[
            ("suits", suits),
            ("ranks", ranks),
            ("opening", opening),
        ]));
    }
}

#[test]
fn boxes_obeys_the_laws() {
    for moves in ["", "2>1,3>1,3>2", "5>4,4>2,2>1", "1>2,2>1"] {
        let game: Boxes = make(&[("moves", moves)]);
        impartial(&game, game.default_position());
        impartial(&game, game.parse("0 2 1 0 3 1 2").unwrap());
        if !moves.starts_with("1>2") {
            grouped(&game, game.default_position());
        }
    }
    let game: Boxes = make(&[]);
    any_position(&game, &Vec::new());
}

#[test]
fn piles_obeys_the_laws() {
    for k in ["0", "2", "9223372036854775807"] {
        let game: Piles = make(&[("k", k)]);
        grouped(&game, game.default_position());
        grouped(&game, game.parse("1 2 3 1/-/2 2/5").unwrap());
        any_position(&game, &Vec::new());
    }
}

#[test]
fn nim_obeys_the_laws() {
    for play in ["normal", "misere"] {
        let game: Nim = make(&[("play", play)]);
        grouped(&game, game.default_position());
        grouped(&game, game.parse("0 1 1 4").unwrap());
        any_position(&game, &Vec::new());
    }
}

#[test]
fn euclid_obeys_the_laws() {
    for (a, b) in [(34, 12), (1, 1), (0, 7), (200, 1), (55, 34)] {
        grouped(&Euclid, Euclid.parse(&format!("{a} {b}")).unwrap());
    }
}

#[test]
fn ed_obeys_the_laws() {
    for text in ["1 3/2 4", "1 1", "9 9", "7 12/3 3/1 2", ""] {
        grouped(&Ed, Ed.parse(text).unwrap());
    }
}

#[test]
fn calendar_obeys_the_laws() {
    descending(&Calendar);
    // 1 January 1900 to 4 November 2006.
    assert_eq!(Calendar.size(), 39_024);
}

#[test]
fn tictactoe_obeys_the_laws() {
    for play in ["normal", "misere"] {
        let game: TicTacToe = make(&[("play", play)]);
        descending(&game);
        assert_eq!(laws::positions(&game).count(), 5478);
    }
}

#[test]
fn dominoes_obey_the_laws() {
    for (rows, cols) in [("1", "1"), ("2", "3"), ("4", "3")] {
        let cram: Cram = make(&[("rows", rows), ("cols", cols)]);
        descending(&cram);
        let domineering: Domineering = make(&[("rows", rows), ("cols", cols)]);
        descending(&domineering);
    }
}

#[test]
fn subtraction_obeys_the_laws() {
    for take in ["1,2,3", "4", "2,5,7", "9223372036854775807,3"] {
        for play in ["normal", "misere"] {
            let game: Subtraction = make(&[("take", take), ("play", play)]);
            grouped(&game, game.default_position());
        }
    }
}

#[test]
fn octal_obeys_the_laws() {
    for code in ["0.77", "0.07", "4.0", "4.7", "0.0", "0.137"] {
        for play in ["normal", "misere"] {
            let game: Octal = make(&[("code", code), ("play", play)]);
            grouped(&game, game.default_position());
            grouped(&game, game.parse("2 0 2").unwrap());
        }
    }
}

/// The degree of positions with too many moves to generate.
#[test]
fn huge_positions_have_a_degree() {
    let large = 1_000_000_000_000_000_000;
    let nim: Nim = make(&[]);
    assert_eq!(nim.degree(&vec![large, large]), Ok(2 * large));
    assert_eq!(nim.degree(&vec![u64::MAX >> 1; 3]), Ok(u64::MAX));
    assert_eq!(
        Euclid.degree(&Euclid.parse(&format!("1 {large}")).unwrap()),
        Ok(large)
    );
    assert_eq!(
        Ed.degree(&Ed.parse(&format!("1 {large}")).unwrap()),
        Ok(large / 2)
    );
    let octal: Octal = make(&[]);
    assert_eq!(octal.degree(&vec![large]), Ok(large));
}

#[test]
fn closed_forms_have_texts() {
    let nim: Nim = make(&[]);
    assert_eq!(
        nim.closed_form(&7).as_deref(),
        Some("the Grundy value of a Nim heap is its size")
    );
    let misere: Nim = make(&[("play", "misere")]);
    assert_eq!(misere.closed_form(&7), None);
    let pair = Ed.parse("1 3").unwrap();
    let expected = "(1-1)|(3-1) is 10 in binary, its lowest zero bit is bit 0";
    assert_eq!(Ed.closed_form(&pair[0]).as_deref(), Some(expected));
    assert_eq!(Ed.write_part(&pair[0]), "1 3");
    let octal: Octal = make(&[]);
    let expected = "0.77 has period 12 from heap 71 on, so heap 1000 has the value of heap 76";
    assert_eq!(octal.closed_form(&1000).as_deref(), Some(expected));
    assert_eq!(octal.closed_form(&5), None, "within the first period");
    let heap: Subtraction = make(&[]);
    let expected =
        "subtraction set 1, 2, 3 has period 4 from heap 0 on, so heap 21 has the value of heap 1";
    assert_eq!(heap.closed_form(&21).as_deref(), Some(expected));
    let p = Euclid.parse("34 12").unwrap();
    let expected = "34 = 2 × 12 + 10; 12 10 has Grundy value 0, and the 2 pairs above it have 0, 1, 2 … \
                    except 0: the last has 2";
    assert_eq!(Euclid.closed_form(&p).as_deref(), Some(expected));
    let boxes: Boxes = make(&[]);
    assert_eq!(boxes.write_part(&boxes.default_position()), "1 3 3 2 2 1 2");
    let piles: Piles = make(&[]);
    assert_eq!(piles.write_part(&vec![1, 1, 1]), "1 1 1");
}
