//! Case generator of piles: random cases, output, and shrinking.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use kibitz_game::contest::{
    Bias, CaseGenerator, Random, Size, Sizes, lower, pieces, put_numbers, simple_numbers,
};
use kibitz_game::{CONTINUE, Flow};

use super::{Case, Format, Pile, Piles, Solver};
use crate::lists::generator::{edge_number, edge_sum};

/// Above the contest's limits; bounds the memory of a case.
const MAX_PILES: u64 = 10_000;
const MAX_CARDS: u64 = 1_000_000;
const MAX: u64 = i64::MAX as u64;

/// Maximum measure of the simple cases that are tried.
const MAX_SIMPLE: u64 = 2000;
/// Maximum number of pairs of piles that are joined when a case is minimised.
const MAX_PAIRS: usize = 500;

fn pile(height: u64, numbers: &RangeInclusive<u64>, random: &mut Random) -> Pile {
    (0..height).map(|_| random.within(numbers)).collect()
}

fn any_case(sizes: &Sizes, random: &mut Random) -> Case {
    let (cards, numbers) = (sizes.range("cards"), sizes.range("numbers"));
    let k = random.within(sizes.range("k"));
    let piles = random.within(sizes.range("piles"));
    let piles = (0..piles).map(|_| {
        let height = random.within(cards);
        pile(height, numbers, random)
    });
    Case {
        piles: piles.collect(),
        game: Piles { k },
    }
}

/// Few or many piles, low or high, of equal cards or not.
fn edge(sizes: &Sizes, random: &mut Random) -> Case {
    let (cards, numbers) = (sizes.range("cards"), sizes.range("numbers"));
    let k = edge_number(sizes.range("k"), random);
    let piles = edge_number(sizes.range("piles"), random);
    let height = edge_number(cards, random);
    let one = edge_number(numbers, random);
    let first = pile(height, numbers, random);
    let kind = random.below(6);
    let make = |_| match kind {
        0 => vec![one; height as usize],
        1 => first.clone(),
        // A top card that takes more than the others would.
        2 => {
            let mut pile = vec![*numbers.start(); height as usize];
            if let Some(top) = pile.last_mut() {
                *top = one;
            }
            pile
        }
        3 => vec![*numbers.start(); edge_number(cards, random) as usize],
        4 => pile(edge_number(cards, random), numbers, random),
        _ => {
            let height = random.within(cards);
            vec![random.within(numbers); height as usize]
        }
    };
    Case {
        piles: (0..piles).map(make).collect(),
        game: Piles { k },
    }
}

/// A pile of ones with this Grundy value. The option of discarding d of h ones is a
/// pile of h − d − 1, for d from 0 to K, so the value of h is h mod (K + 2).
fn ones(value: u64, k: u64, cards: &RangeInclusive<u64>) -> Option<Pile> {
    let period = k.checked_add(2)?;
    let missing = cards.start().saturating_sub(value).div_ceil(period);
    let height = missing.checked_mul(period)?.checked_add(value)?;
    let height = if height == 0 { period } else { height };
    cards.contains(&height).then(|| vec![1; height as usize])
}

/// Replaces the last piles by piles of ones so that the nim-sum is 0 or a power of
/// two, if the sizes allow that.
fn set_sum(case: &mut Case, sizes: &Sizes, random: &mut Random) {
    let k = case.game.k;
    let mut solver = Solver::default();
    let mut values = |piles: &[Pile]| {
        let piles = piles.iter();
        piles.fold(0, |sum, pile| sum ^ solver.grundy(pile, k).get())
    };
    // No value exceeds K + 1; two of them make any sum of such values.
    let most = k.saturating_add(1);
    let count = case.piles.len().saturating_sub(2);
    let sum = values(&case.piles[..count]) ^ edge_sum(most, random);
    let parts = match sum.checked_ilog2() {
        Some(bit) if sum > most => [1 << bit, sum ^ 1 << bit],
        _ => [sum, 0],
    };
    let may_have_ones = sizes.range("numbers").contains(&1);
    let last = parts.map(|part| ones(part, k, sizes.range("cards")));
    if let [Some(one), Some(other)] = last
        && may_have_ones
        && case.piles.len() >= 2
    {
        case.piles.truncate(count);
        case.piles.extend([one, other]);
    }
}

/// Cases with the same nim-sum: piles of ones instead of any cards, one pile instead
/// of two.
fn equivalent(case: &Case) -> impl Iterator<Item = Vec<Pile>> {
    let k = case.game.k;
    let mut solver = Solver::default();
    let value = |pile: &Pile| solver.grundy(pile, k).get();
    let values: Vec<u64> = case.piles.iter().map(value).collect();
    // No move is possible in a pile of a single two.
    let pile_of = move |value| match value {
        0 => Some(vec![2]),
        _ => ones(value, k, &(1..=value)),
    };
    let simple: Vec<Option<Pile>> = values.iter().map(|value| pile_of(*value)).collect();
    let replaced = pieces(case.piles.len()).map(move |piece| {
        let mut piles = case.piles.clone();
        for i in piece {
            piles[i] = simple[i].clone().unwrap_or_else(|| piles[i].clone());
        }
        piles
    });
    let pairs = (0..case.piles.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
    let joined = pairs.take(MAX_PAIRS).filter_map(move |[i, j]| {
        let mut piles = case.piles.clone();
        piles[i] = pile_of(values[i] ^ values[j])?;
        piles.remove(j);
        Some(piles)
    });
    replaced.chain(joined)
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[
    Size {
        name: "piles",
        meaning: "number of piles",
        allowed: 1..=MAX_PILES,
        contest: 1..=100,
        usual: 1..=6,
    },
    Size {
        name: "cards",
        meaning: "cards in a pile",
        allowed: 1..=MAX_CARDS,
        contest: 1..=1000,
        usual: 1..=12,
    },
    Size {
        name: "numbers",
        meaning: "numbers on the cards",
        allowed: 1..=MAX,
        contest: 1..=10,
        usual: 1..=10,
    },
    Size {
        name: "k",
        meaning: "K, the maximum number of cards discarded",
        allowed: 1..=MAX,
        contest: 1..=10,
        usual: 1..=4,
    },
];

/// The size of a case is the sum of K, the number of its piles and the numbers
/// on all cards.
impl CaseGenerator for Format {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(SIZES)
    }

    fn together(&self) -> u64 {
        1000
    }

    fn put(&self, case: &Case, out: &mut Vec<u8>) {
        put_numbers([case.piles.len() as u64, case.game.k], out);
        for pile in &case.piles {
            let height = [pile.len() as u64];
            put_numbers(height.into_iter().chain(pile.iter().copied()), out);
        }
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Case {
        let mut case = match bias {
            Bias::Edge => edge(sizes, random),
            _ => any_case(sizes, random),
        };
        if matches!(bias, Bias::Edge | Bias::Long) && random.once_in(2) {
            set_sum(&mut case, sizes, random);
        }
        case
    }

    fn sizes_of(&self, case: &Case, visit: &mut dyn FnMut(&str, u64)) {
        visit("piles", case.piles.len() as u64);
        visit("k", case.game.k);
        for pile in &case.piles {
            visit("cards", pile.len() as u64);
            pile.iter().for_each(|card| visit("numbers", *card));
        }
    }

    fn measure(&self, case: &Case) -> u64 {
        let numbers = case.piles.iter().flatten();
        let piles = case.piles.len() as u64;
        numbers.fold(piles.saturating_add(case.game.k), |sum, n| {
            sum.saturating_add(*n)
        })
    }

    fn smaller(&self, case: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
        let with = |piles: Vec<Pile>| Case {
            game: case.game,
            piles,
        };
        let fewer_piles = pieces(case.piles.len()).map(|piece| {
            let mut piles = case.piles.clone();
            piles.drain(piece);
            piles
        });
        let fewer_cards = (0..case.piles.len()).flat_map(|i| {
            pieces(case.piles[i].len()).map(move |piece| {
                let mut piles = case.piles.clone();
                piles[i].drain(piece);
                piles
            })
        });
        let lower_cards = (0..case.piles.len()).flat_map(|i| {
            let places = 0..case.piles[i].len();
            places.flat_map(move |at| {
                lower(case.piles[i][at], 1).map(move |number| {
                    let mut piles = case.piles.clone();
                    piles[i][at] = number;
                    piles
                })
            })
        });
        let lower_k = lower(case.game.k, 1).map(|k| Case {
            game: Piles { k },
            piles: case.piles.clone(),
        });
        let now = self.measure(case);
        let _ = fewer_piles
            .chain(equivalent(case))
            .chain(fewer_cards)
            .filter(|piles| is_contest(piles))
            .map(with)
            .chain(lower_k)
            .chain(lower_cards.map(with))
            .filter(|other| self.measure(other) < now || now == u64::MAX)
            .try_for_each(visit);
    }

    /// One pile of equal cards.
    fn simple(&self, case: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
        let highest = case.piles.iter().map(Vec::len).max().unwrap_or(0) as u64;
        let largest = case.piles.iter().flatten().max().copied().unwrap_or(1);
        let heights = simple_numbers(1..=highest);
        let cards = simple_numbers(1..=largest);
        let all_k = simple_numbers(1..=case.game.k);
        let below = self.measure(case);
        let mut cases = Vec::new();
        for (k, height, card) in all_k
            .iter()
            .flat_map(|k| heights.iter().map(move |height| (*k, *height)))
            .flat_map(|(k, height)| cards.iter().map(move |card| (k, height, *card)))
        {
            let size = height.saturating_mul(card).saturating_add(k + 1);
            if size < below && size <= MAX_SIMPLE {
                cases.push((size, k, height, card));
            }
        }
        cases.sort_unstable();
        let _ = cases.into_iter().try_for_each(|(_, k, height, card)| {
            visit(Case {
                game: Piles { k },
                piles: vec![vec![card; height as usize]],
            })
        });
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Case) -> Flow) -> Option<Flow> {
        // A pile and its card.
        let least = 2;
        Some((1..=measure.saturating_sub(least)).try_for_each(|k| {
            let mut build = Build {
                game: Piles { k },
                piles: Vec::new(),
                visit,
            };
            build.piles(measure - k)
        }))
    }
}

/// Whether these piles are valid in the contest: at least one, and none empty.
fn is_contest(piles: &[Pile]) -> bool {
    !piles.is_empty() && piles.iter().all(|pile| !pile.is_empty())
}

/// Enumerates all piles of a given measure.
struct Build<'a> {
    game: Piles,
    piles: Vec<Pile>,
    visit: &'a mut dyn FnMut(Case) -> Flow,
}

impl Build<'_> {
    /// `left` is the measure of the remaining piles: one each, plus their
    /// cards.
    fn piles(&mut self, left: u64) -> Flow {
        if left == 0 {
            let piles = self.piles.clone();
            let game = self.game;
            return if piles.is_empty() {
                CONTINUE
            } else {
                (self.visit)(Case { game, piles })
            };
        }
        self.piles.push(Pile::new());
        self.cards(left - 1)?;
        self.piles.pop();
        CONTINUE
    }

    /// Adds cards to the last pile, then continues with the next one.
    fn cards(&mut self, left: u64) -> Flow {
        if self.piles.last().is_some_and(|pile| !pile.is_empty()) {
            self.piles(left)?;
        }
        for number in 1..=left {
            self.lay(number);
            self.cards(left - number)?;
            self.lift();
        }
        CONTINUE
    }

    fn lay(&mut self, number: u64) {
        if let Some(pile) = self.piles.last_mut() {
            pile.push(number);
        }
    }

    fn lift(&mut self) {
        if let Some(pile) = self.piles.last_mut() {
            pile.pop();
        }
    }
}
