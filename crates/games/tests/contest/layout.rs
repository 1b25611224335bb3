//! Contest input in the usual layout and in unusual ones.

use kibitz_games::boxes::Counts;
use kibitz_games::calendar::Date;
use kibitz_games::marbles::Board;
use kibitz_games::numbers::{self, First, Numbers};
use kibitz_games::piles;
use kibitz_games::{ed, euclid};

use crate::contest::support::Random;

/// The layout of words and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Usual,
    Tabs,
    CarriageReturns,
    BlankLines,
    NoLastLineEnd,
    OneLine,
    OneWordALine,
    Random,
}

impl Layout {
    pub(crate) const ALL: [Layout; 8] = [
        Layout::Usual,
        Layout::Tabs,
        Layout::CarriageReturns,
        Layout::BlankLines,
        Layout::NoLastLineEnd,
        Layout::OneLine,
        Layout::OneWordALine,
        Layout::Random,
    ];

    /// Converts a text from the usual layout to this one.
    pub(crate) fn apply(self, usual: &str, random: &mut Random) -> String {
        match self {
            Layout::Usual => usual.to_owned(),
            Layout::Tabs => usual.replace(' ', "\t"),
            Layout::CarriageReturns => usual.replace('\n', "\r\n"),
            Layout::BlankLines => format!("\n\n{}", usual.replace('\n', " \n\t\r\n")),
            Layout::NoLastLineEnd => usual.trim_end().to_owned(),
            Layout::OneLine => usual.replace('\n', " "),
            Layout::OneWordALine => usual
                .split_whitespace()
                .map(|w| w.to_owned() + "\n")
                .collect(),
            Layout::Random => {
                // Of the line ends only `\r`, which does not end a line here.
                let gap = |word: &str| format!("{word}{}", random.pick(&GAPS));
                usual.split_whitespace().map(gap).collect()
            }
        }
    }
}

const GAPS: [&str; 6] = [" ", "   ", "\t", "\r", " \u{b}", "\u{c}\t "];

/// Words joined by spaces.
fn joined<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(" ")
}

/// `T` and cases of numbers.
pub(crate) fn numbers(game: &Numbers, cases: &[numbers::Case], random: &mut Random) -> String {
    let mut text = format!("{}\n", cases.len());
    for case in cases {
        let (mine, theirs) = (case.position.mine, case.position.theirs);
        let (first, hands) = match case.first {
            First::Alice => (0, [mine, theirs]),
            First::Bob => (1, [theirs, mine]),
        };
        text += &format!("{first}\n");
        for hand in hands {
            let counts = game.hands().counts(hand).iter().enumerate();
            let mut cards: Vec<usize> = counts
                .flat_map(|(card, n)| std::iter::repeat_n(card, usize::from(*n)))
                .collect();
            let by = random.below(cards.len());
            cards.rotate_left(by);
            text += &(joined(cards) + "\n");
        }
    }
    text
}

/// `T` and cases of boxes.
pub(crate) fn boxes(cases: &[Counts]) -> String {
    let mut text = format!("{}\n", cases.len());
    for counts in cases {
        text += &format!("{}\n{}\n", counts.len(), joined(counts));
    }
    text
}

/// The cell of the grid for each cell of the diamond.
const DIAMOND: [u32; 16] = [0, 4, 1, 8, 5, 2, 12, 9, 6, 3, 13, 10, 7, 14, 11, 15];

/// `T` and diamonds.
pub(crate) fn marbles(boards: &[Board]) -> String {
    let diamonds: Vec<String> = boards.iter().map(|board| diamond(*board)).collect();
    format!("{}\n\n{}", boards.len(), diamonds.join("\n"))
}

fn diamond(board: Board) -> String {
    let mut cells = DIAMOND.iter();
    let mut text = String::new();
    for row in [1usize, 2, 3, 4, 3, 2, 1] {
        let marks = cells.by_ref().take(row);
        let marks = marks.map(|cell| if board.0 >> cell & 1 == 1 { '*' } else { '.' });
        text += &format!("{}{}\n", " ".repeat(4 - row), joined(marks));
    }
    text
}

/// Cases of piles.
pub(crate) fn piles(cases: &[piles::Case]) -> String {
    let mut text = String::new();
    for case in cases {
        text += &format!("{} {}\n", case.piles.len(), case.game.k);
        for pile in &case.piles {
            text += &format!("{} {}\n", pile.len(), joined(pile));
        }
    }
    text
}

/// `C` and pairs of euclid.
pub(crate) fn euclid(cases: &[euclid::Pair]) -> String {
    let lines: String = cases.iter().map(|pair| format!("{pair}\n")).collect();
    format!("{}\n{lines}", cases.len())
}

/// `T` and dates, with or without leading zeros.
pub(crate) fn calendar(cases: &[Date], random: &mut Random) -> String {
    let mut text = format!("{}\n", cases.len());
    for date in cases {
        let mut line = date.to_string().replace('-', " ");
        if random.below(4) > 0 {
            line = line.replace(" 0", " ");
        }
        text += &(line + "\n");
    }
    text
}

/// `T` and cases of ed.
pub(crate) fn ed(cases: &[Vec<ed::Pair>]) -> String {
    let mut text = format!("{}\n", cases.len());
    for pairs in cases {
        text += &format!("{}\n{}\n", 2 * pairs.len(), joined(pairs));
    }
    text
}
