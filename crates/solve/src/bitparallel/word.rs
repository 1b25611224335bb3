//! A word of 256 lanes, scalar variant; [`super::avx2`] is the AVX2 variant.

use kibitz_game::{LaneMask, LaneMove, LaneSwaps, swap_lane_bits};

/// The effect of a kind of move, precomputed for words.
///
/// Reading a successor's word through a move means: lane l of the predecessor gets bit
/// `lane_move.lane(l)` of the successor. That is a permutation of 64-bit words for bits 6 and 7, a
/// bit exchange for each swap, and a shift for the bits that are set. On the lanes that matter
/// these operations commute.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Kind {
    /// The lanes in which the move does not exist.
    pub(super) free: LaneMask,
    /// The swap of bits 4 and 5 as a byte shuffle within each half.
    pub(super) bytes: [u8; 32],
    /// `sources` as a permutation of 32-bit elements.
    pub(super) halves: [u32; 8],
    /// For each word of the predecessor, the word of the successor to read.
    pub(super) sources: [u8; 4],
    /// The bits set by capturing, as a shift distance.
    pub(super) shift: u32,
    pub(super) swaps: LaneSwaps,
    pub(super) class: Class,
}

/// Classes of kinds, in ascending order of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// A shift only.
    Shift,
    /// Also changes of bits 4 to 7.
    Bytes,
    /// All operations.
    Bits,
}

impl Kind {
    pub(super) fn new(lane_move: &LaneMove) -> Kind {
        debug_assert_eq!(lane_move.taken >> 6, 0);
        debug_assert_eq!((lane_move.set | lane_move.cleared) & 0x3F, 0);
        let sources: [u8; 4] = std::array::from_fn(|i| {
            let after = ((i as u8) << 6 | lane_move.set) & !lane_move.cleared;
            lane_move.swaps.lane(after) >> 6
        });
        let high = LaneSwaps(lane_move.swaps.0 & 0b0100);
        let bytes = std::array::from_fn(|i| {
            // A byte's index is bits 3 to 5 of its lanes' numbers.
            let place = (i % 16) as u8;
            place & 8 | high.lane((place & 7) << 3) >> 3
        });
        Kind {
            free: lane_move.from.not(),
            bytes,
            halves: std::array::from_fn(|i| 2 * u32::from(sources[i / 2]) + i as u32 % 2),
            sources,
            shift: lane_move.taken.into(),
            swaps: lane_move.swaps,
            class: if lane_move.swaps.0 & 0b0011 != 0 {
                Class::Bits
            } else if lane_move.swaps.0 != 0 || lane_move.set | lane_move.cleared != 0 {
                Class::Bytes
            } else {
                Class::Shift
            },
        }
    }
}

/// Converts lanes to the other player's numbering: every owner changes, so lane i of 64 becomes
/// lane 63 - i; and some bits change places.
#[inline]
pub(super) fn swap_sides(lanes: LaneMask, swaps: LaneSwaps) -> LaneMask {
    LaneMask(lanes.0.map(u64::reverse_bits)).swapped(swaps)
}

/// The image of some lanes under a move, in the numbering of the player who has moved.
#[inline]
pub(super) fn pushed(lanes: LaneMask, lane_move: &LaneMove) -> LaneMask {
    let from = lanes.and(lane_move.from).0.map(|x| x << lane_move.taken);
    let mut to = [0; 4];
    for (i, x) in from.into_iter().enumerate() {
        let i = ((i as u8) << 6 | lane_move.set) & !lane_move.cleared;
        to[usize::from(i >> 6)] |= x;
    }
    LaneMask(to).swapped(lane_move.swaps)
}

/// The operations of the engine on words.
pub(super) trait Word: Copy {
    fn load(lanes: &LaneMask) -> Self;
    fn lanes(self) -> LaneMask;
    fn none() -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Set difference.
    fn without(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    /// Reads a successor's word through a move of a kind and its class; the bits in `kind.free` are
    /// unspecified.
    fn through(self, kind: &Kind, class: Class) -> Self;
}

impl Word for LaneMask {
    #[inline(always)]
    fn load(lanes: &LaneMask) -> LaneMask {
        *lanes
    }

    #[inline(always)]
    fn lanes(self) -> LaneMask {
        self
    }

    #[inline(always)]
    fn none() -> LaneMask {
        LaneMask::NONE
    }

    #[inline(always)]
    fn and(self, other: LaneMask) -> LaneMask {
        LaneMask::and(self, other)
    }

    #[inline(always)]
    fn or(self, other: LaneMask) -> LaneMask {
        LaneMask::or(self, other)
    }

    #[inline(always)]
    fn without(self, other: LaneMask) -> LaneMask {
        self.and(other.not())
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        LaneMask::is_empty(self)
    }

    #[inline(always)]
    fn through(self, kind: &Kind, class: Class) -> LaneMask {
        let mut words = self.0;
        if class != Class::Shift {
            words = kind.sources.map(|source| self.0[usize::from(source & 3)]);
            for t in 0..3 {
                if kind.swaps.0 >> t & 1 == 1 {
                    words = words.map(|x| swap_lane_bits(x, t));
                }
            }
        }
        LaneMask(words.map(|x| x >> kind.shift))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Actions of every sort: up to two captured pieces, bits 6 and 7 kept, set or cleared, any
    /// swaps.
    pub(in super::super) fn lane_moves() -> Vec<LaneMove> {
        let mut lane_moves = Vec::new();
        for taken in [0, 1, 2, 4, 8, 16, 32, 33] {
            for (set, cleared) in [(0, 0), (64, 0), (128, 0), (0, 64), (0, 128), (64, 128)] {
                for swaps in 0..16 {
                    let free = (0..6).filter(|i| taken >> i & 1 == 1);
                    let from = free.fold(LaneMask::ALL, |from, i| {
                        from.and(LaneMask::with_bit(i).not())
                    });
                    lane_moves.push(LaneMove {
                        from,
                        taken,
                        set,
                        cleared,
                        swaps: LaneSwaps(swaps),
                    });
                }
            }
        }
        lane_moves
    }

    /// Tests every bit separately, so that each lane is traced.
    pub(in super::super) fn check<W: Word>() {
        for lane_move in lane_moves() {
            let kind = Kind::new(&lane_move);
            let mut expected = vec![LaneMask::NONE; 256];
            for lane in lane_move.from.iter() {
                let to = usize::from(lane_move.lane(lane));
                expected[to] = expected[to].or(LaneMask::one(lane));
            }
            for child in 0..=255 {
                let word = W::load(&LaneMask::one(child)).through(&kind, kind.class);
                let word = word.without(W::load(&kind.free));
                assert_eq!(
                    word.lanes(),
                    expected[usize::from(child)],
                    "{lane_move:?} {child}"
                );
                assert_eq!(word.is_empty(), word.lanes().is_empty());
            }
        }
        let (a, b) = (LaneMask([1, 2, 3, 4]), LaneMask([7, 5, !0, 0]));
        let (wa, wb) = (W::load(&a), W::load(&b));
        assert_eq!(wa.and(wb).lanes(), a.and(b));
        assert_eq!(wa.or(wb).or(W::none()).lanes(), a.or(b));
        assert_eq!(wa.without(wb).lanes(), a.and(b.not()));
    }

    #[test]
    fn scalar_words_map_every_lane() {
        check::<LaneMask>();
    }

    #[test]
    fn pushed_maps_every_lane() {
        for lane_move in lane_moves() {
            for lane in 0..=255 {
                let expected = match lane_move.from.has(lane) {
                    true => LaneMask::one(lane_move.lane(lane)),
                    false => LaneMask::NONE,
                };
                assert_eq!(pushed(LaneMask::one(lane), &lane_move), expected);
            }
        }
    }

    #[test]
    fn swap_sides_maps_every_lane() {
        for swaps in (0..16).map(LaneSwaps) {
            for lane in 0..=255u8 {
                let one = LaneMask::one(lane);
                let other = swaps.lane(lane ^ 0b11_1111);
                assert_eq!(swap_sides(one, swaps), LaneMask::one(other));
                assert_eq!(swap_sides(swap_sides(one, swaps), swaps), one);
            }
        }
    }
}
