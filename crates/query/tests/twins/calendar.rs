//! calendar: all dates by a plain sweep, and the pattern that contestants use.

use kibitz_game::Indexed;
use kibitz_games::calendar::{Calendar, Date};
use kibitz_solve::acyclic::GrundySweep;

use super::{Asked, grundy, outcome, verdict};

/// Won where month and day add up to an even number, and on 30 September and
/// 30 November.
fn by_pattern((_, month, day): (u64, u64, u64)) -> bool {
    (month + day) % 2 == 0 || day == 30 && (month == 9 || month == 11)
}

#[test]
fn every_date_agrees() {
    let solved = Asked::new(GrundySweep);
    let twin = kibitz_twins::calendar::solve_all();
    assert_eq!(twin.len() as u64, Calendar.size());
    let mut irregular = 0;
    for (day, truth) in &twin {
        let date = Date::new(day.0, day.1, day.2).unwrap();
        let found = verdict(&solved, &Calendar, &date);
        assert_eq!(outcome(&found), truth.outcome, "{date}");
        assert_eq!(grundy(&found), truth.grundy, "{date}");
        assert_eq!(truth.outcome.mover_wins(), Some(by_pattern(*day)), "{date}");
        irregular += u32::from(day.2 == 30 && by_pattern(*day) && (day.1 + day.2) % 2 == 1);
    }
    assert_eq!(irregular, 107 + 106, "30 September and 30 November");
}

#[test]
fn dates_exist_where_the_calendar_has_them() {
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
                let exists = kibitz_twins::calendar::exists((year, month, day));
                assert_eq!(
                    Date::new(year, month, day).is_some(),
                    exists,
                    "{year} {month} {day}"
                );
            }
        }
    }
}
