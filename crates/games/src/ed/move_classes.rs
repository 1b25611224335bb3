//! Move classes: the moves of a position counted by pair, without generating
//! them.

use kibitz_game::{MoveClass, MoveClasses};

use super::{Ed, Kept, Pair, Split};

/// The number of splits of a pile with this Grundy value.
///
/// Write an ordered split as (x + 1, y + 1): x + y = s with s = pile − 2. By
/// the argument at [`Pair::grundy`] there is one only if bit `value` of s + 1
/// is 1. Then each of the lowest `value` bits is 1 in x or in y, and in both
/// exactly where s − (2^value − 1) has a 1: every other of these bits is free.
/// Above bit `value`, which is 0 in both, x is any number up to that part of s.
/// A pair with x = y is counted once, all others twice.
fn splits(pile: u64, value: u64) -> u64 {
    let Some(s) = pile.checked_sub(2).filter(|_| value < 63) else {
        return 0;
    };
    if (s + 1) >> value & 1 == 0 {
        return 0;
    }
    let ones = (1u64 << value) - 1;
    let low = s & (2 * ones + 1);
    let free = ones.count_ones() - (low - ones).count_ones();
    let ordered = ((s >> (value + 1)) + 1) << free;
    let is_equal_split = s.is_multiple_of(2) && u64::from((s / 2).trailing_ones()) == value;
    (ordered + u64::from(is_equal_split)) / 2
}

impl MoveClasses for Ed {
    /// One class for each pair with moves. A move wins if it makes the pair's
    /// Grundy value the nim-sum of the others.
    fn groups(&self, p: &Vec<Pair>) -> Option<Vec<MoveClass<Split>>> {
        let sum = p.iter().fold(0, |sum, pair| sum ^ pair.grundy().get());
        let pairs = p.iter().enumerate();
        let groups = pairs.filter_map(|(i, pair)| {
            let wanted = sum ^ pair.grundy().get();
            let winning = Kept::BOTH.map(|kept| splits(kept.of(*pair), wanted));
            let winner = Kept::BOTH
                .into_iter()
                .zip(winning)
                .find(|(_, winning)| *winning > 0);
            let (keeps, smaller) = match winner {
                // A split into 2^value and the rest has Grundy value `value`.
                Some((kept, _)) => {
                    let part = 1 << wanted;
                    (kept, part.min(kept.of(*pair) - part))
                }
                None => (Kept::Larger, 1),
            };
            let moves = pair.piles().iter().map(|(_, ways)| ways).sum();
            (moves > 0).then(|| MoveClass {
                name: format!("pair {}", i + 1),
                moves,
                winning: winning.iter().sum(),
                example: Split {
                    pair: i + 1,
                    keeps,
                    smaller,
                },
            })
        });
        Some(groups.collect())
    }

    fn after(&self, p: &Vec<Pair>, by: &Split) -> Vec<Pair> {
        let mut after = p.clone();
        let pair = &mut after[by.pair - 1];
        *pair = Pair::split(by.keeps.of(*pair), by.smaller);
        after
    }

    fn changed_part(&self, by: &Split) -> usize {
        by.pair
    }

    fn part_name(&self) -> &'static str {
        "pair"
    }

    fn alone(&self, part: &Pair) -> Vec<Pair> {
        vec![*part]
    }

    fn write_part(&self, part: &Pair) -> String {
        part.to_string()
    }

    fn closed_form(&self, part: &Pair) -> Option<String> {
        let Pair { smaller, larger } = *part;
        let bits = (smaller - 1) | (larger - 1);
        let value = part.grundy();
        Some(format!(
            "({smaller}-1)|({larger}-1) is {bits:b} in binary, its lowest zero bit is bit {value}"
        ))
    }
}
