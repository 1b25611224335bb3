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

    /// The table in tiles of `TILE` vectors, for several threads to fill.
    pub(super) fn tiles<const TILE: usize>(&mut self) -> Tiles<'_, TILE> {
        Tiles {
            base: self.0.as_mut_ptr().cast(),
            count: size_of_val(&*self.0) / size_of::<[Words; TILE]>(),
            table: PhantomData,
        }
    }
}

/// A table filled by several threads, tile by tile. They must ensure that no tile is accessed while
/// another thread writes it.
pub(super) struct Tiles<'a, const TILE: usize> {
    base: *mut [Words; TILE],
    count: usize,
    table: PhantomData<&'a mut LossBits>,
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
