//! How the items of a column are divided into blocks.

use std::ops::Range;

/// The blocks of a column: each has as many items as fit in the block size, the last one the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The number of items of the column.
    items: u64,
    /// The length of an item.
    bits: u32,
    /// The number of items of a block, at least one.
    block_items: u64,
}

impl Layout {
    /// The layout of `items` items of `bits` bits in blocks of at most `block_bytes`; an item must
    /// fit in a block.
    pub(crate) fn new(items: u64, bits: u32, block_bytes: u32) -> Layout {
        let block_items = 8 * u64::from(block_bytes) / u64::from(bits.max(1));
        Layout {
            items,
            bits,
            block_items: block_items.max(1),
        }
    }

    /// The number of blocks.
    pub(crate) fn blocks(self) -> u64 {
        self.items.div_ceil(self.block_items)
    }

    /// The length of an item in bits.
    pub(crate) fn bits(self) -> u32 {
        self.bits
    }

    /// The block of an item, and its place in the block.
    #[inline]
    pub(crate) fn place(self, item: u64) -> (u64, usize) {
        let place = item % self.block_items;
        (item / self.block_items, place as usize)
    }

    /// The items of some blocks.
    pub(crate) fn items_of(self, blocks: Range<u64>) -> Range<u64> {
        let border = |block: u64| block.saturating_mul(self.block_items).min(self.items);
        border(blocks.start)..border(blocks.end)
    }

    /// The length of all blocks in bytes before compression.
    pub(crate) fn bytes(self) -> u64 {
        let whole = self.items / self.block_items;
        let block = self.block_items * u64::from(self.bits);
        let rest = self.items % self.block_items * u64::from(self.bits);
        whole
            .saturating_mul(block.div_ceil(8))
            .saturating_add(rest.div_ceil(8))
    }

    /// The length of a block in bytes before compression.
    pub(crate) fn bytes_of(self, block: u64) -> usize {
        let items = self.items_of(block..block + 1);
        let bits = (items.end - items.start) * u64::from(self.bits);
        bits.div_ceil(8) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_all_items() {
        for (items, bits) in [
            (0, 1),
            (1, 1),
            (511, 1),
            (512, 1),
            (513, 1),
            (100, 24),
            (65, 512),
        ] {
            let layout = Layout::new(items, bits, 64);
            let mut next = 0;
            let mut bytes = 0;
            for block in 0..layout.blocks() {
                let range = layout.items_of(block..block + 1);
                assert_eq!(range.start, next);
                assert!(!range.is_empty());
                assert!(layout.bytes_of(block) <= 64);
                bytes += layout.bytes_of(block) as u64;
                for item in [range.start, range.end - 1] {
                    assert_eq!(layout.place(item), (block, (item - range.start) as usize));
                }
                next = range.end;
            }
            assert_eq!(next, items);
            assert_eq!(bytes, layout.bytes());
        }
    }
}
