//! The code of an octal game: the legal moves from a heap.

use std::fmt;
use std::str::FromStr;

use kibitz_game::{CONTINUE, Flow, TextError};

/// The digits of a code, d₀ first; the last one is not 0 unless it is the only
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    digits: Vec<u8>,
}

/// What a move leaves of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Nothing.
    Nothing,
    /// One non-empty heap.
    One(u64),
    /// Two non-empty heaps, the smaller first.
    Two(u64, u64),
}

impl Left {
    /// The heaps as a list.
    #[must_use]
    pub fn heaps(self) -> Vec<u64> {
        match self {
            Left::Nothing => Vec::new(),
            Left::One(heap) => vec![heap],
            Left::Two(a, b) => vec![a, b],
        }
    }
}

/// Far above the length of the codes studied in the literature.
const MAX_DIGITS: usize = 64;

impl FromStr for Code {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Code, TextError> {
        let form = "a code is 0. or 4. followed by octal digits, e.g. 0.77";
        let Some((first, rest)) = text.split_once('.') else {
            let message = "expected a digit, a point and octal digits";
            return Err(TextError::new(0..text.len(), message).help(form));
        };
        if first != "0" && first != "4" {
            let message = format!("expected 0 or 4 before the point, found `{first}`");
            return Err(TextError::new(0..first.len(), message).help(form));
        }
        if rest.is_empty() {
            let message = "expected octal digits after the point";
            return Err(TextError::new(text.len()..text.len(), message).help(form));
        }
        let mut digits = vec![first.as_bytes()[0] - b'0'];
        for (i, c) in rest.char_indices() {
            let at = first.len() + 1 + i;
            let Some(digit) = c.to_digit(8) else {
                let message = format!("expected a digit from 0 to 7, found `{c}`");
                return Err(TextError::new(at..at + c.len_utf8(), message).help(form));
            };
            digits.push(digit as u8);
        }
        if digits.len() > MAX_DIGITS + 1 {
            let message = format!("expected at most {MAX_DIGITS} digits after the point");
            return Err(TextError::new(0..text.len(), message));
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Code { digits })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        match &self.digits[1..] {
            [] => write!(f, "0"),
            rest => rest.iter().try_for_each(|digit| write!(f, "{digit}")),
        }
    }
}

impl Code {
    /// The last non-zero place; 0 if there is none after the point.
    pub(super) fn last(&self) -> usize {
        self.digits.len() - 1
    }

    /// The places of the code that allow a move from a heap, and what they
    /// allow: whether the whole heap may be taken, the size of a single
    /// remaining heap, and the total of two remaining heaps.
    fn places(&self, heap: u64) -> impl Iterator<Item = (bool, Option<u64>, Option<u64>)> + '_ {
        self.digits.iter().zip(0..).map(move |(digit, taken)| {
            let rest = heap.checked_sub(taken);
            (
                digit & 1 != 0 && rest == Some(0) && taken > 0,
                rest.filter(|rest| digit & 2 != 0 && *rest > 0 && taken > 0),
                rest.filter(|rest| digit & 4 != 0 && *rest > 1),
            )
        })
    }

    /// Whether a heap may be taken completely.
    pub(super) fn takes_all(&self, heap: u64) -> bool {
        self.places(heap).any(|(all, _, _)| all)
    }

    /// The sizes of a single remaining heap.
    pub(super) fn ones(&self, heap: u64) -> impl Iterator<Item = u64> + '_ {
        self.places(heap).filter_map(|(_, one, _)| one)
    }

    /// The totals of two remaining heaps.
    pub(super) fn twos(&self, heap: u64) -> impl Iterator<Item = u64> + '_ {
        self.places(heap).filter_map(|(_, _, two)| two)
    }

    /// Whether a move may leave this of a heap.
    pub(super) fn allows(&self, heap: u64, left: Left) -> bool {
        match left {
            Left::Nothing => self.takes_all(heap),
            Left::One(left) => self.ones(heap).any(|one| one == left),
            Left::Two(a, b) => a > 0 && self.twos(heap).any(|two| two.checked_sub(a) == Some(b)),
        }
    }

    /// The number of digits that allow two heaps.
    pub(super) fn splits(&self) -> usize {
        self.digits.iter().filter(|digit| **digit & 4 != 0).count()
    }

    /// Visits what each move leaves of a heap, in increasing order of the
    /// matches taken.
    pub(super) fn moves(&self, heap: u64, mut visit: impl FnMut(Left) -> Flow) -> Flow {
        for (all, one, two) in self.places(heap) {
            if all {
                visit(Left::Nothing)?;
            }
            if let Some(left) = one {
                visit(Left::One(left))?;
            }
            if let Some(together) = two {
                (1..=together / 2).try_for_each(|a| visit(Left::Two(a, together - a)))?;
            }
        }
        CONTINUE
    }

    /// The number of moves from a heap.
    pub(super) fn count(&self, heap: u64) -> u64 {
        self.places(heap).fold(0, |count, (all, one, two)| {
            let single = u64::from(all) + u64::from(one.is_some());
            count.saturating_add(single + two.unwrap_or(0) / 2)
        })
    }
}
