//! Grundy values of heaps that may be divided, by rare and common values.
//!
//! Berlekamp, Conway and Guy (*Winning Ways*, chapter 4, sparse spaces): a mask
//! separates the values into *rare* ones, which have an even number of bits in
//! common with it, and *common* ones. The nim-sum of two rare or of two common
//! values is rare, that of a rare and a common one is common. So the common
//! values that dividing a heap yields come from a rare part, and few heaps are
//! rare: the least common value that is missing is found by examining those.
//! The smaller rare values are searched for among all divisions, from both ends
//! and over all totals together, and usually found soon.
//!
//! The mask is chosen from the values so far and affects only the time: the
//! result is exact for every mask.

/// The divisions of a total into two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The sum of both parts.
    pub total: usize,
    /// The least part, at least 1.
    pub least: usize,
    /// Whether the parts must differ.
    pub differ: bool,
}

impl Division {
    /// Any division into two parts of at least 1.
    pub(crate) fn of(total: usize) -> Division {
        Division {
            total,
            least: 1,
            differ: false,
        }
    }

    /// The greatest number that the smaller part can be. If it is less than `least`, the total
    /// cannot be divided.
    fn most(self) -> usize {
        self.total.saturating_sub(usize::from(self.differ)) / 2
    }

    fn has(self, part: usize) -> bool {
        let other = self.total.saturating_sub(part);
        part.min(other) >= self.least && !(self.differ && part == other)
    }
}

/// The rare heaps among those computed so far, and the work done.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    /// 0 while all divisions are examined.
    mask: u32,
    /// The rare heaps, in increasing order.
    rare: Vec<usize>,
    /// How many values have been classified.
    classified: usize,
    /// The number of values at which a mask is chosen again.
    next_choice: usize,
    seen: Seen,
    divisions: u64,
}

/// Masks are chosen from this many values on.
const FIRST_CHOICE: usize = 64;

impl Sparse {
    /// The number of divisions examined so far.
    pub(crate) fn divisions(&self) -> u64 {
        self.divisions
    }

    /// The least value that neither is in `singles` nor results from one of the `divisions`, where
    /// `values` are those of all smaller heaps.
    ///
    /// # Panics
    /// Panics if a part is not among the smaller heaps, or the least part of a division is 0.
    ///
    /// ```
    /// use kibitz_games::sparse::{Division, Sparse};
    ///
    /// // Grundy's game: a heap is divided into two of different sizes.
    /// let (mut sparse, mut values) = (Sparse::default(), Vec::new());
    /// for total in 0..10 {
    ///     let divisions = [Division { total, least: 1, differ: true }];
    ///     values.push(sparse.mex(&values, std::iter::empty(), &divisions));
    /// }
    /// assert_eq!(values, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]);
    /// ```
    pub fn mex(
        &mut self,
        values: &[u32],
        singles: impl Iterator<Item = u32>,
        divisions: &[Division],
    ) -> u32 {
        assert!(divisions.iter().all(|one| one.least > 0), "an empty part");
        self.classify(values);
        self.seen.clear();
        singles.for_each(|value| self.seen.add(value));
        match self.mask {
            0 => {
                divisions.iter().for_each(|one| self.divide(values, *one));
                self.seen.mex()
            }
            _ => self.sparse_mex(values, divisions),
        }
    }

    /// Adds all results of a division.
    fn divide(&mut self, values: &[u32], one: Division) {
        if one.least > one.most() {
            return;
        }
        let smaller = &values[one.least..=one.most()];
        let larger = &values[one.total - one.most()..=one.total - one.least];
        let pairs = smaller.iter().zip(larger.iter().rev());
        pairs.for_each(|(a, b)| self.seen.add(a ^ b));
        self.divisions += smaller.len() as u64;
    }

    fn sparse_mex(&mut self, values: &[u32], divisions: &[Division]) -> u32 {
        for one in divisions {
            let rare = &self.rare[..self.rare.partition_point(|part| *part < one.total)];
            for part in rare.iter().filter(|part| one.has(**part)) {
                self.seen.add(values[*part] ^ values[one.total - part]);
            }
            self.divisions += rare.len() as u64;
        }
        let mask = self.mask;
        let missing = |seen: &Seen, is_of: bool, until: u32| {
            let mut values = (0..until).filter(|value| is_rare(*value, mask) == is_of);
            values.find(|value| !seen.has(*value))
        };
        let common = missing(&self.seen, false, u32::MAX).expect("finitely many are seen");
        let mut rare = missing(&self.seen, true, common);
        let steps = divisions.iter().map(|one| one.most()).max().unwrap_or(0);
        for step in 0..steps {
            let Some(wanted) = rare else {
                break;
            };
            for one in divisions {
                let (low, high) = (one.least + step, one.most().saturating_sub(step));
                if low <= high {
                    self.seen.add(values[low] ^ values[one.total - low]);
                    self.seen.add(values[high] ^ values[one.total - high]);
                    self.divisions += 2;
                }
            }
            if self.seen.has(wanted) {
                rare = missing(&self.seen, true, common);
            }
        }
        rare.unwrap_or(common)
    }

    /// Accounts for the values since the last call; whenever their number has
    /// doubled, chooses the mask with the fewest rare ones.
    fn classify(&mut self, values: &[u32]) {
        if values.len() >= self.next_choice.max(FIRST_CHOICE) {
            self.next_choice = 2 * values.len();
            self.mask = mask(values);
            self.rare.clear();
            self.classified = 0;
        }
        if self.mask == 0 {
            return;
        }
        for (heap, value) in values.iter().enumerate().skip(self.classified) {
            if heap > 0 && is_rare(*value, self.mask) {
                self.rare.push(heap);
            }
        }
        self.classified = values.len();
    }
}

fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// Rare values are worthwhile if they are at most one in this many: examining
/// chosen divisions takes several times as long as examining consecutive ones.
const WORTHWHILE: usize = 4;

/// The mask with the fewest rare values; 0 if there are too many for any.
fn mask(values: &[u32]) -> u32 {
    let top = values.iter().max().copied().unwrap_or(0);
    let mut excess = vec![0i64; (top as usize + 1).next_power_of_two()];
    values.iter().for_each(|value| excess[*value as usize] += 1);
    // The Walsh–Hadamard transform of the counts: for each mask, by how many the
    // rare values outnumber the common ones.
    let mut width = 1;
    while width < excess.len() {
        for block in excess.chunks_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
    let (mask, excess) = (0..)
        .zip(excess)
        .min_by_key(|(_, excess)| *excess)
        .unwrap_or((0, 0));
    let rare = (values.len() as i64 + excess) / 2;
    match rare * WORTHWHILE as i64 <= values.len() as i64 {
        true => mask,
        false => 0,
    }
}

/// A set of values, one bit each.
#[derive(Clone, Debug, Default)]
struct Seen {
    words: Vec<u64>,
}

impl Seen {
    #[inline]
    fn add(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    #[inline]
    fn has(&self, value: u32) -> bool {
        let word = self.words.get((value / 64) as usize);
        word.is_some_and(|word| word >> (value % 64) & 1 != 0)
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }

    fn mex(&self) -> u32 {
        let free = self.words.iter().position(|word| *word != u64::MAX);
        match free {
            Some(i) => 64 * i as u32 + self.words[i].trailing_ones(),
            None => 64 * self.words.len() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Division, Sparse, mask};

    /// Numbers that look random.
    fn noise(state: &mut u32) -> u32 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *state >> 16
    }

    #[test]
    fn every_mask_gives_the_mex_of_all_divisions() {
        let mut state = 3;
        for round in 0..300 {
            let length = 2 + noise(&mut state) as usize % 60;
            let bound = 1 << (1 + round % 5);
            let values: Vec<u32> = (0..length).map(|_| noise(&mut state) % bound).collect();
            let divisions: Vec<Division> = (0..noise(&mut state) % 4)
                .map(|_| Division {
                    total: noise(&mut state) as usize % (length + 1),
                    least: 1 + (noise(&mut state) % 3) as usize,
                    differ: noise(&mut state).is_multiple_of(2),
                })
                .collect();
            let singles: Vec<u32> = (0..noise(&mut state) % 3)
                .map(|_| noise(&mut state) % bound)
                .collect();
            let mut options: BTreeSet<u32> = singles.iter().copied().collect();
            for one in &divisions {
                for (part, value) in values.iter().enumerate().skip(one.least) {
                    let is_other =
                        |other: usize| other >= one.least && !(one.differ && other == part);
                    if let Some(other) = one.total.checked_sub(part).filter(|b| is_other(*b)) {
                        options.insert(value ^ values[other]);
                    }
                }
            }
            let expected = (0..).find(|value| !options.contains(value)).unwrap();
            for mask in 0..2 * bound {
                let mut sparse = Sparse {
                    mask,
                    next_choice: usize::MAX,
                    ..Sparse::default()
                };
                let found = sparse.mex(&values, singles.iter().copied(), &divisions);
                assert_eq!(
                    found, expected,
                    "{mask}: {values:?} {divisions:?} {singles:?}"
                );
            }
        }
    }

    #[test]
    fn mask_has_the_fewest_rare_values() {
        let mut state = 9;
        for _ in 0..200 {
            // Odd numbers of bits in common with 5, but for a few.
            let values: Vec<u32> = (0..320)
                .map(|n| match n % 64 {
                    0 => noise(&mut state) % 8,
                    _ => [1, 3, 4, 6][noise(&mut state) as usize % 4],
                })
                .collect();
            let rare = |mask: u32| {
                let even = |value: &&u32| (*value & mask).count_ones().is_multiple_of(2);
                values.iter().filter(even).count()
            };
            let fewest = (0..8).map(rare).min().unwrap();
            assert!(fewest <= 5, "{values:?}");
            assert_eq!(rare(mask(&values)), fewest, "{values:?}");
        }
        // No mask makes most of these common.
        assert_eq!(mask(&(0..1000).map(|n| n % 2).collect::<Vec<u32>>()), 0);
    }
}
