//! Items of a few bytes, binned by destination.
//!
//! Bins are lists of blocks in one array, as in [`Bins`](crate::retrograde::bins::Bins), so that
//! any distribution fits the memory.

use std::io;

use crate::work::segments::SegmentWriter;

/// Bytes of a block; no item is longer.
const BLOCK: usize = 512;

/// A place for no block.
const NONE: u32 = u32::MAX;

/// Items for each of some bins.
#[derive(Debug)]
pub(super) struct ByteBins {
    bins: Vec<Bin>,
    bytes: Vec<u8>,
    /// For each block the preceding one of the same bin, and how much of it is used.
    blocks: Vec<(u32, u16)>,
    /// The number of blocks in the array.
    max: usize,
}

#[derive(Clone, Copy, Debug)]
struct Bin {
    last: u32,
    /// Bytes used of the last block.
    used: u16,
    /// The number of items.
    items: u64,
    /// A number that is set to 0 when the bin is emptied.
    memory: u64,
}

const EMPTY: Bin = Bin {
    last: NONE,
    used: BLOCK as u16,
    items: 0,
    memory: 0,
};

impl ByteBins {
    /// Room for `bytes` bytes in `bins` bins.
    pub(super) fn new(bins: usize, bytes: u64) -> ByteBins {
        let max = (bytes as usize).div_ceil(BLOCK).max(1);
        ByteBins {
            bins: vec![EMPTY; bins],
            bytes: vec![0; max * BLOCK],
            blocks: Vec::with_capacity(max),
            max,
        }
    }

    /// Changes the number of bins, all empty.
    pub(super) fn reset(&mut self, bins: usize) {
        self.bins.clear();
        self.bins.resize(bins, EMPTY);
        self.blocks.clear();
    }

    /// Whether there may be no room for another item.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.blocks.len() == self.max
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// A number that belongs to a bin, 0 after the bin was emptied.
    #[inline]
    pub(super) fn memory(&mut self, bin: usize) -> &mut u64 {
        &mut self.bins[bin].memory
    }

    /// The number of items of a bin.
    pub(super) fn items(&self, bin: usize) -> u64 {
        self.bins[bin].items
    }

    /// The place of a new item of `len` bytes. There must be room.
    #[inline]
    pub(super) fn place(&mut self, bin: usize, len: usize) -> &mut [u8] {
        let bin = &mut self.bins[bin];
        bin.items += 1;
        if usize::from(bin.used) + len > BLOCK {
            if bin.last != NONE {
                self.blocks[bin.last as usize].1 = bin.used;
            }
            self.blocks.push((bin.last, 0));
            bin.last = self.blocks.len() as u32 - 1;
            bin.used = 0;
        }
        let start = bin.last as usize * BLOCK + usize::from(bin.used);
        bin.used += len as u16;
        &mut self.bytes[start..start + len]
    }

    /// Writes all bins as segments, and empties them.
    pub(super) fn write(&mut self, mut writer: SegmentWriter) -> io::Result<()> {
        let mut order = Vec::new();
        for bin in &mut self.bins {
            order.clear();
            if bin.last != NONE {
                self.blocks[bin.last as usize].1 = bin.used;
            }
            let mut block = bin.last;
            while block != NONE {
                order.push(block);
                block = self.blocks[block as usize].0;
            }
            for &block in order.iter().rev() {
                let start = block as usize * BLOCK;
                let used = usize::from(self.blocks[block as usize].1);
                writer.write(&self.bytes[start..start + used])?;
            }
            writer.next_shard();
            *bin = EMPTY;
        }
        self.blocks.clear();
        writer.finish()
    }
}

/// The memory in bytes of `bins` bins with room for `bytes` bytes.
pub(super) fn memory(bins: u64, bytes: u64) -> u64 {
    let blocks = bytes.div_ceil(BLOCK as u64).max(1);
    blocks * (BLOCK as u64 + 8) + bins * size_of::<Bin>() as u64
}
