//! calendar: all dates by a naive sweep, and the well-known closed form.

use kibitz_game::Indexed;
use kibitz_games::calendar::{Calendar, Date};
use kibitz_solve::acyclic::GrundySweepSolver;

use super::{CachedSolver, evaluation, grundy, outcome};

/// A win if the sum of month and day is even, and on 30 September and 30
/// November.
fn by_pattern((_, month, day): (u64, u64, u64)) -> bool {
    (month + day) % 2 == 0 || day == 30 && (month == 9 || month == 11)
}

#[test]
fn every_date_agrees() {
    let solved = CachedSolver::new(GrundySweepSolver);
    let reference = kibitz_bruteforce::calendar::solve_all();
    assert_eq!(reference.len() as u64, Calendar.size());
    let mut irregular = 0;
    for (day, expected) in &reference {
        let date = Date::new(day.0, day.1, day.2).unwrap();
        let found = evaluation(&solved, &Calendar, &date);
        assert_eq!(outcome(&found), expected.outcome, "{date}");
        assert_eq!(grundy(&found), expected.grundy, "{date}");
        assert_eq!(
            expected.outcome.mover_wins(),
            Some(by_pattern(*day)),
            "{date}"
        );
        irregular += u32::from(day.2 == 30 && by_pattern(*day) && (day.1 + day.2) % 2 == 1);
    }
    assert_eq!(irregular, 107 + 106, "30 September and 30 November");
}

#[test]
fn valid_dates_are_those_of_the_calendar() {
    for year in [
        0,
        1899,
        1900,
        1901,
        1904,
        1999,
        2000,
        2001,
        2004,
        2005,
        2006,
        2007,
        1 << 40,
    ] {
        for month in 0..=14 {
            for day in 0..=33 {
                let exists = kibitz_bruteforce::calendar::exists((year, month, day));
                assert_eq!(
                    Date::new(year, month, day).is_some(),
                    exists,
                    "{year} {month} {day}"
                );
            }
        }
    }
}
