//! The moves of a pair, without looking at each.

use kibitz_game::{Group, Grouped};

use super::{Euclid, Pair, Subtract};

impl Grouped for Euclid {
    /// All moves are one group. The pairs below this one in its chain have
    /// different values, so at most one of them is worth 0: the lowest, where
    /// nothing but the remainder is left, or else the one above it.
    fn groups(&self, p: &Pair) -> Option<Vec<Group<Subtract>>> {
        let all = p.times();
        if all == 0 {
            return Some(Vec::new());
        }
        let winning = if p.less(all).grundy().is_lost() {
            Some(all)
        } else {
            (all > 1).then(|| all - 1)
        };
        Some(vec![Group {
            name: format!("{} less multiples of {}", p.larger, p.smaller),
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

    /// All pairs of all chains that Euclid's algorithm passes.
    fn reaches_at_least(&self, p: &Pair) -> u64 {
        p.quotients().into_iter().fold(1, u64::saturating_add)
    }

    fn part_name(&self) -> &'static str {
        "pair"
    }

    fn write_part(&self, part: &Pair) -> String {
        part.to_string()
    }

    fn law(&self, part: &Pair) -> Option<String> {
        let Pair { larger, smaller } = *part;
        if smaller == 0 {
            return Some(format!("{part} has a zero: there is no move"));
        }
        let q = part.times();
        let rest = part.less(q);
        let (lowest, value) = (rest.grundy(), part.grundy());
        let r = larger % smaller;
        Some(format!(
            "{larger} is {q} times {smaller} and {r}, {rest} is worth {lowest}, and the {q} above it \
             take 0, 1, 2 … without {lowest}: the last takes {value}"
        ))
    }
}
