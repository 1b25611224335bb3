//! Case generator of Nim: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::Flow;
use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes, put_numbers};

use super::{Format, Heaps};
use crate::lists::generator::{ListSpec, Shape, measure, zero_xor};

/// Above the contest's limits; bounds the memory of a case.
const MAX_HEAPS: u64 = 1_000_000;
const MAX_MATCHES: u64 = i64::MAX as u64;

/// At least one heap; heaps may be empty.
const SHAPE: Shape = Shape {
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
        usual: 1..=10,
    },
    Size {
        name: "matches",
        meaning: "matches in a heap",
        allowed: 0..=MAX_MATCHES,
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
        match bias {
            Bias::Edge => wanted.edge(random, |heaps, random| wanted.fill_with_bits(heaps, random)),
            Bias::Long => wanted.longest(random),
            Bias::Uniform => wanted.any(random),
            // Losses are rare among uniformly random heaps.
            Bias::Balanced => {
                let mut heaps = wanted.any(random);
                if random.once_in(2) {
                    let all = (0..heaps.len()).collect();
                    zero_xor(&mut heaps, all, &wanted.numbers, random);
                }
                heaps
            }
        }
    }

    fn measure(&self, case: &Heaps) -> u64 {
        measure(case.iter().copied())
    }

    fn smaller(&self, case: &Heaps, visit: &mut dyn FnMut(Heaps) -> Flow) {
        SHAPE.smaller(case, visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Heaps) -> Flow) -> Option<Flow> {
        SHAPE.every(measure, visit)
    }
}
