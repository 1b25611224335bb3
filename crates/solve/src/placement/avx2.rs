//! Vectors in one AVX2 register each.

use std::arch::x86_64::{
    __m256i, _MM_HINT_T1, _mm_cvtsi32_si128, _mm_prefetch, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_bsrli_epi128, _mm256_load_si256, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_permute4x64_epi64, _mm256_srl_epi64, _mm256_srli_epi64, _mm256_store_si256,
};

use super::vector::{Task, Vector, Words};

/// A 256-bit register.
///
/// Used in computations only inside [`Avx2::enter`], which is called only if [`available`] returns
/// true. This is "AVX2 as above" in the blocks below: the instruction exists.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Whether this processor supports what [`Avx2::enter`] is compiled for.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn compiled_for_avx2<T: Task>(task: T) {
    task.run();
}

impl Vector for Avx2 {
    // SAFETY: any 32 bytes are a valid register value.
    const ZERO: Self = Avx2(unsafe { std::mem::zeroed() });
    const INTERLEAVE: usize = 4;

    unsafe fn enter<T: Task>(task: T) {
        // SAFETY: the processor has the features, as the caller guarantees.
        unsafe { compiled_for_avx2(task) }
    }

    #[inline(always)]
    fn from_words(words: Words) -> Self {
        // SAFETY: any 32 bytes are a valid register value.
        Avx2(unsafe { std::mem::transmute::<Words, __m256i>(words) })
    }

    #[inline(always)]
    unsafe fn load(from: *const Words) -> Self {
        // SAFETY: readable and aligned, as the caller guarantees; AVX2 as above.
        Avx2(unsafe { _mm256_load_si256(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut Words) {
        // SAFETY: writable and aligned, as the caller guarantees; AVX2 as above.
        unsafe { _mm256_store_si256(to.cast(), self.0) }
    }

    #[inline(always)]
    fn prefetch(from: *const Words) {
        // Into the L2 cache: L1 is too small to hold what is needed a tile or two later. SAFETY: a
        // hint, which never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: AVX2 as above.
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: AVX2 as above.
        Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: AVX2 as above.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn down<const WORDS: usize>(self, places: u32) -> Self {
        // SAFETY: AVX2 as above.
        unsafe {
            // Vacated words get copies of the top one, and nothing is shifted from word to word:
            // neither affects bits for which the move is legal.
            let words = match WORDS {
                0 => self.0,
                1 => _mm256_permute4x64_epi64::<0b11_11_10_01>(self.0),
                2 => _mm256_permute4x64_epi64::<0b11_11_11_10>(self.0),
                _ => _mm256_permute4x64_epi64::<0b11_11_11_11>(self.0),
            };
            Avx2(_mm256_srl_epi64(words, _mm_cvtsi32_si128(places as i32)))
        }
    }

    #[inline(always)]
    fn down_each_cell(self) -> Self {
        let v = self.0;
        // SAFETY: AVX2 as above.
        unsafe {
            let bits = _mm256_or_si256(_mm256_srli_epi64::<1>(v), _mm256_srli_epi64::<2>(v));
            let nibbles = _mm256_or_si256(_mm256_srli_epi64::<4>(v), _mm256_srli_epi64::<8>(v));
            let halves = _mm256_or_si256(_mm256_srli_epi64::<16>(v), _mm256_srli_epi64::<32>(v));
            // By 64 within either half of the register. From the upper half to the lower one there
            // is no move that fills this cell alone.
            let words = _mm256_bsrli_epi128::<8>(v);
            let top = _mm256_permute2x128_si256::<0b1000_0001>(v, v);
            let low = _mm256_or_si256(bits, nibbles);
            let high = _mm256_or_si256(words, top);
            Avx2(_mm256_or_si256(_mm256_or_si256(low, halves), high))
        }
    }
}
