//! A date in words, and a move from them.

use kibitz_game::{Notation, Step, View};

use super::{Calendar, Date, Leap};

impl Calendar {
    /// The date, and how far it is from the last one.
    pub(super) fn picture(p: Date) -> View {
        let left = Date::LAST.number() - p.number();
        let text = match left {
            0 => format!("{p}, the last day"),
            1 => format!("{p}, the day before the last"),
            _ => format!("{p}, {left} days before the last"),
        };
        View::Text { text }
    }

    /// `next month`, or just `month`, or the date to which it leads.
    pub(super) fn spelled(self, p: Date, text: &str) -> Option<Step<Date, Leap>> {
        let word = text.trim().to_lowercase();
        let is_meant = |leap, to| match leap {
            _ if self.parse(&word) == Ok(to) => true,
            Leap::Day => word == "day",
            Leap::Month => word == "month",
        };
        let mut leaps = Calendar::leaps(p);
        let (leap, to) = leaps.find(|(leap, to)| is_meant(*leap, *to))?;
        Some(Step::pass(to, leap))
    }
}
