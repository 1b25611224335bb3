//! Bit-parallel encoding of games: 256 positions per bundle, one bit of a word each.
//!
//! A bundle is a placement of up to six pieces that can change owners. The 256 *lanes* of a bundle
//! are all assignments of the pieces to the players, times two binary states of the placement: bit
//! i of a lane's number, i below 6, is set if piece i is the mover's; bits 6 and 7 are the states.
//! A move therefore acts on a whole bundle in the same way: it exists in some lanes, pieces change
//! places in the numbering, a captured piece changes its owner, and a state may become fixed.

use crate::Game;

/// A set of lanes: lane l is bit l % 64 of word l / 64.
///
/// Aligned, so that one vector load reads all four words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct LaneMask(pub [u64; 4]);

impl LaneMask {
    /// No lane.
    pub const NONE: LaneMask = LaneMask([0; 4]);
    /// Every lane.
    pub const ALL: LaneMask = LaneMask([!0; 4]);

    /// The lanes whose number has bit `i` set: for i below 6 those in which piece `i` is the
    /// mover's.
    #[must_use]
    pub const fn with_bit(i: u32) -> LaneMask {
        const PATTERNS: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        match i {
            6 => LaneMask([0, !0, 0, !0]),
            7 => LaneMask([0, 0, !0, !0]),
            _ => LaneMask([PATTERNS[i as usize]; 4]),
        }
    }

    /// The set of this one lane.
    #[must_use]
    pub const fn one(lane: u8) -> LaneMask {
        let mut words = [0; 4];
        words[lane as usize / 64] = 1 << (lane % 64);
        LaneMask(words)
    }

    /// Whether the set contains a lane.
    #[inline]
    #[must_use]
    pub const fn has(self, lane: u8) -> bool {
        self.0[lane as usize / 64] >> (lane % 64) & 1 == 1
    }

    /// The number of lanes in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Intersection.
    #[inline]
    #[must_use]
    pub const fn and(self, other: LaneMask) -> LaneMask {
        let (a, b) = (self.0, other.0);
        LaneMask([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    /// Union.
    #[inline]
    #[must_use]
    pub const fn or(self, other: LaneMask) -> LaneMask {
        let (a, b) = (self.0, other.0);
        LaneMask([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// Complement.
    #[inline]
    #[must_use]
    pub const fn not(self) -> LaneMask {
        let a = self.0;
        LaneMask([!a[0], !a[1], !a[2], !a[3]])
    }

    /// The image of the set when pairs of bits of the lane numbers are exchanged.
    #[inline]
    #[must_use]
    pub fn swapped(self, swaps: LaneSwaps) -> LaneMask {
        let mut words = self.0;
        for t in 0..3 {
            if swaps.0 >> t & 1 == 1 {
                words = words.map(|x| swap_lane_bits(x, t));
            }
        }
        if swaps.0 >> 3 & 1 == 1 {
            words.swap(1, 2);
        }
        LaneMask(words)
    }

    /// The numbers of the lanes in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..4).flat_map(move |i| {
            let mut word = self.0[i];
            std::iter::from_fn(move || {
                let lane = 64 * i as u32 + word.trailing_zeros();
                let is_left = word != 0;
                word &= word.wrapping_sub(1);
                is_left.then_some(lane as u8)
            })
        })
    }
}

/// Exchanges bits 2t and 2t + 1 of lane numbers within 64 lanes, t below 3. Lanes with only the
/// lower bit and lanes with only the upper bit change places; they are 4ᵗ apart.
#[inline(always)]
#[must_use]
pub const fn swap_lane_bits(x: u64, t: u32) -> u64 {
    const LOWER_ALONE: [u64; 3] = [
        0x2222_2222_2222_2222,
        0x00F0_00F0_00F0_00F0,
        0x0000_0000_FFFF_0000,
    ];
    let distance = 1 << (2 * t);
    let change = (x >> distance ^ x) & LOWER_ALONE[t as usize];
    x ^ change ^ change << distance
}

/// Pairs of bits to exchange in lane numbers: bit t stands for bits 2t and 2t + 1 of the number, t
/// below 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LaneSwaps(pub u8);

impl LaneSwaps {
    /// No exchange.
    pub const NONE: LaneSwaps = LaneSwaps(0);

    /// The image of a lane.
    #[inline]
    #[must_use]
    pub const fn lane(self, lane: u8) -> u8 {
        // Two bits for each exchanged pair.
        let mut chosen = 0;
        let mut t = 0;
        while t < 4 {
            if self.0 >> t & 1 == 1 {
                chosen |= 3 << (2 * t);
            }
            t += 1;
        }
        let swapped = (lane & 0x55) << 1 | (lane & 0xAA) >> 1;
        lane & !chosen | swapped & chosen
    }
}

/// The effect of one kind of move on a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMove {
    /// The lanes in which the move exists.
    pub from: LaneMask,
    /// Bits below 6 that the move sets: the captured pieces. They are clear in all lanes of `from`.
    pub taken: u8,
    /// Bits 6 and 7 that are set after the move, regardless of their value before.
    pub set: u8,
    /// Bits 6 and 7 that are clear after the move, regardless of their value before.
    pub cleared: u8,
    /// Pieces that change places in the numbering; applied last.
    pub swaps: LaneSwaps,
}

impl LaneMove {
    /// The lane of the successor of a lane of `from`, in the numbering of the player who has moved.
    #[must_use]
    pub const fn lane(&self, lane: u8) -> u8 {
        self.swaps
            .lane((lane | self.taken | self.set) & !self.cleared)
    }
}

/// A move of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BundleEdge {
    /// The bundle of the successor.
    pub to: u32,
    /// Its kind: an index into [`BitParallelGame::lane_moves`].
    pub kind: u16,
}

/// The lanes of a bundle whose value or status is known before solving. Lanes in none of these sets
/// are to be solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InitialLanes {
    /// Holes: lanes without a position, or whose position is represented in another bundle. No move
    /// leads there.
    pub holes: LaneMask,
    /// Statically decided, won in one ply.
    pub decided_won: LaneMask,
    /// Statically decided, lost in 0 plies.
    pub decided_lost: LaneMask,
    /// Not statically decided, but won in one ply by a move that is not an edge.
    pub won: LaneMask,
    /// Not statically decided, but without a legal move: lost in 0 plies.
    pub no_move: LaneMask,
}

/// Lanes of one bundle that represent the same position. Their values agree, and only one of them
/// is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaneSymmetry {
    /// Bits of a lane's number without meaning.
    idle: u8,
    /// Bit s is set if [`LaneSwaps`] s preserve the position.
    swaps: u16,
}

impl Default for LaneSymmetry {
    /// No symmetry: every lane is a position of its own.
    fn default() -> LaneSymmetry {
        LaneSymmetry { idle: 0, swaps: 1 }
    }
}

impl LaneSymmetry {
    /// Declares bit `i` of a lane's number to be without meaning.
    pub fn add_idle(&mut self, i: usize) {
        self.idle |= 1 << i;
    }

    /// Declares that these swaps preserve the position. The set is closed under composition, which
    /// is the exclusive or of the swaps.
    pub fn add_swaps(&mut self, swaps: LaneSwaps) {
        let after = self.all_swaps().map(|first| first.0 ^ swaps.0);
        self.swaps |= after.fold(0, |all, swaps| all | 1 << swaps);
    }

    /// All swaps that preserve the position.
    fn all_swaps(self) -> impl Iterator<Item = LaneSwaps> {
        (0..16)
            .filter(move |s| self.swaps >> s & 1 == 1)
            .map(LaneSwaps)
    }

    /// The smallest lane number of a lane's position: its canonical lane.
    #[must_use]
    pub fn canonical_lane(self, lane: u8) -> u8 {
        let images = self.all_swaps().map(|swaps| swaps.lane(lane) & !self.idle);
        images.fold(lane & !self.idle, u8::min)
    }

    /// The canonical lanes: one for each position.
    #[must_use]
    #[inline]
    pub fn canonical_lanes(self) -> LaneMask {
        let least = (0..=255).filter(|lane| self.canonical_lane(*lane) == *lane);
        least.fold(LaneMask::NONE, |all, lane| all.or(LaneMask::one(lane)))
    }

    /// All lanes whose position is that of some given lane.
    #[must_use]
    #[inline]
    pub fn orbits(self, lanes: LaneMask) -> LaneMask {
        let mut words = lanes.0;
        for i in (0..6).filter(|i| self.idle >> i & 1 == 1) {
            let upper = LaneMask::with_bit(i).0[0];
            let both = |x: u64| x | (x & upper) >> (1 << i) | (x & !upper) << (1 << i);
            words = words.map(both);
        }
        for i in (6..8).filter(|i| self.idle >> i & 1 == 1) {
            let apart = 1 << (i - 6);
            words = std::array::from_fn(|k| words[k] | words[k ^ apart]);
        }
        // Swaps map idle bits to idle bits, so both symmetries commute.
        let images = self.all_swaps().map(|swaps| LaneMask(words).swapped(swaps));
        images.fold(LaneMask(words), LaneMask::or)
    }
}

/// A game with the bit-parallel encoding.
///
/// Every position of the game is a lane of a bundle, and is statically decided or has a move.
/// *Inner* bundles are solved; *outer* bundles, numbered after them, contain statically decided
/// positions only.
///
/// A lane has two numbers: one for the mover, one for the player who has just moved. The second is
/// obtained from the first by complementing bits 0 to 5 (ownership) and applying the bundle's
/// [`side_swaps`](BitParallelGame::side_swaps).
pub trait BitParallelGame: Game {
    /// The number of inner bundles.
    fn inner(&self) -> u32;

    /// The number of all bundles, inner and outer.
    fn bundles(&self) -> u32;

    /// Bundle and lane of a position.
    fn address(&self, p: &Self::Pos) -> (u32, u8);

    /// The position of a lane; `None` for a hole.
    fn position(&self, bundle: u32, lane: u8) -> Option<Self::Pos>;

    /// What is known about a bundle before solving. In outer bundles no lane is left to be solved.
    fn initial_lanes(&self, bundle: u32) -> InitialLanes;

    /// The symmetry of a bundle: which lanes are the same position.
    fn lane_symmetry(&self, bundle: u32) -> LaneSymmetry;

    /// The pieces that change places in the numbering when the point of view changes to the other
    /// player.
    fn side_swaps(&self, bundle: u32) -> LaneSwaps;

    /// The effects of all kinds of moves, indexed by [`BundleEdge::kind`].
    fn lane_moves(&self) -> Vec<LaneMove>;

    /// Visits all moves of an inner bundle. A move from a lane that is neither decided nor in
    /// [`InitialLanes::won`] leads to an outer bundle only if the successor is won for the next
    /// mover; such moves never change a value, so engines may ignore them.
    fn edges<F: FnMut(BundleEdge)>(&self, bundle: u32, visit: F);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_bit_selects_lanes_by_bit() {
        for i in 0..8 {
            let lanes = LaneMask::with_bit(i);
            assert!((0..=255).all(|lane| lanes.has(lane) == (lane >> i & 1 == 1)));
            assert_eq!(lanes.count(), 128);
            assert_eq!(lanes.and(lanes.not()), LaneMask::NONE);
            assert_eq!(lanes.or(lanes.not()), LaneMask::ALL);
        }
        assert!((0..=255).all(|lane| LaneMask::one(lane).iter().eq([lane])));
        assert!(LaneMask::NONE.is_empty() && !LaneMask::one(200).is_empty());
    }

    #[test]
    fn swaps_exchange_pairs_of_bits() {
        assert_eq!(LaneSwaps(0b0001).lane(0b01_10_01_10), 0b01_10_01_01);
        assert_eq!(LaneSwaps(0b1100).lane(0b01_10_01_10), 0b10_01_01_10);
        for swaps in (0..16).map(LaneSwaps) {
            for lane in 0..=255 {
                assert_eq!(swaps.lane(swaps.lane(lane)), lane);
                assert_eq!(
                    LaneMask::one(lane).swapped(swaps),
                    LaneMask::one(swaps.lane(lane))
                );
            }
        }
    }

    #[test]
    fn symmetric_lanes_are_counted_once() {
        let mut symmetry = LaneSymmetry::default();
        assert_eq!(symmetry.canonical_lanes(), LaneMask::ALL);
        assert_eq!(symmetry.orbits(LaneMask::one(77)), LaneMask::one(77));
        symmetry.add_idle(6);
        symmetry.add_idle(7);
        symmetry.add_swaps(LaneSwaps(0b1100));
        symmetry.add_swaps(LaneSwaps(0b0001));
        // Two pairs of bits in either order, two idle bits, two free bits.
        assert_eq!(symmetry.canonical_lanes().count(), 3 * 3 * 4);
        let all = (0..=255).map(|lane| symmetry.orbits(LaneMask::one(lane)));
        for (lane, same) in (0..=255u8).zip(all) {
            assert!(same.has(lane));
            assert_eq!(
                same.and(symmetry.canonical_lanes()),
                LaneMask::one(symmetry.canonical_lane(lane))
            );
            assert!(
                same.iter()
                    .all(|other| symmetry.canonical_lane(other) == symmetry.canonical_lane(lane))
            );
        }
    }
}
