//! The numbered halves of one side.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::StopReason;

use crate::explore_vectors::fields::Fields;
use crate::explore_vectors::pack4::Pack4;
use crate::zeroed::Zeroed;

/// Bits for the number of a half, next to the packed half.
pub(super) const NUMBER: u32 = 20;

/// A packed half with its number in the bits that packing leaves free; never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explore_vectors) struct Named(u64);

impl Named {
    pub(in crate::explore_vectors) fn new(key: u64, number: u32) -> Named {
        debug_assert!(key.trailing_zeros() >= NUMBER && (number + 1) >> NUMBER == 0);
        Named(key | u64::from(number + 1))
    }

    /// The stored half; `None` if the place is empty.
    #[inline(always)]
    fn from_bits(bits: u64) -> Option<Named> {
        (bits != 0).then_some(Named(bits))
    }

    #[inline(always)]
    pub(in crate::explore_vectors) fn number(self) -> u32 {
        (self.0 as u32 & ((1 << NUMBER) - 1)) - 1
    }

    /// The packed half.
    pub(in crate::explore_vectors) fn key(self) -> u64 {
        self.0 >> NUMBER << NUMBER
    }

    /// Bits that are all 0 iff the packed half is `key`.
    #[inline(always)]
    pub(in crate::explore_vectors) fn differ(self, key: u64) -> u64 {
        (self.0 ^ key) >> NUMBER
    }
}

/// The numbered halves of one side.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) lanes: Pack4,
    /// The first slot of the half.
    pub(super) from: usize,
    /// Hash table of the halves; empty places are 0.
    places: Zeroed<AtomicU64>,
    /// Log2 of the number of places.
    bits: u32,
    /// The packed halves by number.
    keys: Zeroed<AtomicU64>,
    /// The number of halves.
    count: Mutex<u32>,
    pub(super) max: u32,
}

impl Half {
    pub(super) fn new(fields: Fields, from: usize, max: u32) -> Result<Half, StopReason> {
        let bits = (4 * u64::from(max)).next_power_of_two().ilog2();
        Ok(Half {
            lanes: Pack4::new(fields),
            from,
            places: Zeroed::new(1 << bits)?,
            bits,
            keys: Zeroed::new(max as usize)?,
            count: Mutex::new(0),
            max,
        })
    }

    /// All halves by number.
    pub(super) fn all(&self) -> Vec<Named> {
        let all = (0..self.count()).map(|number| Named::new(self.key(number), number));
        all.collect()
    }

    /// The packed half with a number.
    #[inline]
    fn key(&self, number: u32) -> u64 {
        self.keys[number as usize].load(Ordering::Relaxed)
    }

    /// Writes the half of a number to its slots of a vector.
    #[inline]
    pub(super) fn unpack(&self, number: u32, row: &mut [i64]) {
        let fields = self.lanes.fields();
        let slots = fields.spans().len();
        fields.unpack(&[self.key(number)], &mut row[self.from..][..slots]);
    }

    /// Copies all halves of another numbering, and no others, with their numbers.
    pub(super) fn copy_from(&self, old: &Half) -> Option<()> {
        let mut row = vec![0; self.lanes.fields().spans().len()];
        for named in old.all() {
            old.lanes.fields().unpack(&[named.key()], &mut row);
            self.number(self.lanes.pack(&row)?)?;
        }
        Some(())
    }

    #[inline(always)]
    pub(super) fn pack(&self, row: &[i64]) -> Option<u64> {
        self.lanes.pack(&row[self.from..])
    }

    /// The number of a half, or the empty place where it belongs.
    #[inline(always)]
    pub(super) fn look(&self, key: u64) -> Result<u32, usize> {
        // Packed states differ in their high bits, and so do the products.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mask = self.places.len() - 1;
        let mut at = (hash >> (u64::BITS - self.bits)) as usize;
        loop {
            let place = self.places[at & mask].load(Ordering::Acquire);
            match Named::from_bits(place) {
                None => return Err(at & mask),
                Some(named) if named.differ(key) == 0 => return Ok(named.number()),
                Some(_) => at += 1,
            }
        }
    }

    /// The number of a half, a new one if necessary and if there is room.
    #[inline(always)]
    pub(super) fn number(&self, key: u64) -> Option<u32> {
        match self.look(key) {
            Ok(number) => Some(number),
            Err(_) => self.add(key),
        }
    }

    /// The number of halves.
    pub(super) fn count(&self) -> u32 {
        *self.count.lock().expect("no thread panics here")
    }

    #[cold]
    fn add(&self, key: u64) -> Option<u32> {
        let mut count = self.count.lock().expect("no thread panics here");
        // Another thread may have added it in the meantime.
        let place = match self.look(key) {
            Ok(number) => return Some(number),
            Err(place) => place,
        };
        if *count == self.max {
            return None;
        }
        let number = *count;
        *count += 1;
        self.keys[number as usize].store(key, Ordering::Relaxed);
        self.places[place].store(Named::new(key, number).0, Ordering::Release);
        Some(number)
    }
}
