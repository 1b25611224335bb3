//! Numbers of variable length in bytes.

/// The most bytes of a number.
pub const MOST_NUMBER: usize = 10;

/// Stores a number, seven bits in a byte, the lowest first; returns how many bytes it takes.
#[inline]
pub fn put_number(mut number: u64, digits: &mut [u8]) -> usize {
    let mut len = 0;
    while number >= 0x80 {
        digits[len] = number as u8 | 0x80;
        number >>= 7;
        len += 1;
    }
    digits[len] = number as u8;
    len + 1
}

/// The number at the beginning of some bytes, and its length; `None` if it is not complete.
#[inline]
#[must_use]
pub fn number(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0;
    for (i, byte) in bytes.iter().take(MOST_NUMBER).enumerate() {
        number |= u64::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((number, i + 1));
        }
    }
    None
}
