//! Portable vectors of four words.

use super::vector::{Task, Vector, Words};

/// Four words, which compilers map to the available vector registers.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Portable(Words);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, mix: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = mix(*word, other);
        }
        Portable(words)
    }
}

impl Vector for Portable {
    const ZERO: Self = Portable([0; 4]);
    const INTERLEAVE: usize = 1;

    unsafe fn enter<T: Task>(task: T) {
        task.run();
    }

    #[inline(always)]
    fn from_words(words: Words) -> Self {
        Portable(words)
    }

    #[inline(always)]
    unsafe fn load(from: *const Words) -> Self {
        // SAFETY: readable and aligned, as the caller guarantees.
        unsafe { from.cast::<Portable>().read() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut Words) {
        // SAFETY: writable and aligned, as the caller guarantees.
        unsafe { to.cast::<Portable>().write(self) }
    }

    #[inline(always)]
    fn prefetch(from: *const Words) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint, which never faults; every x86-64 has it.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T1>(from.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = from;
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn down<const WORDS: usize>(self, places: u32) -> Self {
        let [_, b, c, d] = self.0;
        let words = match WORDS {
            0 => self.0,
            1 => [b, c, d, 0],
            2 => [c, d, 0, 0],
            _ => [d, 0, 0, 0],
        };
        // Bits that would cross words can be ignored: disjoint sets add up without carries.
        Portable(words.map(|word| word >> places))
    }

    #[inline(always)]
    fn down_each_cell(self) -> Self {
        let [_, b, c, d] = self.0;
        let within = self.0.map(|w| {
            let (bits, nibbles, halves) = (w >> 1 | w >> 2, w >> 4 | w >> 8, w >> 16 | w >> 32);
            bits | nibbles | halves
        });
        Portable(within).or(Portable([b | c, d, d, 0]))
    }
}
