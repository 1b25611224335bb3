//! `2001-11-03`: year, month and day.

use std::ops::Range;

use kibitz_game::{Notation, Step, TextError, View, parse_count};

use super::date::{NoDate, months};
use super::{Calendar, Date, Leap};

impl Notation for Calendar {
    fn write(&self, p: &Date) -> String {
        p.to_string()
    }

    /// Months and days need no leading zero.
    fn parse(&self, text: &str) -> Result<Date, TextError> {
        let parts = places(text);
        let [year, month, day] = &parts[..] else {
            let message = "expected a date: year, month and day with - between them";
            return Err(TextError::new(0..text.len(), message).help("as 2001-11-03"));
        };
        let read = |at: &Range<usize>, what| parse_count(&text[at.clone()], at.clone(), what);
        let y = read(year, "a year")?;
        let m = read(month, "a month")?;
        let d = read(day, "a day")?;
        Date::checked(y, m, d).map_err(|wrong| match wrong {
            NoDate::Year => wrong_part(year, y, &years()),
            NoDate::Month => wrong_part(month, m, &months_of(y)),
            NoDate::Day(last) => wrong_part(day, d, &days_of(y, m, last)),
        })
    }

    fn write_move(&self, _: &Date, by: &Leap) -> String {
        match by {
            Leap::Day => "next day".to_owned(),
            Leap::Month => "next month".to_owned(),
        }
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("next day or next month; day or month is enough, and so is the date, as 2001-11-04")
    }

    fn read_step(&self, p: &Date, text: &str) -> Option<Step<Date, Leap>> {
        self.spelled(*p, text)
    }

    fn view(&self, p: &Date) -> View {
        Calendar::picture(*p)
    }
}

/// Where the parts between hyphens stand, without the blanks around them.
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

/// What a year should be, for errors; and so on.
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
