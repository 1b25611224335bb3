//! Moves that all lead to one left half.

use kibitz_game::Steps;

use super::{Halves, Named};
use crate::explore::lanes::{Four, LANES, any, pack};

/// The right halves that some moves lead to, packed.
#[derive(Debug, Default)]
pub(in crate::explore) struct Rights {
    keys: Vec<u64>,
    /// Made of all of them.
    hash: u64,
}

/// Makes a hash of halves, one after the other.
struct Mixer(u64);

impl Mixer {
    #[inline(always)]
    fn add(&mut self, key: u64) {
        self.0 = self.0.rotate_left(7).wrapping_add(key);
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Rights {
    pub(in crate::explore) fn of(keys: Vec<u64>) -> Rights {
        let mut rights = Rights { keys, hash: 0 };
        rights.mix();
        rights
    }

    /// Makes the hash.
    fn mix(&mut self) {
        let mut mixer = Mixer(self.keys.len() as u64);
        self.keys.iter().for_each(|key| mixer.add(*key));
        self.hash = mixer.hash();
    }

    #[inline]
    pub(in crate::explore) fn keys(&self) -> &[u64] {
        &self.keys
    }

    #[inline]
    pub(in crate::explore) fn hash(&self) -> u64 {
        self.hash
    }
}

/// What the moves of a position have in common.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::explore) enum Crossed {
    /// They lead to the left half with this number, and pass the turn.
    To(u32),
    /// They do not lead to one left half, or keep the turn.
    Apart,
    /// One of them leads to a half that has no number.
    Misfit,
}

/// Bits that are not 0 where moves are apart, and where a number does not fit.
struct Flaws {
    apart: i64,
    excess: u64,
}

impl Halves {
    /// What some moves have in common, at least one; `rights` becomes their
    /// right halves.
    #[inline]
    pub(in crate::explore) fn crossed(&self, steps: &Steps, rights: &mut Rights) -> Crossed {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { self.crossed_wide(steps, rights) };
        }
        self.crossed_with(steps, rights)
    }

    /// The same, compiled for wider vectors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn crossed_wide(&self, steps: &Steps, rights: &mut Rights) -> Crossed {
        self.crossed_with(steps, rights)
    }

    #[inline(always)]
    fn crossed_with(&self, steps: &Steps, rights: &mut Rights) -> Crossed {
        // With their number known, the fours stay in registers.
        let flaws = match (self.left.lanes.fours(), self.right.lanes.fours()) {
            ([], _) | (_, []) => self.read_short(steps, rights),
            ([a], [b]) => self.read(&[*a], &[*b], steps, rights),
            ([a, b], [c, d]) => self.read(&[*a, *b], &[*c, *d], steps, rights),
            (lefts, fours) => self.read(lefts, fours, steps, rights),
        };
        if flaws.apart != 0 {
            return Crossed::Apart;
        }
        let left = self.left.pack(&steps.buffer()[..self.right.from]);
        match left.and_then(|key| self.left.number(key)) {
            Some(left) if flaws.excess == 0 => Crossed::To(left),
            _ => Crossed::Misfit,
        }
    }

    /// Compares the left halves and packs the right ones, four slots at a time.
    /// No closure here: it would be compiled for the narrowest vectors.
    #[inline(always)]
    fn read(&self, lefts: &[Four], fours: &[Four], steps: &Steps, rights: &mut Rights) -> Flaws {
        let (mut apart, mut again, mut excess) = ([0; LANES], 0, [0; LANES]);
        let (all, stride) = (steps.buffer(), steps.stride());
        let (middle, slots) = (self.right.from, steps.slots());
        let count = steps.len();
        rights.keys.resize(count, 0);
        let mut mixer = Mixer(count as u64);
        for (number, key) in rights.keys.iter_mut().enumerate() {
            let row = &all[number * stride..][..stride];
            for four in lefts {
                let (one, other) = (&all[four.at..][..LANES], &row[four.at..][..LANES]);
                for i in 0..LANES {
                    apart[i] |= one[i] ^ other[i];
                }
            }
            again |= row[slots] ^ Steps::PASSES;
            *key = pack(fours, &row[middle..slots], &mut excess);
            mixer.add(*key);
        }
        rights.hash = mixer.hash();
        Flaws {
            apart: apart[0] | apart[1] | apart[2] | apart[3] | again,
            excess: any(excess),
        }
    }

    /// The same where a half is too short for that.
    fn read_short(&self, steps: &Steps, rights: &mut Rights) -> Flaws {
        let (mut apart, mut excess) = (0, 0);
        let (all, middle, slots) = (steps.buffer(), self.right.from, steps.slots());
        let rows = all.chunks_exact(steps.stride());
        rights.keys.clear();
        rights.keys.extend(rows.map(|row| {
            apart |= super::differ(&all[..middle], &row[..middle]);
            apart |= row[slots] ^ Steps::PASSES;
            let (key, more) = self.right.lanes.fields().pack_word(&row[middle..slots]);
            excess |= more;
            key
        }));
        rights.mix();
        Flaws { apart, excess }
    }

    /// Packed right halves with their numbers, new ones where need be; `None`
    /// where there is no room for one.
    pub(in crate::explore) fn named(&self, rights: &Rights) -> Option<Vec<Named>> {
        let named = |key: &u64| Some(Named::new(*key, self.right.number(*key)?));
        rights.keys.iter().map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use kibitz_game::Turn;

    use super::*;
    use crate::explore::fields::{Fields, Span};
    use crate::explore::halves::Counts;
    use crate::explore::pool::Pool;

    fn halves(slots: usize) -> Halves {
        let fields = Fields::new(vec![Span { low: -1, high: 6 }; slots]);
        let counts = Counts::of(&fields, &Pool::new(fields.words()), &[], 1).unwrap();
        Halves::new(&fields, counts, None).unwrap().unwrap()
    }

    /// Moves to one left half and different right ones.
    fn moves(slots: usize, count: i64) -> Steps {
        let mut steps = Steps::new(slots);
        for n in 0..count {
            let slot = |i: usize| match i < slots / 2 {
                true => (i % 5) as i64,
                false => (n * i as i64 + n) % 7 - 1,
            };
            let row: Vec<i64> = (0..slots).map(slot).collect();
            steps.push(&row, Turn::Passes);
        }
        steps
    }

    /// What is found, and that it does not depend on vectors.
    fn crossed(halves: &Halves, steps: &Steps) -> (Crossed, Rights) {
        let (mut rights, mut plain) = (Rights::default(), Rights::default());
        let found = halves.crossed(steps, &mut rights);
        assert_eq!(found, halves.crossed_with(steps, &mut plain));
        assert_eq!((&rights.keys, rights.hash), (&plain.keys, plain.hash));
        (found, rights)
    }

    #[test]
    fn moves_to_one_left_half_have_their_right_halves_packed() {
        for slots in 2..24 {
            for count in 1..6 {
                let (halves, steps) = (halves(slots), moves(slots, count));
                let (found, rights) = crossed(&halves, &steps);
                assert_eq!(found, Crossed::To(0));
                let keys = steps.iter().map(|(row, _)| halves.right.pack(row).unwrap());
                assert!(keys.eq(rights.keys.iter().copied()));
                let named = halves.named(&rights).unwrap();
                assert!(named.iter().map(|one| one.key()).eq(rights.keys));
            }
        }
    }

    #[test]
    fn one_number_that_is_different_is_noticed() {
        for slots in 2..24 {
            let halves = halves(slots);
            for at in 0..slots {
                for number in 0..3 {
                    let mut steps = moves(slots, 3);
                    steps.buffer_mut()[number * (slots + 1) + at] = 99;
                    let expected = match at < slots / 2 {
                        true => Crossed::Apart,
                        false => Crossed::Misfit,
                    };
                    assert_eq!(crossed(&halves, &steps).0, expected, "{at} of {slots}");
                }
            }
            let mut steps = moves(slots, 3);
            steps.push(&vec![0; slots], Turn::Again);
            assert_eq!(crossed(&halves, &steps).0, Crossed::Apart);
            let mut steps = moves(slots, 1);
            steps.buffer_mut()[0] = 99;
            assert_eq!(crossed(&halves, &steps).0, Crossed::Misfit);
        }
    }
}
