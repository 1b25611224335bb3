//! Symmetry reduction of hands under multiplication.
//!
//! The units of the ring modulo *m* form a group. Multiplying every card of
//! both hands by a unit is a symmetry of the game: it preserves sums and zeros.
//! The canonical form of a position is the image whose first hand is the least
//! of its orbit and, among those, whose second hand is the least.
//!
//! **Multiplicities.** Write S(p) for the stabiliser of p. The group is
//! commutative, so all of an orbit shares one S. Count the moves between the
//! orbits of p and q from either end: |orbit p| · e(p → orbit q) = |orbit q| ·
//! e(orbit p → q). With |orbit| = |group| / |S| this is e(p → orbit q) =
//! e(orbit p → q) · |S(p)| / |S(q)|. The un-moves of q from the orbit of p form
//! S(q)-orbits of |S(q)| / |S(p) ∩ S(q)| members each; so visiting one member
//! of each, |S(p)| / |S(p) ∩ S(q)| times, visits p exactly e(p → orbit q)
//! times.

use super::Hands;

/// The symmetry group of the hands and its orbits.
#[derive(Clone, Debug)]
pub(super) struct HandOrbits {
    hands: usize,
    /// `image[u * hands + h]`: hand `h` times the `u`-th unit; the 0th is 1.
    image: Vec<u16>,
    units: usize,
    way: Vec<CanonicalHand>,
    /// For each hand its stabiliser, a set of units.
    stabilisers: Vec<u64>,
    /// The least hand of each orbit.
    canonical_hands: Vec<u16>,
}

/// The canonical form of a hand, and how it is reached.
#[derive(Clone, Copy, Debug, Default)]
struct CanonicalHand {
    /// The index of its canonical hand among `canonical_hands`.
    row: u16,
    /// The unit that leads there.
    unit: u8,
    /// Whether the stabiliser is trivial.
    free: bool,
}

/// The trivial stabiliser: only the unit 1.
const ONE: u64 = 1;

impl HandOrbits {
    pub(super) fn new(hands: &Hands) -> HandOrbits {
        let count = hands.count() as usize;
        let units: Vec<u32> = (1..hands.modulus())
            .filter(|u| gcd(*u, hands.modulus()) == 1)
            .collect();
        let image: Vec<u16> = units
            .iter()
            .flat_map(|&u| (0..count).map(move |h| hands.times(h as u16, u)))
            .collect();
        let mut orbits = HandOrbits {
            hands: count,
            image,
            units: units.len(),
            way: vec![CanonicalHand::default(); count],
            stabilisers: vec![0; count],
            canonical_hands: Vec::new(),
        };
        for hand in 0..count as u16 {
            orbits.add(hand);
        }
        orbits
    }

    /// Adds a hand; those with smaller numbers have been added.
    fn add(&mut self, hand: u16) {
        let images = (0..self.units).map(|u| (self.image(u, hand), u));
        let (least, unit) = images.clone().min().unwrap_or((hand, 0));
        let i = usize::from(hand);
        self.stabilisers[i] = images
            .filter(|(image, _)| *image == hand)
            .fold(0, |set, (_, u)| set | 1 << u);
        let row = if least == hand {
            self.canonical_hands.push(hand);
            self.canonical_hands.len() as u16 - 1
        } else {
            self.way[usize::from(least)].row
        };
        self.way[i] = CanonicalHand {
            row,
            unit: unit as u8,
            free: self.stabilisers[i] == ONE,
        };
    }

    #[inline]
    fn image(&self, unit: usize, hand: u16) -> u16 {
        self.image[unit * self.hands + usize::from(hand)]
    }

    /// The number of orbits of single hands.
    pub(super) fn canonical_hands(&self) -> u64 {
        self.canonical_hands.len() as u64
    }

    /// The first hand of the positions in a row.
    pub(super) fn canonical_hand(&self, row: u16) -> u16 {
        self.canonical_hands[usize::from(row)]
    }

    /// The row and the second hand of the canonical form of a position.
    #[inline]
    pub(super) fn place(&self, mine: u16, theirs: u16) -> (u16, u16) {
        let way = self.way[usize::from(mine)];
        let theirs = self.image(usize::from(way.unit), theirs);
        if way.free {
            (way.row, theirs)
        } else {
            (
                way.row,
                self.least(self.stabilisers[usize::from(mine)], theirs),
            )
        }
    }

    /// The least image of a hand under some of the units.
    fn least(&self, units: u64, hand: u16) -> u16 {
        members(units)
            .map(|u| self.image(u, hand))
            .min()
            .unwrap_or(hand)
    }

    /// Whether the stabiliser of a hand is trivial. Then all multiplicities of
    /// moves of positions with this hand are 1.
    #[inline]
    pub(super) fn is_free(&self, hand: u16) -> bool {
        self.way[usize::from(hand)].free
    }

    /// Whether a position whose first hand is canonical is itself canonical.
    #[inline]
    pub(super) fn is_least(&self, mine: u16, theirs: u16) -> bool {
        self.is_free(mine) || self.least(self.stabilisers[usize::from(mine)], theirs) == theirs
    }

    /// S(p): the stabiliser of both hands.
    #[inline]
    fn stabiliser(&self, (mine, theirs): (u16, u16)) -> u64 {
        self.stabilisers[usize::from(mine)] & self.stabilisers[usize::from(theirs)]
    }

    /// The size of the orbit of a position.
    pub(super) fn orbit(&self, mine: u16, theirs: u16) -> u64 {
        self.units as u64 / u64::from(self.stabiliser((mine, theirs)).count_ones())
    }

    /// The number of times an un-move from `p` to the canonical `q` is visited,
    /// by the argument in the module documentation.
    #[inline]
    pub(super) fn multiplicity(&self, q: (u16, u16), p: (u16, u16)) -> u32 {
        let (fixes_q, fixes_p) = (self.stabiliser(q), self.stabiliser(p));
        if fixes_q == ONE {
            return fixes_p.count_ones();
        }
        let image = |u| (self.image(u, p.0), self.image(u, p.1));
        if members(fixes_q).any(|u| image(u) < p) {
            return 0; // another member of this S(q)-orbit is visited
        }
        fixes_p.count_ones() / (fixes_p & fixes_q).count_ones()
    }
}

fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(member)
    })
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
