//! A word of 256 lanes in one AVX2 register.
//!
//! Everything here is called only from [`run`](super::pull::run) compiled for AVX2, after checking
//! that the processor supports it: each `unsafe` relies on that.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_load_si256,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_srl_epi64, _mm256_srli_epi64,
    _mm256_store_si256, _mm256_testz_si256, _mm256_xor_si256,
};

use kibitz_game::LaneMask;

use super::word::{Class, Kind, Word};

/// A word in a register.
#[derive(Clone, Copy)]
pub(super) struct Avx2Word(__m256i);

impl Avx2Word {
    /// Exchanges bits 0 and 1, or 2 and 3, of lane numbers, as the scalar variant does.
    #[inline(always)]
    fn exchanged<const DISTANCE: i32>(self, lower_alone: u64) -> Avx2Word {
        let x = self.0;
        // SAFETY: see the head of the file.
        unsafe {
            let chosen = _mm256_set1_epi64x(lower_alone as i64);
            let change = _mm256_xor_si256(_mm256_srli_epi64::<DISTANCE>(x), x);
            let change = _mm256_and_si256(change, chosen);
            let both = _mm256_xor_si256(change, _mm256_slli_epi64::<DISTANCE>(change));
            Avx2Word(_mm256_xor_si256(x, both))
        }
    }
}

impl Word for Avx2Word {
    #[inline(always)]
    fn load(lanes: &LaneMask) -> Avx2Word {
        // SAFETY: see the head of the file; the type is aligned to 32 bytes.
        Avx2Word(unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn lanes(self) -> LaneMask {
        let mut lanes = LaneMask::NONE;
        // SAFETY: see the head of the file; the type is aligned to 32 bytes.
        unsafe { _mm256_store_si256(lanes.0.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn none() -> Avx2Word {
        // SAFETY: see the head of the file.
        Avx2Word(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn and(self, other: Avx2Word) -> Avx2Word {
        // SAFETY: see the head of the file.
        Avx2Word(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Avx2Word) -> Avx2Word {
        // SAFETY: see the head of the file.
        Avx2Word(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Avx2Word) -> Avx2Word {
        // SAFETY: see the head of the file.
        Avx2Word(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: see the head of the file.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn through(self, kind: &Kind, class: Class) -> Avx2Word {
        let mut word = self;
        if class != Class::Shift {
            if class == Class::Bits {
                if kind.swaps.0 & 1 != 0 {
                    word = word.exchanged::<1>(0x2222_2222_2222_2222);
                }
                if kind.swaps.0 & 2 != 0 {
                    word = word.exchanged::<4>(0x00F0_00F0_00F0_00F0);
                }
            }
            // SAFETY: see the head of the file. `Kind` is aligned to 32 bytes,
            // and so are its first three fields of 32 bytes each.
            word = Avx2Word(unsafe {
                let bytes = _mm256_load_si256(kind.bytes.as_ptr().cast());
                let halves = _mm256_load_si256(kind.halves.as_ptr().cast());
                _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(word.0, bytes), halves)
            });
        }
        // SAFETY: see the head of the file.
        Avx2Word(unsafe { _mm256_srl_epi64(word.0, _mm_cvtsi32_si128(kind.shift as i32)) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::tests::check;
    use super::*;

    #[test]
    fn avx2_words_map_every_lane() {
        if is_x86_feature_detected!("avx2") {
            check::<Avx2Word>();
        }
    }
}
