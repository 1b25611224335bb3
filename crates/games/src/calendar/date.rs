//! Dates from 1900-01-01 to 2006-11-04.

use std::fmt;
use std::ops::RangeInclusive;

/// A date of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The invalid part of a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InvalidDate {
    /// The year is out of range.
    Year,
    /// The month does not exist in the year, or is after the end of the game.
    Month,
    /// The day does not exist in the month, or is after the end of the game;
    /// with the last valid day.
    Day(u64),
}

impl Date {
    /// The first day.
    pub const FIRST: Date = Date::at(1900, 1, 1);
    /// The date on which the game ends.
    pub const LAST: Date = Date::at(2006, 11, 4);
    /// The contest's first sample.
    pub(super) const SAMPLE: Date = Date::at(2001, 11, 3);

    const fn at(year: u16, month: u8, day: u8) -> Date {
        Date { year, month, day }
    }

    /// The date with these numbers; `None` if it does not exist or is outside
    /// the range of the game.
    #[must_use]
    pub fn new(year: u64, month: u64, day: u64) -> Option<Date> {
        Date::checked(year, month, day).ok()
    }

    /// The date, or which part of it is invalid.
    pub(super) fn checked(year: u64, month: u64, day: u64) -> Result<Date, InvalidDate> {
        if !Date::years().contains(&year) {
            return Err(InvalidDate::Year);
        }
        if !(1..=months(year)).contains(&month) {
            return Err(InvalidDate::Month);
        }
        let last = days(year, month);
        if !(1..=last).contains(&day) {
            return Err(InvalidDate::Day(last));
        }
        Ok(Date::at(year as u16, month as u8, day as u8))
    }

    /// The range of years.
    pub(super) fn years() -> RangeInclusive<u64> {
        Date::FIRST.year.into()..=Date::LAST.year.into()
    }

    /// The next day; `None` on the last date.
    #[must_use]
    pub fn next_day(self) -> Option<Date> {
        let (year, month, day) = self.parts();
        Date::new(year, month, day + 1)
            .or_else(|| Date::new(year, month + 1, 1))
            .or_else(|| Date::new(year + 1, 1, 1))
            .filter(|_| self < Date::LAST)
    }

    /// The same day of the next month, if that day exists and is not after the
    /// last date.
    #[must_use]
    pub fn next_month(self) -> Option<Date> {
        let (year, month, day) = self.parts();
        match month {
            12 => Date::new(year + 1, 1, day),
            _ => Date::new(year, month + 1, day),
        }
    }

    /// The number of days since the first date.
    #[must_use]
    pub fn number(self) -> u64 {
        let (year, month, day) = self.parts();
        let in_months: u64 = (1..month).map(|month| length(year, month)).sum();
        days_before(year) + in_months + day - 1
    }

    /// The date `number` days after the first; `None` if that is after the
    /// last.
    #[must_use]
    pub fn of_number(number: u64) -> Option<Date> {
        if number > Date::LAST.number() {
            return None;
        }
        // No year has more than 366 days, so this estimate is not too late.
        let mut year = u64::from(Date::FIRST.year) + number / 366;
        while number >= days_before(year + 1) {
            year += 1;
        }
        let mut left = number - days_before(year);
        let mut month = 1;
        while left >= length(year, month) {
            left -= length(year, month);
            month += 1;
        }
        Date::new(year, month, left + 1)
    }

    pub(super) fn parts(self) -> (u64, u64, u64) {
        (self.year.into(), self.month.into(), self.day.into())
    }
}

/// Gregorian leap years: 1900 is not one, 2000 is.
fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

/// The number of days from the first date to the start of a year.
fn days_before(year: u64) -> u64 {
    let leap_years = |until: u64| until / 4 - until / 100 + until / 400;
    let first = u64::from(Date::FIRST.year);
    365 * (year - first) + leap_years(year - 1) - leap_years(first - 1)
}

/// The number of days of a month.
fn length(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The last month of a year, or that in which the game ends.
pub(super) fn months(year: u64) -> u64 {
    if year == u64::from(Date::LAST.year) {
        Date::LAST.month.into()
    } else {
        12
    }
}

/// The last day of a month, or that on which the game ends.
pub(super) fn days(year: u64, month: u64) -> u64 {
    if (year, month) == (Date::LAST.year.into(), Date::LAST.month.into()) {
        Date::LAST.day.into()
    } else {
        length(year, month)
    }
}
