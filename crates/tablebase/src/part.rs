//! Parts of a table that several processes have written, one file each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{Damage, TableError};

/// Which part of a table a file has: adjacent positions from `first` on, or else shards of 2 to the
/// power of `shard_bits` adjacent ones, which are divided among the parts, round-robin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its number, from 0.
    pub index: u32,
    /// The number of parts.
    pub parts: u32,
    /// The number of positions of the whole table.
    pub positions: u64,
    /// At most [`MAX_SHARD_BITS`](Part::MAX_SHARD_BITS).
    pub shard_bits: u32,
    /// The number of its first position, if it has adjacent ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
}

impl Part {
    /// Larger shards are not possible.
    pub const MAX_SHARD_BITS: u32 = 31;

    /// The only part of a table in one file.
    pub(crate) fn whole(positions: u64) -> Part {
        Part {
            index: 0,
            parts: 1,
            positions,
            shard_bits: 0,
            first: None,
        }
    }

    /// The name of the file of a part.
    #[must_use]
    pub fn file_name(index: u32, parts: u32) -> String {
        format!("part-{index}-of-{parts}.kbz")
    }

    /// The part and the number of parts that a name says, if it is one of a part.
    #[must_use]
    pub fn parse_file_name(name: &str) -> Option<(u32, u32)> {
        let numbers = name.strip_prefix("part-")?.strip_suffix(".kbz")?;
        let (index, parts) = numbers.split_once("-of-")?;
        let (index, parts) = (index.parse().ok()?, parts.parse().ok()?);
        (Part::file_name(index, parts) == name && index < parts).then_some((index, parts))
    }

    /// The files of the parts in a directory, in order.
    pub(crate) fn files(directory: &Path) -> Result<Vec<PathBuf>, TableError> {
        let unreadable = |error| TableError::Unreadable {
            path: directory.to_owned(),
            error,
        };
        let mut counts: Vec<u32> = Vec::new();
        for file in fs::read_dir(directory).map_err(unreadable)? {
            let name = file.map_err(unreadable)?.file_name();
            let numbers = name.to_str().and_then(Part::parse_file_name);
            counts.extend(numbers.map(|(_, parts)| parts));
        }
        let none = || {
            let problem = "it is a directory without parts of a table; give the path of a file, or \
                           finish the build that writes the parts";
            unreadable(io::Error::other(problem))
        };
        let parts = *counts.first().ok_or_else(none)?;
        if counts.iter().any(|count| *count != parts) {
            let problem =
                "it has parts of several tables; remove those that do not belong together";
            return Err(Damage::new(problem).of(directory));
        }
        if counts.len() != parts as usize {
            let problem = format!(
                "it has {} of the {parts} parts of a table; finish the build, or copy the other \
                 parts here",
                counts.len()
            );
            return Err(Damage::new(problem).of(directory));
        }
        let path = |index| directory.join(Part::file_name(index, parts));
        Ok((0..parts).map(path).collect())
    }

    /// The number of positions of this part, of shards.
    pub(crate) fn items(self) -> u64 {
        let (index, parts) = (u64::from(self.index), u64::from(self.parts.max(1)));
        let whole = self.positions >> self.shard_bits;
        let own = whole / parts + u64::from(index < whole % parts);
        let rest = match whole % parts == index {
            true => self.offset(self.positions),
            false => 0,
        };
        (own << self.shard_bits) + rest
    }

    /// The part of a position, and its number there.
    #[inline]
    pub(crate) fn place(self, item: u64) -> (usize, u64) {
        let (shard, parts) = (item >> self.shard_bits, u64::from(self.parts));
        let place = (shard / parts) << self.shard_bits | self.offset(item);
        ((shard % parts) as usize, place)
    }

    /// The position with a number in a part.
    pub(crate) fn item(self, part: usize, place: u64) -> u64 {
        let shard = (place >> self.shard_bits) * u64::from(self.parts) + part as u64;
        shard << self.shard_bits | self.offset(place)
    }

    /// How many positions from `item` on are in one part, at least.
    pub(crate) fn run(self, item: u64) -> u64 {
        match self.parts {
            1 => self.positions - item,
            _ => (1 << self.shard_bits) - self.offset(item),
        }
    }

    fn offset(self, item: u64) -> u64 {
        item & ((1 << self.shard_bits) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_in_one_part() {
        for (positions, shard_bits, parts) in
            [(1, 3, 1), (100, 3, 3), (64, 3, 4), (7, 4, 3), (0, 2, 2)]
        {
            let part = |index| Part {
                index,
                parts,
                positions,
                shard_bits,
                first: None,
            };
            let mut next = vec![0; parts as usize];
            for item in 0..positions {
                let (index, place) = part(0).place(item);
                assert_eq!(place, next[index], "{item} of {positions}");
                assert_eq!(part(0).item(index, place), item);
                assert_eq!(part(0).place(item + part(0).run(item) - 1).0, index);
                next[index] += 1;
            }
            for (index, count) in (0..).zip(next) {
                assert_eq!(part(index).items(), count, "{index} of {positions}");
            }
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
