//! Written cases are read back, in every layout and with reads of any size.

use kibitz_games::boxes::{self, Boxes, Transfers};
use kibitz_games::marbles::{self, Marbles, Shape};
use kibitz_games::nim::{self, Nim};
use kibitz_games::numbers::{self, Numbers};
use kibitz_games::piles;
use kibitz_games::{calendar, ed, euclid};

use crate::contest::cases;
use crate::contest::layout::{self, Layout};
use crate::contest::support::{Format, Random, With, read_all};

/// Sizes of reads in bytes.
const PIECES: [usize; 6] = [1, 2, 7, 45, 4096, usize::MAX];

/// Reads a text in every layout and compares the cases.
fn round_trips<F: Format>(format: &F, cases: &[F::Case], usual: &str, random: &mut Random) {
    for layout in Layout::ALL {
        let text = layout.apply(usual, random);
        for max in PIECES {
            for with in [With::FastPath, With::ReaderAlone] {
                let (read, error) = read_all(format, text.as_bytes(), max, with);
                assert_eq!(error, None, "{layout:?}, {max}, {with:?}: {text}");
                assert_eq!(read, cases, "{layout:?}, {max}, {with:?}: {text}");
            }
        }
    }
}

/// The number of cases in a round: often one, sometimes many.
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
            round_trips(&format, &cases, &text, &mut random);
        }
    }
}

/// Forty texts of random cases, each read back.
fn all_round_trip<F: Format>(
    format: &F,
    seed: u64,
    case: impl Fn(&mut Random) -> F::Case,
    write: impl Fn(&[F::Case], &mut Random) -> String,
) {
    let mut random = Random(seed);
    for round in 0..40 {
        let cases: Vec<_> = (0..some(round)).map(|_| case(&mut random)).collect();
        let text = write(&cases, &mut random);
        round_trips(format, &cases, &text, &mut random);
    }
}

#[test]
fn written_boxes_are_read_back() {
    let game = Boxes::new(Transfers::contest());
    let format = boxes::Format::new(&game);
    all_round_trip(&format, 2, cases::boxes, |cases, _| layout::boxes(cases));
}

#[test]
fn written_marbles_are_read_back() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    all_round_trip(&format, 3, cases::marbles, |cases, _| {
        layout::marbles(cases)
    });
}

#[test]
fn written_piles_are_read_back() {
    all_round_trip(&piles::Format, 4, cases::piles, |cases, _| {
        layout::piles(cases)
    });
}

#[test]
fn written_nim_is_read_back() {
    let format = nim::Format::new(Nim::default());
    all_round_trip(&format, 6, cases::boxes, |cases, _| layout::boxes(cases));
}

#[test]
fn written_euclid_is_read_back() {
    all_round_trip(&euclid::Format, 7, cases::euclid, |cases, _| {
        layout::euclid(cases)
    });
}

#[test]
fn written_dates_are_read_back() {
    all_round_trip(&calendar::Format, 8, cases::calendar, layout::calendar);
}

#[test]
fn written_ed_is_read_back() {
    all_round_trip(&ed::Format, 9, cases::ed, |cases, _| layout::ed(cases));
}

#[test]
fn every_board_round_trips_as_a_diamond() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    let boards: Vec<_> = (0..1 << 16).map(marbles::Board).collect();
    let text = layout::marbles(&boards);
    let (read, error) = read_all(&format, text.as_bytes(), usize::MAX, With::FastPath);
    assert_eq!(error, None);
    assert!(read == boards);
}

/// White space between the cells of a board, and between boards, is optional.
#[test]
fn white_space_between_cells_is_optional() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let format = marbles::Format::new(&game);
    let mut random = Random(5);
    let boards: Vec<_> = (0..9).map(|_| cases::marbles(&mut random)).collect();
    let usual = layout::marbles(&boards);
    let (count, diamonds) = usual.split_once('\n').unwrap();
    for gap in ["", " ", "\n", "\n\n"] {
        let cells = diamonds.replace([' ', '\n'], "");
        let text = format!("{count}\n{}", cells.split("").collect::<Vec<_>>().join(gap));
        let (read, error) = read_all(&format, text.as_bytes(), 7, With::FastPath);
        assert_eq!((read, error), (boards.clone(), None), "{gap:?}");
    }
}
