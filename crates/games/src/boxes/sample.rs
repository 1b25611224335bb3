//! Cases of boxes made up, written, and made smaller.

use kibitz_game::contest::{Bias, Random, Sampled, Size, Sizes, put_numbers};
use kibitz_game::{Flow, Wdl};

use super::{Counts, Format};
use crate::lists::sample::{Shape, Wanted, even_out, measure};

/// The contest's limits are smaller; these keep a case in memory.
const MOST_BOXES: u64 = 1_000_000;
const MOST_CARDS: u64 = i64::MAX as u64;
/// A case that is searched as a whole has about so many moves at most, in all of
/// its positions: hundreds of cases are made up before one is chosen.
const MOST_SEARCHED: u64 = 3000;

/// Whether so many cards in so many boxes make a case that is quickly searched.
/// There are as many positions as ways to distribute the cards, and about as
/// many moves at each as there are cards.
fn is_quick(cards: u64, boxes: usize) -> bool {
    let mut ways = 1u64;
    for place in 1..boxes as u64 {
        // From C(cards + place − 1, place − 1) to C(cards + place, place).
        match ways.checked_mul(cards.saturating_add(place)) {
            Some(product) if product / place <= MOST_SEARCHED => ways = product / place,
            _ => return false,
        }
    }
    ways.saturating_mul(cards) <= MOST_SEARCHED
}

/// The most cards, up to `most`, of which every box may have so many.
fn few_cards(boxes: usize, most: u64) -> u64 {
    let fits = |cards: &u64| is_quick(cards.saturating_mul(boxes as u64), boxes);
    (1..=most).take_while(fits).last().unwrap_or(1)
}

impl Format<'_> {
    /// Contest input has no case with fewer boxes.
    fn fewest(&self) -> u64 {
        self.game().transfers().largest().unwrap_or(1) as u64
    }

    fn shape(&self) -> Shape {
        Shape {
            at_once: 1,
            fewest: self.fewest() as usize,
            least: 0,
        }
    }

    fn wanted(&self, sizes: &Sizes) -> Wanted {
        let asked = sizes.range("boxes");
        let fewest = self.fewest();
        let numbers = match self.searched(sizes) {
            Some(boxes) => 0..=few_cards(boxes, *sizes.range("cards").end()),
            None => sizes.range("cards").clone(),
        };
        Wanted {
            lengths: *asked.start().max(&fewest)..=*asked.end().max(&fewest),
            numbers,
            shape: self.shape(),
        }
    }

    /// How many boxes cards can move between, where the staircase does not tell
    /// who wins, so that every case is searched as a whole; none where it does,
    /// or where the number of cards was asked for.
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

    /// Empties boxes, so that a case that is searched as a whole stays small.
    fn thin_out(&self, counts: &mut Counts, boxes: usize, random: &mut Random) {
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

    /// Places of the boxes from which the way to a sink is odd, or of those
    /// from which it is even; none where boxes have no sides.
    fn places(&self, boxes: usize, is_odd: bool) -> Vec<usize> {
        let Ok(staircase) = self.game().staircase(boxes) else {
            return Vec::new();
        };
        (0..boxes)
            .filter(|place| staircase.is_odd(place + 1) == is_odd)
            .collect()
    }
}

/// A case is as large as it has boxes and cards.
impl Sampled for Format<'_> {
    const SIZES: &'static [Size] = &[
        Size {
            name: "boxes",
            meaning: "how many boxes there are",
            allowed: 1..=MOST_BOXES,
            usual: 1..=20,
        },
        Size {
            name: "cards",
            meaning: "cards in a box",
            allowed: 0..=MOST_CARDS,
            usual: 0..=100,
        },
    ];
    const TOGETHER: u64 = 100;

    fn put(&self, case: &Counts, out: &mut Vec<u8>) {
        put_numbers([case.len() as u64], out);
        put_numbers(case.iter().copied(), out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Counts {
        let wanted = self.wanted(sizes);
        let mut counts = match bias {
            // Only boxes that are even have cards: nothing there counts.
            Bias::Edge => wanted.edge(random, |counts, random| {
                for place in self.places(counts.len(), false) {
                    counts[place] = random.within(&wanted.numbers);
                }
            }),
            Bias::Long => wanted.longest(random),
            Bias::Uniform => wanted.any(random),
            Bias::Balanced => {
                let mut counts = wanted.any(random);
                if random.once_in(2) {
                    let odd = self.places(counts.len(), true);
                    even_out(&mut counts, odd, &wanted.numbers, random);
                }
                counts
            }
        };
        if let Some(boxes) = self.searched(sizes) {
            self.thin_out(&mut counts, boxes, random);
        }
        counts
    }

    fn measure(&self, case: &Counts) -> u64 {
        measure(case.iter().copied())
    }

    fn smaller(&self, case: &Counts, visit: &mut dyn FnMut(Counts) -> Flow) {
        self.shape().smaller(case, visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Counts) -> Flow) -> Option<Flow> {
        self.shape().every(measure, visit)
    }

    /// Only cards that come back to a box can go on for ever.
    fn outcomes(&self) -> &'static [Wdl] {
        match self.game().transfers().is_contest() {
            true => &[Wdl::Win, Wdl::Loss],
            false => &[Wdl::Win, Wdl::Draw, Wdl::Loss],
        }
    }
}
