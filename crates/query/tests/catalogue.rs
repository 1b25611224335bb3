//! What every entry of the catalogue must keep.

use std::collections::HashSet;

use kibitz_query::CATALOGUE;

#[test]
fn names_are_unique() {
    let mut seen = HashSet::new();
    for entry in CATALOGUE {
        let names = std::iter::once(&entry.info.name).chain(entry.info.aliases);
        for name in names {
            assert!(seen.insert(name.to_lowercase()), "{name} comes twice");
        }
    }
}

/// A field filled in: a number that is a year where a year is asked for.
fn filled(template: &str) -> String {
    let mut text = String::new();
    for piece in template.split_inclusive('}') {
        let (before, name) = piece.split_once('{').unwrap_or((piece, ""));
        text += before;
        text += match name {
            "" => "",
            "year}" => "2001",
            _ => "2",
        };
    }
    text
}

#[test]
fn fields_filled_in_are_positions() {
    assert_eq!(filled("{year}-{month}/{a} x"), "2001-2/2 x");
    for entry in CATALOGUE {
        let game = entry.open([]).unwrap();
        for template in entry.info.fields.iter() {
            let position = filled(template);
            let view = game.view(&position);
            assert!(view.is_ok(), "{}: {position}", entry.info.name);
        }
    }
}

#[test]
fn every_game_shows_a_position_of_its_own() {
    for entry in CATALOGUE {
        let game = entry.open([]).unwrap();
        assert!(game.view(&game.shown()).is_ok(), "{}", entry.info.name);
    }
}
