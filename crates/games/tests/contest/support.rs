//! Reading like a judge, random numbers, and damage.

pub(crate) use kibitz_bruteforce::Random;
use std::fmt::Debug;
use std::io::Read;

use kibitz_game::contest::{Contest, Count, Input};

/// Returns a few bytes per read.
pub(crate) struct Trickle<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) max: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let max = self.max.min(buffer.len());
        self.bytes.read(&mut buffer[..max])
    }
}

/// Whether the fast path is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum With {
    FastPath,
    ReaderAlone,
}

/// The cases of a text, and the error message if it is invalid.
pub(crate) type Outcome<C> = (Vec<<C as Contest>::Case>, Option<String>);

/// Reads all cases of a text with reads of at most `max` bytes.
pub(crate) fn read_all<C: Contest>(format: &C, bytes: &[u8], max: usize, with: With) -> Outcome<C> {
    let mut input = Input::new("cases", Trickle { bytes, max });
    let mut cases = Vec::new();
    let error = read_into(format, &mut input, with, &mut cases).err();
    (cases, error)
}

fn read_into<C: Contest>(
    format: &C,
    input: &mut Input<'_>,
    with: With,
    cases: &mut Vec<C::Case>,
) -> Result<(), String> {
    let text = |e: kibitz_game::contest::InputError| e.to_string();
    let there = match format.count() {
        Count::Given => Some(input.number("T").map_err(text)? as usize),
        Count::UntilEnd => None,
        Count::One => Some(1),
    };
    while match there {
        Some(there) => cases.len() < there,
        None => input.next_byte().map_err(text)?.0.is_some(),
    } {
        input.end_lines();
        let left = there.map_or(usize::MAX, |there| there - cases.len());
        if with == With::FastPath {
            let taken = format.parse_fast(input.block(), left, cases);
            input.take(taken);
            if taken.bytes > 0 {
                continue;
            }
        }
        cases.push(format.read(input).map_err(text)?);
    }
    input.expect_end("the end").map_err(text)
}

/// Words that a lenient parser might misread.
const ODD_WORDS: [&str; 18] = [
    "+5",
    "-1",
    "-0",
    "1e3",
    "0x10",
    "00",
    "0000000000000000000001",
    "9223372036854775807",
    "9223372036854775808",
    "1.0",
    "x",
    "\u{feff}1",
    "３",
    "*",
    ".",
    "\0",
    "-",
    "/",
];

/// Makes a small random change to a text.
pub(crate) fn damage(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() + 1);
    let inside = at.min(text.len().saturating_sub(1));
    match random.below(9) {
        0 if !text.is_empty() => text[inside] ^= 1 << random.below(8),
        1 if !text.is_empty() => text[inside] = random.bits() as u8,
        2 => text.truncate(at),
        3 => text.insert(at, random.bits() as u8),
        4 => text.insert(at, *random.pick(b" \n\r\t\n0019*./#-")),
        5 if !text.is_empty() => drop(text.remove(inside)),
        6 if !text.is_empty() => {
            let other = random.below(text.len());
            text.swap(inside, other);
        }
        7 => drop(text.splice(at..at, random.pick(&ODD_WORDS).bytes())),
        _ => {
            let end = (at + random.below(12)).min(text.len());
            let copy = text[at..end].to_vec();
            drop(text.splice(at..at, copy));
        }
    }
}

/// A case that can be compared and shown.
pub(crate) trait Format: Contest<Case: PartialEq + Debug + Clone> {}
impl<C: Contest<Case: PartialEq + Debug + Clone>> Format for C {}
