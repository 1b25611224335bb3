//! Detection of moves that all lead to one left half.

use kibitz_game::SuccessorBuffer;

use super::{HalfIndex, Named};
use crate::explore_vectors::pack4::{Four, LANES, any, pack};

/// The packed right halves of the successors of some moves.
#[derive(Debug, Default)]
pub(in crate::explore_vectors) struct Rights {
    keys: Vec<u64>,
    /// Hash of all of them.
    hash: u64,
}

/// Hashes a sequence of halves.
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
    pub(in crate::explore_vectors) fn of(keys: Vec<u64>) -> Rights {
        let mut rights = Rights { keys, hash: 0 };
        rights.mix();
        rights
    }

    /// Finishes the hash.
    fn mix(&mut self) {
        let mut mixer = Mixer(self.keys.len() as u64);
        self.keys.iter().for_each(|key| mixer.add(*key));
        self.hash = mixer.hash();
    }

    #[inline]
    pub(in crate::explore_vectors) fn keys(&self) -> &[u64] {
        &self.keys
    }

    #[inline]
    pub(in crate::explore_vectors) fn hash(&self) -> u64 {
        self.hash
    }
}

/// The common property of the moves of a position.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::explore_vectors) enum CommonLeft {
    /// All lead to the left half of this number, and the other player moves next.
    To(u32),
    /// They lead to several left halves, or give an extra turn.
    Different,
    /// One of them leads to a half that cannot be numbered.
    Misfit,
}

/// Non-zero if the moves have no common left half, and if a number does not fit.
struct Flaws {
    apart: i64,
    excess: u64,
}

impl HalfIndex {
    /// The common property of some moves, at least one; `rights` is set to their right halves.
    #[inline]
    pub(in crate::explore_vectors) fn common_left(
        &self,
        steps: &SuccessorBuffer,
        rights: &mut Rights,
    ) -> CommonLeft {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { self.common_left_avx2(steps, rights) };
        }
        self.common_left_with(steps, rights)
    }

    /// The same, compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn common_left_avx2(&self, steps: &SuccessorBuffer, rights: &mut Rights) -> CommonLeft {
        self.common_left_with(steps, rights)
    }

    #[inline(always)]
    fn common_left_with(&self, steps: &SuccessorBuffer, rights: &mut Rights) -> CommonLeft {
        // With constant counts, the packs stay in registers.
        let flaws = match (self.left.lanes.fours(), self.right.lanes.fours()) {
            ([], _) | (_, []) => self.read_short(steps, rights),
            ([a], [b]) => self.read(&[*a], &[*b], steps, rights),
            ([a, b], [c, d]) => self.read(&[*a, *b], &[*c, *d], steps, rights),
            (lefts, fours) => self.read(lefts, fours, steps, rights),
        };
        if flaws.apart != 0 {
            return CommonLeft::Different;
        }
        let left = self.left.pack(&steps.buffer()[..self.right.from]);
        match left.and_then(|key| self.left.number(key)) {
            Some(left) if flaws.excess == 0 => CommonLeft::To(left),
            _ => CommonLeft::Misfit,
        }
    }

    /// Compares the left halves and packs the right ones, four slots per vector. No closures: they
    /// would be compiled without the target feature.
    #[inline(always)]
    fn read(
        &self,
        lefts: &[Four],
        fours: &[Four],
        steps: &SuccessorBuffer,
        rights: &mut Rights,
    ) -> Flaws {
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
            again |= row[slots] ^ SuccessorBuffer::PASSES;
            *key = pack(fours, &row[middle..slots], &mut excess);
            mixer.add(*key);
        }
        rights.hash = mixer.hash();
        Flaws {
            apart: apart[0] | apart[1] | apart[2] | apart[3] | again,
            excess: any(excess),
        }
    }

    /// The same for halves that are too short for that.
    fn read_short(&self, steps: &SuccessorBuffer, rights: &mut Rights) -> Flaws {
        let (mut apart, mut excess) = (0, 0);
        let (all, middle, slots) = (steps.buffer(), self.right.from, steps.slots());
        let rows = all.chunks_exact(steps.stride());
        rights.keys.clear();
        rights.keys.extend(rows.map(|row| {
            apart |= super::differ(&all[..middle], &row[..middle]);
            apart |= row[slots] ^ SuccessorBuffer::PASSES;
            let (key, more) = self.right.lanes.fields().pack_word(&row[middle..slots]);
            excess |= more;
            key
        }));
        rights.mix();
        Flaws { apart, excess }
    }

    /// Packed right halves with their numbers, new ones if necessary; `None` if there is no room
    /// for one.
    pub(in crate::explore_vectors) fn named(&self, rights: &Rights) -> Option<Vec<Named>> {
        let named = |key: &u64| Some(Named::new(*key, self.right.number(*key)?));
        rights.keys.iter().map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use kibitz_game::Turn;

    use super::*;
    use crate::explore_vectors::fields::{Fields, Span};
    use crate::explore_vectors::half_index::Counts;
    use crate::explore_vectors::state_store::StateStore;

    fn halves(slots: usize) -> HalfIndex {
        let fields = Fields::new(vec![Span { low: -1, high: 6 }; slots]);
        let counts = Counts::of(&fields, &StateStore::new(fields.words()), &[], 1).unwrap();
        HalfIndex::new(&fields, counts, None).unwrap().unwrap()
    }

    /// Moves to one left half and different right ones.
    fn moves(slots: usize, count: i64) -> SuccessorBuffer {
        let mut steps = SuccessorBuffer::new(slots);
        for n in 0..count {
            let slot = |i: usize| match i < slots / 2 {
                true => (i % 5) as i64,
                false => (n * i as i64 + n) % 7 - 1,
            };
            let row: Vec<i64> = (0..slots).map(slot).collect();
            steps.push(&row, Turn::Other);
        }
        steps
    }

    /// The result, after checking that the scalar and AVX2 variants agree.
    fn common_left(halves: &HalfIndex, steps: &SuccessorBuffer) -> (CommonLeft, Rights) {
        let (mut rights, mut plain) = (Rights::default(), Rights::default());
        let found = halves.common_left(steps, &mut rights);
        assert_eq!(found, halves.common_left_with(steps, &mut plain));
        assert_eq!((&rights.keys, rights.hash), (&plain.keys, plain.hash));
        (found, rights)
    }

    #[test]
    fn right_halves_are_packed_if_the_left_half_is_common() {
        for slots in 2..24 {
            for count in 1..6 {
                let (halves, steps) = (halves(slots), moves(slots, count));
                let (found, rights) = common_left(&halves, &steps);
                assert_eq!(found, CommonLeft::To(0));
                let keys = steps.iter().map(|(row, _)| halves.right.pack(row).unwrap());
                assert!(keys.eq(rights.keys.iter().copied()));
                let named = halves.named(&rights).unwrap();
                assert!(named.iter().map(|one| one.key()).eq(rights.keys));
            }
        }
    }

    #[test]
    fn single_deviating_number_is_detected() {
        for slots in 2..24 {
            let halves = halves(slots);
            for at in 0..slots {
                for number in 0..3 {
                    let mut steps = moves(slots, 3);
                    steps.buffer_mut()[number * (slots + 1) + at] = 99;
                    let expected = match at < slots / 2 {
                        true => CommonLeft::Different,
                        false => CommonLeft::Misfit,
                    };
                    assert_eq!(common_left(&halves, &steps).0, expected, "{at} of {slots}");
                }
            }
            let mut steps = moves(slots, 3);
            steps.push(&vec![0; slots], Turn::Same);
            assert_eq!(common_left(&halves, &steps).0, CommonLeft::Different);
            let mut steps = moves(slots, 1);
            steps.buffer_mut()[0] = 99;
            assert_eq!(common_left(&halves, &steps).0, CommonLeft::Misfit);
        }
    }
}
