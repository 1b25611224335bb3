//! Case generator of numbers: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes, put_numbers};
use kibitz_game::{CONTINUE, Flow, Wdl};

use super::contest::case;
use super::{Case, First, Format, Hands, Pos, values};

/// Whether the mover has a non-zero card; contest input has no other cases.
fn is_playable(case: &Case) -> bool {
    case.position.mine != Hands::ZEROS
}

/// The hands of Alice and of Bob.
fn by_player(case: &Case) -> [u16; 2] {
    let Pos { mine, theirs } = case.position;
    match case.first {
        First::Alice => [mine, theirs],
        First::Bob => [theirs, mine],
    }
}

/// The cards of a hand in increasing order.
fn cards(hands: &Hands, hand: u16) -> Vec<u64> {
    let counts = hands.counts(hand).iter().zip(0..);
    counts
        .flat_map(|(n, value)| std::iter::repeat_n(value, usize::from(*n)))
        .collect()
}

fn sum(hands: &Hands, hand: u16) -> u64 {
    let counts = hands.counts(hand).iter().zip(0..);
    counts.map(|(n, value)| u64::from(*n) * value).sum()
}

/// Every hand in which one card is lower, with zeros first.
fn lowered(hands: &Hands, hand: u16) -> Vec<u16> {
    let modulus = hands.modulus() as u8;
    let mut lower: Vec<(u8, u8)> = values(hands.non_zero(hand))
        .flat_map(|card| (0..card).map(move |to| (to, card)))
        .collect();
    lower.sort_by_key(|(to, _)| *to);
    let raise = |(to, card)| hands.raised(hand, card, modulus - card + to);
    lower.into_iter().map(raise).collect()
}

impl Format<'_> {
    fn hand(&self, random: &mut Random, mut card: impl FnMut(&mut Random) -> u64) -> u16 {
        let hands = self.game().hands();
        hands.find((0..hands.cards()).map(|_| card(random) as u8))
    }

    /// A uniformly random hand other than that of zeros.
    fn any_hand(&self, random: &mut Random) -> u16 {
        let modulus = u64::from(self.game().hands().modulus());
        loop {
            let hand = self.hand(random, |random| random.below(modulus));
            if hand != Hands::ZEROS {
                return hand;
            }
        }
    }

    /// A hand of zeros except for a few cards.
    fn poor_hand(&self, few: u64, random: &mut Random) -> u16 {
        let hands = self.game().hands();
        let others = u64::from(hands.modulus()) - 1;
        let mut left = few.min(hands.cards().into());
        self.hand(random, |random| {
            if left == 0 {
                return 0;
            }
            left -= 1;
            1 + random.below(others)
        })
    }

    /// A hand of equal cards.
    fn flat_hand(&self, random: &mut Random) -> u16 {
        let others = u64::from(self.game().hands().modulus()) - 1;
        let card = 1 + random.below(others);
        self.hand(random, |_| card)
    }

    fn edge(&self, random: &mut Random) -> [u16; 2] {
        let largest = u64::from(self.game().hands().modulus()) - 1;
        match random.below(7) {
            0 => [self.any_hand(random), Hands::ZEROS],
            1 => [self.flat_hand(random), self.flat_hand(random)],
            2 => [self.poor_hand(1, random), self.poor_hand(1, random)],
            3 => [self.poor_hand(2, random), self.poor_hand(2, random)],
            4 => [self.poor_hand(1, random), self.any_hand(random)],
            5 => [self.hand(random, |_| largest); 2],
            _ => [self.any_hand(random); 2],
        }
    }
}

/// The size of a case is the sum of all its cards, plus one if Bob moves first.
impl CaseGenerator for Format<'_> {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(&[])
    }

    fn together(&self) -> u64 {
        100_000
    }

    fn put(&self, case: &Case, out: &mut Vec<u8>) {
        let hands = self.game().hands();
        let first = case.first as u64;
        let [alice, bob] = by_player(case);
        out.extend_from_slice(format!("{first}\n").as_bytes());
        let mut random = Random::new(first << 32 | u64::from(alice) << 16 | u64::from(bob));
        for hand in [alice, bob] {
            let mut cards = cards(hands, hand);
            random.shuffle(&mut cards);
            put_numbers(cards, out);
        }
    }

    fn sample(&self, bias: Bias, _: &Sizes, random: &mut Random) -> Case {
        let [mine, theirs] = match bias {
            Bias::Edge => self.edge(random),
            _ => [self.any_hand(random), self.any_hand(random)],
        };
        let first = *random.pick(&[First::Alice, First::Bob]);
        let position = Pos { mine, theirs };
        Case { first, position }
    }

    fn guarantee(&self, case: &Case) -> Option<&'static str> {
        (!is_playable(case)).then_some("the player who moves first has a card that is not 0")
    }

    fn max_cases(&self) -> Option<u64> {
        Some(self.together())
    }

    fn measure(&self, case: &Case) -> u64 {
        let hands = self.game().hands();
        let Pos { mine, theirs } = case.position;
        sum(hands, mine) + sum(hands, theirs) + case.first as u64
    }

    fn smaller(&self, from: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
        let hands = self.game().hands();
        let [alice, bob] = by_player(from);
        let mut cases = Vec::new();
        if from.first == First::Bob {
            cases.extend([
                case(First::Alice, bob, alice),
                case(First::Alice, alice, bob),
            ]);
        }
        let fewer = lowered(hands, alice).into_iter();
        cases.extend(fewer.map(|alice| case(from.first, alice, bob)));
        let fewer = lowered(hands, bob).into_iter();
        cases.extend(fewer.map(|bob| case(from.first, alice, bob)));
        let _ = cases.into_iter().filter(is_playable).try_for_each(visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Case) -> Flow) -> Option<Flow> {
        Some(self.every_case(measure, visit))
    }

    /// Each of the two players may be the mover, whose hand is not all zeros.
    fn total(&self) -> Option<u64> {
        let hands = self.game().hands().count() as u64;
        Some(2 * (hands - 1) * hands)
    }

    fn outcomes(&self) -> &'static [Wdl] {
        &[Wdl::Win, Wdl::Draw, Wdl::Loss]
    }
}

impl Format<'_> {
    fn every_case(&self, measure: u64, visit: &mut dyn FnMut(Case) -> Flow) -> Flow {
        let hands = self.game().hands();
        let mut of_sum: Vec<Vec<u16>> = Vec::new();
        for hand in 0..hands.count() as u16 {
            let sum = sum(hands, hand) as usize;
            if sum > measure as usize {
                continue;
            }
            of_sum.resize(of_sum.len().max(sum + 1), Vec::new());
            of_sum[sum].push(hand);
        }
        let of_sum = |sum: u64| of_sum.get(sum as usize).map_or(&[][..], Vec::as_slice);
        for first in [First::Alice, First::Bob] {
            let Some(cards) = measure.checked_sub(first as u64) else {
                continue;
            };
            for own in 0..=cards {
                for &alice in of_sum(own) {
                    for &bob in of_sum(cards - own) {
                        let case = case(first, alice, bob);
                        if is_playable(&case) {
                            visit(case)?;
                        }
                    }
                }
            }
        }
        CONTINUE
    }
}
