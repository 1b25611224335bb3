//! Which part of a table has a position.

use crate::part::Part;

/// How positions are divided among the parts of a table.
#[derive(Debug)]
pub(crate) enum Division {
    /// In shards; this is the first part.
    Shards(Part),
    /// In ranges: the first position of each part, and the number of all positions.
    Ranges(Vec<u64>),
}

impl Division {
    /// The division that these parts of a table have, each with its number of positions; `None` if
    /// they are not all parts of one table, in order.
    pub(crate) fn of(parts: &[(Part, u64)]) -> Option<Division> {
        let (first, _) = parts.first()?;
        let is_one = |(index, (part, _)): (usize, &(Part, u64))| {
            let numbers = (part.index as usize, part.parts as usize);
            numbers == (index, parts.len())
                && part.positions == first.positions
                && part.shard_bits == first.shard_bits
                && part.shard_bits <= Part::MAX_SHARD_BITS
        };
        if !parts.iter().enumerate().all(is_one) {
            return None;
        }
        if parts.iter().all(|(part, _)| part.first.is_none()) {
            let is_whole = parts.iter().all(|(part, items)| part.items() == *items);
            return is_whole.then_some(Division::Shards(*first));
        }
        let mut starts = vec![0];
        for (part, items) in parts {
            let start = *starts.last()?;
            if part.first != Some(start) {
                return None;
            }
            starts.push(start.checked_add(*items)?);
        }
        (starts.last() == Some(&first.positions)).then_some(Division::Ranges(starts))
    }

    /// The part of a position, and its number there.
    #[inline]
    pub(crate) fn place(&self, item: u64) -> (usize, u64) {
        match self {
            Division::Shards(part) => part.place(item),
            Division::Ranges(starts) => {
                let part = starts.partition_point(|start| *start <= item) - 1;
                (part, item - starts[part])
            }
        }
    }

    /// The position with a number in a part.
    pub(crate) fn item(&self, part: usize, place: u64) -> u64 {
        match self {
            Division::Shards(first) => first.item(part, place),
            Division::Ranges(starts) => starts[part] + place,
        }
    }

    /// How many positions from `item` on are in one part, at least.
    pub(crate) fn run(&self, item: u64) -> u64 {
        match self {
            Division::Shards(part) => part.run(item),
            Division::Ranges(starts) => starts[self.place(item).0 + 1] - item,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranges of these lengths.
    fn ranges(lengths: &[u64]) -> Vec<(Part, u64)> {
        let mut first = 0;
        let mut part = |(index, length): (u32, &u64)| {
            let part = Part {
                index,
                parts: lengths.len() as u32,
                positions: lengths.iter().sum(),
                shard_bits: 0,
                first: Some(first),
            };
            first += length;
            (part, *length)
        };
        (0..).zip(lengths).map(&mut part).collect()
    }

    #[test]
    fn every_position_is_in_one_range() {
        for lengths in [&[3, 0, 0, 4][..], &[0, 0, 1], &[5]] {
            let division = Division::of(&ranges(lengths)).unwrap();
            let mut item = 0;
            for (part, length) in lengths.iter().enumerate() {
                for place in 0..*length {
                    assert_eq!(division.place(item), (part, place), "{lengths:?}");
                    assert_eq!(division.item(part, place), item);
                    assert_eq!(division.run(item), length - place);
                    item += 1;
                }
            }
        }
    }

    #[test]
    fn ranges_with_gaps_are_no_table() {
        let good = ranges(&[3, 2, 4]);
        let mut bad = good.clone();
        bad[1].1 = 1;
        assert!(Division::of(&bad).is_none());
        let mut bad = good.clone();
        bad[2].0.first = None;
        assert!(Division::of(&bad).is_none());
        let mut bad = good.clone();
        bad.swap(0, 1);
        assert!(Division::of(&bad).is_none());
        assert!(Division::of(&good[..2]).is_none());
    }
}
