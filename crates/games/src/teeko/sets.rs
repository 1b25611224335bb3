//! Ranking of sets of up to four of 25 elements (combinatorial number system).

/// The maximum number of elements.
const THINGS: usize = 25;
/// The maximum size of a set.
const MAX: usize = 4;
/// The ranking is a sum of two table lookups, of which this many bits are the
/// lower.
const LOW: u32 = 13;

/// The number of a set {a < b < c < …} is C(a, 1) + C(b, 2) + C(c, 3) + …: the
/// sets of a size with all elements below n have the numbers below C(n, size).
pub(super) struct Sets {
    /// The contribution of the lower elements of a set.
    low: Vec<u32>,
    /// The contribution of the upper elements, by the number of lower ones.
    high: Vec<[u32; MAX + 1]>,
    /// The sets of each size by number.
    by_number: [Vec<u32>; MAX + 1],
}

/// C(n, k).
pub(super) fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |c, i| c * n.saturating_sub(i) / (i + 1))
}

impl Sets {
    pub(super) fn new() -> Sets {
        let add = |set: u32, first: u32, below: usize| {
            let things = super::cells::cells(set).zip(below as u64 + 1..);
            things
                .map(|(thing, place)| choose(u64::from(thing) + u64::from(first), place) as u32)
                .sum()
        };
        let low = (0..1 << LOW).map(|set| match set {
            set if u32::count_ones(set) as usize > MAX => 0,
            set => add(set, 0, 0),
        });
        let high = (0..1u32 << (THINGS as u32 - LOW)).map(|set| {
            std::array::from_fn(|below| match below + set.count_ones() as usize {
                0..=MAX => add(set, LOW, below),
                _ => 0,
            })
        });
        let mut by_number: [Vec<u32>; MAX + 1] = std::array::from_fn(|_| Vec::new());
        by_number[0].push(0);
        for size in 1..=MAX {
            for top in 0..THINGS as u32 {
                let below = choose(top.into(), size as u64 - 1) as usize;
                let rest = &by_number[size - 1][..below];
                let with_top: Vec<u32> = rest.iter().map(|set| set | 1 << top).collect();
                by_number[size].extend(with_top);
            }
        }
        Sets {
            low: low.collect(),
            high: high.collect(),
            by_number,
        }
    }

    /// The number of a set among those of its size.
    #[inline]
    pub(super) fn number(&self, set: u32) -> u32 {
        let low = set & ((1 << LOW) - 1);
        self.low[low as usize] + self.high[(set >> LOW) as usize][low.count_ones() as usize]
    }

    /// The set of a size with this number.
    #[inline]
    pub(super) fn set(&self, size: u32, number: u32) -> u32 {
        self.by_number[size as usize][number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense() {
        let sets = Sets::new();
        for size in 0..=4 {
            let count = choose(25, size.into()) as u32;
            for number in 0..count {
                let set = sets.set(size, number);
                assert_eq!((set.count_ones(), sets.number(set)), (size, number));
            }
        }
        assert_eq!(choose(25, 4), 12_650);
        assert_eq!(choose(3, 4), 0);
        assert_eq!(sets.number(0b1111), 0);
        assert_eq!(sets.number(0b1111 << 17), 5984, "the last of 21 elements");
    }
}
