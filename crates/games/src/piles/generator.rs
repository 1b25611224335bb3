//! Case generator of piles: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes, lower, pieces, put_numbers};
use kibitz_game::{CONTINUE, Flow};

use super::{Case, Format, Pile, Piles};

/// Above the contest's limits; bounds the memory of a case.
const MAX_PILES: u64 = 10_000;
const MAX_CARDS: u64 = 1_000_000;
const MAX: u64 = i64::MAX as u64;

fn pile(height: u64, numbers: &std::ops::RangeInclusive<u64>, random: &mut Random) -> Pile {
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

fn edge(sizes: &Sizes, random: &mut Random) -> Case {
    let end = |name: &str, random: &mut Random| {
        let range = sizes.range(name);
        *random.pick(&[*range.start(), *range.end()])
    };
    let numbers = sizes.range("numbers");
    let k = end("k", random);
    let piles = end("piles", random);
    let height = end("cards", random);
    let one = end("numbers", random);
    let first = pile(height, numbers, random);
    let kind = random.below(4);
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
        _ => {
            let height = random.within(sizes.range("cards"));
            vec![random.within(numbers); height as usize]
        }
    };
    Case {
        piles: (0..piles).map(make).collect(),
        game: Piles { k },
    }
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[
    Size {
        name: "piles",
        meaning: "number of piles",
        allowed: 1..=MAX_PILES,
        usual: 1..=6,
    },
    Size {
        name: "cards",
        meaning: "cards in a pile",
        allowed: 1..=MAX_CARDS,
        usual: 1..=12,
    },
    Size {
        name: "numbers",
        meaning: "numbers on the cards",
        allowed: 1..=MAX,
        usual: 1..=10,
    },
    Size {
        name: "k",
        meaning: "K, the maximum number of cards discarded",
        allowed: 0..=MAX,
        usual: 0..=4,
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
        match bias {
            Bias::Edge => edge(sizes, random),
            _ => any_case(sizes, random),
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
        let lower_k = lower(case.game.k, 0).map(|k| Case {
            game: Piles { k },
            piles: case.piles.clone(),
        });
        let _ = fewer_piles
            .chain(fewer_cards)
            .filter(|piles| is_contest(piles))
            .map(with)
            .chain(lower_k)
            .chain(lower_cards.map(with))
            .try_for_each(visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Case) -> Flow) -> Option<Flow> {
        // A pile and its card.
        let least = 2;
        Some((0..=measure.saturating_sub(least)).try_for_each(|k| {
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
