//! Move classes of a pair, without generating moves.

use kibitz_game::{MoveClass, MoveClasses};

use super::{Euclid, Pair, Subtract};

impl MoveClasses for Euclid {
    /// All moves are one class. The pairs below this one in its chain have
    /// distinct values, so at most one of them has value 0: the lowest, with
    /// only the remainder left, or else the one above it.
    fn groups(&self, p: &Pair) -> Option<Vec<MoveClass<Subtract>>> {
        let all = p.times();
        if all == 0 {
            return Some(Vec::new());
        }
        let winning = if p.less(all).grundy().is_lost() {
            Some(all)
        } else {
            (all > 1).then(|| all - 1)
        };
        Some(vec![MoveClass {
            name: format!("{} minus multiples of {}", p.larger, p.smaller),
            moves: all,
            winning: u64::from(winning.is_some()),
            example: Subtract {
                times: winning.unwrap_or(1),
            },
        }])
    }

    fn after(&self, p: &Pair, by: &Subtract) -> Pair {
        p.less(by.times)
    }

    /// All pairs of all chains that Euclid's algorithm visits.
    fn reaches_at_least(&self, p: &Pair) -> u64 {
        p.quotients().into_iter().fold(1, u64::saturating_add)
    }

    fn part_name(&self) -> &'static str {
        "pair"
    }

    fn alone(&self, part: &Pair) -> Pair {
        *part
    }

    fn write_part(&self, part: &Pair) -> String {
        part.to_string()
    }

    fn closed_form(&self, part: &Pair) -> Option<String> {
        let Pair { larger, smaller } = *part;
        if smaller == 0 {
            return Some(format!("{part} has a zero: no legal move"));
        }
        let q = part.times();
        let rest = part.less(q);
        let (lowest, value) = (rest.grundy(), part.grundy());
        let r = larger % smaller;
        Some(format!(
            "{larger} = {q} × {smaller} + {r}; {rest} has Grundy value {lowest}, and the {q} pairs above \
             it have 0, 1, 2 … except {lowest}: the last has {value}"
        ))
    }
}
