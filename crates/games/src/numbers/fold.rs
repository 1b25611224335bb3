//! Folding hands that differ by a factor.
//!
//! The units of the ring modulo *m* form a group. Multiplying every card of
//! both hands by a unit is a symmetry of the game: sums and zeros are kept. A
//! position is represented by the image whose first hand is the least of its
//! orbit and, among those, whose second hand is the least.
//!
//! **Multiplicities.** Write S(p) for the units that leave p alone. The group
//! is commutative, so all of an orbit shares one S. Count the moves between
//! the orbits of p and q from either end: |orbit p| · e(p → orbit q) = |orbit
//! q| · e(orbit p → q). With |orbit| = |group| / |S| this is
//! e(p → orbit q) = e(orbit p → q) · |S(p)| / |S(q)|. The un-moves of q from
//! the orbit of p come in S(q)-orbits of |S(q)| / |S(p) ∩ S(q)| members each;
//! so visiting one member of each, |S(p)| / |S(p) ∩ S(q)| times, visits p
//! exactly e(p → orbit q) times.

use super::Hands;

/// The symmetry group of the hands and its orbits.
#[derive(Clone, Debug)]
pub(super) struct Fold {
    hands: usize,
    /// `image[u * hands + h]`: hand `h` times the `u`-th unit; the 0th is 1.
    image: Vec<u16>,
    units: usize,
    way: Vec<Way>,
    /// For each hand the set of units that leave it alone.
    fixes: Vec<u64>,
    /// The least hand of each orbit.
    representatives: Vec<u16>,
}

/// How a hand gets to its representative.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The number of its representative among representatives.
    row: u16,
    /// The unit that leads there.
    unit: u8,
    /// Whether no unit but 1 leaves the hand alone.
    free: bool,
}

/// The set of units that has only 1 in it.
const ONE: u64 = 1;

impl Fold {
    pub(super) fn new(hands: &Hands) -> Fold {
        let count = hands.count() as usize;
        let units: Vec<u32> = (1..hands.modulus())
            .filter(|u| gcd(*u, hands.modulus()) == 1)
            .collect();
        let image: Vec<u16> = units
            .iter()
            .flat_map(|&u| (0..count).map(move |h| hands.times(h as u16, u)))
            .collect();
        let mut fold = Fold {
            hands: count,
            image,
            units: units.len(),
            way: vec![Way::default(); count],
            fixes: vec![0; count],
            representatives: Vec::new(),
        };
        for hand in 0..count as u16 {
            fold.add(hand);
        }
        fold
    }

    /// Enters a hand; those with smaller numbers have been entered.
    fn add(&mut self, hand: u16) {
        let images = (0..self.units).map(|u| (self.image(u, hand), u));
        let (least, unit) = images.clone().min().unwrap_or((hand, 0));
        let i = usize::from(hand);
        self.fixes[i] = images
            .filter(|(image, _)| *image == hand)
            .fold(0, |set, (_, u)| set | 1 << u);
        let row = if least == hand {
            self.representatives.push(hand);
            self.representatives.len() as u16 - 1
        } else {
            self.way[usize::from(least)].row
        };
        self.way[i] = Way {
            row,
            unit: unit as u8,
            free: self.fixes[i] == ONE,
        };
    }

    #[inline]
    fn image(&self, unit: usize, hand: u16) -> u16 {
        self.image[unit * self.hands + usize::from(hand)]
    }

    /// How many orbits of single hands there are.
    pub(super) fn representatives(&self) -> u64 {
        self.representatives.len() as u64
    }

    /// The first hand of the positions in a row.
    pub(super) fn representative(&self, row: u16) -> u16 {
        self.representatives[usize::from(row)]
    }

    /// The row and the second hand of the position's representative.
    #[inline]
    pub(super) fn place(&self, mine: u16, theirs: u16) -> (u16, u16) {
        let way = self.way[usize::from(mine)];
        let theirs = self.image(usize::from(way.unit), theirs);
        if way.free {
            (way.row, theirs)
        } else {
            (way.row, self.least(self.fixes[usize::from(mine)], theirs))
        }
    }

    /// The least image of a hand under some of the units.
    fn least(&self, units: u64, hand: u16) -> u16 {
        members(units)
            .map(|u| self.image(u, hand))
            .min()
            .unwrap_or(hand)
    }

    /// Whether no unit but 1 leaves a hand alone. Then nothing is special about
    /// the moves of a position with this hand: all multiplicities are 1.
    #[inline]
    pub(super) fn is_free(&self, hand: u16) -> bool {
        self.way[usize::from(hand)].free
    }

    /// Whether a position whose first hand is a representative stands for
    /// itself.
    #[inline]
    pub(super) fn is_least(&self, mine: u16, theirs: u16) -> bool {
        self.is_free(mine) || self.least(self.fixes[usize::from(mine)], theirs) == theirs
    }

    /// S(p): the units that leave both hands alone.
    #[inline]
    fn stabiliser(&self, (mine, theirs): (u16, u16)) -> u64 {
        self.fixes[usize::from(mine)] & self.fixes[usize::from(theirs)]
    }

    /// How many positions fold onto the representative of this one.
    pub(super) fn orbit(&self, mine: u16, theirs: u16) -> u64 {
        self.units as u64 / u64::from(self.stabiliser((mine, theirs)).count_ones())
    }

    /// How often an un-move from `p` to the representative `q` is visited, by
    /// the argument at the head of this file.
    #[inline]
    pub(super) fn multiplicity(&self, q: (u16, u16), p: (u16, u16)) -> u32 {
        let (fixes_q, fixes_p) = (self.stabiliser(q), self.stabiliser(p));
        if fixes_q == ONE {
            return fixes_p.count_ones();
        }
        let image = |u| (self.image(u, p.0), self.image(u, p.1));
        if members(fixes_q).any(|u| image(u) < p) {
            return 0; // another member of this S(q)-orbit is the one to visit
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
