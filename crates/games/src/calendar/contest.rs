//! Luogu P1512: `T`, then for each case year, month and day.

use kibitz_game::Wdl;
use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, FastReader, Input, InputError};

use super::Date;
use super::date::{days, months};
use super::notation::{days_of, months_of, years};

/// The contest's input and output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format;

impl Contest for Format {
    type Case = Date;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::Given
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Date>) -> Consumed {
        FastReader::cases(block, max, cases, |plain| {
            Date::new(plain.number()?, plain.number()?, plain.number()?)
        })
    }

    /// Each number is checked as it is read, so that the error points at it.
    fn read(&self, input: &mut Input<'_>) -> Result<Date, InputError> {
        let year = part(input, *Date::years().start(), *Date::years().end(), years)?;
        let month = part(input, 1, months(year), || months_of(year))?;
        let last = days(year, month);
        let expected = || days_of(year, month, last);
        let day = part(input, 1, last, expected)?;
        Date::new(year, month, day).ok_or_else(|| input.rejected_last(&expected()))
    }

    fn write(&self, _: u64, _: &Date, value: Wdl, out: &mut Vec<u8>) {
        out.extend_from_slice(match value {
            Wdl::Win => b"YES\n",
            _ => b"NO\n",
        });
    }

    fn query(&self, case: &Date) -> CaseQuery {
        CaseQuery {
            set: Vec::new(),
            position: case.to_string(),
            mover: None,
        }
    }
}

/// A number within a range.
fn part(
    input: &mut Input<'_>,
    least: u64,
    max: u64,
    what: impl Fn() -> String,
) -> Result<u64, InputError> {
    let number = input.number_at_most(max, &what)?;
    if number < least {
        return Err(input.rejected_last(&what()));
    }
    Ok(number)
}
