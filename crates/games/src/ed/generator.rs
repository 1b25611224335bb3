//! Case generator of E&D: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes, put_numbers};
use kibitz_game::{CONTINUE, Flow};

use super::contest::paired;
use super::{Format, Pair};
use crate::lists::generator::{ListSpec, Shape, measure};

/// Above the contest's limits; bounds the memory of a case.
const MAX_PAIRS: u64 = 1_000_000;
const MAX_STONES: u64 = i64::MAX as u64;

/// At least two piles, none of them empty.
const SHAPE: Shape = Shape {
    group_len: 2,
    fewest: 2,
    least: 1,
};

fn piles(case: &[Pair]) -> Vec<u64> {
    case.iter()
        .flat_map(|pair| [pair.smaller, pair.larger])
        .collect()
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[
    Size {
        name: "pairs",
        meaning: "number of pairs of piles",
        allowed: 1..=MAX_PAIRS,
        usual: 1..=10,
    },
    Size {
        name: "stones",
        meaning: "stones in a pile",
        allowed: 1..=MAX_STONES,
        usual: 1..=2_000_000_000,
    },
];

/// The size of a case is the number of its piles and stones.
impl CaseGenerator for Format {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(SIZES)
    }

    /// More than in the contest; programs accept it, and comparison is faster.
    fn together(&self) -> u64 {
        100
    }

    /// The order of the piles in a pair is insignificant and varied
    /// deterministically.
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
        let wanted = ListSpec {
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
            paired(&piles).map_or(CONTINUE, &mut *visit)
        });
    }

    /// Only pairs with the smaller pile first.
    fn every(&self, measure: u64, visit: &mut dyn FnMut(Vec<Pair>) -> Flow) -> Option<Flow> {
        SHAPE.every(measure, &mut |piles| {
            let is_ordered = piles.as_chunks::<2>().0.iter().all(|[a, b]| a <= b);
            let pairs = paired(&piles).filter(|_| is_ordered);
            pairs.map_or(CONTINUE, &mut *visit)
        })
    }
}
