//! Case generator of E&D: random cases, output, and shrinking.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use kibitz_game::contest::{
    Bias, CaseGenerator, ListShape, Random, Size, Sizes, list_measure, put_numbers, simple_numbers,
};
use kibitz_game::{CONTINUE, Flow};

use super::contest::paired;
use super::{Format, Pair};
use crate::lists::generator::{ListSpec, edge_sum, simplest};

/// Above the contest's limits; bounds the memory of a case.
const MAX_PAIRS: u64 = 1_000_000;
const MAX_STONES: u64 = i64::MAX as u64;

/// At least two piles, none of them empty.
const SHAPE: ListShape = ListShape {
    group_len: 2,
    fewest: 2,
    least: 1,
};

fn piles(case: &[Pair]) -> Vec<u64> {
    case.iter()
        .flat_map(|pair| [pair.smaller, pair.larger])
        .collect()
}

/// A pair of piles with this Grundy value, the number of trailing ones of
/// (a − 1) | (b − 1).
fn pair_of(value: u64, max: u64, random: &mut Random) -> [u64; 2] {
    let ones = (1u64 << value) - 1;
    let share = random.bits();
    let shares = [ones & share, ones & !share];
    let highest = ones ^ ones >> 1;
    let shares = match shares.iter().all(|share| *share < max) {
        true => shares,
        false => [highest, ones ^ highest],
    };
    shares.map(|share| {
        let number = (random.below(max) & !(2 * ones + 1) | share) + 1;
        if number <= max { number } else { share + 1 }
    })
}

/// Replaces the pairs by others of any Grundy values, whose nim-sum is 0 or a power
/// of two. Numbers outside the range are left as they were.
fn set_values(piles: &mut [u64], numbers: &RangeInclusive<u64>, random: &mut Random) {
    let max = *numbers.end();
    // The highest bit of one number and all below it in the other.
    let largest = u64::from(max.ilog2() + 1).min(62);
    let pairs = piles.as_chunks_mut::<2>().0;
    let mut sum = edge_sum(largest, random);
    let last = pairs.len() - 1;
    for (i, pair) in pairs.iter_mut().enumerate() {
        let value = match i {
            _ if i == last && sum <= largest => sum,
            _ => random.below(largest + 1),
        };
        sum ^= value;
        let other = pair_of(value, max, random);
        if other.iter().all(|number| numbers.contains(number)) {
            *pair = other;
        }
    }
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[
    Size {
        name: "pairs",
        meaning: "number of pairs of piles",
        allowed: 1..=MAX_PAIRS,
        contest: 1..=10_000,
        usual: 1..=10,
    },
    Size {
        name: "stones",
        meaning: "stones in a pile",
        allowed: 1..=MAX_STONES,
        contest: 1..=2_000_000_000,
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
        let mut piles = match bias {
            Bias::Edge => wanted.edge(random, |_| Vec::new()),
            Bias::Long => wanted.longest(random),
            Bias::Balanced | Bias::Uniform => wanted.any(random),
        };
        if bias != Bias::Uniform && random.once_in(2) {
            set_values(&mut piles, &wanted.numbers, random);
        }
        let pairs = piles.as_chunks::<2>().0.iter();
        pairs.filter_map(|[a, b]| Pair::new(*a, *b)).collect()
    }

    fn sizes_of(&self, case: &Vec<Pair>, visit: &mut dyn FnMut(&str, u64)) {
        visit("pairs", case.len() as u64);
        piles(case).iter().for_each(|pile| visit("stones", *pile));
    }

    fn max_cases(&self) -> Option<u64> {
        Some(20)
    }

    fn measure(&self, case: &Vec<Pair>) -> u64 {
        list_measure(piles(case).into_iter())
    }

    fn smaller(&self, case: &Vec<Pair>, visit: &mut dyn FnMut(Vec<Pair>) -> Flow) {
        SHAPE.smaller(&piles(case), &[], |piles| {
            paired(&piles).map_or(CONTINUE, &mut *visit)
        });
    }

    /// One pair.
    fn simple(&self, case: &Vec<Pair>, visit: &mut dyn FnMut(Vec<Pair>) -> Flow) {
        let largest = case.iter().map(|pair| pair.larger).max().unwrap_or(1);
        let numbers = simple_numbers(1..=largest);
        let pairs = numbers.iter().enumerate().flat_map(|(i, larger)| {
            let smaller = numbers[..=i].iter();
            smaller.map(|smaller| vec![*smaller, *larger])
        });
        simplest(pairs, self.measure(case), &mut |piles| {
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
