//! Levels of lanes, bit by bit: plane k of a bundle has bit k of the level of
//! each lane. To record a level for many lanes is an OR for each bit of the
//! level that is set, and as many words are read as a level has bits.

use kibitz_game::Lanes;

use super::word::Word;
use crate::zeroed::prefetch;

/// Bits of a level.
pub(super) const PLANES: usize = 8;

/// Levels are below this.
pub(super) const LEVELS: u32 = 1 << PLANES;

/// Gives some lanes their level; they had none.
#[inline(always)]
pub(super) fn record<W: Word>(planes: &mut [Lanes], level: u32, lanes: W) {
    let mut bits = level;
    while bits != 0 {
        let plane = &mut planes[bits.trailing_zeros() as usize];
        *plane = W::load(plane).or(lanes).lanes();
        bits &= bits - 1;
    }
}

/// Asks for the memory that recording a level will need.
#[inline(always)]
pub(super) fn ask(planes: &[Lanes], level: u32) {
    let mut bits = level;
    while bits != 0 {
        prefetch(planes, bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The level of a lane.
pub(super) fn level(planes: &[Lanes], lane: u8) -> u32 {
    let bits = planes.iter().enumerate();
    bits.fold(0, |level, (k, plane)| {
        level | u32::from(plane.has(lane)) << k
    })
}

/// Visits the levels of some lanes with the lanes that have them, from the
/// smallest.
pub(super) fn by_level(planes: &[Lanes], lanes: Lanes, visit: &mut impl FnMut(u32, Lanes)) {
    split(planes, lanes, 0, visit);
}

/// Lanes are divided by the highest bit first.
fn split(planes: &[Lanes], lanes: Lanes, high: u32, visit: &mut impl FnMut(u32, Lanes)) {
    if lanes.is_empty() {
        return;
    }
    match planes.split_last() {
        None => visit(high, lanes),
        Some((plane, rest)) => {
            split(rest, lanes.and(plane.not()), high, visit);
            split(rest, lanes.and(*plane), high | 1 << rest.len(), visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recorded_is_read() {
        let mut planes = [Lanes::NONE; PLANES];
        for lane in 0..=255u8 {
            record(&mut planes, u32::from(lane) * 7 % 256, Lanes::one(lane));
        }
        assert!((0..=255).all(|lane| level(&planes, lane) == u32::from(lane) * 7 % 256));
        let mut seen = Vec::new();
        by_level(&planes, Lanes::with_bit(0), &mut |level, lanes| {
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
