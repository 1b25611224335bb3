//! Parts of a table that several processes have written, one file each.

use serde::{Deserialize, Serialize};

/// Which part of a table a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its number, from 0.
    pub index: u32,
    /// The number of parts.
    pub parts: u32,
    /// The number of positions of the whole table.
    pub positions: u64,
    /// Which positions it has.
    pub spread: Spread,
}

/// How positions are divided among parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Spread {
    /// In shards of 2 to the power of `bits` adjacent positions, round-robin.
    Shards {
        /// At most [`MAX_BITS`](Spread::MAX_BITS).
        bits: u32,
    },
    /// In ranges of adjacent positions.
    Range {
        /// The first position of this part.
        first: u64,
    },
}

impl Part {
    /// The name of the file of a part.
    #[must_use]
    pub fn file_name(index: u32, parts: u32) -> String {
        format!("part-{index}-of-{parts}.kbz")
    }

    /// The part and the number of parts that a name says, if it is one of a part.
    #[must_use]
    pub fn parse_file_name(name: &str) -> Option<(u32, u32)> {
        let (index, parts) = name
            .strip_prefix("part-")?
            .strip_suffix(".kbz")?
            .split_once("-of-")?;
        let (index, parts) = (index.parse().ok()?, parts.parse().ok()?);
        (Part::file_name(index, parts) == name && index < parts).then_some((index, parts))
    }

    /// Whether it is a part of a table with `parts` parts, the one after those whose first
    /// positions are `firsts`, the last of which had the spread `before`.
    pub(crate) fn is_nth(
        &self,
        index: usize,
        parts: usize,
        items: u64,
        firsts: &[u64],
        before: Spread,
    ) -> bool {
        if self.index as usize != index || self.parts as usize != parts {
            return false;
        }
        match (self.spread, before) {
            (Spread::Shards { bits }, before) => {
                bits <= Spread::MAX_BITS
                    && (index == 0 || before == self.spread)
                    && items == shard_items(self.positions, bits, index as u64, parts as u64)
            }
            (Spread::Range { first }, Spread::Range { .. }) => {
                let last = firsts.last().copied().unwrap_or(0);
                let is_ordered = if index == 0 {
                    first == 0
                } else {
                    first >= last
                };
                is_ordered
                    && first
                        .checked_add(items)
                        .is_some_and(|end| end <= self.positions)
            }
            (Spread::Range { .. }, Spread::Shards { .. }) => false,
        }
    }
}

impl Spread {
    /// Larger shards are not possible.
    pub const MAX_BITS: u32 = 31;

    /// The first position of a range.
    pub(crate) fn first(self) -> u64 {
        match self {
            Spread::Shards { .. } => 0,
            Spread::Range { first } => first,
        }
    }

    /// The part of a position, and its number there.
    #[inline]
    pub(crate) fn place(self, item: u64, parts: usize, firsts: &[u64]) -> (usize, u64) {
        match self {
            Spread::Shards { bits } => {
                let (shard, parts) = (item >> bits, parts as u64);
                let offset = item & ((1 << bits) - 1);
                ((shard % parts) as usize, (shard / parts) << bits | offset)
            }
            Spread::Range { .. } => {
                // Of several parts that begin here, all but the last are empty.
                let part = firsts.partition_point(|first| *first <= item) - 1;
                (part, item - firsts[part])
            }
        }
    }

    /// How many positions from `item` on follow each other in its part, which has `items` and has
    /// this one at `place`.
    pub(crate) fn run(self, item: u64, place: u64, items: u64) -> u64 {
        match self {
            Spread::Shards { bits } => (1 << bits) - (item & ((1 << bits) - 1)),
            Spread::Range { .. } => items - place,
        }
    }
}

/// The number of positions of a part in shards.
fn shard_items(positions: u64, bits: u32, index: u64, parts: u64) -> u64 {
    let whole = positions >> bits;
    let own = whole / parts + u64::from(index < whole % parts);
    let rest = positions & ((1 << bits) - 1);
    (own << bits) + if whole % parts == index { rest } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_in_one_part() {
        for (positions, bits, parts) in [(1, 3, 1), (100, 3, 3), (64, 3, 4), (7, 4, 3), (0, 2, 2)] {
            let mut next = vec![0; parts];
            for item in 0..positions {
                let (part, place) = Spread::Shards { bits }.place(item, parts, &[]);
                assert_eq!(place, next[part], "{item} of {positions}");
                next[part] += 1;
            }
            for (index, count) in next.into_iter().enumerate() {
                let items = shard_items(positions, bits, index as u64, parts as u64);
                assert_eq!(items, count, "{index} of {positions}");
            }
        }
    }

    #[test]
    fn ranges_may_be_empty() {
        let firsts = [0, 0, 3, 3, 5];
        let spread = Spread::Range { first: 0 };
        for (item, part, place) in [(0, 1, 0), (2, 1, 2), (3, 3, 0), (4, 3, 1), (5, 4, 0)] {
            assert_eq!(spread.place(item, 5, &firsts), (part, place));
        }
    }

    #[test]
    fn names_round_trip() {
        assert_eq!(
            Part::parse_file_name(&Part::file_name(3, 12)),
            Some((3, 12))
        );
        for name in [
            "part-3-of-3.kbz",
            "part-03-of-4.kbz",
            "part-1-of-2.kbz.tmp",
            "x",
        ] {
            assert_eq!(Part::parse_file_name(name), None);
        }
    }
}
