//! Case generator of boxes: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::contest::{
    Bias, CaseGenerator, ListShape, Random, Size, Sizes, list_measure, put_numbers, simple_numbers,
};
use kibitz_game::{Flow, Wdl};

use super::{Counts, Format};
use crate::lists::generator::{ListSpec, set_xor, simplest};

/// Above the contest's limits; bounds the memory of a case.
const MAX_BOXES: u64 = 1_000_000;
const MAX_CARDS: u64 = i64::MAX as u64;
/// Limit on the number of edges (positions × moves) of a case that has to be
/// enumerated: hundreds of cases are generated before one is chosen.
const MAX_SEARCHED: u64 = 3000;

/// Whether a case of `cards` cards in `boxes` boxes is within [`MAX_SEARCHED`].
/// The number of positions is the number of distributions of the cards, and
/// each position has about as many moves as cards.
fn is_quick(cards: u64, boxes: usize) -> bool {
    let mut ways = 1u64;
    for place in 1..boxes as u64 {
        // From C(cards + place − 1, place − 1) to C(cards + place, place).
        match ways.checked_mul(cards.saturating_add(place)) {
            Some(product) if product / place <= MAX_SEARCHED => ways = product / place,
            _ => return false,
        }
    }
    ways.saturating_mul(cards) <= MAX_SEARCHED
}

/// The greatest number of cards per box, up to `max`, for which a case is
/// quickly enumerated.
fn max_quick_cards(boxes: usize, max: u64) -> u64 {
    let fits = |cards: &u64| is_quick(cards.saturating_mul(boxes as u64), boxes);
    (1..=max).take_while(fits).last().unwrap_or(1)
}

impl Format<'_> {
    /// The least number of boxes of a case in contest input.
    fn fewest(&self) -> u64 {
        self.game().transfers().largest().unwrap_or(1) as u64
    }

    fn shape(&self) -> ListShape {
        ListShape {
            group_len: 1,
            fewest: self.fewest() as usize,
            least: 0,
        }
    }

    fn wanted(&self, sizes: &Sizes) -> ListSpec {
        let requested = sizes.range("boxes");
        let fewest = self.fewest();
        let numbers = match self.searched(sizes) {
            Some(boxes) => 0..=max_quick_cards(boxes, *sizes.range("cards").end()),
            None => sizes.range("cards").clone(),
        };
        ListSpec {
            lengths: *requested.start().max(&fewest)..=*requested.end().max(&fewest),
            numbers,
            shape: self.shape(),
        }
    }

    /// The number of boxes linked by transfers if the staircase argument does
    /// not apply, so that cases are enumerated; `None` if it applies or if the
    /// number of cards was given.
    fn searched(&self, sizes: &Sizes) -> Option<usize> {
        let transfers = self.game().transfers();
        let largest = transfers
            .largest()
            .filter(|_| sizes.given("cards").is_none())?;
        match self.game().staircase(largest) {
            Ok(_) => None,
            Err(_) => Some(transfers.linked().count()),
        }
    }

    /// Empties boxes until the case is small enough to enumerate.
    fn reduce_cards(&self, counts: &mut Counts, boxes: usize, random: &mut Random) {
        let mut full: Vec<usize> = self.game().transfers().linked().collect();
        full.retain(|number| counts[number - 1] > 0);
        random.shuffle(&mut full);
        let mut cards: u64 = full.iter().map(|number| counts[number - 1]).sum();
        while !is_quick(cards, boxes)
            && let Some(number) = full.pop()
        {
            cards -= std::mem::take(&mut counts[number - 1]);
        }
    }

    /// The indices of the odd or of the even boxes; none if parities are
    /// undefined.
    fn places(&self, boxes: usize, is_odd: bool) -> Vec<usize> {
        let Ok(staircase) = self.game().staircase(boxes) else {
            return Vec::new();
        };
        (0..boxes)
            .filter(|place| staircase.is_odd(place + 1) == is_odd)
            .collect()
    }
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[
    Size {
        name: "boxes",
        meaning: "number of boxes",
        allowed: 1..=MAX_BOXES,
        contest: 1..=10_000,
        usual: 1..=20,
    },
    Size {
        name: "cards",
        meaning: "cards in a box",
        allowed: 0..=MAX_CARDS,
        contest: 0..=100,
        usual: 0..=100,
    },
];

/// The size of a case is the number of its boxes and cards.
impl CaseGenerator for Format<'_> {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(SIZES)
    }

    fn together(&self) -> u64 {
        100
    }

    fn put(&self, case: &Counts, out: &mut Vec<u8>) {
        put_numbers([case.len() as u64], out);
        put_numbers(case.iter().copied(), out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Counts {
        let wanted = self.wanted(sizes);
        let odd = |boxes| self.places(boxes, true);
        let mut counts = match bias {
            Bias::Edge => wanted.edge(random, odd),
            Bias::Long => wanted.longest(random),
            Bias::Uniform | Bias::Balanced => wanted.any(random),
        };
        match bias {
            // Cards only in even boxes, which do not contribute to the nim-sum.
            Bias::Edge if random.once_in(6) => {
                for place in odd(counts.len()) {
                    counts[place] = *wanted.numbers.start();
                }
            }
            Bias::Balanced | Bias::Long if random.once_in(2) => {
                let odd = odd(counts.len());
                set_xor(&mut counts, odd, 0, &wanted.numbers, random);
            }
            _ => {}
        }
        if let Some(boxes) = self.searched(sizes) {
            self.reduce_cards(&mut counts, boxes, random);
        }
        counts
    }

    fn sizes_of(&self, case: &Counts, visit: &mut dyn FnMut(&str, u64)) {
        visit("boxes", case.len() as u64);
        case.iter().for_each(|cards| visit("cards", *cards));
    }

    fn max_cases(&self) -> Option<u64> {
        Some(100)
    }

    fn measure(&self, case: &Counts) -> u64 {
        list_measure(case.iter().copied())
    }

    fn smaller(&self, case: &Counts, visit: &mut dyn FnMut(Counts) -> Flow) {
        let odd = self.places(case.len(), true);
        self.shape().smaller(case, &odd, visit);
    }

    /// Cards only in the last box.
    fn simple(&self, case: &Counts, visit: &mut dyn FnMut(Counts) -> Flow) {
        let most = case.iter().max().copied().unwrap_or(0);
        let cards = simple_numbers(0..=most);
        let boxes = simple_numbers(self.fewest()..=case.len() as u64);
        let lists = boxes.into_iter().flat_map(|boxes| {
            cards.iter().map(move |cards| {
                let mut counts = vec![0; boxes as usize];
                counts[boxes as usize - 1] = *cards;
                counts
            })
        });
        simplest(lists, self.measure(case), visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Counts) -> Flow) -> Option<Flow> {
        self.shape().every(measure, visit)
    }

    /// Draws exist only if the transfers have a cycle.
    fn outcomes(&self) -> &'static [Wdl] {
        match self.game().transfers().is_contest() {
            true => &[Wdl::Win, Wdl::Loss],
            false => &[Wdl::Win, Wdl::Draw, Wdl::Loss],
        }
    }
}
