//! Levels of lanes in bit planes: plane k of a bundle has bit k of the level of each lane.
//! Recording a level for many lanes takes one OR for each set bit of the level, and reading it one
//! load per plane.

use kibitz_game::LaneMask;

use super::word::Word;
use crate::zeroed::prefetch;

/// Bits per level.
pub(super) const PLANES: usize = 8;

/// Number of representable levels.
pub(super) const LEVELS: u32 = 1 << PLANES;

/// Sets the level of some lanes, which have none so far.
#[inline(always)]
pub(super) fn record<W: Word>(planes: &mut [LaneMask], level: u32, lanes: W) {
    let mut bits = level;
    while bits != 0 {
        let plane = &mut planes[bits.trailing_zeros() as usize];
        *plane = W::load(plane).or(lanes).lanes();
        bits &= bits - 1;
    }
}

/// Prefetches the planes that recording a level will touch.
#[inline(always)]
pub(super) fn prefetch_planes(planes: &[LaneMask], level: u32) {
    let mut bits = level;
    while bits != 0 {
        prefetch(planes, bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The level of a lane.
pub(super) fn level(planes: &[LaneMask], lane: u8) -> u32 {
    let bits = planes.iter().enumerate();
    bits.fold(0, |level, (k, plane)| {
        level | u32::from(plane.has(lane)) << k
    })
}

/// Visits the levels of some lanes in ascending order, each with the lanes that have it.
pub(super) fn by_level(
    planes: &[LaneMask],
    lanes: LaneMask,
    visit: &mut impl FnMut(u32, LaneMask),
) {
    if !lanes.is_empty() {
        split(planes, lanes, 0, visit);
    }
}

/// Splits lanes, of which there is at least one, by the highest bit first. Most bits are the same
/// in all lanes, so only a plane that divides them costs a call.
fn split(
    mut planes: &[LaneMask],
    mut lanes: LaneMask,
    mut level: u32,
    visit: &mut impl FnMut(u32, LaneMask),
) {
    while let Some((plane, rest)) = planes.split_last() {
        let (clear, set) = (lanes.and(plane.not()), lanes.and(*plane));
        if !set.is_empty() {
            if !clear.is_empty() {
                split(rest, clear, level, visit);
            }
            level |= 1 << rest.len();
            lanes = set;
        }
        planes = rest;
    }
    visit(level, lanes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_levels_are_read_back() {
        let mut planes = [LaneMask::NONE; PLANES];
        for lane in 0..=255u8 {
            record(&mut planes, u32::from(lane) * 7 % 256, LaneMask::one(lane));
        }
        assert!((0..=255).all(|lane| level(&planes, lane) == u32::from(lane) * 7 % 256));
        let mut seen = Vec::new();
        by_level(&planes, LaneMask::with_bit(0), &mut |level, lanes| {
            seen.push((level, lanes));
        });
        assert_eq!(seen.len(), 128);
        assert!(seen.is_sorted_by_key(|(level, _)| *level));
        for (n, lanes) in seen {
            assert!(
                lanes
                    .iter()
                    .all(|lane| lane % 2 == 1 && level(&planes, lane) == n)
            );
        }
    }
}
