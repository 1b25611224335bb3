//! The same sweep, compiled for what the processor can do.

use super::lanes::Won;
use super::row::Usual;
use super::sweep::{self, Layer};
use crate::nine::shape::Shape;

/// What the processor can do. [`Avx2`](Level::Avx2) is made by
/// [`detect`](Level::detect) alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Nothing special.
    Portable,
    /// Vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// A proof that the processor has AVX2: only [`Level::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Level {
    /// The best that this processor can do.
    pub(super) fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Level::Avx2(Avx2(()));
        }
        Level::Portable
    }

    /// Fills a layer.
    pub(super) fn fill(self, shape: Shape, layer: &Layer<'_>, tables: &mut [Won]) {
        match self {
            Level::Portable => fill_portable(shape, layer, tables),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(Avx2(())) => {
                // SAFETY: the function is safe but for its need of AVX2, and
                // an `Avx2` exists only where that was detected.
                unsafe { fill_avx2(shape, layer, tables) }
            }
        }
    }
}

fn fill_portable(shape: Shape, layer: &Layer<'_>, tables: &mut [Won]) {
    fill_any(shape, layer, tables);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fill_avx2(shape: Shape, layer: &Layer<'_>, tables: &mut [Won]) {
    fill_any(shape, layer, tables);
}

/// Inlined into each of the above, and everything below it as well: so it is
/// compiled anew with the features of its caller.
#[inline(always)]
fn fill_any(shape: Shape, layer: &Layer<'_>, tables: &mut [Won]) {
    if shape == Usual::SHAPE {
        sweep::fill(Usual, layer, tables);
    } else {
        sweep::fill(shape, layer, tables);
    }
}
