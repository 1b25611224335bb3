//! 256 deals, one bit each.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Deals in a [`DealMask`].
pub(super) const LANES: usize = 256;

/// One bit for each of 256 deals.
///
/// Four words: compiled with AVX2, an operation is one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct DealMask(pub(super) [u64; LANES / 64]);

impl DealMask {
    /// No deal.
    pub(super) const NONE: DealMask = DealMask([0; LANES / 64]);
    /// Every deal.
    pub(super) const ALL: DealMask = DealMask([u64::MAX; LANES / 64]);
}

impl BitAnd for DealMask {
    type Output = DealMask;

    #[inline(always)]
    fn bitand(self, other: DealMask) -> DealMask {
        let (a, b) = (self.0, other.0);
        DealMask([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }
}

impl BitOr for DealMask {
    type Output = DealMask;

    #[inline(always)]
    fn bitor(self, other: DealMask) -> DealMask {
        let (a, b) = (self.0, other.0);
        DealMask([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }
}

impl BitAndAssign for DealMask {
    #[inline(always)]
    fn bitand_assign(&mut self, other: DealMask) {
        *self = *self & other;
    }
}

impl BitOrAssign for DealMask {
    #[inline(always)]
    fn bitor_assign(&mut self, other: DealMask) {
        *self = *self | other;
    }
}

impl Not for DealMask {
    type Output = DealMask;

    #[inline(always)]
    fn not(self) -> DealMask {
        let a = self.0;
        DealMask([!a[0], !a[1], !a[2], !a[3]])
    }
}

/// The deals that Alice wins, by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Won {
    pub(super) alice_moves: DealMask,
    pub(super) bob_moves: DealMask,
}

/// Whether the players hold an open card, i.e. one that can be laid, per deal,
/// in the forms that the kernel needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Held {
    /// No open card is Alice's.
    pub(super) alice_none: DealMask,
    /// Some open card is Bob's.
    pub(super) bob_some: DealMask,
}

impl Held {
    /// No card is open.
    pub(super) const NONE: Held = Held {
        alice_none: DealMask::ALL,
        bob_some: DealMask::NONE,
    };

    /// One open card, which is Alice's in the deals of `holder`.
    pub(super) fn card(holder: DealMask) -> Held {
        Held {
            alice_none: !holder,
            bob_some: !holder,
        }
    }

    /// The union of two sets of open cards.
    #[inline(always)]
    pub(super) fn and(self, other: Held) -> Held {
        Held {
            alice_none: self.alice_none & other.alice_none,
            bob_some: self.bob_some | other.bob_some,
        }
    }
}
