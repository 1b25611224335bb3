//! Zero-initialised anonymous mappings.
//!
//! Pages are committed on first touch, so capacity may far exceed use; huge pages reduce TLB
//! misses.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

use kibitz_game::{LaneMask, StopReason};
use memmap2::MmapMut;

/// Plain old data: a type for which any bytes are a valid value and drop does nothing.
///
/// # Safety
/// Any bytes must be a valid value, the alignment must divide the page size, and the type must not
/// need drop.
pub(crate) unsafe trait Pod {}

// SAFETY: any eight bytes are a valid integer.
unsafe impl Pod for u64 {}
// SAFETY: an atomic integer has the layout of its integer: any bytes, at most eight.
unsafe impl Pod for AtomicU8 {}
// SAFETY: as above.
unsafe impl Pod for AtomicU32 {}
// SAFETY: as above.
unsafe impl Pod for AtomicU64 {}

// SAFETY: four integers, aligned to 32 bytes.
unsafe impl Pod for LaneMask {}

/// A zero-initialised array.
#[derive(Debug)]
pub(crate) struct Zeroed<T> {
    map: MmapMut,
    len: usize,
    item: PhantomData<T>,
}

impl<T: Pod> Zeroed<T> {
    /// An array of `len` items.
    ///
    /// # Errors
    /// Returns an error if the system refuses the mapping.
    pub(crate) fn new(len: usize) -> Result<Zeroed<T>, StopReason> {
        let bytes = len.saturating_mul(size_of::<T>());
        let refused = || StopReason::Refused {
            what: "a table".to_owned(),
            bytes: bytes as u64,
        };
        let map = MmapMut::map_anon(bytes.max(1)).map_err(|_| refused())?;
        // Huge pages are optional: without them access is only slower.
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

impl<T: Pod> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping starts at a page, hence aligned, and is at least `len` items long,
        // any bytes of which are values. Shared items are modified only through atomics.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T: Pod> DerefMut for Zeroed<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
}

/// Prefetches `items[at]`; a hint.
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
    fn zeroed_array_is_zero_until_written() {
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
    fn refused_mapping_is_not_reported_as_budget_shortage() {
        let refused = Zeroed::<AtomicU8>::new(1 << 60).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "cannot allocate 1.0 EiB for a table: the system refused"
        );
    }
}
