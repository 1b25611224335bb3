//! Invariants of every entry of the catalogue.

use std::collections::HashSet;

use kibitz_query::{CATALOGUE, Session};

#[test]
fn names_are_unique() {
    let mut seen = HashSet::new();
    for entry in CATALOGUE {
        let names = std::iter::once(&entry.info.name).chain(entry.info.aliases);
        for name in names {
            assert!(seen.insert(name.to_lowercase()), "{name} occurs twice");
        }
    }
}

/// The template with numbers for its fields, a valid year for `{year}`.
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
fn filled_templates_are_valid_positions() {
    assert_eq!(filled("{year}-{month}/{a} x"), "2001-2/2 x");
    for entry in CATALOGUE {
        let game = Session::open(entry, []).unwrap();
        for template in entry.info.fields.iter() {
            let position = filled(template);
            let view = game.view(&position);
            assert!(view.is_ok(), "{}: {position}", entry.info.name);
        }
    }
}

#[test]
fn default_positions_are_valid() {
    for entry in CATALOGUE {
        let game = Session::open(entry, []).unwrap();
        assert!(
            game.view(&game.default_position()).is_ok(),
            "{}",
            entry.info.name
        );
    }
}
