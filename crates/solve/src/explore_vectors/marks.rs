//! The marks of Kahn's algorithm for Grundy values.
//!
//! Every position has a *mark*: the number of its moves to positions that are not yet removed, and
//! which Grundy values the removed ones have. When the number becomes zero, the Grundy value is the
//! least that is missing. What is never removed is on a cycle or leads to one.
//!
//! A position with `n` moves has a value of at most `n`, so larger values of successors do not matter
//! to it: a mark has four bytes for the number, and `n + 1` bits, rounded up to bytes.

use super::degree::Degree;

/// Bytes of the number in a mark.
pub(super) const LEFT: usize = size_of::<u32>();

/// The marks of some positions, numbered from 0.
#[derive(Debug, Default)]
pub struct Marks {
    /// Where each begins, and where the last one ends.
    pub(super) starts: Vec<u64>,
    pub(super) bytes: Vec<u8>,
}

impl Marks {
    /// The memory in bytes of marks with this many bytes for `positions` positions.
    pub(super) fn memory(positions: u64, bytes: u64) -> u64 {
        8 * (positions + 1) + bytes
    }

    /// The memory in bytes of the marks of some positions.
    pub fn memory_of(degrees: impl Iterator<Item = Degree>) -> u64 {
        let (mut positions, mut bytes) = (0, 0);
        for degree in degrees {
            positions += 1;
            bytes += size(degree);
        }
        Marks::memory(positions, bytes)
    }

    /// Allocates the memory for the marks of some positions, and no more.
    pub fn reserve(&mut self, degrees: impl Iterator<Item = Degree> + Clone) {
        self.starts.reserve_exact(degrees.clone().count() + 1);
        self.bytes
            .reserve_exact(degrees.map(size).sum::<u64>() as usize);
    }

    /// Appends the mark of a position none of whose successors is removed.
    pub fn push(&mut self, degree: Degree) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let moves = degree.get().unwrap_or(0);
        let end = self.bytes.len() as u64 + size(degree);
        self.bytes.extend(moves.to_le_bytes());
        self.bytes.resize(end as usize, 0);
        self.starts.push(end);
    }

    /// The number of moves to positions that are not removed.
    #[must_use]
    pub fn left(&self, offset: usize) -> u32 {
        let bytes = &self.bytes[self.starts[offset] as usize..];
        u32::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default())
    }

    fn set_left(&mut self, offset: usize, left: u32) {
        let start = self.starts[offset] as usize;
        self.bytes[start..start + LEFT].copy_from_slice(&left.to_le_bytes());
    }

    /// Where the bits are for the Grundy values that occur.
    fn seen(&self, offset: usize) -> std::ops::Range<usize> {
        let (start, end) = (self.starts[offset], self.starts[offset + 1]);
        start as usize + LEFT..end as usize
    }

    /// The effect of a successor that was removed; whether it was the last one.
    pub fn apply(&mut self, offset: usize, value: u64) -> bool {
        let seen = self.seen(offset);
        if let Some(byte) = self.bytes[seen].get_mut((value / 8) as usize) {
            *byte |= 1 << (value % 8);
        }
        let left = self.left(offset);
        self.set_left(offset, left.saturating_sub(1));
        left == 1
    }

    /// The Grundy value of a position all of whose successors are removed.
    #[must_use]
    pub fn value(&self, offset: usize) -> u64 {
        missing(&self.bytes[self.seen(offset)])
    }
}

/// The least Grundy value that does not occur. [`Mex`](crate::mex::Mex) does not apply: the values
/// of successors arrive over many passes, so every position has bits of its own.
pub(super) fn missing(seen: &[u8]) -> u64 {
    let full = seen.iter().take_while(|byte| **byte == u8::MAX).count();
    let rest = seen.get(full).map_or(0, |byte| byte.trailing_ones());
    8 * full as u64 + u64::from(rest)
}

/// The size in bytes of the mark of a position.
pub(super) fn size(degree: Degree) -> u64 {
    let moves = degree.get().unwrap_or(0);
    LEFT as u64 + (u64::from(moves) + 1).div_ceil(8)
}
