//! `2001-11-03`: year, month and day.

use std::ops::Range;

use kibitz_game::{Notation, Step, TextError, View, parse_count};

use super::date::{InvalidDate, months};
use super::{Calendar, Date, Leap};

impl Notation for Calendar {
    fn write(&self, p: &Date) -> String {
        p.to_string()
    }

    /// Leading zeros of months and days are optional.
    fn parse(&self, text: &str) -> Result<Date, TextError> {
        let parts = places(text);
        let [year, month, day] = &parts[..] else {
            let message = "expected a date as YEAR-MONTH-DAY";
            return Err(TextError::new(0..text.len(), message).help("e.g. 2001-11-03"));
        };
        let read = |at: &Range<usize>, what| parse_count(&text[at.clone()], at.clone(), what);
        let y = read(year, "a year")?;
        let m = read(month, "a month")?;
        let d = read(day, "a day")?;
        Date::checked(y, m, d).map_err(|wrong| match wrong {
            InvalidDate::Year => wrong_part(year, y, &years()),
            InvalidDate::Month => wrong_part(month, m, &months_of(y)),
            InvalidDate::Day(last) => wrong_part(day, d, &days_of(y, m, last)),
        })
    }

    fn write_move(&self, _: &Date, by: &Leap) -> String {
        match by {
            Leap::Day => "next day".to_owned(),
            Leap::Month => "next month".to_owned(),
        }
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("next day or next month (short: day, month), or the date, e.g. 2001-11-04")
    }

    fn read_step(&self, p: &Date, text: &str) -> Option<Step<Date, Leap>> {
        self.parse_move(*p, text)
    }

    fn view(&self, p: &Date) -> View {
        Calendar::picture(*p)
    }
}

/// The ranges of the parts between hyphens, trimmed.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut offset = 0;
    let mut places = Vec::new();
    for part in text.split('-') {
        let start = offset + part.len() - part.trim_start().len();
        places.push(start..(offset + part.trim_end().len()).max(start));
        offset += part.len() + 1;
    }
    places
}

fn wrong_part(at: &Range<usize>, found: u64, expected: &str) -> TextError {
    TextError::new(at.clone(), format!("expected {expected}, found `{found}`"))
}

/// The expected years, for error messages; likewise for months and days below.
pub(super) fn years() -> String {
    let years = Date::years();
    format!("a year from {} to {}", years.start(), years.end())
}

pub(super) fn months_of(year: u64) -> String {
    match months(year) {
        12 => "a month from 1 to 12".to_owned(),
        last => format!("a month of {year} from 1 to {last}, in which the game ends"),
    }
}

pub(super) fn days_of(year: u64, month: u64, last: u64) -> String {
    let ends = Date::new(year, month, last) == Some(Date::LAST);
    let why = if ends { ", on which the game ends" } else { "" };
    format!("a day of {year}-{month:02} from 1 to {last}{why}")
}
