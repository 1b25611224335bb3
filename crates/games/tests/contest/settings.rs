//! Values of parameters: accepted, or rejected with a range; never a panic.

use kibitz_game::{CONTINUE, CatalogueGame, Impartial, Notation, SettingError, Settings};
use kibitz_games::boxes::Boxes;
use kibitz_games::marbles::Marbles;
use kibitz_games::nim::Nim;
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_games::octal::Octal;
use kibitz_games::piles::Piles;
use kibitz_games::subtraction::Subtraction;
use kibitz_games::tictactoe::TicTacToe;

use crate::contest::positions::is_well_placed;
use crate::contest::support::{Random, damage};

/// A game with one parameter set, if the value is accepted.
fn set<G: CatalogueGame>(name: &str, value: &str) -> Option<G> {
    let settings = Settings::new(G::INFO, [(name, value)]).unwrap();
    match G::with(&settings) {
        Ok(game) => Some(game),
        Err(SettingError::Value { value, problem, .. }) => {
            is_well_placed(&value, &problem);
            None
        }
        Err(other) => panic!("{name}={value}: {other}"),
    }
}

/// An accepted game can write its default position and name its moves.
fn is_fit<G: CatalogueGame + Notation>(game: &G) {
    let p = game.default_position();
    assert_eq!(game.parse(&game.write(&p)).as_ref(), Ok(&p));
    if game.static_value(&p).is_ok_and(|value| value.is_some()) {
        return;
    }
    let _ = game.expand(&p, |step| {
        assert!(!game.write_move(&p, &step.by).is_empty());
        CONTINUE
    });
}

/// Damages a valid value.
fn accepts_or_rejects<G: CatalogueGame + Notation>(name: &str, right: &str, seed: u64) {
    let mut random = Random(seed);
    is_fit(&set::<G>(name, right).unwrap());
    let mut rejected = 0;
    for _ in 0..1500 {
        let mut bytes = right.as_bytes().to_vec();
        for _ in 0..random.below(4) + 1 {
            damage(&mut bytes, &mut random);
        }
        match set::<G>(name, &String::from_utf8_lossy(&bytes)) {
            Some(game) => is_fit(&game),
            None => rejected += 1,
        }
    }
    assert!(rejected > 0, "expected some rejected values");
}

#[test]
fn numbers_settings_are_checked() {
    for value in [
        "",
        "0",
        "-1",
        "+8",
        "8.0",
        "1e1",
        "x",
        " 8",
        "65536",
        "99999999999999999999",
    ] {
        assert!(set::<Numbers>("cards", value).is_none(), "{value}");
    }
    for value in ["", "0", "1", "65", "+5", "٥"] {
        assert!(set::<Numbers>("modulus", value).is_none(), "{value}");
    }
    is_fit(&set::<Numbers>("cards", "3").unwrap());
    is_fit(&set::<Numbers>("modulus", "2").unwrap());
}

#[test]
fn boxes_settings_are_checked() {
    accepts_or_rejects::<Boxes>("moves", "2>1,5>4,6>3", 41);
    for value in [
        "1>1",
        "0>1",
        "1>",
        ">",
        ",",
        "1>2,",
        "1000001>1",
        "+2>1",
        "1-2",
        "1>2>3",
    ] {
        assert!(set::<Boxes>("moves", value).is_none(), "{value}");
    }
}

#[test]
fn marbles_settings_are_checked() {
    accepts_or_rejects::<Marbles>("shape", "..#./..../.##.", 42);
    let wide = |columns: usize| format!(".{}.", "#".repeat(columns - 2));
    is_fit(&set::<Marbles>("shape", &wide(36)).unwrap());
    is_fit(&set::<Marbles>("shape", &vec!["."; 36].join("/#/")).unwrap());
    for value in [
        &wide(37),
        &wide(4000),
        "#",
        "/",
        "./",
        "..../.",
        &".".repeat(37),
        ". .",
    ] {
        assert!(set::<Marbles>("shape", value).is_none(), "{value}");
    }
    for value in ["0", "37", "+1", ""] {
        assert!(set::<Marbles>("rows", value).is_none(), "{value}");
        assert!(set::<Marbles>("run", value).is_none(), "{value}");
    }
    assert!(set::<Marbles>("cols", "10").is_none(), "40 cells");
}

#[test]
fn nine_settings_are_checked() {
    accepts_or_rejects::<Nine>("suits", "CDSH", 43);
    accepts_or_rejects::<Nine>("ranks", "6789TJQKA", 44);
    accepts_or_rejects::<Nine>("opening", "9", 45);
    let deal = "JD 7S 9S JS 8S 9D 6D 8C 8D TH KS QD QH TD 6C AD KD AC/\
                KH QC 9H 6H KC 9C JC TS 6S QS TC JH 7D 7H AS AH 7C 8H";
    accepts_or_rejects::<Nine>("deal", deal, 46);
}

#[test]
fn piles_settings_are_checked() {
    for value in ["", "-1", "+1", "1.5", "9223372036854775808", "two"] {
        assert!(set::<Piles>("k", value).is_none(), "{value}");
    }
    is_fit(&set::<Piles>("k", "9223372036854775807").unwrap());
}

#[test]
fn subtraction_settings_are_checked() {
    accepts_or_rejects::<Subtraction>("take", "1,2,30", 47);
    for value in [
        "",
        "0",
        "1,",
        ",1",
        "1,1",
        "-1",
        "+1",
        "1 2",
        "1, ,2",
        "1;2",
        "9223372036854775808",
    ] {
        assert!(set::<Subtraction>("take", value).is_none(), "{value}");
    }
    let many = |n: u64| (1..=n).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    is_fit(&set::<Subtraction>("take", &many(1000)).unwrap());
    let spaced = set::<Subtraction>("take", " 1, 2 ,\t30").unwrap();
    let plain = set::<Subtraction>("take", "1,2,30").unwrap();
    assert_eq!(spaced.known_grundy(&1000), plain.known_grundy(&1000));
    assert!(set::<Subtraction>("take", &many(1001)).is_none());
}

#[test]
fn octal_settings_are_checked() {
    accepts_or_rejects::<Octal>("code", "0.137", 48);
    for value in [
        "", "0", "0.", ".7", "1.7", "40.7", "0.8", "0.7.7", "0,77", "0. 7", "0.٧",
    ] {
        assert!(set::<Octal>("code", value).is_none(), "{value}");
    }
    is_fit(&set::<Octal>("code", &format!("4.{}", "7".repeat(64))).unwrap());
    assert!(set::<Octal>("code", &format!("0.{}", "7".repeat(65))).is_none());
    assert_eq!(
        set::<Octal>("code", "0.7700").unwrap().code().to_string(),
        "0.77"
    );
}

#[test]
fn play_convention_is_checked() {
    for value in ["", "Normal", "misère", "misere ", "both"] {
        assert!(set::<Nim>("play", value).is_none(), "{value}");
        assert!(set::<TicTacToe>("play", value).is_none(), "{value}");
        assert!(set::<Octal>("play", value).is_none(), "{value}");
        assert!(set::<Subtraction>("play", value).is_none(), "{value}");
    }
    for (value, help) in [
        ("misère", Some("write play=misere")),
        ("mise\u{300}re", Some("write play=misere")),
        (" Normal ", Some("write play=normal")),
        ("both", None),
    ] {
        let settings = Settings::new(Nim::INFO, [("play", value)]).unwrap();
        let Err(SettingError::Value { problem, .. }) = Nim::with(&settings) else {
            panic!("{value}");
        };
        assert_eq!(problem.help.as_deref(), help, "{value}");
    }
    is_fit(&set::<Nim>("play", "misere").unwrap());
    is_fit(&set::<TicTacToe>("play", "misere").unwrap());
}
