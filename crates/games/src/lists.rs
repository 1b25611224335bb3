//! A count and so many numbers after it: what most cases of contests are.

pub(crate) mod sample;

use kibitz_game::contest::{Input, InputError, Plain};

/// Room for so many numbers is made before they are seen.
const AT_ONCE: u64 = 1 << 12;

/// A count and so many numbers, in the usual layout, within a block of so many
/// bytes: every number takes at least one.
#[inline]
pub(crate) fn recognise(plain: &mut Plain<'_>, bytes: usize) -> Option<Vec<u64>> {
    let n = plain.number()? as usize;
    let mut numbers = Vec::with_capacity((n <= bytes).then_some(n)?);
    plain.numbers(n, &mut numbers)?;
    Some(numbers)
}

/// `n` numbers in any layout, each read by `number`; memory is asked for as
/// they come, however many are promised.
pub(crate) fn read(
    input: &mut Input<'_>,
    n: u64,
    mut number: impl FnMut(&mut Input<'_>) -> Result<u64, InputError>,
) -> Result<Vec<u64>, InputError> {
    let mut numbers = Vec::with_capacity(n.min(AT_ONCE) as usize);
    for i in 0..n {
        if i % AT_ONCE == 0 {
            input.hold::<u64>((n - i).min(AT_ONCE) as usize)?;
        }
        numbers.push(number(input)?);
    }
    Ok(numbers)
}

/// A number that is not 0.
pub(crate) fn positive(input: &mut Input<'_>, what: &str) -> Result<u64, InputError> {
    match input.number(what)? {
        0 => Err(input.rejected_last(what)),
        number => Ok(number),
    }
}
