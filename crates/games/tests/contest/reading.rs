//! What is written is read back, in every layout and in pieces of any size.

use kibitz_games::boxes::{self, Boxes, Transfers};
use kibitz_games::marbles::{self, Marbles, Shape};
use kibitz_games::nim::{self, Nim};
use kibitz_games::numbers::{self, Numbers};
use kibitz_games::piles;
use kibitz_games::{calendar, ed, euclid};

use crate::cases;
use crate::layout::{self, Layout};
use crate::support::{Format, Random, With, read_all};

/// How many bytes come at a time.
const PIECES: [usize; 6] = [1, 2, 7, 45, 4096, usize::MAX];

/// Reads the cases of a text in every layout and checks that they are these.
fn comes_back<F: Format>(format: &F, cases: &[F::Case], usual: &str, random: &mut Random) {
    for layout in Layout::ALL {
        let text = layout.apply(usual, random);
        for most in PIECES {
            for with in [With::Recogniser, With::ReaderAlone] {
                let (read, error) = read_all(format, text.as_bytes(), most, with);
                assert_eq!(error, None, "{layout:?}, {most}, {with:?}: {text}");
                assert_eq!(read, cases, "{layout:?}, {most}, {with:?}: {text}");
            }
        }
    }
}

/// How many cases a text of a round has: often one, sometimes many.
fn some(round: usize) -> usize {
    [1, 2, 5, 40][round % 4]
}

#[test]
fn written_numbers_are_read_back() {
    let mut random = Random(1);
    for (cards, modulus) in [(8, 5), (1, 2), (2, 2), (3, 7), (4, 10), (2, 12), (600, 2)] {
        let game = Numbers::new(cards, modulus).unwrap();
        let format = numbers::Format::new(&game);
        for round in 0..if cards == 8 { 40 } else { 4 } {
            let case = |_| cases::numbers(&game, &mut random);
            let cases: Vec<_> = (0..some(round)).map(case).collect();
            let text = layout::numbers(&game, &cases, &mut random);
            comes_back(&format, &cases, &text, &mut random);
        }
    }
}

/// Forty texts of cases that chance makes, each read back.
fn all_come_back<F: Format>(
    format: &F,
    seed: u64,
    case: impl Fn(&mut Random) -> F::Case,
    write: impl Fn(&[F::Case], &mut Random) -> String,
) {
    let mut random = Random(seed);
    for round in 0..40 {
        let cases: Vec<_> = (0..some(round)).map(|_| case(&mut random)).collect();
        let text = write(&cases, &mut random);
        comes_back(format, &cases, &text, &mut random);
    }
}

#[test]
fn written_boxes_are_read_back() {
    let game = Boxes::new(Transfers::contest());
    let format = boxes::Format::new(&game);
    all_come_back(&format, 2, cases::boxes, |cases, _| layout::boxes(cases));
}

#[test]
fn written_marbles_are_read_back() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    all_come_back(&format, 3, cases::marbles, |cases, _| {
        layout::marbles(cases)
    });
}

#[test]
fn written_piles_are_read_back() {
    all_come_back(&piles::Format, 4, cases::piles, |cases, _| {
        layout::piles(cases)
    });
}

#[test]
fn written_nim_is_read_back() {
    let format = nim::Format::new(Nim::default());
    all_come_back(&format, 6, cases::boxes, |cases, _| layout::boxes(cases));
}

#[test]
fn written_euclid_is_read_back() {
    all_come_back(&euclid::Format, 7, cases::euclid, |cases, _| {
        layout::euclid(cases)
    });
}

#[test]
fn written_dates_are_read_back() {
    all_come_back(&calendar::Format, 8, cases::calendar, layout::calendar);
}

#[test]
fn written_ed_is_read_back() {
    all_come_back(&ed::Format, 9, cases::ed, |cases, _| layout::ed(cases));
}

#[test]
fn every_board_survives_the_diamond() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    let boards: Vec<_> = (0..1 << 16).map(marbles::Board).collect();
    let text = layout::marbles(&boards);
    let (read, error) = read_all(&format, text.as_bytes(), usize::MAX, With::Recogniser);
    assert_eq!(error, None);
    assert!(read == boards);
}

/// Marbles need no white space between the cells of a board, nor boards
/// between each other.
#[test]
fn cells_may_stand_close() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    let mut random = Random(5);
    let boards: Vec<_> = (0..9).map(|_| cases::marbles(&mut random)).collect();
    let usual = layout::marbles(&boards);
    let (count, diamonds) = usual.split_once('\n').unwrap();
    for gap in ["", " ", "\n", "\n\n"] {
        let cells = diamonds.replace([' ', '\n'], "");
        let text = format!("{count}\n{}", cells.split("").collect::<Vec<_>>().join(gap));
        let (read, error) = read_all(&format, text.as_bytes(), 7, With::Recogniser);
        assert_eq!((read, error), (boards.clone(), None), "{gap:?}");
    }
}
