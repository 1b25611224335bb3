//! A growing set of state vectors, for one thread.

use hashbrown::HashTable;

use super::fields::{Fields, Span};

/// A set of state vectors of the same length, bit-packed. They have ids from 0 on, in the order in
/// which they were inserted or last [sorted](RowSet::arrange). Fields are widened when a number
/// does not fit.
#[derive(Debug)]
pub struct RowSet {
    slots: usize,
    fields: Fields,
    /// Whether some field has room for numbers outside its span, which must not be used.
    has_room: bool,
    /// The packed vectors, one after the other.
    words: Vec<u64>,
    /// Ids by the hash of their packed vectors.
    index: HashTable<u32>,
    /// The packed vector that is inserted.
    key: Vec<u64>,
}

/// The most vectors of a set.
const MAX: usize = u32::MAX as usize;

impl RowSet {
    /// The empty set of vectors with this many slots.
    #[must_use]
    pub fn new(slots: usize) -> RowSet {
        let mut set = RowSet {
            slots,
            fields: Fields::new(Vec::new()),
            has_room: false,
            words: Vec::new(),
            index: HashTable::new(),
            key: Vec::new(),
        };
        set.use_fields(Fields::new(vec![Span::of(0); slots]));
        set
    }

    fn use_fields(&mut self, fields: Fields) {
        self.has_room = fields.spans().iter().any(|span| !span.is_filled());
        self.key.resize(fields.words(), 0);
        self.fields = fields;
    }

    /// The length of the vectors.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// The memory in bytes of the packed vectors.
    #[must_use]
    pub fn rows_memory(&self) -> u64 {
        8 * self.words.len() as u64
    }

    /// The number of vectors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len() / self.fields.words()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The memory in bytes that it takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        8 * self.words.capacity() as u64 + 5 * self.index.capacity() as u64
    }

    /// The most memory in bytes that it takes while another `more` vectors are inserted, unless
    /// fields are widened.
    #[must_use]
    pub fn memory_with(&self, more: usize) -> u64 {
        let len = self.len() + more;
        let words = self.fields.words();
        // A vector that grows exists twice for a moment.
        let rows = match len * words <= self.words.capacity() {
            true => self.words.capacity(),
            false => self.words.capacity() + (2 * self.words.capacity()).max(len * words),
        };
        let index = match len <= self.index.capacity() {
            true => self.index.capacity(),
            false => self.index.capacity() + (2 * self.index.capacity()).max(len) * 8 / 7,
        };
        8 * rows as u64 + 5 * index as u64
    }

    /// The id of a vector, which is inserted if it is new, and whether it is; `None` if there are
    /// too many.
    ///
    /// # Panics
    /// Panics if the vector has another length than the others.
    pub fn insert(&mut self, row: &[i64]) -> Option<(u32, bool)> {
        assert_eq!(row.len(), self.slots, "a vector of another length");
        let mut key = std::mem::take(&mut self.key);
        if !self.pack(row, &mut key) {
            self.widen(row);
            key.resize(self.fields.words(), 0);
            self.pack(row, &mut key);
        }
        self.key = key;
        let hash = hash(&self.key);
        if let Some(id) = self.look(hash, &self.key) {
            return Some((id, false));
        }
        let id = self.len();
        if id >= MAX {
            return None;
        }
        self.words.extend_from_slice(&self.key);
        let (words, len) = (&self.words, self.key.len());
        let of = |id: &u32| self::hash(&words[*id as usize * len..][..len]);
        self.index.insert_unique(hash, id as u32, of);
        Some((id as u32, true))
    }

    /// The id of a vector, if it is in the set.
    #[must_use]
    pub fn find(&self, row: &[i64]) -> Option<u32> {
        const SMALL: usize = 4;
        let words = self.fields.words();
        let (mut few, mut many) = ([0; SMALL], Vec::new());
        let key = match words <= SMALL {
            true => &mut few[..words],
            false => {
                many.resize(words, 0);
                &mut many[..]
            }
        };
        match row.len() == self.slots && self.pack(row, key) {
            true => self.look(hash(key), key),
            false => None,
        }
    }

    /// Unpacks the vector of an id.
    ///
    /// # Panics
    /// Panics if there is no such id.
    #[inline]
    pub fn get(&self, id: u32, row: &mut [i64]) {
        self.fields.unpack(self.words_of(id), row);
    }

    /// Changes the ids: the vector with the id `order[i]` gets the id `i`. The order has each id
    /// once.
    pub fn arrange(&mut self, order: &[u32]) {
        let mut words = Vec::with_capacity(self.words.len());
        for id in order {
            words.extend_from_slice(self.words_of(*id));
        }
        self.words = words;
        self.index_again();
    }

    /// Compares the vectors of two ids.
    #[must_use]
    #[inline]
    pub fn compare(&self, a: u32, b: u32) -> std::cmp::Ordering {
        self.words_of(a).cmp(self.words_of(b))
    }

    #[inline]
    fn words_of(&self, id: u32) -> &[u64] {
        let len = self.fields.words();
        &self.words[id as usize * len..][..len]
    }

    /// Packs a vector into a key; false if a number does not fit.
    #[inline]
    fn pack(&self, row: &[i64], key: &mut [u64]) -> bool {
        self.fields.pack(row, key) && (!self.has_room || self.fields.cover(row))
    }

    /// The id of a key with this hash.
    #[inline]
    fn look(&self, hash: u64, key: &[u64]) -> Option<u32> {
        let is_same = |id: &u32| self.words_of(*id) == key;
        self.index.find(hash, is_same).copied()
    }

    /// Packs all vectors again, so that another one fits.
    #[cold]
    fn widen(&mut self, row: &[i64]) {
        let more: Vec<Span> = row.iter().map(|number| Span::of(*number)).collect();
        let wide = match self.is_empty() {
            true => Fields::new(more),
            false => self.fields.widened(&more),
        };
        let (mut vector, mut key) = (vec![0; self.slots], vec![0; wide.words()]);
        let mut words = Vec::with_capacity(self.len() * wide.words());
        for packed in self.words.chunks_exact(self.fields.words()) {
            self.fields.unpack(packed, &mut vector);
            wide.pack(&vector, &mut key);
            words.extend_from_slice(&key);
        }
        self.words = words;
        self.use_fields(wide);
        self.index_again();
    }

    fn index_again(&mut self) {
        let (words, len) = (&self.words, self.fields.words());
        let of = |id: &u32| hash(&words[*id as usize * len..][..len]);
        self.index.clear();
        for (id, packed) in (0..).zip(words.chunks_exact(len)) {
            self.index.insert_unique(hash(packed), id, of);
        }
    }
}

#[inline]
fn hash(words: &[u64]) -> u64 {
    let mix = |hash: u64, word: &u64| {
        let product = u128::from(hash ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        product as u64 ^ (product >> 64) as u64
    };
    words.iter().fold(0x2545_f491_4f6c_dd1d, mix)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Numbers of all sizes, in an order that widens fields many times.
    #[test]
    fn it_is_a_set() {
        let mut set = RowSet::new(3);
        let mut expected = BTreeMap::new();
        let mut state = 1_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for i in 0..5000_u32 {
            let number = |n: u64| (n as i64) >> (63 - i / 80);
            let row = [number(random()), (random() % 3) as i64, i64::from(i % 7)];
            let next = expected.len() as u32;
            let id = *expected.entry(row).or_insert(next);
            assert_eq!(set.insert(&row), Some((id, id == next)));
        }
        let extremes = [[i64::MIN, 0, 0], [i64::MAX, 0, 0]];
        for row in extremes {
            let next = expected.len() as u32;
            expected.entry(row).or_insert(next);
            set.insert(&row);
        }
        assert_eq!(set.len(), expected.len());
        let mut found = [0; 3];
        for (row, id) in &expected {
            assert_eq!(set.find(row), Some(*id));
            set.get(*id, &mut found);
            assert_eq!(found, *row);
        }
        assert_eq!(set.find(&[0, 5, 0]), None);
        let mut order: Vec<u32> = (0..set.len() as u32).collect();
        order.sort_unstable_by(|a, b| set.compare(*a, *b));
        set.arrange(&order);
        for (row, id) in expected.keys().zip(0..) {
            assert_eq!(set.find(row), Some(id));
            set.get(id, &mut found);
            assert_eq!(found, *row);
        }
    }

    #[test]
    fn vectors_without_slots_are_equal() {
        let mut set = RowSet::new(0);
        assert_eq!(set.insert(&[]), Some((0, true)));
        assert_eq!(set.insert(&[]), Some((0, false)));
        assert_eq!(set.len(), 1);
    }
}
