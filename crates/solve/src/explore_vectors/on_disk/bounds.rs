//! Search in ascending keys, and the division of all keys into ranges.

use super::key::{Key, StoredKey};

/// Ascending keys, with an index of their first bits.
#[derive(Debug)]
pub(super) struct Ascending<const N: usize> {
    keys: Vec<Key<N>>,
    /// By the first bits of a key, how many of the keys are less than all keys with these bits.
    index: Vec<u32>,
    /// The other bits.
    shift: u32,
    /// The largest key.
    max: Key<N>,
}

impl<const N: usize> Ascending<N> {
    /// An index of `keys`, which have at most `bits` bits each.
    pub(super) fn new(keys: Vec<Key<N>>, bits: u32) -> Ascending<N> {
        let index_bits = bits.min(keys.len().max(1).ilog2() + 1);
        let shift = bits - index_bits;
        let mut index = vec![0; (1 << index_bits) + 1];
        for key in &keys {
            index[place(*key, shift) + 1] += 1;
        }
        let mut before = 0;
        for count in &mut index {
            before += *count;
            *count = before;
        }
        Ascending {
            keys,
            index,
            shift,
            max: Key::max(bits),
        }
    }

    /// The memory in bytes for a number of keys, the keys included.
    pub(super) fn memory(keys: u64) -> u64 {
        (8 * N as u64 + 8) * keys
    }

    pub(super) fn keys(&self) -> &[Key<N>] {
        &self.keys
    }

    /// The number of keys that are not larger than `key`.
    #[inline]
    pub(super) fn rank(&self, key: Key<N>) -> usize {
        let place = place(key.min(self.max), self.shift);
        let (start, end) = (self.index[place] as usize, self.index[place + 1] as usize);
        start + self.keys[start..end].partition_point(|one| *one <= key)
    }
}

/// The first bits of a key.
#[inline]
fn place<const N: usize>(key: Key<N>, shift: u32) -> usize {
    key.shifted_right(shift).0[N - 1] as usize
}

/// Adjacent ranges of keys that cover all of them.
#[derive(Debug)]
pub(super) struct Bounds<const N: usize> {
    /// The first key of each range; that of the first range is zero.
    lows: Ascending<N>,
    /// The bytes of the largest difference from the first key of each range.
    widths: Vec<u8>,
}

impl<const N: usize> Bounds<N> {
    /// Ranges that begin with these keys of at most `bits` bits.
    pub(super) fn new<'k>(lows: impl Iterator<Item = &'k StoredKey>, bits: u32) -> Bounds<N> {
        let lows: Vec<Key<N>> = lows.map(Key::of).collect();
        let next = lows.iter().skip(1).copied().chain([Key::max(bits)]);
        let widths = lows.iter().zip(next);
        let widths = widths.map(|(low, next)| next.minus(*low).bytes() as u8);
        Bounds {
            widths: widths.collect(),
            lows: Ascending::new(lows, bits),
        }
    }

    /// The number of ranges.
    pub(super) fn len(&self) -> usize {
        self.widths.len()
    }

    /// The first key of a range.
    #[inline]
    pub(super) fn low(&self, range: usize) -> Key<N> {
        self.lows.keys[range]
    }

    /// The first key of the next range, if there is one.
    pub(super) fn end(&self, range: usize) -> Option<Key<N>> {
        self.lows.keys.get(range + 1).copied()
    }

    /// The bytes of the difference of a key from the first one of its range.
    #[inline]
    pub(super) fn width(&self, range: usize) -> usize {
        self.widths[range].into()
    }

    /// The range of a key.
    #[inline]
    pub(super) fn of(&self, key: Key<N>) -> usize {
        self.lows.rank(key) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_in_its_range() {
        for bits in [1, 5, 14, 20, 70] {
            let mut lows = vec![0u128];
            for low in [1, 2, 3, 17, 30, 31, 1 << 13, 77_777, 1 << 19, 1 << 66] {
                if low >> bits == 0 {
                    lows.push(low);
                }
            }
            let key = |n: u128| Key([(n >> 64) as u64, n as u64]);
            let stored: Vec<StoredKey> = lows.iter().map(|low| key(*low).stored()).collect();
            let bounds = Bounds::<2>::new(stored.iter(), bits);
            let near = |low: &u128| [low.saturating_sub(1), *low, low + 1];
            let keys = lows.iter().flat_map(near).chain([(1 << bits) - 1]);
            for n in keys.filter(|n| n >> bits == 0) {
                let expected = lows.iter().rposition(|low| *low <= n).unwrap();
                let range = bounds.of(key(n));
                assert_eq!(range, expected, "{n} of {bits} bits");
                let width = key(n).minus(bounds.low(range)).bytes();
                assert!(width <= bounds.width(range));
            }
        }
    }
}
