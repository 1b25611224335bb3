//! The sweep, compiled for each supported instruction set.

use super::deal_mask::Won;
use super::row::DefaultShape;
use super::sweep::{self, Layer};
use crate::nine::shape::Shape;

/// The instruction set. [`Avx2`](Level::Avx2) is created only by
/// [`detect`](Level::detect).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// No special features.
    Portable,
    /// 256-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// Proof that the processor has AVX2: only [`Level::detect`] creates one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Level {
    /// The best level of this processor.
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
                // SAFETY: the function requires only AVX2, and an `Avx2` exists
                // only if that was detected.
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

/// Inlined, with all its callees, into each of the above, so that it is
/// compiled with the features of its caller.
#[inline(always)]
fn fill_any(shape: Shape, layer: &Layer<'_>, tables: &mut [Won]) {
    if shape == DefaultShape::SHAPE {
        sweep::fill(DefaultShape, layer, tables);
    } else {
        sweep::fill(shape, layer, tables);
    }
}
