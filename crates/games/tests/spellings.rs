//! Move parsers against move generation: all spellings of legal moves parse to
//! those moves, and all other texts are rejected.

use std::collections::HashMap;

use kibitz_game::{CONTINUE, CatalogueGame, Notation, Settings, Step};
use kibitz_games::ed::Ed;
use kibitz_games::euclid::Euclid;
use kibitz_games::nim::Nim;
use kibitz_games::octal::Octal;
use kibitz_games::subtraction::Subtraction;

fn make<G: CatalogueGame>(pairs: &[(&str, &str)]) -> G {
    let set = Settings::new(G::INFO, pairs.iter().copied()).unwrap();
    G::with(&set).unwrap()
}

const JUNK: [&str; 22] = [
    "",
    " ",
    ":",
    ">",
    "-",
    "+",
    "=",
    "'",
    "1:",
    "1: -",
    "1: --1",
    "1: -x",
    "1>",
    "1: 3>",
    "1: 3>+",
    "1: 3>1+",
    "1: '>1+1",
    "1-=",
    "3-3=",
    "-1: 1",
    "99999999999999999999: -1",
    "é: -1",
];

/// Compares the parser with move generation. `spellings` are alternative texts
/// of a move name; an ambiguous spelling means the first such move.
fn agrees<G: Notation>(
    game: &G,
    position: &str,
    spellings: impl Fn(&str) -> Vec<String>,
    others: impl IntoIterator<Item = String>,
) {
    let p = game.parse(position).unwrap();
    let mut due: HashMap<String, Step<G::Pos, G::Move>> = HashMap::new();
    let _ = game.expand(&p, |step| {
        let name = game.write_move(&p, &step.by);
        let packed = name.replace(' ', "");
        let spaced = packed.replace(':', " : ").replace('>', " > ");
        for spelling in spellings(&name).into_iter().chain([name, packed, spaced]) {
            due.entry(spelling).or_insert(step.clone());
        }
        CONTINUE
    });
    for (spelling, step) in &due {
        let read = game.read_step(&p, spelling);
        assert_eq!(read.as_ref(), Some(step), "{position}: {spelling}");
    }
    for other in others.into_iter().chain(JUNK.map(str::to_owned)) {
        if !due.contains_key(&other) {
            assert_eq!(game.read_step(&p, &other), None, "{position}: {other}");
        }
    }
}

/// The name with the two summands swapped.
fn swapped(name: &str) -> String {
    let (before, parts) = name.split_once('>').unwrap();
    match parts.split_once('+') {
        Some((a, b)) => format!("{before}>{b}+{a}"),
        None => name.to_owned(),
    }
}

fn without_place(name: &str) -> String {
    name.split_once(": ").unwrap().1.to_owned()
}

#[test]
fn nim_moves_are_parsed() {
    let game: Nim = make(&[]);
    for position in ["3 0 5", "1", "0", "2 2", ""] {
        let all = (0..=4).flat_map(|heap| (0..=6).map(move |n| (heap, n)));
        let others = all.flat_map(|(heap, n)| [format!("{heap}: -{n}"), format!("{heap}: {n}")]);
        agrees(&game, position, |name| vec![name.replace('-', "")], others);
    }
}

#[test]
fn euclid_moves_are_parsed() {
    for position in ["12 5", "7 7", "6 1", "5 0", "9 3"] {
        let spellings = |name: &str| {
            let (difference, _) = name.split_once('=').unwrap();
            let (_, taken) = difference.split_once('-').unwrap();
            vec![difference.to_owned(), format!("-{taken}")]
        };
        let all = (0..=13).flat_map(|from| (0..=13).map(move |taken| (from, taken)));
        let others = all.flat_map(|(from, taken)| {
            let left = (0..=13).map(move |left| format!("{from}-{taken}={left}"));
            left.chain([format!("{from}-{taken}"), format!("-{taken}")])
        });
        agrees(&Euclid, position, spellings, others);
    }
}

#[test]
fn ed_moves_are_parsed() {
    for position in ["1 3/2 4", "3 3", "1 1", "5 6/4 4", ""] {
        let spellings = |name: &str| {
            let swapped = swapped(name);
            let [one, other] = [name, &swapped].map(|name| name.split_once('+').unwrap().0);
            vec![one.to_owned(), other.to_owned(), swapped.clone()]
        };
        let all = (0..=3).flat_map(|pair| (0..=7).map(move |pile| (pair, pile)));
        let others = all.flat_map(|(pair, pile)| {
            let parts = (0..=7).flat_map(|a| (0..=7).map(move |b| format!("{a}+{b}")));
            let parts = parts.chain((0..=7).map(|a: u64| a.to_string()));
            parts.flat_map(move |parts| {
                ["", "'", "''"].map(|mark| format!("{pair}: {pile}{mark}>{parts}"))
            })
        });
        agrees(&Ed, position, spellings, others);
    }
}

#[test]
fn octal_moves_are_parsed() {
    for code in ["0.77", "0.07", "4.0", "4.7", "0.0", "0.137", "0.3"] {
        let game: Octal = make(&[("code", code)]);
        for position in ["1 2 5", "4 4", "6", "0"] {
            let spellings = |name: &str| {
                let short = without_place(name);
                vec![swapped(name), swapped(&short), short]
            };
            let all = (0..=4).flat_map(|heap| (0..=7).map(move |size| (heap, size)));
            let others = all.flat_map(|(heap, size)| {
                let left = (0..=7).flat_map(|a| (0..=7).map(move |b| format!("{a}+{b}")));
                let left = left.chain((0..=7).map(|a: u64| a.to_string()));
                left.flat_map(move |left| {
                    [format!("{heap}: {size}>{left}"), format!("{size}>{left}")]
                })
            });
            agrees(&game, position, spellings, others);
        }
    }
}

#[test]
fn subtraction_moves_are_parsed() {
    for take in ["1,2,3", "4", "2,5,7"] {
        let game: Subtraction = make(&[("take", take)]);
        for position in ["0", "1", "5", "21"] {
            let others = (0..=22).flat_map(|n| [format!("-{n}"), n.to_string()]);
            agrees(&game, position, |name| vec![name.replace('-', "")], others);
        }
    }
}
