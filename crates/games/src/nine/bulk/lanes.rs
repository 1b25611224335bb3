//! 256 deals side by side, one bit each.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Deals in a [`Lanes`].
pub(super) const LANES: usize = 256;

/// One bit for each of 256 deals.
///
/// Four plain words: compiled for a processor with vectors of 256 bits, an
/// operation is one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [u64; LANES / 64]);

impl Lanes {
    /// No deal.
    pub(super) const NONE: Lanes = Lanes([0; LANES / 64]);
    /// Every deal.
    pub(super) const ALL: Lanes = Lanes([u64::MAX; LANES / 64]);
}

impl BitAnd for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn bitand(self, other: Lanes) -> Lanes {
        let (a, b) = (self.0, other.0);
        Lanes([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }
}

impl BitOr for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn bitor(self, other: Lanes) -> Lanes {
        let (a, b) = (self.0, other.0);
        Lanes([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }
}

impl BitAndAssign for Lanes {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Lanes) {
        *self = *self & other;
    }
}

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Lanes) {
        *self = *self | other;
    }
}

impl Not for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn not(self) -> Lanes {
        let a = self.0;
        Lanes([!a[0], !a[1], !a[2], !a[3]])
    }
}

/// The deals that Alice wins, by whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Won {
    pub(super) alice_moves: Lanes,
    pub(super) bob_moves: Lanes,
}

/// Whether the players hold a card that can be laid, an open card, deal by
/// deal: asked of each in the way that the kernel needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Held {
    /// No open card is Alice's.
    pub(super) alice_none: Lanes,
    /// Some open card is Bob's.
    pub(super) bob_some: Lanes,
}

impl Held {
    /// No card is open.
    pub(super) const NONE: Held = Held {
        alice_none: Lanes::ALL,
        bob_some: Lanes::NONE,
    };

    /// One card is open, which is Alice's in the deals of `holder`.
    pub(super) fn card(holder: Lanes) -> Held {
        Held {
            alice_none: !holder,
            bob_some: !holder,
        }
    }

    /// The open cards of both.
    #[inline(always)]
    pub(super) fn and(self, other: Held) -> Held {
        Held {
            alice_none: self.alice_none & other.alice_none,
            bob_some: self.bob_some | other.bob_some,
        }
    }
}
