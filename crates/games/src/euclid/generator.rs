//! Case generator of Euclid's game: random cases, output, and shrinking.

use std::borrow::Cow;

use std::ops::RangeInclusive;

use kibitz_game::Flow;
use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes, lower, put_numbers};

use super::{Format, Pair};
use crate::lists::generator::near_power;

const MAX: u64 = i64::MAX as u64;

/// Two numbers, neither of them 0.
fn pair(a: u64, b: u64) -> Pair {
    Pair {
        larger: a.max(b),
        smaller: a.min(b),
    }
}

fn any(numbers: &RangeInclusive<u64>, random: &mut Random) -> Pair {
    pair(random.within(numbers), random.within(numbers))
}

/// Equal numbers, the smallest, the largest, multiples, powers of two, and
/// consecutive numbers.
fn edge(numbers: &RangeInclusive<u64>, random: &mut Random) -> Pair {
    let (least, max) = (*numbers.start(), *numbers.end());
    let one = random.within(numbers);
    match random.below(7) {
        0 => pair(one, one),
        1 => pair(*random.pick(&[least, max]), *random.pick(&[least, max])),
        2 => pair(one, *random.pick(&[least, max])),
        3 => pair(near_power(numbers, random), near_power(numbers, random)),
        4 => pair(one, one.saturating_add(1).min(max)),
        // A multiple, or one off.
        5 => {
            let times = 1 + random.below(max / one);
            let near = one * times - random.below(2);
            pair(one, near.clamp(least, max))
        }
        _ => nearly_golden(numbers, random),
    }
}

/// Numbers for which Euclid's algorithm takes many steps, with nearly all
/// quotients 1: a Fibonacci-like sequence from two small numbers, continued
/// while it is within the range.
fn nearly_golden(numbers: &RangeInclusive<u64>, random: &mut Random) -> Pair {
    let (least, max) = (*numbers.start(), *numbers.end());
    let small = |random: &mut Random| random.within(&(least..=max.min(least.saturating_add(9))));
    let mut golden = pair(small(random), small(random));
    let steps = 1 + random.below(90);
    for _ in 0..steps {
        let times = if random.once_in(12) { 2 } else { 1 };
        let next = u128::from(golden.larger) * times + u128::from(golden.smaller);
        match u64::try_from(next) {
            Ok(next) if next <= max => golden = pair(golden.larger, next),
            _ => break,
        }
    }
    golden
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[Size {
    name: "numbers",
    meaning: "range of the numbers",
    allowed: 1..=MAX,
    contest: 1..=i32::MAX as u64,
    usual: 1..=i32::MAX as u64,
}];

/// The size of a case is the sum of its numbers.
impl CaseGenerator for Format {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(SIZES)
    }

    /// More than in the contest; programs accept it, and comparison is faster.
    fn together(&self) -> u64 {
        100
    }

    /// The order of the numbers is insignificant and varied deterministically.
    fn put(&self, case: &Pair, out: &mut Vec<u8>) {
        let mut numbers = [case.larger, case.smaller];
        Random::new(case.larger ^ case.smaller.rotate_left(32)).shuffle(&mut numbers);
        put_numbers(numbers, out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Pair {
        let numbers = sizes.range("numbers");
        match bias {
            Bias::Edge => edge(numbers, random),
            Bias::Long => nearly_golden(numbers, random),
            Bias::Balanced | Bias::Uniform => any(numbers, random),
        }
    }

    fn sizes_of(&self, case: &Pair, visit: &mut dyn FnMut(&str, u64)) {
        visit("numbers", case.larger);
        visit("numbers", case.smaller);
    }

    fn measure(&self, case: &Pair) -> u64 {
        case.larger.saturating_add(case.smaller)
    }

    /// First the pairs that moves lead to: they preserve all quotients but the
    /// first.
    fn smaller(&self, case: &Pair, visit: &mut dyn FnMut(Pair) -> Flow) {
        let times = lower(case.times(), 0).map(|times| case.less(case.times() - times));
        let moved = times.filter(|moved| moved.smaller > 0);
        let larger = lower(case.larger, 1).map(|larger| pair(larger, case.smaller));
        let smaller = lower(case.smaller, 1).map(|smaller| pair(case.larger, smaller));
        let _ = moved.chain(larger).chain(smaller).try_for_each(visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Pair) -> Flow) -> Option<Flow> {
        let mut smaller = 1..=measure / 2;
        Some(smaller.try_for_each(|smaller| visit(pair(measure - smaller, smaller))))
    }
}
