//! Games whose positions come in bundles of 256, one bit of a word each.
//!
//! A bundle is a placement of up to six pieces that can change hands. The 256
//! *lanes* of a bundle are all ways to give the pieces to the players and to
//! turn two of them over: bit i of a lane's number, i below 6, says that piece
//! i is the mover's, bits 6 and 7 are two states of the placement. So a move
//! does the same to a whole bundle: it exists in some lanes, pieces change
//! places in the numbering, a piece that is captured changes its owner, and a
//! state may become fixed.

use crate::Game;

/// One bit for each lane of a bundle: bit l % 64 of number l / 64 for lane l.
///
/// Aligned, so that one load brings a whole one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct Lanes(pub [u64; 4]);

impl Lanes {
    /// No lane.
    pub const NONE: Lanes = Lanes([0; 4]);
    /// Every lane.
    pub const ALL: Lanes = Lanes([!0; 4]);

    /// The lanes in which bit `i` of the number is set: for i below 6 those in
    /// which piece `i` is the mover's.
    #[must_use]
    pub const fn with_bit(i: u32) -> Lanes {
        const PATTERNS: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        match i {
            6 => Lanes([0, !0, 0, !0]),
            7 => Lanes([0, 0, !0, !0]),
            _ => Lanes([PATTERNS[i as usize]; 4]),
        }
    }

    /// The one lane of this number.
    #[must_use]
    pub const fn one(lane: u8) -> Lanes {
        let mut words = [0; 4];
        words[lane as usize / 64] = 1 << (lane % 64);
        Lanes(words)
    }

    /// Whether a lane is among these.
    #[inline]
    #[must_use]
    pub const fn has(self, lane: u8) -> bool {
        self.0[lane as usize / 64] >> (lane % 64) & 1 == 1
    }

    /// How many lanes these are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Lanes in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Lanes) -> Lanes {
        let (a, b) = (self.0, other.0);
        Lanes([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    /// Lanes in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Lanes) -> Lanes {
        let (a, b) = (self.0, other.0);
        Lanes([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// Lanes that are not among these.
    #[inline]
    #[must_use]
    pub const fn not(self) -> Lanes {
        let a = self.0;
        Lanes([!a[0], !a[1], !a[2], !a[3]])
    }

    /// The lanes with pairs of bits in their numbers exchanged.
    #[inline]
    #[must_use]
    pub fn swapped(self, swaps: Swaps) -> Lanes {
        let mut words = self.0;
        for t in 0..3 {
            if swaps.0 >> t & 1 == 1 {
                words = words.map(|x| exchange(x, t));
            }
        }
        if swaps.0 >> 3 & 1 == 1 {
            words.swap(1, 2);
        }
        Lanes(words)
    }

    /// The numbers of the lanes, from the smallest.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |lane| self.has(*lane))
    }
}

/// Exchanges bits 2t and 2t + 1 of lane numbers within 64 lanes, t below 3.
/// Lanes with the lower bit alone and lanes with the upper bit alone change
/// places; they are 4ᵗ apart.
#[inline(always)]
#[must_use]
pub const fn exchange(x: u64, t: u32) -> u64 {
    const LOWER_ALONE: [u64; 3] = [
        0x2222_2222_2222_2222,
        0x00F0_00F0_00F0_00F0,
        0x0000_0000_FFFF_0000,
    ];
    let distance = 1 << (2 * t);
    let change = (x >> distance ^ x) & LOWER_ALONE[t as usize];
    x ^ change ^ change << distance
}

/// Pairs of bits that change places in the numbers of lanes: bit t stands for
/// bits 2t and 2t + 1 of the number, t below 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Swaps(pub u8);

impl Swaps {
    /// All stays as it is.
    pub const NONE: Swaps = Swaps(0);

    /// Where a lane goes.
    #[inline]
    #[must_use]
    pub const fn lane(self, lane: u8) -> u8 {
        // Two bits for each pair that changes.
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

/// What a kind of move does to a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// The lanes in which the move exists.
    pub from: Lanes,
    /// Bits below 6 that the move sets: the captured pieces. None of them is
    /// set in any lane of `from`.
    pub taken: u8,
    /// Bits 6 and 7 that are set after the move, whatever they were before.
    pub set: u8,
    /// Bits 6 and 7 that are clear after the move, whatever they were before.
    pub cleared: u8,
    /// Pieces that change places in the numbering, last of all.
    pub swaps: Swaps,
}

impl Action {
    /// The lane of the child, as the player who has moved numbers it, of a
    /// lane of `from`.
    #[must_use]
    pub const fn lane(&self, lane: u8) -> u8 {
        self.swaps
            .lane((lane | self.taken | self.set) & !self.cleared)
    }
}

/// A move of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The bundle it leads to.
    pub to: u32,
    /// Its kind: the number of an action.
    pub kind: u16,
}

/// What is known of the lanes of a bundle before anything is solved. What is
/// in none of these sets is to be found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Lanes without a position, or with one that another bundle stands for:
    /// no move leads there.
    pub absent: Lanes,
    /// Won by the rules in one ply, and decided.
    pub decided_won: Lanes,
    /// Lost by the rules at once, and decided.
    pub decided_lost: Lanes,
    /// Not decided, but won in one ply by a move that is no edge.
    pub won: Lanes,
    /// Not decided, but without a move, and so lost at once.
    pub stuck: Lanes,
}

/// Lanes of one bundle that are the same position, so that their values agree
/// by themselves and only one of them counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alike {
    /// Bits of a lane's number that mean nothing.
    idle: u8,
    /// Bit s says that [`Swaps`] s keep the position.
    swaps: u16,
}

impl Default for Alike {
    /// Every lane is a position by itself.
    fn default() -> Alike {
        Alike { idle: 0, swaps: 1 }
    }
}

impl Alike {
    /// Bit `i` of a lane's number means nothing.
    pub fn add_idle(&mut self, i: usize) {
        self.idle |= 1 << i;
    }

    /// These swaps keep the position, and so does what they make of others:
    /// done one after the other, a pair that both of them swap stays.
    pub fn add_swaps(&mut self, swaps: Swaps) {
        let after = self.all_swaps().map(|first| first.0 ^ swaps.0);
        self.swaps |= after.fold(0, |all, swaps| all | 1 << swaps);
    }

    /// All swaps that keep the position.
    fn all_swaps(self) -> impl Iterator<Item = Swaps> {
        (0..16).filter(move |s| self.swaps >> s & 1 == 1).map(Swaps)
    }

    /// The smallest number of a lane's position.
    #[must_use]
    pub fn least(self, lane: u8) -> u8 {
        let images = self.all_swaps().map(|swaps| swaps.lane(lane) & !self.idle);
        images.fold(lane & !self.idle, u8::min)
    }

    /// One lane for each position.
    #[must_use]
    pub fn counted(self) -> Lanes {
        let least = (0..=255).filter(|lane| self.least(*lane) == *lane);
        least.fold(Lanes::NONE, |all, lane| all.or(Lanes::one(lane)))
    }

    /// All lanes that are the same position as one of these.
    #[must_use]
    pub fn closed(self, lanes: Lanes) -> Lanes {
        let mut words = lanes.0;
        for i in (0..6).filter(|i| self.idle >> i & 1 == 1) {
            let upper = Lanes::with_bit(i).0[0];
            let both = |x: u64| x | (x & upper) >> (1 << i) | (x & !upper) << (1 << i);
            words = words.map(both);
        }
        for i in (6..8).filter(|i| self.idle >> i & 1 == 1) {
            let apart = 1 << (i - 6);
            words = std::array::from_fn(|k| words[k] | words[k ^ apart]);
        }
        // Swaps move idle bits to idle bits: what they keep, they keep whatever
        // these are.
        let images = self.all_swaps().map(|swaps| Lanes(words).swapped(swaps));
        images.fold(Lanes(words), Lanes::or)
    }
}

/// A game whose positions come in bundles.
///
/// Every position of the game is a lane of a bundle, decided by the rules or
/// with a move. *Inner* bundles are solved; *outer* ones, whose numbers follow, hold
/// decided positions only.
///
/// A lane has two numbers: one for the player who moves, one for the player who
/// has just moved. To get from the first to the second, complement bits 0 to 5
/// (who owns the pieces) and apply the bundle's [`turned`](Bundled::turned).
pub trait Bundled: Game {
    /// How many inner bundles there are.
    fn inner(&self) -> u32;

    /// How many bundles there are, outer ones among them.
    fn bundles(&self) -> u32;

    /// Bundle and lane of a position.
    fn address(&self, p: &Self::Pos) -> (u32, u8);

    /// The position of a lane; `None` where it is absent.
    fn position(&self, bundle: u32, lane: u8) -> Option<Self::Pos>;

    /// What is known of a bundle beforehand. In outer bundles nothing is left
    /// to be found out.
    fn opening(&self, bundle: u32) -> Opening;

    /// Which lanes of a bundle are the same position.
    fn alike(&self, bundle: u32) -> Alike;

    /// The pieces whose numbers change places when the other player numbers
    /// them.
    fn turned(&self, bundle: u32) -> Swaps;

    /// The actions of all kinds of moves.
    fn actions(&self) -> Vec<Action>;

    /// Visits all moves of an inner bundle. A move from a lane that is neither
    /// decided nor in [`Opening::won`] leads to an outer bundle only where the
    /// position there is won for the player who moves next: the engine, which
    /// ignores these moves, may do so.
    fn edges<F: FnMut(Edge)>(&self, bundle: u32, visit: F);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_numbers() {
        for i in 0..8 {
            let lanes = Lanes::with_bit(i);
            assert!((0..=255).all(|lane| lanes.has(lane) == (lane >> i & 1 == 1)));
            assert_eq!(lanes.count(), 128);
            assert_eq!(lanes.and(lanes.not()), Lanes::NONE);
            assert_eq!(lanes.or(lanes.not()), Lanes::ALL);
        }
        assert!((0..=255).all(|lane| Lanes::one(lane).iter().eq([lane])));
        assert!(Lanes::NONE.is_empty() && !Lanes::one(200).is_empty());
    }

    #[test]
    fn swaps_change_pairs_of_bits() {
        assert_eq!(Swaps(0b0001).lane(0b01_10_01_10), 0b01_10_01_01);
        assert_eq!(Swaps(0b1100).lane(0b01_10_01_10), 0b10_01_01_10);
        for swaps in (0..16).map(Swaps) {
            for lane in 0..=255 {
                assert_eq!(swaps.lane(swaps.lane(lane)), lane);
                assert_eq!(
                    Lanes::one(lane).swapped(swaps),
                    Lanes::one(swaps.lane(lane))
                );
            }
        }
    }

    #[test]
    fn lanes_that_are_alike() {
        let mut alike = Alike::default();
        assert_eq!(alike.counted(), Lanes::ALL);
        assert_eq!(alike.closed(Lanes::one(77)), Lanes::one(77));
        alike.add_idle(6);
        alike.add_idle(7);
        alike.add_swaps(Swaps(0b1100));
        alike.add_swaps(Swaps(0b0001));
        // Two pairs of bits in either order, two bits fixed, two free.
        assert_eq!(alike.counted().count(), 3 * 3 * 4);
        let all = (0..=255).map(|lane| alike.closed(Lanes::one(lane)));
        for (lane, same) in (0..=255u8).zip(all) {
            assert!(same.has(lane));
            assert_eq!(same.and(alike.counted()), Lanes::one(alike.least(lane)));
            assert!(
                same.iter()
                    .all(|other| alike.least(other) == alike.least(lane))
            );
        }
    }
}
