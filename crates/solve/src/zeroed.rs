//! Long arrays, all zero at first.
//!
//! Their pages come into being when they are first touched, so an array may be
//! far longer than what is used of it; large pages make random access cheaper.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

use kibitz_game::{Lanes, Stop};
use memmap2::MmapMut;

/// A type of which any bytes are a value, with nothing to drop.
///
/// # Safety
/// Any bytes must be a value of it, its alignment must divide the size of a
/// page, and it must need no drop.
pub(crate) unsafe trait Bytes {}

// SAFETY: any eight bytes are an integer.
unsafe impl Bytes for u64 {}
// SAFETY: an atomic integer is as its integer: any bytes, at most eight.
unsafe impl Bytes for AtomicU8 {}
// SAFETY: as above.
unsafe impl Bytes for AtomicU32 {}
// SAFETY: as above.
unsafe impl Bytes for AtomicU64 {}

// SAFETY: four integers, aligned to 32 bytes.
unsafe impl Bytes for Lanes {}

/// A long array, all zero at first.
#[derive(Debug)]
pub(crate) struct Zeroed<T> {
    map: MmapMut,
    len: usize,
    item: PhantomData<T>,
}

impl<T: Bytes> Zeroed<T> {
    /// An array of so many.
    ///
    /// # Errors
    /// Where the system has no such memory.
    pub(crate) fn new(len: usize) -> Result<Zeroed<T>, Stop> {
        let bytes = len.saturating_mul(size_of::<T>());
        let refused = || Stop::Refused {
            what: "a table".to_owned(),
            bytes: bytes as u64,
        };
        let map = MmapMut::map_anon(bytes.max(1)).map_err(|_| refused())?;
        // Without large pages all is as right, only slower.
        #[cfg(target_os = "linux")]
        if bytes >= 4 << 20 {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Zeroed {
            map,
            len,
            item: PhantomData,
        })
    }
}

impl<T: Bytes> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping starts at a page, hence aligned, and is at least
        // `len` items long, any bytes of which are values. Whoever changes them
        // does so through atomics.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T: Bytes> DerefMut for Zeroed<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has the mapping.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
}

/// Asks for the memory of `items[at]` beforehand; only a hint.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place = items.as_ptr().wrapping_add(at);
        // SAFETY: a prefetch reads nothing, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, at);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn all_is_zero_until_it_is_written() {
        let array: Zeroed<AtomicU32> = Zeroed::new(100_000).unwrap();
        assert_eq!(array.len(), 100_000);
        assert!(array.iter().all(|x| x.load(Ordering::Relaxed) == 0));
        array[99_999].store(7, Ordering::Relaxed);
        prefetch(&array, 99_999);
        prefetch(&array, usize::MAX);
        assert_eq!(array[99_999].load(Ordering::Relaxed), 7);
        assert!(Zeroed::<AtomicU8>::new(0).unwrap().is_empty());
    }

    #[test]
    fn memory_that_the_system_does_not_have_is_no_matter_of_the_budget() {
        let refused = Zeroed::<AtomicU8>::new(1 << 60).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the system refused 1.0 EiB of memory for a table"
        );
    }
}
