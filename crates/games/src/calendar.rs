//! *The calendar game* (Luogu P1512): from day to day or from month to month.
//!
//! A move goes to the next day, or to the same day of the next month if that
//! day exists; dates after 4 November 2006 are not allowed. The player who
//! reaches that day wins: there the opponent has no move. The calendar begins
//! on 1 January 1900.

mod contest;
mod date;
mod generator;
mod notation;
mod words;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Impartial, Indexed, Info, SettingError, Settings, Step,
    TopologicalIndex,
};

pub use contest::Format;
pub use date::Date;
pub use generator::SIZES;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leap {
    /// To the next day.
    Day,
    /// To the same day of the next month.
    Month,
}

impl Leap {
    const BOTH: [Leap; 2] = [Leap::Day, Leap::Month];

    /// The date that the move leads to, if it is legal.
    fn from(self, date: Date) -> Option<Date> {
        match self {
            Leap::Day => date.next_day(),
            Leap::Month => date.next_month(),
        }
    }
}

/// The game; it has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calendar;

impl Calendar {
    fn leaps(date: Date) -> impl Iterator<Item = (Leap, Date)> {
        let leaps = Leap::BOTH.into_iter();
        leaps.filter_map(move |leap| Some((leap, leap.from(date)?)))
    }
}

impl Game for Calendar {
    type Pos = Date;
    type Move = Leap;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Date, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Date, Leap>) -> Flow,
    {
        for (leap, to) in Calendar::leaps(*p) {
            if visit(Step::alternate(to, leap)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

/// The rank of a date is the number of days left.
impl Indexed for Calendar {
    fn size(&self) -> u64 {
        Date::LAST.number() + 1
    }

    fn rank(&self, p: &Date) -> u64 {
        Date::LAST.number() - p.number()
    }

    fn unrank(&self, rank: u64) -> Option<Date> {
        Date::of_number(Date::LAST.number().checked_sub(rank)?)
    }
}

impl TopologicalIndex for Calendar {}

/// The date is one component.
impl Impartial for Calendar {
    type Part = Date;

    fn parts<F: FnMut(Date)>(&self, p: &Date, mut visit: F) {
        visit(*p);
    }

    fn options<F: FnMut(&[Date]) -> Flow>(&self, date: &Date, mut visit: F) -> Flow {
        Calendar::leaps(*date).try_for_each(|(_, to)| visit(&[to]))
    }
}

static INFO: Info<'static> = Info {
    name: "calendar",
    aliases: &["p1512"],
    summary: "go to the next day or the same day of the next month; the player who reaches 2006-11-04 wins",
    parameters: Cow::Borrowed(&[]),
    syntax: "a date from 1900-01-01 to 2006-11-04, e.g. 2001-11-03",
    fields: Cow::Borrowed(&["{year}-{month}-{day}"]),
    contest: Some(
        "T; per case a date, year month day. Answers YES if the first player wins, or NO",
    ),
};

impl CatalogueGame for Calendar {
    const INFO: &'static Info<'static> = &INFO;

    fn with(_: &Settings) -> Result<Calendar, SettingError> {
        Ok(Calendar)
    }

    /// The contest's first sample.
    fn default_position(&self) -> Date {
        Date::SAMPLE
    }
}
