//! A lock-free hash table with linear probing.
//!
//! A place holds an entry and 32 bits of the hash; if these match, the packed state itself is
//! compared, so there are no false hits.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::StopReason;

use super::entry::Entry;
use super::state_store::StateStore;
use super::state_table::Finder;
use crate::zeroed::{Zeroed, prefetch};

/// A hash table of entries.
#[derive(Debug)]
pub(super) struct HashTable {
    places: Zeroed<AtomicU64>,
    /// Log2 of the number of places.
    bits: u32,
}

/// Log2 of the minimum number of places.
const MIN_BITS: u32 = 13;

impl HashTable {
    /// Log2 of the number of places for twice as many ids.
    pub(super) fn bits_for(ids: u32) -> u32 {
        let needed = u64::from(ids) * 2;
        (MIN_BITS..32)
            .find(|&bits| u64::from(limit(bits)) >= needed)
            .unwrap_or(31)
    }

    /// The size in bytes of a table of `1 << bits` places.
    pub(super) fn bytes(bits: u32) -> u64 {
        8 << bits
    }

    /// An empty table of `1 << bits` places.
    pub(super) fn new(bits: u32) -> Result<HashTable, StopReason> {
        Ok(HashTable {
            places: Zeroed::new(1 << bits)?,
            bits,
        })
    }

    fn home(&self, hash: u64) -> usize {
        (hash >> (u64::BITS - self.bits)) as usize
    }

    fn after(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }
}

/// Maximum load: 5/8.
fn limit(bits: u32) -> u32 {
    ((5u64 << bits) / 8).min(StateStore::MAX.into()) as u32
}

/// The low half is stored and compared, the high bits select the place.
#[inline]
fn hash(key: &[u64]) -> u64 {
    let mut hash = 0u64;
    for word in key {
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 29;
    }
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

const TAG: u64 = 0xFFFF_FFFF << 32;

/// The entry in a place.
#[inline]
fn entry(place: u64) -> Option<Entry> {
    Entry::from_bits(place as u32)
}

impl Finder for HashTable {
    const KEYED: bool = true;
    type Memo = ();

    #[inline]
    fn probe(&self, _: &[i64], key: &[u64], (): &mut ()) -> Option<u64> {
        Some(hash(key))
    }

    fn peek(&self, _: &[i64], key: &[u64]) -> Option<u64> {
        Some(hash(key))
    }

    #[inline]
    fn prefetch(&self, probe: u64) {
        prefetch(&self.places, self.home(probe));
    }

    #[inline]
    fn prefetch_key(&self, probe: u64, pool: &StateStore) {
        let mut at = self.home(probe);
        while let place = self.places[at].load(Ordering::Acquire)
            && let Some(entry) = entry(place)
        {
            if (place ^ probe << 32) & TAG == 0 {
                pool.prefetch(entry.id());
                return;
            }
            at = self.after(at);
        }
    }

    #[inline]
    fn look(&self, probe: u64, key: &[u64], pool: &StateStore) -> Result<Entry, u64> {
        let mut at = self.home(probe);
        loop {
            let place = self.places[at].load(Ordering::Acquire);
            let Some(entry) = entry(place) else {
                return Err(at as u64);
            };
            if (place ^ probe << 32) & TAG == 0 && pool.is(entry.id(), key) {
                return Ok(entry);
            }
            at = self.after(at);
        }
    }

    #[inline]
    fn put(&self, place: u64, probe: u64, entry: Entry) -> bool {
        let new = probe << 32 | u64::from(entry.bits());
        self.places[place as usize]
            .compare_exchange(0, new, Ordering::Release, Ordering::Relaxed)
            .is_ok()
    }

    fn put_new(&self, probe: u64, entry: Entry) {
        let mut at = self.home(probe);
        while !self.put(at as u64, probe, entry) {
            at = self.after(at);
        }
    }

    fn limit(&self) -> u32 {
        limit(self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_room_for_twice_the_ids() {
        for ids in [0, 1, 5000, 1 << 20, 100_000_000] {
            let bits = HashTable::bits_for(ids);
            assert!(limit(bits) >= 2 * ids);
            assert!(bits == MIN_BITS || limit(bits - 1) < 2 * ids);
        }
        assert_eq!(limit(31), StateStore::MAX);
    }
}
