//! Cases of E&D made up, written, and made smaller.

use kibitz_game::contest::{Bias, Random, Sampled, Size, Sizes, put_numbers};
use kibitz_game::{Flow, MORE};

use super::contest::paired;
use super::{Format, Pair};
use crate::lists::sample::{Shape, Wanted, measure};

/// The contest's limits are smaller; these keep a case in memory.
const MOST_PAIRS: u64 = 1_000_000;
const MOST_STONES: u64 = i64::MAX as u64;

/// Two piles or more, none of them empty.
const SHAPE: Shape = Shape {
    at_once: 2,
    fewest: 2,
    least: 1,
};

fn piles(case: &[Pair]) -> Vec<u64> {
    case.iter()
        .flat_map(|pair| [pair.smaller, pair.larger])
        .collect()
}

/// A case is as large as it has piles and stones.
impl Sampled for Format {
    const SIZES: &'static [Size] = &[
        Size {
            name: "pairs",
            meaning: "how many pairs of piles there are",
            allowed: 1..=MOST_PAIRS,
            usual: 1..=10,
        },
        Size {
            name: "stones",
            meaning: "stones in a pile",
            allowed: 1..=MOST_STONES,
            usual: 1..=2_000_000_000,
        },
    ];
    /// The contest has fewer, but no program minds, and more are sooner compared.
    const TOGETHER: u64 = 100;

    /// Which pile of a pair comes first says nothing, so now it is this one
    /// and now the other.
    fn put(&self, case: &Vec<Pair>, out: &mut Vec<u8>) {
        let mut piles = piles(case);
        let seed = piles
            .iter()
            .fold(0, |seed: u64, pile| seed.rotate_left(7) ^ pile);
        let mut random = Random::new(seed);
        for pair in piles.as_chunks_mut::<2>().0 {
            random.shuffle(pair);
        }
        put_numbers([piles.len() as u64], out);
        put_numbers(piles, out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Vec<Pair> {
        let wanted = Wanted {
            lengths: sizes.range("pairs").clone(),
            numbers: sizes.range("stones").clone(),
            shape: SHAPE,
        };
        let piles = match bias {
            Bias::Edge => wanted.edge(random, |piles, random| wanted.fill_with_bits(piles, random)),
            Bias::Long => wanted.longest(random),
            Bias::Balanced | Bias::Uniform => wanted.any(random),
        };
        let pairs = piles.as_chunks::<2>().0.iter();
        pairs.filter_map(|[a, b]| Pair::new(*a, *b)).collect()
    }

    fn measure(&self, case: &Vec<Pair>) -> u64 {
        measure(piles(case).into_iter())
    }

    fn smaller(&self, case: &Vec<Pair>, visit: &mut dyn FnMut(Vec<Pair>) -> Flow) {
        SHAPE.smaller(&piles(case), |piles| {
            paired(&piles).map_or(MORE, &mut *visit)
        });
    }

    /// Of two orders of a pair only the one with the smaller pile first.
    fn every(&self, measure: u64, visit: &mut dyn FnMut(Vec<Pair>) -> Flow) -> Option<Flow> {
        SHAPE.every(measure, &mut |piles| {
            let is_ordered = piles.as_chunks::<2>().0.iter().all(|[a, b]| a <= b);
            let pairs = paired(&piles).filter(|_| is_ordered);
            pairs.map_or(MORE, &mut *visit)
        })
    }
}
