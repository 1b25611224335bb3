//! Packed state vectors as numbers of a fixed number of words, most significant word first. Numbers
//! are ordered like vectors.

use serde::{Deserialize, Serialize};

use super::super::fields::Fields;

/// The most words of a key.
pub(super) const WIDEST: usize = 16;

/// A number of `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key<const N: usize>(pub(super) [u64; N]);

/// A number of any length, as checkpoints have it, without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredKey(Vec<u64>);

impl<const N: usize> Key<N> {
    pub(super) const ZERO: Key<N> = Key([0; N]);

    /// The number of a checkpoint, in its lowest `N` words.
    pub(super) fn of(stored: &StoredKey) -> Key<N> {
        let mut words = [0; N];
        for (word, stored) in words.iter_mut().rev().zip(stored.0.iter().rev()) {
            *word = *stored;
        }
        Key(words)
    }

    pub(super) fn stored(self) -> StoredKey {
        let words = self.0.iter().skip_while(|word| **word == 0);
        StoredKey(words.copied().collect())
    }

    /// The largest number of `bits` bits.
    pub(super) fn max(bits: u32) -> Key<N> {
        Key([u64::MAX; N]).shifted_right(64 * N as u32 - bits)
    }

    /// The difference from a number that is not larger.
    #[inline]
    pub(super) fn minus(self, other: Key<N>) -> Key<N> {
        let (mut result, mut borrow) = ([0; N], false);
        for i in (0..N).rev() {
            let (part, first) = self.0[i].overflowing_sub(other.0[i]);
            let (part, second) = part.overflowing_sub(borrow.into());
            (result[i], borrow) = (part, first | second);
        }
        Key(result)
    }

    /// The sum, modulo the range of `N` words: a damaged file may have any differences.
    #[inline]
    pub(super) fn plus(self, other: Key<N>) -> Key<N> {
        let (mut result, mut carry) = ([0; N], false);
        for i in (0..N).rev() {
            let (part, first) = self.0[i].overflowing_add(other.0[i]);
            let (part, second) = part.overflowing_add(carry.into());
            (result[i], carry) = (part, first | second);
        }
        Key(result)
    }

    /// Without the lowest `bits` bits; zero if these are all.
    #[inline]
    pub(super) fn shifted_right(self, bits: u32) -> Key<N> {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let word = |i: usize| i.checked_sub(words).map_or(0, |from| self.0[from]);
        let mut result = [0; N];
        for (i, part) in result.iter_mut().enumerate() {
            *part = word(i) >> bits;
            if bits > 0 && i > 0 {
                *part |= word(i - 1) << (64 - bits);
            }
        }
        Key(result)
    }

    /// With fewer than 64 zero bits appended.
    #[inline]
    pub(super) fn shifted_left(self, bits: u32) -> Key<N> {
        let mut result = [0; N];
        for (i, part) in result.iter_mut().enumerate() {
            *part = self.0[i] << bits;
            if bits > 0 && i + 1 < N {
                *part |= self.0[i + 1] >> (64 - bits);
            }
        }
        Key(result)
    }

    /// The number of bytes that it needs, at least one.
    pub(super) fn bytes(self) -> usize {
        let zeros = self.0.iter().position(|word| *word != 0).unwrap_or(N);
        let first = self
            .0
            .get(zeros)
            .map_or(0, |word| 64 - word.leading_zeros());
        let bits = 64 * N.saturating_sub(zeros + 1) + first as usize;
        bits.div_ceil(8).max(1)
    }

    /// Stores its lowest bytes, most significant byte first.
    #[inline]
    pub(super) fn store(self, bytes: &mut [u8]) {
        let words = self.0.iter().rev();
        for (part, word) in bytes.rchunks_mut(8).zip(words) {
            part.copy_from_slice(&word.to_be_bytes()[8 - part.len()..]);
        }
    }

    /// The number of at most 8 `N` bytes, most significant byte first.
    #[inline]
    pub(super) fn load(bytes: &[u8]) -> Key<N> {
        let mut result = [0; N];
        for (part, word) in bytes.rchunks(8).zip(result.iter_mut().rev()) {
            let mut whole = [0; 8];
            whole[8 - part.len()..].copy_from_slice(part);
            *word = u64::from_be_bytes(whole);
        }
        Key(result)
    }
}

/// How vectors are packed into keys.
#[derive(Clone, Debug)]
pub(super) struct Packer {
    fields: Fields,
    /// Bits of the last word that the fields do not use.
    unused: u32,
    /// Whether some field has room for numbers outside its span.
    has_room: bool,
}

impl Packer {
    pub(super) fn new(fields: Fields) -> Packer {
        // A vector without information has one bit.
        let unused = fields.unused().min(u64::BITS - 1);
        let has_room = fields.spans().iter().any(|span| !span.is_filled());
        Packer {
            fields,
            unused,
            has_room,
        }
    }

    pub(super) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The number of bits of a key, at least one.
    pub(super) fn bits(&self) -> u32 {
        64 * self.fields.words() as u32 - self.unused
    }

    /// The number of bytes of a key.
    pub(super) fn bytes(&self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// The key of a vector, if its numbers are in the spans of the fields. A field may have room for
    /// more, but a number outside the span may be less than the first one, so that keys are not
    /// ordered like vectors, and wider fields are made for the spans. `N` must be at least the
    /// number of words of the fields.
    #[inline]
    pub(super) fn pack<const N: usize>(&self, row: &[i64]) -> Option<Key<N>> {
        let mut key = [0; N];
        let fits = self.fields.pack(row, &mut key[N - self.fields.words()..])
            && (!self.has_room || self.fields.cover(row));
        fits.then(|| Key(key).shifted_right(self.unused))
    }

    /// The vector of a key.
    #[inline]
    pub(super) fn unpack<const N: usize>(&self, key: Key<N>, row: &mut [i64]) {
        let Key(words) = key.shifted_left(self.unused);
        self.fields.unpack(&words[N - self.fields.words()..], row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore_vectors::fields::Span;

    #[test]
    fn keys_are_numbers() {
        let number = |key: Key<2>| u128::from(key.0[0]) << 64 | u128::from(key.0[1]);
        let key = |n: u128| Key([(n >> 64) as u64, n as u64]);
        let all = [
            0,
            1,
            255,
            256,
            u128::from(u64::MAX),
            1 << 64,
            77 << 90,
            u128::MAX,
        ];
        for a in all {
            for b in all {
                assert_eq!(number(key(a).plus(key(b))), a.wrapping_add(b));
                assert_eq!(number(key(a).minus(key(b))), a.wrapping_sub(b));
                assert_eq!(key(a) < key(b), a < b);
            }
            for bits in [0, 1, 7, 63] {
                assert_eq!(number(key(a).shifted_left(bits)), a << bits);
            }
            for bits in [0, 1, 7, 63, 64, 65, 127] {
                assert_eq!(number(key(a).shifted_right(bits)), a >> bits);
            }
            let len = key(a).bytes();
            assert_eq!(len, ((128 - a.leading_zeros()).div_ceil(8) as usize).max(1));
            for len in len..=16 {
                let mut bytes = vec![0; len];
                key(a).store(&mut bytes);
                assert_eq!(bytes, a.to_be_bytes()[16 - len..]);
                assert_eq!(Key::load(&bytes), key(a));
            }
        }
        assert_eq!(number(Key::max(70)), (1 << 70) - 1);
        let wide = key(77 << 60);
        assert_eq!(Key::of(&wide.stored()), wide);
        assert_eq!(Key::<3>::of(&wide.stored()), Key([0, wide.0[0], wide.0[1]]));
    }

    #[test]
    fn vectors_round_trip_in_order() {
        let spans = [(0, 3), (-5, 1 << 40), (0, 0), (0, 1 << 30), (-1, 1)];
        let spans = spans.map(|(low, high)| Span { low, high });
        let packer = Packer::new(Fields::new(spans.to_vec()));
        assert_eq!(packer.fields().words(), 2);
        let mut all = Vec::new();
        for a in [0, 3] {
            for b in [-5, 0, 1 << 40] {
                for c in [0, 12345, 1 << 30] {
                    for d in -1..=1 {
                        all.push([a, b, 0, c, d]);
                    }
                }
            }
        }
        let keys: Vec<Key<2>> = all.iter().map(|row| packer.pack(row).unwrap()).collect();
        assert!(keys.is_sorted());
        for (row, key) in all.iter().zip(&keys) {
            assert!(key.bytes() <= packer.bytes());
            let mut back = [0; 5];
            packer.unpack(*key, &mut back);
            assert_eq!(back, *row);
            let wide = Key::<5>::of(&key.stored());
            assert_eq!(packer.pack(row), Some(wide));
            packer.unpack(wide, &mut back);
            assert_eq!(back, *row);
        }
        assert_eq!(packer.pack::<2>(&[4, 0, 0, 0, 0]), None);
    }
}
