//! Case generator of Nim: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::Flow;
use kibitz_game::contest::{
    Bias, CaseGenerator, ListShape, Random, Size, Sizes, list_measure, put_numbers, simple_lists,
};

use super::{Format, Heaps};
use crate::lists::generator::{ListSpec, set_xor, simplest};

/// Above the contest's limits; bounds the memory of a case.
const MAX_HEAPS: u64 = 1_000_000;
const MAX_MATCHES: u64 = i64::MAX as u64;

/// At least one heap; heaps may be empty.
const SHAPE: ListShape = ListShape {
    group_len: 1,
    fewest: 1,
    least: 0,
};

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[
    Size {
        name: "heaps",
        meaning: "number of heaps",
        allowed: 1..=MAX_HEAPS,
        contest: 1..=10_000,
        usual: 1..=10,
    },
    Size {
        name: "matches",
        meaning: "matches in a heap",
        allowed: 0..=MAX_MATCHES,
        contest: 0..=10_000,
        usual: 0..=10_000,
    },
];

/// The size of a case is the number of its heaps and matches.
impl CaseGenerator for Format {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(SIZES)
    }

    /// More than in the contest; programs accept it, and comparison is faster.
    fn together(&self) -> u64 {
        100
    }

    fn put(&self, case: &Heaps, out: &mut Vec<u8>) {
        put_numbers([case.len() as u64], out);
        put_numbers(case.iter().copied(), out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Heaps {
        let wanted = ListSpec {
            lengths: sizes.range("heaps").clone(),
            numbers: sizes.range("matches").clone(),
            shape: SHAPE,
        };
        let all = |length| (0..length).collect();
        let mut heaps = match bias {
            Bias::Edge => return wanted.edge(random, all),
            Bias::Long => wanted.longest(random),
            Bias::Uniform => return wanted.any(random),
            Bias::Balanced => wanted.any(random),
        };
        // Losses are rare among uniformly random heaps.
        if random.once_in(2) {
            let all = all(heaps.len());
            set_xor(&mut heaps, all, 0, &wanted.numbers, random);
        }
        heaps
    }

    fn sizes_of(&self, case: &Heaps, visit: &mut dyn FnMut(&str, u64)) {
        visit("heaps", case.len() as u64);
        case.iter().for_each(|heap| visit("matches", *heap));
    }

    fn max_cases(&self) -> Option<u64> {
        Some(10)
    }

    fn measure(&self, case: &Heaps) -> u64 {
        list_measure(case.iter().copied())
    }

    fn smaller(&self, case: &Heaps, visit: &mut dyn FnMut(Heaps) -> Flow) {
        let all: Vec<usize> = (0..case.len()).collect();
        SHAPE.smaller(case, &all, visit);
    }

    /// One heap or two.
    fn simple(&self, case: &Heaps, visit: &mut dyn FnMut(Heaps) -> Flow) {
        let largest = case.iter().max().copied().unwrap_or(0);
        let lists = simple_lists(0..=largest).into_iter();
        simplest(lists, self.measure(case), visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Heaps) -> Flow) -> Option<Flow> {
        SHAPE.every(measure, visit)
    }
}
