//! Cases of nim made up, written, and made smaller.

use kibitz_game::Flow;
use kibitz_game::contest::{Bias, Random, Sampled, Size, Sizes, put_numbers};

use super::{Format, Heaps};
use crate::lists::sample::{Shape, Wanted, even_out, measure};

/// The contest's limits are smaller; these keep a case in memory.
const MOST_HEAPS: u64 = 1_000_000;
const MOST_MATCHES: u64 = i64::MAX as u64;

/// A heap may be empty, but there is one.
const SHAPE: Shape = Shape {
    at_once: 1,
    fewest: 1,
    least: 0,
};

/// A case is as large as it has heaps and matches.
impl Sampled for Format {
    const SIZES: &'static [Size] = &[
        Size {
            name: "heaps",
            meaning: "how many heaps there are",
            allowed: 1..=MOST_HEAPS,
            usual: 1..=10,
        },
        Size {
            name: "matches",
            meaning: "matches in a heap",
            allowed: 0..=MOST_MATCHES,
            usual: 0..=10_000,
        },
    ];
    /// The contest has fewer, but no program minds, and more are sooner compared.
    const TOGETHER: u64 = 100;

    fn put(&self, case: &Heaps, out: &mut Vec<u8>) {
        put_numbers([case.len() as u64], out);
        put_numbers(case.iter().copied(), out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Heaps {
        let wanted = Wanted {
            lengths: sizes.range("heaps").clone(),
            numbers: sizes.range("matches").clone(),
            shape: SHAPE,
        };
        match bias {
            Bias::Edge => wanted.edge(random, |heaps, random| wanted.fill_with_bits(heaps, random)),
            Bias::Long => wanted.longest(random),
            Bias::Uniform => wanted.any(random),
            // Losses are rare among heaps of any size.
            Bias::Balanced => {
                let mut heaps = wanted.any(random);
                if random.once_in(2) {
                    let all = (0..heaps.len()).collect();
                    even_out(&mut heaps, all, &wanted.numbers, random);
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
