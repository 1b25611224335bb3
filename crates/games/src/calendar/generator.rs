//! Case generator of dates: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes, lower, put_numbers};
use kibitz_game::{CONTINUE, Flow, Indexed};

use super::date::{days, months};
use super::{Calendar, Date, Format};

/// The last date of a year.
fn end_of(year: u64) -> Option<Date> {
    let month = months(year);
    Date::new(year, month, days(year, month))
}

/// A uniformly random date of these years.
fn any(years: &std::ops::RangeInclusive<u64>, random: &mut Random) -> Date {
    let first = Date::new(*years.start(), 1, 1).unwrap_or(Date::FIRST);
    let last = end_of(*years.end()).unwrap_or(Date::LAST);
    let number = random.within(&(first.number()..=last.number()));
    Date::of_number(number).unwrap_or(Date::LAST)
}

/// First and last days of months and years, days that not every month has, and
/// the last dates of the game.
fn edge(years: &std::ops::RangeInclusive<u64>, random: &mut Random) -> Date {
    let year = match random.below(4) {
        0 => *years.start(),
        1 => *years.end(),
        _ => random.within(years),
    };
    let month = 1 + random.below(months(year));
    let last = days(year, month);
    let date = match random.below(7) {
        0 => Date::new(year, 1, 1),
        1 => end_of(year),
        2 => Date::new(year, month, 1),
        3 => Date::new(year, month, last - random.below(4).min(last - 1)),
        4 => Date::new(year, month, last.min(28 + random.below(4))),
        5 => Date::new(year, 2, days(year, 2)),
        _ => end_of(*years.end()).and_then(|end| Date::of_number(end.number() - random.below(70))),
    };
    date.unwrap_or_else(|| any(years, random))
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[Size {
    name: "years",
    meaning: "the year",
    allowed: 1900..=2006,
    contest: 1900..=2006,
    usual: 1900..=2006,
}];

/// The size of a case is the number of days left.
impl CaseGenerator for Format {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(SIZES)
    }

    fn together(&self) -> u64 {
        1000
    }

    fn put(&self, case: &Date, out: &mut Vec<u8>) {
        let (year, month, day) = case.parts();
        put_numbers([year, month, day], out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Date {
        let years = sizes.range("years");
        match bias {
            Bias::Edge => edge(years, random),
            Bias::Uniform | Bias::Balanced | Bias::Long => any(years, random),
        }
    }

    fn sizes_of(&self, case: &Date, visit: &mut dyn FnMut(&str, u64)) {
        visit("years", case.parts().0);
    }

    fn measure(&self, case: &Date) -> u64 {
        Calendar.rank(case)
    }

    /// First the same day and month in the last years, then the same day of
    /// later months: errors often depend on day and month alone.
    fn smaller(&self, case: &Date, visit: &mut dyn FnMut(Date) -> Flow) {
        let (year, month, day) = case.parts();
        let later = (year + 1..=*Date::years().end()).rev();
        let same_day = later.filter_map(|year| Date::new(year, month, day));
        let next_month = (month + 1..=12).filter_map(|month| Date::new(year, month, day));
        let fewer_days = lower(Calendar.rank(case), 0).filter_map(|left| Calendar.unrank(left));
        let _ = same_day
            .chain(next_month)
            .chain(fewer_days)
            .try_for_each(visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Date) -> Flow) -> Option<Flow> {
        let date = Calendar.unrank(measure);
        Some(date.map_or(CONTINUE, visit))
    }

    fn total(&self) -> Option<u64> {
        Some(Calendar.size())
    }
}
