//! Reads a count followed by that many numbers, the case format of most
//! contests.

pub(crate) mod generator;

use kibitz_game::contest::{FastReader, Input, InputError};

/// Maximum number of elements for which memory is reserved before they are
/// read.
const MAX_PREALLOCATED: u64 = 1 << 12;

/// A count and its numbers in the usual layout, within a block of `bytes`
/// bytes; every number takes at least one byte.
#[inline]
pub(crate) fn parse_fast(plain: &mut FastReader<'_>, bytes: usize) -> Option<Vec<u64>> {
    let n = plain.number()? as usize;
    let mut numbers = Vec::with_capacity((n <= bytes).then_some(n)?);
    plain.numbers(n, &mut numbers)?;
    Some(numbers)
}

/// `n` numbers in any layout, each read by `number`; memory grows with the
/// input actually read, not with the stated count.
pub(crate) fn read(
    input: &mut Input<'_>,
    n: u64,
    mut number: impl FnMut(&mut Input<'_>) -> Result<u64, InputError>,
) -> Result<Vec<u64>, InputError> {
    let mut numbers = Vec::with_capacity(n.min(MAX_PREALLOCATED) as usize);
    for i in 0..n {
        if i % MAX_PREALLOCATED == 0 {
            input.hold::<u64>((n - i).min(MAX_PREALLOCATED) as usize)?;
        }
        numbers.push(number(input)?);
    }
    Ok(numbers)
}

/// A non-zero number.
pub(crate) fn positive(input: &mut Input<'_>, what: &str) -> Result<u64, InputError> {
    match input.number(what)? {
        0 => Err(input.rejected_last(what)),
        number => Ok(number),
    }
}
