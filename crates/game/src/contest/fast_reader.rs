//! Fast reader for numbers in the usual layout.

use super::Consumed;

/// Reads numbers with exactly one blank or line end after each, and stops at anything else: the
/// building block of [`Contest::parse_fast`](super::Contest::parse_fast).
///
/// ```
/// use kibitz_game::contest::FastReader;
///
/// let mut plain = FastReader::new(b"3 14\n15  9");
/// assert_eq!(plain.number(), Some(3));
/// assert_eq!(plain.number(), Some(14));
/// assert_eq!(plain.taken().lines, 1);
/// assert_eq!(plain.number(), Some(15));
/// assert_eq!(plain.number(), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FastReader<'a> {
    bytes: &'a [u8],
    taken: Consumed,
}

/// Larger numbers are left to the general parser.
const MAX_DIGITS: usize = 18;

impl<'a> FastReader<'a> {
    /// Starts at the beginning of a block.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> FastReader<'a> {
        FastReader {
            bytes,
            taken: Consumed::default(),
        }
    }

    /// A complete fast parser: as many cases as possible from the start of a block, at most `max`,
    /// each read by `case`.
    ///
    /// ```
    /// use kibitz_game::contest::FastReader;
    ///
    /// let mut cases = Vec::new();
    /// let taken = FastReader::cases(b"1 2\n3 4\n5 x\n", 9, &mut cases, |plain| {
    ///     Some((plain.number()?, plain.number()?))
    /// });
    /// assert_eq!(cases, [(1, 2), (3, 4)]);
    /// assert_eq!((taken.bytes, taken.lines), (8, 2));
    /// ```
    #[inline]
    pub fn cases<C>(
        block: &'a [u8],
        max: usize,
        cases: &mut Vec<C>,
        mut case: impl FnMut(&mut FastReader<'a>) -> Option<C>,
    ) -> Consumed {
        let mut plain = FastReader::new(block);
        let mut taken = Consumed::default();
        for _ in 0..max {
            let Some(read) = case(&mut plain) else {
                break;
            };
            cases.push(read);
            taken = plain.taken();
        }
        taken
    }

    /// What has been consumed.
    #[must_use]
    pub fn taken(&self) -> Consumed {
        self.taken
    }

    /// The next number.
    #[inline]
    pub fn number(&mut self) -> Option<u64> {
        let (number, length, end) = word(&self.bytes[self.taken.bytes..])?;
        self.taken.lines += u64::from(is_line_end(end)?);
        self.taken.bytes += length + 1;
        Some(number)
    }

    /// The next word, after any number of blanks and line ends.
    ///
    /// ```
    /// use kibitz_game::contest::FastReader;
    ///
    /// let mut board = FastReader::new(b"\n  *\n . .\n");
    /// assert_eq!(board.word(), Some(&b"*"[..]));
    /// assert_eq!((board.word(), board.word()), (Some(&b"."[..]), Some(&b"."[..])));
    /// assert_eq!(board.taken().lines, 3);
    /// assert_eq!(board.word(), None);
    /// ```
    #[inline]
    pub fn word(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.taken.bytes..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\n'));
        let (mut skipped, mut lines) = (0, 0);
        for byte in blanks {
            skipped += 1;
            lines += u64::from(*byte == b'\n');
        }
        let rest = &rest[skipped..];
        let length = rest
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || *byte == 0x0b)?;
        self.taken.lines += lines + u64::from(is_line_end(rest[length])?);
        self.taken.bytes += skipped + length + 1;
        (length > 0).then_some(&rest[..length])
    }

    /// The next `count` numbers, appended to `numbers`.
    #[inline]
    pub fn numbers(&mut self, count: usize, numbers: &mut Vec<u64>) -> Option<()> {
        // Keep all mutable state in registers until the end.
        let mut rest = &self.bytes[self.taken.bytes..];
        let mut lines = 0;
        for _ in 0..count {
            let (number, length, end) = word(rest)?;
            if is_line_end(end)? {
                lines += 1;
            }
            rest = &rest[length + 1..];
            numbers.push(number);
        }
        self.taken.bytes = self.bytes.len() - rest.len();
        self.taken.lines += lines;
        Some(())
    }
}

/// The number at the start of some text, its length and the byte after it.
#[inline(always)]
fn word(text: &[u8]) -> Option<(u64, usize, u8)> {
    let mut number = digit(*text.first()?)?;
    for length in 1..=MAX_DIGITS {
        let byte = *text.get(length)?;
        match digit(byte) {
            Some(digit) => number = number * 10 + digit,
            None => return Some((number, length, byte)),
        }
    }
    None
}

/// Whether a separator ends the line; `None` if it is neither a blank nor a line end.
#[inline(always)]
fn is_line_end(separator: u8) -> Option<bool> {
    match separator {
        b' ' => Some(false),
        b'\n' => Some(true),
        _ => None,
    }
}

#[inline(always)]
fn digit(byte: u8) -> Option<u64> {
    let digit = byte.wrapping_sub(b'0');
    (digit <= 9).then_some(digit.into())
}
