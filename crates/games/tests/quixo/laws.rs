//! Quixo: trait laws on small boards and a sample of a larger one; notation of
//! positions and moves.

use std::collections::HashMap;

use kibitz_bruteforce::Random;
use kibitz_game::{CONTINUE, CatalogueGame, Game, Indexed, Notation, Settings, laws};
use kibitz_games::quixo::{Pos, Quixo};

fn any_position(game: &Quixo, p: &Pos) {
    laws::notation_round_trips(game, p).unwrap();
    if game.static_value(p) == Ok(None) {
        laws::degree_counts(game, p).unwrap();
    }
}

#[test]
fn small_boards_obey_the_laws() {
    for side in [2, 3] {
        let game = Quixo::new(side).unwrap();
        laws::ranks_agree(&game).unwrap();
        laws::moves_stay_inside(&game).unwrap();
        laws::unmoves_are_moves(&game).unwrap();
        laws::positions(&game).for_each(|p| any_position(&game, &p));
    }
}

#[test]
fn larger_boards_obey_the_laws() {
    for side in [4, 5] {
        let game = Quixo::new(side).unwrap();
        let mut random = Random(5);
        for round in 0..6_000 {
            // Ranks with few digits are more often fixed by a symmetry.
            let max = if round % 2 == 0 { game.size() } else { 6_561 };
            let Some(p) = game.unrank(random.roll(max)) else {
                continue;
            };
            assert_eq!(game.unrank(game.rank(&p)), Some(p));
            any_position(&game, &p);
            laws::unmoves_agree_at(&game, &p).unwrap();
        }
    }
}

/// All arrangements of blank, X and O, with either player to move.
#[test]
fn orbit_sizes_sum_to_all_positions() {
    for side in [2, 3] {
        let game = Quixo::new(side).unwrap();
        let counted: u64 = laws::positions(&game).map(|p| game.orbit_size(&p)).sum();
        assert_eq!(counted, 2 * 3u64.pow(u32::from(side) * u32::from(side)));
    }
}

#[test]
fn moves_push_cubes() {
    let game = Quixo::new(3).unwrap();
    let p = game.parse("X.O/.X./... X").unwrap();
    let mut found = HashMap::new();
    let Ok(_) = game.expand(&p, |step| {
        found.insert(game.write_move(&p, &step.by), game.write(&step.to));
        CONTINUE
    });
    for (by, after) in [
        ("a1-c1", Some(".OX/.X./... O")),
        ("b1-a1", Some("XXO/.X./... O")),
        ("b1-c1", Some("XOX/.X./... O")),
        ("b1-b3", Some("XXO/.../.X. O")),
        ("a2-a1", Some("X.O/XX./... O")),
        ("a2-c2", Some("X.O/X.X/... O")),
        ("b2-b1", None),
        ("c1-a1", None),
        ("a1-a1", None),
        ("a1-c3", None),
    ] {
        assert_eq!(found.get(by).map(String::as_str), after, "{by}");
    }
    assert_eq!(found.len(), 18);
}

#[test]
fn invalid_positions_are_rejected() {
    let game = Quixo::new(3).unwrap();
    for (text, at, message) in [
        ("", 0..0, "expected 3 rows joined by /, found 1"),
        ("X../... X", 0..7, "expected 3 rows joined by /, found 2"),
        (
            "X../..../... X",
            4..8,
            "expected 3 cells in this row, found 4",
        ),
        (
            "X../.Z./... X",
            5..6,
            "expected X, O or . (empty), found `Z`",
        ),
        (
            "X../.../...",
            11..11,
            "expected X or O, the player to move, after the board",
        ),
        (
            "X../.../... Z",
            12..13,
            "expected X or O, the player to move, found `Z`",
        ),
        (
            "X../.../... X O",
            14..15,
            "expected nothing after the player to move, found `O`",
        ),
    ] {
        let error = game.parse(text).unwrap_err();
        assert_eq!((error.message.as_str(), error.at), (message, at), "{text}");
    }
    assert!(game.parse(" x../.o./... o ").is_ok());
}

#[test]
fn side_length_is_checked() {
    let set = |value| {
        let settings = Settings::new(Quixo::INFO, [("n", value)]).unwrap();
        Quixo::with(&settings).map(|game| game.size())
    };
    assert_eq!(set("4").unwrap(), 43_046_721);
    assert!(set("1").is_err() && set("6").is_err() && set("x").is_err());
}
