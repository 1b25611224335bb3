//! Cases that are made up: what is written is read back, the recogniser takes
//! it, what is called smaller is smaller, and the listings leave nothing out.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use kibitz_game::contest::{Bias, Count, Random, Sampled, Size, Sizes};
use kibitz_game::{ENOUGH, Indexed, MORE};
use kibitz_games::boxes::{self, Boxes, Transfers};
use kibitz_games::calendar::{self, Calendar, Date};
use kibitz_games::ed;
use kibitz_games::euclid;
use kibitz_games::marbles::{self, Board, Marbles, Shape};
use kibitz_games::nim::{self, Nim};
use kibitz_games::nine::Deck;
use kibitz_games::numbers::{self, First, Numbers};
use kibitz_games::{Play, piles};

use crate::support::{With, read_all};

const BIASES: [Bias; 4] = [Bias::Uniform, Bias::Balanced, Bias::Long, Bias::Edge];

trait Format: Sampled<Case: PartialEq + Debug> {}
impl<F: Sampled<Case: PartialEq + Debug>> Format for F {}

/// Contest input with these cases.
fn written<F: Format>(format: &F, cases: &[F::Case]) -> Vec<u8> {
    let mut text = match F::COUNT {
        Count::Given => format!("{}\n", cases.len()).into_bytes(),
        Count::UntilEnd => Vec::new(),
    };
    for case in cases {
        format.put(case, &mut text);
    }
    text
}

/// Reads the cases back, with care and at sight.
fn is_read_back<F: Format>(format: &F, cases: &[F::Case]) {
    let text = written(format, cases);
    for with in [With::ReaderAlone, With::Recogniser] {
        let (read, error) = read_all(format, &text, usize::MAX, with);
        let shown = String::from_utf8_lossy(&text);
        assert_eq!(error, None, "{with:?}: {shown}");
        assert_eq!(read, cases, "{with:?}: {shown}");
    }
}

/// What the format promises about cases that are made up.
fn keeps_its_word<F: Format>(format: &F) {
    keeps_its_word_in(format, &Sizes::new(F::SIZES, []).unwrap());
    // Every size as small and as large as its range's ends, as far as memory
    // and patience go.
    for end in [
        |size: &Size| *size.allowed.start(),
        |size: &Size| {
            let most = *size.allowed.end();
            if most <= 1_000_000 {
                *size.usual.end()
            } else {
                most
            }
        },
    ] {
        let ends = F::SIZES
            .iter()
            .map(|size| (size.name, end(size)..=end(size)));
        keeps_its_word_in(format, &Sizes::new(F::SIZES, ends).unwrap());
    }
}

fn keeps_its_word_in<F: Format>(format: &F, sizes: &Sizes) {
    for (seed, bias) in BIASES.into_iter().enumerate() {
        let make = || {
            let mut random = Random::new(seed as u64);
            let cases = (0..60).map(|_| format.sample(bias, sizes, &mut random));
            cases.collect::<Vec<_>>()
        };
        let cases = make();
        assert_eq!(make(), cases, "the same seed, the same cases");
        is_read_back(format, &cases);
        for case in cases.iter().take(12) {
            smaller_is_smaller(format, case);
        }
    }
}

fn smaller_is_smaller<F: Format>(format: &F, case: &F::Case) {
    let mut smaller = Vec::new();
    format.smaller(case, &mut |other| {
        let measure = format.measure(case);
        assert!(
            format.measure(&other) < measure || measure == u64::MAX,
            "{other:?} is not smaller than {case:?}"
        );
        smaller.push(other);
        if smaller.len() < 2000 { MORE } else { ENOUGH }
    });
    is_read_back(format, &smaller);
}

/// All cases of a measure, each once, each of that measure.
fn listed<F: Format>(format: &F, measure: u64) -> Vec<F::Case> {
    let mut cases = Vec::new();
    let flow = format.every(measure, &mut |case| {
        assert_eq!(format.measure(&case), measure, "{case:?}");
        cases.push(case);
        MORE
    });
    assert_eq!(flow, Some(MORE), "the listing exists and is not broken off");
    cases
}

/// The listing of small measures has exactly the cases that `all` has.
fn lists_everything<F, K>(format: &F, below: u64, all: Vec<F::Case>, key: impl Fn(&F::Case) -> K)
where
    F: Format,
    K: Hash + Eq + Debug,
{
    let mut expected: HashSet<K> = HashSet::new();
    for case in &all {
        if format.measure(case) < below {
            expected.insert(key(case));
        }
    }
    assert!(!expected.is_empty());
    let cases: Vec<F::Case> = (0..below).flat_map(|m| listed(format, m)).collect();
    let found: HashSet<K> = cases.iter().map(&key).collect();
    assert_eq!(found.len(), cases.len(), "no case comes twice");
    assert_eq!(found, expected);
    is_read_back(format, &cases);
}

#[test]
fn numbers_keep_their_word() {
    for (cards, modulus) in [(8, 5), (2, 2), (1, 12), (3, 10)] {
        let game = Numbers::new(cards, modulus).unwrap();
        keeps_its_word(&numbers::Format::new(&game));
    }
}

#[test]
fn numbers_are_all_listed() {
    let game = Numbers::new(3, 4).unwrap();
    let format = numbers::Format::new(&game);
    let mut all = Vec::new();
    for first in [First::Alice, First::Bob] {
        for mine in 1..game.hands().count() as u16 {
            for theirs in 0..game.hands().count() as u16 {
                let position = numbers::Pos { mine, theirs };
                all.push(numbers::Case { first, position });
            }
        }
    }
    lists_everything(&format, 30, all, |case| {
        (case.first as u8, case.position.mine, case.position.theirs)
    });
}

#[test]
fn boxes_keep_their_word() {
    let listed = ["3>1,4>3", "1>2,2>3,3>1", "3>1,3>2,2>1,12>1"];
    let listed = listed.map(|moves| Transfers::parse(moves).unwrap());
    for game in listed.into_iter().chain([Transfers::contest()]) {
        keeps_its_word(&boxes::Format::new(&Boxes::new(game)));
    }
}

#[test]
fn boxes_are_all_listed() {
    for (transfers, least) in [("", 1), ("3>1", 3)] {
        let transfers = match transfers {
            "" => Transfers::contest(),
            text => Transfers::parse(text).unwrap(),
        };
        let game = Boxes::new(transfers);
        // Up to six boxes with up to six cards each, as numbers to base 7.
        let mut all = Vec::new();
        for boxes in least..=6u32 {
            for code in 0..7u64.pow(boxes) {
                all.push((0..boxes).map(|i| code / 7u64.pow(i) % 7).collect());
            }
        }
        lists_everything(&boxes::Format::new(&game), 7, all, Vec::clone);
    }
}

#[test]
fn marbles_keep_their_word() {
    for shape in [
        "..../..../..../....",
        ".",
        "...",
        "./././.",
        "..#/#../..#",
        "#./.#",
        "./#/.",
        "####/#..#/####",
    ] {
        let game = Marbles::new(Shape::parse(shape).unwrap(), 3);
        let format = marbles::Format::new(&game);
        keeps_its_word(&format);
        let cells = game.shape().cells();
        let all = (0..1 << cells).map(Board).collect();
        lists_everything(&format, u64::from(cells) + 1, all, |board| board.0);
    }
}

#[test]
fn piles_keep_their_word() {
    keeps_its_word(&piles::Format);
}

#[test]
fn piles_are_all_listed() {
    let mut all = Vec::new();
    for k in 0..7 {
        // Up to three piles of up to six cards with numbers up to six: grown
        // card by card.
        let mut open: Vec<Vec<piles::Pile>> = vec![Vec::new()];
        while let Some(piles) = open.pop() {
            let cards: u64 = piles.iter().flatten().sum();
            if cards + piles.len() as u64 > 6 {
                continue;
            }
            for number in 1..=6 {
                let mut wider = piles.clone();
                wider.push(vec![number]);
                open.push(wider);
                let mut higher = piles.clone();
                if let Some(pile) = higher.last_mut() {
                    pile.push(number);
                    open.push(higher);
                }
            }
            if !piles.is_empty() {
                let game = piles::Piles { k };
                all.push(piles::Case { game, piles });
            }
        }
    }
    lists_everything(&piles::Format, 7, all, |case| {
        (case.game.k, case.piles.clone())
    });
}

#[test]
fn nim_keeps_its_word() {
    for play in [Play::Normal, Play::Misere] {
        keeps_its_word(&nim::Format::new(Nim { play }));
    }
}

/// Lists of up to six numbers from `least` to six, in steps of `at_once`.
fn lists(at_once: u32, least: u64) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    for length in (at_once..=6).step_by(at_once as usize) {
        for code in 0..7u64.pow(length) {
            let list: Vec<u64> = (0..length).map(|i| code / 7u64.pow(i) % 7).collect();
            if list.iter().all(|number| *number >= least) {
                all.push(list);
            }
        }
    }
    all
}

#[test]
fn heaps_are_all_listed() {
    let format = nim::Format::new(Nim::default());
    lists_everything(&format, 7, lists(1, 0), Vec::clone);
}

#[test]
fn euclid_keeps_its_word() {
    keeps_its_word(&euclid::Format);
}

#[test]
fn euclids_numbers_are_all_listed() {
    let all = (1..30).flat_map(|a| (1..=a).filter_map(move |b| euclid::Pair::new(a, b)));
    lists_everything(&euclid::Format, 30, all.collect(), |pair| *pair);
}

#[test]
fn calendar_keeps_its_word() {
    keeps_its_word(&calendar::Format);
}

#[test]
fn dates_are_all_listed() {
    let days = |year, month| (1..=31).filter_map(move |day| Date::new(year, month, day));
    let months = (1900..=2006).flat_map(|year| (1..=12).map(move |month| (year, month)));
    let all: Vec<Date> = months.flat_map(|(year, month)| days(year, month)).collect();
    assert_eq!(all.len() as u64, Calendar.size());
    lists_everything(&calendar::Format, Calendar.size(), all, |date| *date);
}

#[test]
fn ed_keeps_its_word() {
    keeps_its_word(&ed::Format);
}

#[test]
fn pairs_are_all_listed() {
    let pairs = |piles: &Vec<u64>| {
        let pairs = piles
            .chunks(2)
            .filter_map(|pair| ed::Pair::new(pair[0], pair[1]));
        pairs.collect::<Vec<_>>()
    };
    // The smallest that `lists` does not have is 1 7: two piles, eight stones.
    let all = lists(2, 1).iter().map(pairs).collect();
    lists_everything(&ed::Format, 10, all, Vec::clone);
}

#[test]
fn nine_keeps_its_word() {
    keeps_its_word(&Deck::default());
    keeps_its_word(&Deck::new("CD", "89T", "9").unwrap());
    keeps_its_word(&Deck::new("C", "9", "9").unwrap());
}

#[test]
fn deals_are_all_listed() {
    for (suits, ranks, opening) in [("CD", "789T", "9"), ("ABC", "123", "1")] {
        let deck = Deck::new(suits, ranks, opening).unwrap();
        let alices = deck.halves()[0];
        let sets = (0..1u64 << deck.len()).map(kibitz_games::nine::Cards::from_bits);
        let all = sets.filter(|alice| alice.len() == alices).collect();
        lists_everything(&deck, 20, all, |alice| alice.bits());
    }
}

/// The order of cards says nothing: what is written does not look sorted.
#[test]
fn cards_are_not_sorted() {
    let deck = Deck::default();
    let sizes = Sizes::new(&[], []).unwrap();
    let mut random = Random::new(1);
    let mut text = Vec::new();
    for _ in 0..50 {
        let deal = deck.sample(Bias::Uniform, &sizes, &mut random);
        deck.put(&deal, &mut text);
    }
    let text = String::from_utf8(text).unwrap();
    for line in text.lines() {
        let cards: Vec<_> = line
            .split(' ')
            .map(|name| deck.card(name.as_bytes()))
            .collect();
        assert!(!cards.is_sorted(), "{line}");
    }
}
