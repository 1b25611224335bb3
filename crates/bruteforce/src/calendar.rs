//! The calendar game (Luogu P1512): from 1900.1.1 to 2006.11.4.
//!
//! The days of each month and the leap years are listed, not computed.

use crate::Solved;
use crate::sweep::Reached;
use std::collections::HashMap;

/// Year, month and day.
pub type Day = (u64, u64, u64);

/// Every date with its value.
pub type Dates = HashMap<Day, Solved>;

const LAST: Day = (2006, 11, 4);

const LEAP_YEARS: [u64; 26] = [
    1904, 1908, 1912, 1916, 1920, 1924, 1928, 1932, 1936, 1940, 1944, 1948, 1952, 1956, 1960, 1964,
    1968, 1972, 1976, 1980, 1984, 1988, 1992, 1996, 2000, 2004,
];

/// Solves every date.
#[must_use]
pub fn solve_all() -> Dates {
    Reached::from_start((1900, 1, 1), |date| moves(*date)).solve()
}

/// Whether the date exists and is within the range of the game.
#[must_use]
pub fn exists((year, month, day): Day) -> bool {
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if LEAP_YEARS.contains(&year) => 29,
        2 => 28,
        _ => 0,
    };
    (1900..=2006).contains(&year) && (1..=days).contains(&day) && (year, month, day) <= LAST
}

fn moves((year, month, day): Day) -> Vec<Day> {
    let next_days = [
        (year, month, day + 1),
        (year, month + 1, 1),
        (year + 1, 1, 1),
    ];
    let next_day = next_days.into_iter().find(|date| exists(*date));
    let next_month = if month == 12 {
        (year + 1, 1, day)
    } else {
        (year, month + 1, day)
    };
    let next_month = exists(next_month).then_some(next_month);
    if (year, month, day) == LAST {
        return Vec::new();
    }
    next_day.into_iter().chain(next_month).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome::{Loss, Win};

    #[test]
    fn moves_lead_to_the_next_day_or_month() {
        assert_eq!(moves((1999, 12, 31)), [(2000, 1, 1), (2000, 1, 31)]);
        assert_eq!(moves((2000, 1, 31)), [(2000, 2, 1)]);
        assert_eq!(moves((2000, 2, 28)), [(2000, 2, 29), (2000, 3, 28)]);
        assert_eq!(moves((1900, 2, 28)), [(1900, 3, 1), (1900, 3, 28)]);
        assert_eq!(moves((2006, 10, 4)), [(2006, 10, 5), LAST]);
        assert_eq!(moves((2006, 10, 5)), [(2006, 10, 6)]);
        assert_eq!(moves((2006, 11, 3)), [LAST]);
        assert_eq!(moves(LAST), []);
    }

    #[test]
    fn last_dates_have_known_values() {
        let dates = solve_all();
        assert_eq!(dates[&LAST].outcome, Loss(0));
        assert_eq!(dates[&(2006, 11, 3)].outcome, Win(1));
        assert_eq!(dates[&(2006, 11, 2)].outcome, Loss(2));
        // 107 years of 365 days and 26 leap days, less the days after the last
        // date.
        assert_eq!(dates.len(), 107 * 365 + 26 - 57);
    }
}
