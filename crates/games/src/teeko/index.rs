//! Dense index of positions.
//!
//! A position is seen from the mover's side: the mover's colour is irrelevant
//! in the movement phase, and before that it follows from the number of stones.
//! Positions are reduced by the eight symmetries of the board: the mover's
//! stones are mapped to the image with the least number; of the symmetries that
//! do so (several if the set has a non-trivial stabiliser), the one that gives
//! the opponent's stones the least number is chosen.
//!
//! Ranks are blocks by the number of stones on the board, then the orbit of the
//! mover's stones, then the opponent's stones among the other cells.

use kibitz_game::Indexed;

use super::cells::{Symmetry, winning};
use super::sets::{Sets, choose};
use super::{Pos, STONES, Side, Teeko};

/// The lookup tables of the ranking.
pub(super) struct Index {
    sets: Sets,
    symmetries: [Symmetry; 8],
    /// For the mover's stones, by their count and their number.
    turned: [Vec<Turned>; STONES as usize + 1],
    /// The least set of each orbit, by the number of stones.
    orbits: [Vec<u32>; STONES as usize + 1],
    /// The first rank for each number of stones on the board, and the end.
    blocks: [u64; 2 * STONES as usize + 2],
    /// Whether four stones win, by their number.
    is_winning: Vec<bool>,
}

/// How a set is mapped to the least of its orbit.
#[derive(Clone, Copy, Default)]
struct Turned {
    orbit: u32,
    /// The symmetries that do so, as bits.
    by: u8,
}

/// The mover's and the opponent's shares of this number of stones.
const fn shares(stones: u32) -> (u32, u32) {
    (stones / 2, stones.div_ceil(2))
}

impl Index {
    pub(super) fn new(is_advanced: bool) -> Index {
        let sets = Sets::new();
        let symmetries = Symmetry::all();
        let mut orbits: [Vec<u32>; STONES as usize + 1] = Default::default();
        let mut turned: [Vec<Turned>; STONES as usize + 1] = Default::default();
        for size in 0..=STONES {
            for number in 0..choose(25, size.into()) as u32 {
                let set = sets.set(size, number);
                let images = symmetries.each_ref().map(|s| sets.number(s.image(set)));
                let least = images.iter().copied().min().unwrap_or(number);
                let own = &mut orbits[size as usize];
                if least == number {
                    own.push(set);
                }
                // Numbers are visited in order, so the least was visited
                // before.
                let orbit = match turned[size as usize].get(least as usize) {
                    Some(Turned { orbit, .. }) => *orbit,
                    None => own.len() as u32 - 1,
                };
                let least = images.iter().zip(0..).filter(|(image, _)| **image == least);
                let by = least.fold(0, |by, (_, symmetry)| by | 1 << symmetry);
                turned[size as usize].push(Turned { orbit, by });
            }
        }
        let mut blocks = [0; 2 * STONES as usize + 2];
        for stones in 0..=2 * STONES {
            let (mine, theirs) = shares(stones);
            let ranks = orbits[mine as usize].len() as u64 * others(mine, theirs);
            blocks[stones as usize + 1] = blocks[stones as usize] + ranks;
        }
        let mut is_winning = vec![false; choose(25, STONES.into()) as usize];
        for set in winning(is_advanced) {
            is_winning[sets.number(set) as usize] = true;
        }
        Index {
            sets,
            symmetries,
            turned,
            orbits,
            blocks,
            is_winning,
        }
    }

    /// Whether these stones of one player win.
    #[inline]
    pub(super) fn wins(&self, stones: u32) -> bool {
        stones.count_ones() == STONES && self.is_winning[self.sets.number(stones) as usize]
    }

    /// The order of the stabiliser of a position.
    #[inline]
    pub(super) fn symmetries(&self, p: &Pos) -> u64 {
        let own = &self.turned[p.mine.count_ones() as usize];
        match own[self.sets.number(p.mine) as usize].by.count_ones() {
            1 => 1,
            _ => self.locate(p).1,
        }
    }

    /// The rank of a position, and the order of its stabiliser.
    #[inline]
    pub(super) fn locate(&self, p: &Pos) -> (u64, u64) {
        let (mine, theirs) = (p.mine.count_ones(), p.theirs.count_ones());
        let turned = self.turned[mine as usize][self.sets.number(p.mine) as usize];
        let set = self.orbits[mine as usize][turned.orbit as usize];
        let (mut least, mut symmetries) = (u32::MAX, 0);
        let mut by = turned.by;
        while by != 0 {
            let symmetry = &self.symmetries[by.trailing_zeros() as usize];
            by &= by - 1;
            let number = self.sets.number(without(symmetry.image(p.theirs), set));
            if number < least {
                (least, symmetries) = (number, 0);
            }
            symmetries += u64::from(number == least);
        }
        let block = self.blocks[(mine + theirs) as usize];
        let rank = block + u64::from(turned.orbit) * others(mine, theirs) + u64::from(least);
        (rank, symmetries)
    }
}

/// The number of sets of `theirs` stones disjoint from `mine` others.
#[inline]
fn others(mine: u32, theirs: u32) -> u64 {
    const TABLE: [[u64; 5]; 5] = {
        let mut table = [[1; 5]; 5];
        let mut mine = 0;
        while mine < 5 {
            let mut theirs = 1;
            while theirs < 5 {
                let fewer = table[mine][theirs - 1];
                table[mine][theirs] = fewer * (26 - mine - theirs) as u64 / theirs as u64;
                theirs += 1;
            }
            mine += 1;
        }
        table
    };
    TABLE[mine as usize][theirs as usize]
}

/// Removes the bit positions of `others` from a set and closes the gaps.
#[inline]
fn without(mut set: u32, mut others: u32) -> u32 {
    while others != 0 {
        let below = (1 << (31 - others.leading_zeros())) - 1;
        others &= below;
        set = set & below | set >> 1 & !below;
    }
    set
}

/// Inserts empty bit positions at `others` into a set.
#[inline]
fn with(mut set: u32, mut others: u32) -> u32 {
    while others != 0 {
        let below = (1 << others.trailing_zeros()) - 1;
        others &= others - 1;
        set = set & below | (set & !below) << 1;
    }
    set
}

impl Indexed for Teeko {
    fn size(&self) -> u64 {
        self.index.blocks[2 * STONES as usize + 1]
    }

    #[inline]
    fn rank(&self, p: &Pos) -> u64 {
        self.index.locate(p).0
    }

    /// Holes are non-canonical images, and positions in which the mover's
    /// stones have won, because the game was over before the last move.
    #[inline]
    fn unrank(&self, rank: u64) -> Option<Pos> {
        let blocks = &self.index.blocks;
        let stones = blocks[1..].iter().position(|end| rank < *end)?;
        let (mine, theirs) = shares(stones as u32);
        let others = others(mine, theirs);
        let within = rank - blocks[stones];
        let set = self.index.orbits[mine as usize][(within / others) as usize];
        let number = (within % others) as u32;
        let p = Pos {
            mine: set,
            theirs: with(self.index.sets.set(theirs, number), set),
            mover: [Side::Black, Side::Red][stones % 2],
        };
        (!self.index.wins(set) && self.rank(&p) == rank).then_some(p)
    }

    /// The orbit under the eight symmetries; with all stones on the board also
    /// under the exchange of colours.
    fn orbit_size(&self, p: &Pos) -> u64 {
        let movers = if p.stones() == 2 * STONES { 2 } else { 1 };
        8 / self.index.symmetries(p) * movers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_inverts_without() {
        let (set, others) = (0b1010_0100, 0b0101_0010);
        let closed = without(set, others);
        assert_eq!(closed, 0b1_1010);
        assert_eq!(with(closed, others), set);
    }

    #[test]
    fn disjoint_sets_are_counted() {
        for (mine, theirs) in (0..5).flat_map(|m| (0..5).map(move |t| (m, t))) {
            assert_eq!(
                others(mine, theirs),
                choose(u64::from(25 - mine), theirs.into())
            );
        }
    }
}
