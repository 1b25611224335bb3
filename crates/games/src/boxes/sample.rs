//! Cases of boxes made up, written, and made smaller.

use kibitz_game::contest::{Bias, Random, Sampled, Size, Sizes, lower, pieces, put_numbers};
use kibitz_game::{Flow, MORE, Wdl};

use super::{Counts, Format};

/// The contest's limits are smaller; these keep a case in memory.
const MOST_BOXES: u64 = 1_000_000;
const MOST_CARDS: u64 = i64::MAX as u64;
/// Cases that must have more boxes are not listed: there are too many of them.
const MOST_LISTED: u64 = 1000;

impl Format<'_> {
    /// Contest input has no case with fewer boxes.
    fn fewest(&self) -> u64 {
        self.game().transfers().largest().unwrap_or(1) as u64
    }

    fn boxes(&self, sizes: &Sizes) -> std::ops::RangeInclusive<u64> {
        let asked = sizes.range("boxes");
        let fewest = self.fewest();
        *asked.start().max(&fewest)..=*asked.end().max(&fewest)
    }

    fn edge(&self, sizes: &Sizes, random: &mut Random) -> Counts {
        let (boxes, cards) = (self.boxes(sizes), sizes.range("cards"));
        let (least, most) = (*cards.start(), *cards.end());
        let n = match random.below(3) {
            0 => *boxes.start(),
            1 => *boxes.end(),
            _ => random.within(&boxes),
        } as usize;
        let any = random.within(cards);
        let mut counts = vec![least; n];
        match random.below(6) {
            0 => {}
            1 => counts.fill(most),
            2 => counts.fill(any),
            3 if n > 0 => counts[random.index(n)] = any,
            4 => self.fill_even(&mut counts, cards, random),
            _ => counts.fill_with(|| *random.pick(&[least, most])),
        }
        counts
    }

    /// Only boxes from which the last step is not odd: nothing there counts.
    fn fill_even(
        &self,
        counts: &mut Counts,
        cards: &std::ops::RangeInclusive<u64>,
        random: &mut Random,
    ) {
        let Ok(staircase) = self.game().staircase(counts.len()) else {
            return;
        };
        for number in 1..=counts.len() {
            if !staircase.is_odd(number) {
                counts[number - 1] = random.within(cards);
            }
        }
    }

    /// Changes one box, if it can be done so, that the mover loses.
    fn even_out(
        &self,
        counts: &mut Counts,
        cards: &std::ops::RangeInclusive<u64>,
        random: &mut Random,
    ) {
        let Ok(staircase) = self.game().staircase(counts.len()) else {
            return;
        };
        let sum = staircase.nim_sum(counts).get();
        let mut odd: Vec<usize> = (1..=counts.len())
            .filter(|b| staircase.is_odd(*b))
            .collect();
        random.shuffle(&mut odd);
        let fits = |number: &&usize| cards.contains(&(counts[**number - 1] ^ sum));
        if let Some(&number) = odd.iter().find(fits) {
            counts[number - 1] ^= sum;
        }
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
        if bias == Bias::Edge {
            return self.edge(sizes, random);
        }
        let cards = sizes.range("cards");
        let n = match bias {
            Bias::Long => *self.boxes(sizes).end(),
            _ => random.within(&self.boxes(sizes)),
        };
        let mut counts: Counts = (0..n).map(|_| random.within(cards)).collect();
        if bias == Bias::Balanced && random.once_in(2) {
            self.even_out(&mut counts, cards, random);
        }
        counts
    }

    fn measure(&self, case: &Counts) -> u64 {
        let cards = case.iter().fold(0, |sum: u64, n| sum.saturating_add(*n));
        cards.saturating_add(case.len() as u64)
    }

    fn smaller(&self, case: &Counts, visit: &mut dyn FnMut(Counts) -> Flow) {
        let fewest = self.fewest() as usize;
        let spare = pieces(case.len()).filter(|piece| case.len() - piece.len() >= fewest);
        let fewer = spare.map(|piece| {
            let mut counts = case.clone();
            counts.drain(piece);
            counts
        });
        let lowered = (0..case.len()).flat_map(|i| {
            lower(case[i], 0).map(move |cards| {
                let mut counts = case.clone();
                counts[i] = cards;
                counts
            })
        });
        let _ = fewer.chain(lowered).try_for_each(visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Counts) -> Flow) -> Option<Flow> {
        if self.fewest() > MOST_LISTED {
            return None;
        }
        let sizes = self.fewest()..=measure;
        Some(sizes.into_iter().try_for_each(|boxes| {
            let mut counts = vec![0; boxes as usize];
            spread(measure - boxes, 0, &mut counts, visit)
        }))
    }

    /// Only cards that come back to a box can go on for ever.
    fn outcomes(&self) -> &'static [Wdl] {
        match self.game().transfers().is_contest() {
            true => &[Wdl::Win, Wdl::Loss],
            false => &[Wdl::Win, Wdl::Draw, Wdl::Loss],
        }
    }
}

/// Every way to put `cards` cards into the boxes from `at` on.
fn spread(
    cards: u64,
    at: usize,
    counts: &mut Counts,
    visit: &mut dyn FnMut(Counts) -> Flow,
) -> Flow {
    if at + 1 == counts.len() {
        counts[at] = cards;
        return visit(counts.clone());
    }
    for here in 0..=cards {
        counts[at] = here;
        spread(cards - here, at + 1, counts, visit)?;
    }
    MORE
}
