//! The fast path takes whole cases as the reader would read them, and counts
//! their bytes and lines.

use kibitz_game::contest::{Contest, Input};
use kibitz_games::boxes::{self, Boxes, Transfers};
use kibitz_games::marbles::{self, Marbles, Shape};
use kibitz_games::nim::{self, Nim};
use kibitz_games::numbers::{self, Numbers};
use kibitz_games::piles;
use kibitz_games::{calendar, ed, euclid};

use crate::contest::cases;
use crate::contest::layout;
use crate::contest::support::{Format, Random, damage};

/// Asserts that the fast path takes what the reader reads.
fn fast_path_agrees<F: Format>(format: &F, block: &[u8], max: usize) -> usize {
    let mut cases = Vec::new();
    let taken = format.parse_fast(block, max, &mut cases);
    assert!(taken.bytes <= block.len() && cases.len() <= max);
    assert_eq!(taken.bytes == 0, cases.is_empty());
    let text = &block[..taken.bytes];
    let lines = text.iter().filter(|b| **b == b'\n').count();
    assert_eq!(taken.lines, lines as u64);
    let mut input = Input::new("block", text);
    for case in &cases {
        assert_eq!(format.read(&mut input).unwrap(), *case);
    }
    assert!(input.expect_end("nothing more").is_ok());
    cases.len()
}

/// Asserts that at every cut the fast path takes exactly the complete cases.
fn takes_all_complete_cases<F: Format>(format: &F, cases: &[u8], record: usize) {
    for cut in 0..=cases.len() {
        let whole = cut / record;
        for max in [0, 1, 2, usize::MAX] {
            let taken = fast_path_agrees(format, &cases[..cut], max);
            assert_eq!(taken, whole.min(max), "cut at {cut}, at most {max}");
        }
    }
}

/// The text without `T` and its separator.
fn cases_of(text: &str, ends_after: &str) -> Vec<u8> {
    text.split_once(ends_after).unwrap().1.as_bytes().to_vec()
}

fn numbers_text(game: &Numbers, count: usize, random: &mut Random) -> Vec<u8> {
    let cases: Vec<_> = (0..count).map(|_| cases::numbers(game, random)).collect();
    cases_of(&layout::numbers(game, &cases, random), "\n")
}

fn marbles_text(count: usize, random: &mut Random) -> Vec<u8> {
    let boards: Vec<_> = (0..count).map(|_| cases::marbles(random)).collect();
    cases_of(&(layout::marbles(&boards) + "\n"), "\n\n")
}

fn boxes_text(count: usize, random: &mut Random) -> Vec<u8> {
    let case = |_| {
        let n = 1 + random.below(5);
        (0..n).map(|_| random.number() >> 8).collect()
    };
    let cases: Vec<_> = (0..count).map(case).collect();
    cases_of(&layout::boxes(&cases), "\n")
}

fn piles_text(count: usize, random: &mut Random) -> Vec<u8> {
    let cases: Vec<_> = (0..count).map(|_| cases::piles(random)).collect();
    layout::piles(&cases).into_bytes()
}

#[test]
fn fast_path_takes_all_numbers_in_the_usual_layout() {
    let mut random = Random(11);
    for (cards, modulus) in [(8, 5), (2, 2), (4, 3), (2, 10)] {
        let game = Numbers::new(cards, modulus).unwrap();
        let format = numbers::Format::new(&game);
        let text = numbers_text(&game, 6, &mut random);
        takes_all_complete_cases(&format, &text, 2 + 4 * cards as usize);
    }
}

#[test]
fn fast_path_takes_all_marbles_in_the_usual_layout() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    let text = marbles_text(6, &mut Random(12));
    takes_all_complete_cases(&format, &text, 45);
}

#[test]
fn fast_path_agrees_with_the_reader_on_cut_boxes_and_piles() {
    let mut random = Random(15);
    let game = Boxes::new(Transfers::contest());
    let format = boxes::Format::new(&game);
    for _ in 0..20 {
        let text = boxes_text(4, &mut random);
        assert_eq!(fast_path_agrees(&format, &text, usize::MAX), 4);
        for cut in 0..text.len() {
            fast_path_agrees(&format, &text[..cut], usize::MAX);
        }
        let text = piles_text(4, &mut random);
        for cut in 0..text.len() {
            fast_path_agrees(&piles::Format, &text[..cut], usize::MAX);
        }
    }
}

/// Cases of four games in the usual layout.
fn small_games(random: &mut Random) -> [Vec<u8>; 4] {
    let count = 4;
    let nim = boxes_text(count, random);
    let cases: Vec<_> = (0..count).map(|_| cases::euclid(random)).collect();
    let euclid = cases_of(&layout::euclid(&cases), "\n");
    let cases: Vec<_> = (0..count).map(|_| cases::calendar(random)).collect();
    let calendar = cases_of(&layout::calendar(&cases, random), "\n");
    let cases: Vec<_> = (0..count).map(|_| cases::ed(random)).collect();
    let ed = cases_of(&layout::ed(&cases), "\n");
    [nim, euclid, calendar, ed]
}

#[test]
fn fast_path_agrees_with_the_reader_on_four_small_games() {
    let mut random = Random(16);
    let nim_format = nim::Format::new(Nim::default());
    for round in 0..300 {
        let mut texts = small_games(&mut random);
        if round < 10 {
            // Taken to the last case, and at every cut up to the last complete
            // one.
            assert_eq!(fast_path_agrees(&nim_format, &texts[0], usize::MAX), 4);
            assert_eq!(
                fast_path_agrees(&calendar::Format, &texts[2], usize::MAX),
                4
            );
            for cut in 0..texts.iter().map(Vec::len).max().unwrap_or(0) {
                let [nim, euclid, calendar, ed] =
                    texts.each_ref().map(|text| &text[..cut.min(text.len())]);
                fast_path_agrees(&nim_format, nim, usize::MAX);
                fast_path_agrees(&euclid::Format, euclid, usize::MAX);
                fast_path_agrees(&calendar::Format, calendar, 3);
                fast_path_agrees(&ed::Format, ed, usize::MAX);
            }
        }
        texts.iter_mut().for_each(|text| damage(text, &mut random));
        fast_path_agrees(&nim_format, &texts[0], usize::MAX);
        fast_path_agrees(&euclid::Format, &texts[1], usize::MAX);
        fast_path_agrees(&calendar::Format, &texts[2], usize::MAX);
        fast_path_agrees(&ed::Format, &texts[3], usize::MAX);
    }
    changed_everywhere(&nim_format, b"2\n1 10\n0\n\n1 7\n");
    changed_everywhere(&euclid::Format, b"34 12\n1 100\n");
    changed_everywhere(&calendar::Format, b"1900 2 28\n2006 11 4\n2000 2 29\n");
    changed_everywhere(&ed::Format, b"2\n1 10\n4\n1 2 3 4\n");
}

#[test]
fn fast_path_agrees_with_the_reader_on_every_changed_byte() {
    let mut random = Random(13);
    let game = Numbers::new(2, 5).unwrap();
    let format = numbers::Format::new(&game);
    changed_everywhere(&format, &numbers_text(&game, 2, &mut random));
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    changed_everywhere(&format, &marbles_text(2, &mut random));
    let game = Boxes::new(Transfers::parse("2>1").unwrap());
    let format = boxes::Format::new(&game);
    changed_everywhere(&format, b"2\n1 10\n3\n1 2 3\n");
    changed_everywhere(&piles::Format, b"2 1\n2 1 10\n1 3\n0 5\n1 0\n1 1\n");
}

fn changed_everywhere<F: Format>(format: &F, text: &[u8]) {
    for at in 0..text.len() {
        for byte in 0..=u8::MAX {
            let mut changed = text.to_vec();
            changed[at] = byte;
            fast_path_agrees(format, &changed, usize::MAX);
        }
    }
}

#[test]
fn fast_path_agrees_with_the_reader_on_damaged_input() {
    let mut random = Random(14);
    let numbers_game = Numbers::new(8, 5).unwrap();
    let numbers_format = numbers::Format::new(&numbers_game);
    let marbles_game = Marbles::new(Shape::rectangle(4, 4), 3);
    let marbles_format = marbles::Format::new(&marbles_game);
    let boxes_game = Boxes::new(Transfers::contest());
    let boxes_format = boxes::Format::new(&boxes_game);
    for _ in 0..3000 {
        let mut text = numbers_text(&numbers_game, 4, &mut random);
        damage(&mut text, &mut random);
        fast_path_agrees(&numbers_format, &text, usize::MAX);
        let mut text = marbles_text(4, &mut random);
        damage(&mut text, &mut random);
        fast_path_agrees(&marbles_format, &text, usize::MAX);
        let mut text = boxes_text(4, &mut random);
        damage(&mut text, &mut random);
        fast_path_agrees(&boxes_format, &text, usize::MAX);
        let mut text = piles_text(4, &mut random);
        damage(&mut text, &mut random);
        fast_path_agrees(&piles::Format, &text, usize::MAX);
    }
}

/// A hand of many invalid cards is rejected for every sum of their weights.
#[test]
fn invalid_cards_never_sum_to_a_valid_hand() {
    for cards in [2, 16, 256, 510, 512, 514, 1024] {
        let game = Numbers::new(cards, 2).unwrap();
        let format = numbers::Format::new(&game);
        for wrong in ["7", "2", "9"] {
            let hand = |card: &str| vec![card; cards as usize].join(" ");
            let block = format!("0\n{}\n{}\n", hand(wrong), hand("1"));
            let mut cases = Vec::new();
            let taken = format.parse_fast(block.as_bytes(), 9, &mut cases);
            assert_eq!(taken.bytes, 0, "{cards} cards");
        }
    }
}
