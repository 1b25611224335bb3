//! The contest format: written deals are read back; damaged input is rejected
//! or read as written.

use std::io::Read;

use kibitz_game::Wdl;
use kibitz_game::contest::{Contest, Input};
use kibitz_game::{CatalogueGame, Notation, Settings};
use kibitz_games::nine::{Cards, Deck, Nine, Player};

use crate::nine::support::{Random, SAMPLES, half, sample};

/// Returns a few bytes per read.
struct Trickle<'a> {
    bytes: &'a [u8],
    max: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let max = self.max.min(buffer.len());
        self.bytes.read(&mut buffer[..max])
    }
}

/// Reads all deals like a judge, with or without the fast path; returns the
/// error message if there is one.
fn read_all(deck: &Deck, source: impl Read, fast: bool) -> Result<Vec<Cards>, String> {
    let mut input = Input::new("deals", source);
    let mut cases = Vec::new();
    while let (Some(_), _) = input.next_byte().map_err(|e| e.to_string())? {
        if fast {
            let taken = deck.parse_fast(input.block(), usize::MAX, &mut cases);
            input.take(taken);
            if taken.bytes > 0 {
                continue;
            }
        }
        input.set_case(Some(cases.len() as u64 + 1));
        cases.push(deck.read(&mut input).map_err(|e| e.to_string())?);
    }
    Ok(cases)
}

/// The deals of a text, by splitting it into words.
fn by_words(deck: &Deck, text: &[u8]) -> Option<Vec<Cards>> {
    let space = |b: &u8| b.is_ascii_whitespace() || *b == 0x0b;
    let words: Vec<&[u8]> = text.split(space).filter(|w| !w.is_empty()).collect();
    let deals = words.chunks(deck.len()).map(|deal| {
        let cards: Option<Vec<_>> = deal.iter().map(|word| deck.card(word)).collect();
        let cards = cards?;
        let set = |cards: &[_]| cards.iter().fold(Cards::NONE, |set, &c| set.with(c));
        let hers = deck.halves()[0].min(cards.len());
        (set(&cards) == deck.cards()).then(|| set(&cards[..hers]))
    });
    deals.collect()
}

/// A deal on two lines, each hand shuffled.
fn write(deck: &Deck, alice: Cards, random: &mut Random) -> String {
    let mut text = String::new();
    for hand in [alice, deck.cards() - alice] {
        let mut names: Vec<_> = hand.iter().map(|card| deck.name(card)).collect();
        random.shuffle(&mut names);
        text += &(names.join(" ") + "\n");
    }
    text
}

#[test]
fn written_deals_are_read_back() {
    let mut random = Random(8);
    let decks = [
        Deck::default(),
        Deck::new("CD", "23456", "4").unwrap(),
        Deck::new("ABC", "123", "1").unwrap(),
        Deck::new("X", "12", "2").unwrap(),
        Deck::new("X", "1", "1").unwrap(),
        Deck::new("CDSH", "A23456789TJQK", "7").unwrap(),
    ];
    for deck in &decks {
        let deals: Vec<_> = (0..50).map(|_| half(&mut random, deck)).collect();
        let text: String = deals.iter().map(|&d| write(deck, d, &mut random)).collect();
        for fast in [false, true] {
            for max in [1, 100, 1 << 20] {
                let source = Trickle {
                    bytes: text.as_bytes(),
                    max,
                };
                assert_eq!(read_all(deck, source, fast), Ok(deals.clone()));
            }
        }
    }
}

#[test]
fn fast_path_takes_only_the_usual_layout() {
    let deck = Deck::default();
    let taken = |text: &str, max| {
        let mut cases = Vec::new();
        let taken = deck.parse_fast(text.as_bytes(), max, &mut cases);
        (taken.bytes, taken.lines, cases.len())
    };
    let two = SAMPLES[0].0.to_owned() + SAMPLES[1].0;
    assert_eq!(taken(&two, 9), (216, 4, 2));
    assert_eq!(taken(&two, 1), (108, 2, 1));
    assert_eq!(taken(&two[..215], 9), (108, 2, 1));
    for (from, to) in [("JD", "jd"), ("JD ", "JD\t"), ("JD ", "JD  "), ("JD", "7S")] {
        assert_eq!(taken(&two.replacen(from, to, 1), 9), (0, 0, 0), "{to:?}");
    }
    assert_eq!(taken(&two.replacen('\n', " ", 1), 9), (0, 0, 0));
    assert_eq!(taken(&two.replace('\n', "\r\n"), 9), (0, 0, 0));
}

#[test]
fn any_white_space_is_accepted() {
    let deck = Deck::default();
    let deals: Vec<_> = (0..5).map(sample).collect();
    let text: String = SAMPLES.iter().map(|s| s.0).collect();
    for changed in [
        text.replace('\n', "\r\n"),
        text.replace(' ', "\n\n"),
        text.replace('\n', " "),
        text.replace(' ', "\t "),
        format!("\n\n {}", text.trim_end()),
    ] {
        assert_eq!(read_all(&deck, changed.as_bytes(), true), Ok(deals.clone()));
    }
}

/// Asserts that both readers and the splitting into words agree on a text.
fn agreed(deck: &Deck, text: &[u8]) -> Option<Vec<Cards>> {
    let fast = read_all(deck, text, true);
    let slow = read_all(deck, text, false);
    assert_eq!(fast, slow, "the same cases, or the same error");
    assert_eq!(fast.as_ref().ok(), by_words(deck, text).as_ref());
    fast.ok()
}

#[test]
fn readers_agree_on_every_changed_byte() {
    let deck = Deck::new("CD", "6789", "7").unwrap();
    let text = "6C 7D 8D 9C\n9D 8C 7C 6D\n".repeat(2).into_bytes();
    for at in 0..text.len() {
        for byte in 0..=u8::MAX {
            let mut changed = text.clone();
            changed[at] = byte;
            let read = agreed(&deck, &changed);
            let space = |byte| matches!(byte, b' ' | b'\t'..=b'\r');
            let harmless = byte == text[at] || space(byte) && space(text[at]);
            assert_eq!(read.is_some(), harmless, "byte {byte} at {at}");
        }
    }
}

#[test]
fn readers_agree_on_damaged_input() {
    let deck = Deck::default();
    let mut random = Random(9);
    let mut accepted = 0;
    for _ in 0..4000 {
        let deals = 1 + random.below(4);
        let mut text: Vec<u8> = (0..deals)
            .flat_map(|_| {
                let alice = half(&mut random, &deck);
                write(&deck, alice, &mut random).into_bytes()
            })
            .collect();
        for _ in 0..1 + random.below(2) {
            damage(&mut text, &mut random);
        }
        accepted += usize::from(agreed(&deck, &text).is_some());
    }
    assert!(
        accepted > 200,
        "expected more accepted texts than {accepted}"
    );
}

fn damage(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len());
    match random.below(7) {
        0 => text[at] ^= 1 << random.below(8),
        1 => text[at] = random.bits() as u8,
        2 => text.truncate(at.max(1)),
        3 => text.insert(at, random.bits() as u8),
        4 => text.insert(at, b" \n\r\t"[random.below(4)]),
        5 if text.len() > 1 => drop(text.remove(at)),
        _ => {
            let other = random.below(text.len());
            text.swap(at, other);
        }
    }
}

#[test]
fn errors_name_problem_and_range() {
    let deck = Deck::default();
    let error = |text: &str| read_all(&deck, text.as_bytes(), true).unwrap_err();
    let good = SAMPLES[0].0;
    let bad = good.replacen("9S", "9s", 1);
    assert_eq!(
        error(&(good.to_owned() + &bad)),
        "deals:3:7: expected a card (did you mean `9S`?), found `9s`"
    );
    assert_eq!(
        error(&good.replacen("QC", "5C", 1)),
        "deals:2:4: expected a card: a rank of 6789TJQKA, then a suit of CDSH, found `5C`"
    );
    assert_eq!(
        error(&good.replacen("QC", "9S", 1)),
        "deals:2:4: expected a card not yet dealt (`9S` is a duplicate in this deal), found `9S`"
    );
    assert_eq!(
        error(&good[..good.len() - 4]),
        "deals:2:51: expected Bob's card 18 of 18, found the end of the input"
    );
}

#[test]
fn answers_and_case_queries_are_written() {
    let deck = Deck::default();
    let mut out = Vec::new();
    deck.write(1, &sample(0), Wdl::Win, &mut out);
    deck.write(2, &sample(1), Wdl::Loss, &mut out);
    assert_eq!(out, b"Alice\nBob\n");
    let query = deck.query(&sample(3));
    assert_eq!(query.position, "C:- D:- S:- H:- Alice");
    let pairs = query
        .set
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let game = Nine::with(&Settings::new(Nine::INFO, pairs).unwrap()).unwrap();
    assert_eq!(game.dealt(Player::Alice), sample(3));
    assert_eq!(game.parse(&query.position), Ok(game.default_position()));
}
