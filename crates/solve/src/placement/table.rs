//! The memory in which the lost positions are marked.

use std::marker::PhantomData;

use kibitz_game::Stop;

use super::vector::Words;
use crate::zeroed::Zeroed;

/// One bit for each position, at first all zero.
pub(super) struct Table(Zeroed<u64>);

impl Table {
    /// Bytes for the sets of so many cells: whole words.
    pub(super) fn bytes(cells: u32) -> u64 {
        (1 << cells.max(6)) / 8
    }

    /// A table for the sets of so many cells.
    pub(super) fn zeroed(cells: u32) -> Result<Table, Stop> {
        Zeroed::new((Table::bytes(cells) / 8) as usize).map(Table)
    }

    /// The table in words.
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    /// The table in words, to be changed.
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

/// A table that several threads fill, tile by tile. They see to it themselves
/// that nobody touches a tile while another one writes it.
pub(super) struct Tiles<'a, const TILE: usize> {
    base: *mut [Words; TILE],
    count: usize,
    table: PhantomData<&'a mut Table>,
}

// SAFETY: the pointer stays valid, wherever it is used, while the table is
// borrowed; whoever reads or writes through it promises that no two threads
// get into each other's way (`Vector::load`, `Vector::store`).
unsafe impl<const TILE: usize> Sync for Tiles<'_, TILE> {}

impl<const TILE: usize> Tiles<'_, TILE> {
    /// How many tiles there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Where the tile's vectors are, one after the other, aligned to 32 bytes
    /// like the page that they start in.
    ///
    /// # Safety
    /// There is such a tile.
    #[inline(always)]
    pub(super) unsafe fn at(&self, tile: usize) -> *mut Words {
        debug_assert!(tile < self.count);
        // SAFETY: within the mapping, as the caller promises.
        unsafe { self.base.add(tile).cast() }
    }
}
