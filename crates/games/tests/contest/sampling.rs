//! Case generators: generated cases are read back, also by the fast path;
//! shrinking reduces the measure; enumerations are complete.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use kibitz_game::contest::{Bias, CaseGenerator, Count, Random, Size, Sizes};
use kibitz_game::{BREAK, CONTINUE, Indexed};
use kibitz_games::boxes::{self, Boxes, Transfers};
use kibitz_games::calendar::{self, Calendar, Date};
use kibitz_games::ed;
use kibitz_games::euclid;
use kibitz_games::marbles::{self, Board, Marbles, Shape};
use kibitz_games::nim::{self, Nim};
use kibitz_games::nine::Deck;
use kibitz_games::numbers::{self, First, Numbers};
use kibitz_games::{PlayConvention, piles};

use crate::contest::support::{With, read_all};

const BIASES: [Bias; 4] = [Bias::Uniform, Bias::Balanced, Bias::Long, Bias::Edge];

trait Format: CaseGenerator<Case: PartialEq + Debug> {}
impl<F: CaseGenerator<Case: PartialEq + Debug>> Format for F {}

/// Contest input with these cases.
fn written<F: Format>(format: &F, cases: &[F::Case]) -> Vec<u8> {
    let mut text = match format.count() {
        Count::Given => format!("{}\n", cases.len()).into_bytes(),
        Count::UntilEnd | Count::One => Vec::new(),
    };
    for case in cases {
        format.put(case, &mut text);
    }
    text
}

/// Reads the cases back, by the reader and by the fast path.
fn is_read_back<F: Format>(format: &F, cases: &[F::Case]) {
    let text = written(format, cases);
    for with in [With::ReaderAlone, With::FastPath] {
        let (read, error) = read_all(format, &text, usize::MAX, with);
        let shown = String::from_utf8_lossy(&text);
        assert_eq!(error, None, "{with:?}: {shown}");
        assert_eq!(read, cases, "{with:?}: {shown}");
    }
}

/// Checks the contract of a case generator.
fn obeys_contract<F: Format>(format: &F) {
    let usual = Sizes::new(&format.sizes(), []).unwrap();
    obeys_laws_in(format, &usual);
    obeys_laws_in(format, &usual.of_contest());
    // Every size at both ends of its range, as far as memory and time allow.
    for end in [
        |size: &Size<'_>| *size.allowed.start(),
        |size: &Size<'_>| {
            let max = *size.allowed.end();
            if max <= 1_000_000 {
                *size.usual.end()
            } else {
                max
            }
        },
    ] {
        let sizes = format.sizes();
        let ends = sizes.iter().map(|size| (size.name, end(size)..=end(size)));
        obeys_laws_in(format, &Sizes::new(&sizes, ends).unwrap());
    }
}

fn obeys_laws_in<F: Format>(format: &F, sizes: &Sizes) {
    for (seed, bias) in BIASES.into_iter().enumerate() {
        let make = || {
            let mut random = Random::new(seed as u64);
            let cases = (0..60).map(|_| format.sample(bias, sizes, &mut random));
            cases.collect::<Vec<_>>()
        };
        let cases = make();
        assert_eq!(make(), cases, "equal seeds must generate equal cases");
        is_read_back(format, &cases);
        for case in cases.iter().take(12) {
            smaller_is_smaller(format, case);
        }
    }
}

/// Bytes of variants of a case that are read back.
const MAX_LENGTH: usize = 1 << 18;

fn smaller_is_smaller<F: Format>(format: &F, case: &F::Case) {
    for variants in [F::smaller, F::simple] {
        let (mut smaller, mut length) = (Vec::new(), 0);
        variants(format, case, &mut |other| {
            let measure = format.measure(case);
            assert!(
                format.measure(&other) < measure || measure == u64::MAX,
                "{other:?} is not smaller than {case:?}"
            );
            length += written(format, std::slice::from_ref(&other)).len();
            smaller.push(other);
            if smaller.len() < 2000 && length < MAX_LENGTH {
                CONTINUE
            } else {
                BREAK
            }
        });
        is_read_back(format, &smaller);
    }
}

/// All cases of a measure, each once.
fn listed<F: Format>(format: &F, measure: u64) -> Vec<F::Case> {
    let mut cases = Vec::new();
    let flow = format.every(measure, &mut |case| {
        assert_eq!(format.measure(&case), measure, "{case:?}");
        cases.push(case);
        CONTINUE
    });
    assert_eq!(
        flow,
        Some(CONTINUE),
        "the enumeration must exist and be complete"
    );
    cases
}

/// Asserts that the enumeration of small measures equals `all`.
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
    assert_eq!(found.len(), cases.len(), "no case may be listed twice");
    assert_eq!(found, expected);
    is_read_back(format, &cases);
}

#[test]
fn numbers_generator_obeys_its_contract() {
    for (cards, modulus) in [(8, 5), (2, 2), (1, 12), (3, 10)] {
        let game = Numbers::new(cards, modulus).unwrap();
        obeys_contract(&numbers::Format::new(&game));
    }
}

#[test]
fn numbers_enumeration_is_complete() {
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
    assert_eq!(format.total(), Some(all.len() as u64));
    lists_everything(&format, 30, all, |case| {
        (case.first as u8, case.position.mine, case.position.theirs)
    });
}

#[test]
fn boxes_generator_obeys_its_contract() {
    let listed = ["3>1,4>3", "1>2,2>3,3>1", "3>1,3>2,2>1,12>1"];
    let listed = listed.map(|moves| Transfers::parse(moves).unwrap());
    for game in listed.into_iter().chain([Transfers::contest()]) {
        obeys_contract(&boxes::Format::new(&Boxes::new(game)));
    }
}

#[test]
fn boxes_enumeration_is_complete() {
    for (transfers, least) in [("", 1), ("3>1", 3)] {
        let transfers = match transfers {
            "" => Transfers::contest(),
            text => Transfers::parse(text).unwrap(),
        };
        let game = Boxes::new(transfers);
        // Up to six boxes with up to six cards each, as base-7 numbers.
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
fn marbles_generator_obeys_its_contract() {
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
        obeys_contract(&format);
        let cells = game.shape().cells();
        let all = (0..1 << cells).map(Board).collect();
        assert_eq!(format.total(), Some(1 << cells));
        lists_everything(&format, u64::from(cells) + 1, all, |board| board.0);
    }
}

#[test]
fn piles_generator_obeys_its_contract() {
    obeys_contract(&piles::Format);
}

#[test]
fn piles_enumeration_is_complete() {
    let mut all = Vec::new();
    for k in 1..7 {
        // Up to three piles of up to six cards with numbers up to six, built
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
fn nim_generator_obeys_its_contract() {
    for play in [PlayConvention::Normal, PlayConvention::Misere] {
        obeys_contract(&nim::Format::new(Nim { play }));
    }
}

/// Lists of up to six numbers from `least` to six, in steps of `group_len`.
fn lists(group_len: u32, least: u64) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    for length in (group_len..=6).step_by(group_len as usize) {
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
fn nim_enumeration_is_complete() {
    let format = nim::Format::new(Nim::default());
    lists_everything(&format, 7, lists(1, 0), Vec::clone);
}

#[test]
fn euclid_generator_obeys_its_contract() {
    obeys_contract(&euclid::Format);
}

#[test]
fn euclid_enumeration_is_complete() {
    let all = (1..30).flat_map(|a| (1..=a).filter_map(move |b| euclid::Pair::new(a, b)));
    lists_everything(&euclid::Format, 30, all.collect(), |pair| *pair);
}

#[test]
fn calendar_generator_obeys_its_contract() {
    obeys_contract(&calendar::Format);
}

#[test]
fn calendar_enumeration_is_complete() {
    let days = |year, month| (1..=31).filter_map(move |day| Date::new(year, month, day));
    let months = (1900..=2006).flat_map(|year| (1..=12).map(move |month| (year, month)));
    let all: Vec<Date> = months.flat_map(|(year, month)| days(year, month)).collect();
    assert_eq!(all.len() as u64, Calendar.size());
    assert_eq!(calendar::Format.total(), Some(Calendar.size()));
    lists_everything(&calendar::Format, Calendar.size(), all, |date| *date);
}

#[test]
fn ed_generator_obeys_its_contract() {
    obeys_contract(&ed::Format);
}

#[test]
fn ed_enumeration_is_complete() {
    let pairs = |piles: &Vec<u64>| {
        let pairs = piles
            .chunks(2)
            .filter_map(|pair| ed::Pair::new(pair[0], pair[1]));
        pairs.collect::<Vec<_>>()
    };
    // The smallest case not in `lists` is 1 7: two piles, eight stones.
    let all = lists(2, 1).iter().map(pairs).collect();
    lists_everything(&ed::Format, 10, all, Vec::clone);
}

#[test]
fn nine_generator_obeys_its_contract() {
    obeys_contract(&Deck::default());
    obeys_contract(&Deck::new("CD", "89T", "9").unwrap());
    obeys_contract(&Deck::new("C", "9", "9").unwrap());
}

#[test]
fn nine_enumeration_is_complete() {
    for (suits, ranks, opening) in [("CD", "789T", "9"), ("ABC", "123", "1")] {
        let deck = Deck::new(suits, ranks, opening).unwrap();
        let alices = deck.halves()[0];
        let sets = (0..1u64 << deck.len()).map(kibitz_games::nine::Cards::from_bits);
        let all: Vec<_> = sets.filter(|alice| alice.len() == alices).collect();
        assert_eq!(deck.total(), Some(all.len() as u64));
        lists_everything(&deck, 20, all, |alice| alice.bits());
    }
}

/// The order of cards is insignificant, so the output is shuffled.
#[test]
fn written_cards_are_shuffled() {
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
