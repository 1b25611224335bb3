//! The laws of `kibitz_game::laws`, over the whole catalogue.

use kibitz_game::{
    Descending, Game, Impartial, Indexed, Listed, MORE, Notation, Paired, Retro, Settings, laws,
};
use kibitz_games::boxes::Boxes;
use kibitz_games::marbles::Marbles;
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_games::piles::Piles;

fn make<G: Listed>(pairs: &[(&str, &str)]) -> G {
    let set = Settings::new(G::INFO, pairs.iter().copied()).unwrap();
    G::with(&set).unwrap()
}

fn any_position<G: Notation>(game: &G, p: &G::Pos) {
    laws::notation_survives(game, p).unwrap();
    if game.decided(p).is_ok_and(|d| d.is_none()) {
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

fn descending<G: Descending + Notation>(game: &G) {
    indexed(game);
    laws::ranks_descend(game).unwrap();
}

/// The children of every position, once by moves and once by changes of hands.
fn paired<G: Paired>(game: &G) {
    for mine in 0..game.hands() {
        for theirs in 0..game.hands() {
            let is_special = game.is_special(mine) || game.is_special(theirs);
            let Some(p) = game.pair(mine, theirs) else {
                assert!(is_special, "{mine} {theirs}");
                continue;
            };
            assert_eq!(game.hands_of(&p), (mine, theirs));
            if game.decided(&p).is_ok_and(|d| d.is_some()) {
                assert!(is_special, "{p:?}");
                continue;
            }
            let mut by_moves = Vec::new();
            let _ = game.expand(&p, |step| {
                by_moves.push(game.hands_of(&step.to));
                MORE
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

/// Every position that some moves lead to, and its options part by part.
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
                MORE
            });
        });
        let moves = game.degree(&p).ok();
        assert_eq!(moves, Some(options), "{p:?} has {parts} parts");
        let _ = game.expand(&p, |step| {
            waiting.push(step.to);
            MORE
        });
    }
}

#[test]
fn numbers_keeps_its_word() {
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
        let unfolded = u64::from(game.hands().count()).pow(2) - 1;
        let copies: u64 = laws::positions(&game).map(|p| game.copies(&p)).sum();
        assert_eq!(copies, unfolded, "({cards}, {modulus})");
    }
}

#[test]
fn the_contest_s_numbers_keep_their_word() {
    let game: Numbers = make(&[]);
    retro(&game);
    assert_eq!(game.hands().count(), 495);
    let copies: u64 = laws::positions(&game).map(|p| game.copies(&p)).sum();
    assert_eq!(copies, 245_024);
    // 129 orbits of hands under multiplication.
    assert_eq!(game.size(), 129 * 495);
}

#[test]
fn marbles_keeps_its_word() {
    for shape in ["..../..../..../....", ".#./...", "......", "#.#/.../#.#"] {
        for run in ["1", "3", "5"] {
            let game: Marbles = make(&[("shape", shape), ("run", run)]);
            descending(&game);
            impartial(&game, game.shown());
        }
    }
    let contest: Marbles = make(&[]);
    assert_eq!(contest.size(), 65_536);
    assert_eq!(contest.degree(&contest.shown()), Ok(82));
}

#[test]
fn nine_keeps_its_word() {
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
fn boxes_keeps_its_word() {
    for moves in ["", "2>1,3>1,3>2", "5>4,4>2,2>1", "1>2,2>1"] {
        let game: Boxes = make(&[("moves", moves)]);
        impartial(&game, game.shown());
        impartial(&game, game.parse("0 2 1 0 3 1 2").unwrap());
    }
    let game: Boxes = make(&[]);
    any_position(&game, &Vec::new());
}

#[test]
fn piles_keeps_its_word() {
    for k in ["0", "2", "9223372036854775807"] {
        let game: Piles = make(&[("k", k)]);
        impartial(&game, game.shown());
        impartial(&game, game.parse("1 2 3 1/-/2 2/5").unwrap());
        any_position(&game, &Vec::new());
    }
}
