//! Vectors for every processor: four words.

use super::vector::{Task, Vector, Words};

/// Four words, which compilers turn into what vector registers there are.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Portable(Words);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, mix: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Portable([mix(a, e), mix(b, f), mix(c, g), mix(d, h)])
    }
}

impl Vector for Portable {
    const ZERO: Self = Portable([0; 4]);
    const ABREAST: usize = 1;

    unsafe fn enter<T: Task>(task: T) {
        task.run();
    }

    #[inline(always)]
    fn from_words(words: Words) -> Self {
        Portable(words)
    }

    #[inline(always)]
    unsafe fn load(from: *const Words) -> Self {
        // SAFETY: readable and aligned, as the caller promises.
        Portable(unsafe { from.read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut Words) {
        // SAFETY: writable and aligned, as the caller promises.
        unsafe { to.write(self.0) }
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
    fn down(self, places: usize) -> Self {
        let [_, b, c, d] = self.0;
        let words = match places / 64 {
            0 => self.0,
            1 => [b, c, d, 0],
            2 => [c, d, 0, 0],
            _ => [d, 0, 0, 0],
        };
        // What would cross from word to word is of no concern: where `j` has
        // nothing in common with `places`, their sum has no carries.
        Portable(words.map(|word| word >> (places % 64)))
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
