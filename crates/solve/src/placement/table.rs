//! The table of lost positions.

use std::marker::PhantomData;

use kibitz_game::StopReason;

use super::vector::Words;
use crate::zeroed::Zeroed;

/// One bit for each position, initially zero.
pub(super) struct LossBits(Zeroed<u64>);

impl LossBits {
    /// The size in bytes for the sets of `cells` cells: whole words.
    pub(super) fn bytes(cells: u32) -> u64 {
        (1 << cells.max(6)) / 8
    }

    /// A table for the sets of `cells` cells.
    pub(super) fn zeroed(cells: u32) -> Result<LossBits, StopReason> {
        Zeroed::new((LossBits::bytes(cells) / 8) as usize).map(LossBits)
    }

    /// The table in words.
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    /// The table in words, mutable.
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    /// The table for several threads to fill.
    pub(super) fn fillable(&mut self) -> ToFill<'_> {
        ToFill {
            base: self.0.as_mut_ptr().cast(),
            bytes: size_of_val(&*self.0),
            table: PhantomData,
        }
    }
}

/// A table that is being filled, in memory or in a mapped file.
pub(super) struct ToFill<'a> {
    base: *mut u8,
    bytes: usize,
    table: PhantomData<&'a mut [u64]>,
}

impl<'a> ToFill<'a> {
    /// The table of `bytes` bytes at `base`.
    ///
    /// # Safety
    /// `base` must be aligned to a page, and valid for reads and writes of `bytes` bytes as long as
    /// `'a`. Meanwhile they may be read only where nothing is written any more.
    pub(super) unsafe fn at(base: *mut u8, bytes: usize) -> ToFill<'a> {
        ToFill {
            base,
            bytes,
            table: PhantomData,
        }
    }

    /// It in tiles of `TILE` vectors.
    pub(super) fn tiles<const TILE: usize>(self) -> Tiles<'a, TILE> {
        Tiles {
            base: self.base.cast(),
            count: self.bytes / size_of::<[Words; TILE]>(),
            table: PhantomData,
        }
    }
}

/// A table filled by several threads, tile by tile. They must ensure that no tile is accessed while
/// another thread writes it.
pub(super) struct Tiles<'a, const TILE: usize> {
    base: *mut [Words; TILE],
    count: usize,
    table: PhantomData<&'a mut [u64]>,
}

// SAFETY: the pointer is valid while the table is borrowed; each access through it guarantees the
// absence of data races (`Vector::load`, `Vector::store`).
unsafe impl<const TILE: usize> Sync for Tiles<'_, TILE> {}

impl<const TILE: usize> Tiles<'_, TILE> {
    /// The number of tiles.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The address of the tile's vectors, which are contiguous and aligned to 32 bytes.
    ///
    /// # Safety
    /// There must be such a tile.
    #[inline(always)]
    pub(super) unsafe fn at(&self, tile: usize) -> *mut Words {
        debug_assert!(tile < self.count);
        // SAFETY: within the mapping, as the caller guarantees.
        unsafe { self.base.add(tile).cast() }
    }
}
