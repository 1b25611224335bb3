//! View of a date, and the move parser.

use kibitz_game::{Notation, Step, View};

use super::{Calendar, Date, Leap};

impl Calendar {
    /// The date and the number of days left.
    pub(super) fn picture(p: Date) -> View {
        let left = Date::LAST.number() - p.number();
        let text = match left {
            0 => format!("{p}, the last day"),
            1 => format!("{p}, the day before the last"),
            _ => format!("{p}, {left} days before the last"),
        };
        View::Text { text }
    }

    /// `next month`, `month`, or the date that the move leads to.
    pub(super) fn parse_move(self, p: Date, text: &str) -> Option<Step<Date, Leap>> {
        let word = text.trim().to_lowercase();
        let is_intended = |leap, to| match leap {
            _ if self.parse(&word) == Ok(to) => true,
            Leap::Day => word == "day",
            Leap::Month => word == "month",
        };
        let mut leaps = Calendar::leaps(p);
        let (leap, to) = leaps.find(|(leap, to)| is_intended(*leap, *to))?;
        Some(Step::alternate(to, leap))
    }
}
