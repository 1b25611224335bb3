//! Reading whole numbers.

use super::{Input, InputError, MAX_WORD_LEN, is_space};

impl Input<'_> {
    /// Consumes the next word, a whole number from 0 to 2⁶³ − 1.
    ///
    /// # Errors
    /// Returns an error if the word is anything else; `what` names what was expected.
    #[inline]
    pub fn number(&mut self, what: &str) -> Result<u64, InputError> {
        match self.plain_number() {
            Some((n, _)) => Ok(n),
            None => self.careful_number(i64::MAX as u64, what),
        }
    }

    /// The number of up to 18 digits after blanks, if it lies within the window, and how many
    /// digits it has.
    #[inline]
    fn plain_number(&mut self) -> Option<(u64, usize)> {
        let bytes = &self.buffer[self.at..self.end];
        let mut i = 0;
        while *bytes.get(i)? == b' ' {
            i += 1;
        }
        let start = i;
        let mut n = 0u64;
        loop {
            let digit = bytes.get(i)?.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            n = n.wrapping_mul(10) + u64::from(digit);
            i += 1;
        }
        if i == start || i > start + 18 || !is_space(bytes[i]) {
            return None;
        }
        self.at += i;
        Some((n, i - start))
    }

    #[cold]
    fn careful_number(&mut self, max: u64, what: &str) -> Result<u64, InputError> {
        if self.next_byte()?.0.is_none() {
            return Err(self.unexpected(what));
        }
        let length = self.word_length()?;
        if length > MAX_WORD_LEN {
            return Err(self.too_long());
        }
        let word = &self.buffer[self.at..self.at + length];
        let digits = word.iter().all(u8::is_ascii_digit);
        let add = |n: i64, b: &u8| n.checked_mul(10)?.checked_add(i64::from(b - b'0'));
        let value = digits.then(|| word.iter().try_fold(0, add)).flatten();
        match value {
            Some(n) if n as u64 <= max => {
                self.at += length;
                Ok(n as u64)
            }
            None if digits && max == i64::MAX as u64 => {
                Err(self.unexpected(&format!("{what}, at most {}", i64::MAX)))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Consumes the next word, a whole number from 0 to `max`.
    ///
    /// # Errors
    /// Returns an error if the word is anything else; `what` names what was expected.
    #[inline]
    pub fn number_at_most(
        &mut self,
        max: u64,
        what: impl Fn() -> String,
    ) -> Result<u64, InputError> {
        match self.plain_number() {
            Some((n, _)) if n <= max => Ok(n),
            Some((_, length)) => Err(self.rejected(length, &what())),
            None => self.careful_number(max, &what()),
        }
    }
}
