//! Case generator of deals: random cases, output, and shrinking.

use std::borrow::Cow;

use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes};
use kibitz_game::{CONTINUE, Flow};

use super::{Card, Cards, Deck};

impl Deck {
    /// The deal in which Alice has the cards that are first by `key`; ties are
    /// broken at random.
    fn dealt_by(&self, random: &mut Random, key: impl Fn(usize, usize) -> usize) -> Cards {
        let mut cards: Vec<Card> = self.cards().iter().collect();
        random.shuffle(&mut cards);
        cards.sort_by_key(|card| {
            let (suit, rank) = self.place(*card);
            key(suit, rank)
        });
        let own = cards.into_iter().take(self.halves()[0]);
        own.fold(Cards::NONE, Cards::with)
    }

    /// Deals by suit, by rank, and by the distance from the opening rank, with
    /// suits in any order; in half of them some cards are exchanged.
    fn edge(&self, random: &mut Random) -> Cards {
        let opening = self.shape().below;
        let top = self.rank_letters().len();
        let mut suits: Vec<usize> = (0..self.suits()).collect();
        random.shuffle(&mut suits);
        let deal = match random.below(7) {
            0 => self.dealt_by(random, |suit, _| suits[suit]),
            1 => self.dealt_by(random, |_, rank| rank),
            2 => self.dealt_by(random, |_, rank| top - rank),
            3 => self.dealt_by(random, |_, rank| rank.abs_diff(opening)),
            4 => self.dealt_by(random, |_, rank| top - rank.abs_diff(opening)),
            5 => self.dealt_by(random, |suit, rank| (suits[suit] + rank) % 2),
            _ => self.dealt_by(random, |_, rank| usize::from(rank != opening)),
        };
        let exchanges = random.below(4) * random.below(2);
        (0..exchanges).fold(deal, |deal, _| self.exchanged(deal, random))
    }

    /// A deal in which Alice gives a random card for one of Bob's.
    fn exchanged(&self, alice: Cards, random: &mut Random) -> Cards {
        let own: Vec<Card> = alice.iter().collect();
        let others: Vec<Card> = (self.cards() - alice).iter().collect();
        if own.is_empty() || others.is_empty() {
            return alice;
        }
        (alice - Cards::NONE.with(*random.pick(&own))).with(*random.pick(&others))
    }

    /// The number of adjacent cards of a suit that have different owners.
    pub fn changes_of_hand(&self, alice: Cards) -> u64 {
        let cards: Vec<Card> = self.cards().iter().collect();
        let differ = |pair: &&[Card]| {
            let same_suit = self.place(pair[0]).0 == self.place(pair[1]).0;
            same_suit && alice.contains(pair[0]) != alice.contains(pair[1])
        };
        cards.windows(2).filter(differ).count() as u64
    }

    /// Maximal runs of adjacent cards of a suit with the same owner.
    fn runs(&self, alice: Cards) -> Vec<Cards> {
        let ranks = self.rank_letters().len();
        let mut runs = Vec::new();
        for suit in 0..self.suits() {
            for from in 0..ranks {
                let mut run = Cards::NONE;
                for rank in from..ranks {
                    run = run.with(self.card_at(suit, rank));
                    if run & alice != run && run & alice != Cards::NONE {
                        break;
                    }
                    runs.push(run);
                }
            }
        }
        runs
    }
}

/// The size of a case is its number of changes of hand, i.e. of adjacent cards
/// of a suit with different owners.
impl CaseGenerator for Deck {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(&[])
    }

    /// A contest program reads one deal.
    fn together(&self) -> u64 {
        1
    }

    fn put(&self, &alice: &Cards, out: &mut Vec<u8>) {
        let mut random = Random::new(alice.bits());
        for hand in [alice, self.cards() - alice] {
            let mut names: Vec<String> = hand.iter().map(|card| self.name(card)).collect();
            random.shuffle(&mut names);
            out.extend_from_slice(names.join(" ").as_bytes());
            out.push(b'\n');
        }
    }

    fn sample(&self, bias: Bias, _: &Sizes, random: &mut Random) -> Cards {
        match bias {
            Bias::Edge => self.edge(random),
            _ => self.dealt_by(random, |_, _| 0),
        }
    }

    fn max_cases(&self) -> Option<u64> {
        Some(self.together())
    }

    fn measure(&self, alice: &Cards) -> u64 {
        self.changes_of_hand(*alice)
    }

    /// Exchanges a run of Alice's cards for as many adjacent cards of Bob's.
    fn smaller(&self, &alice: &Cards, visit: &mut dyn FnMut(Cards) -> Flow) {
        let (own, others): (Vec<Cards>, Vec<Cards>) = self
            .runs(alice)
            .into_iter()
            .partition(|run| *run & alice == *run);
        let now = self.changes_of_hand(alice);
        let mut simpler: Vec<(u64, Cards)> = Vec::new();
        for given in own {
            for &taken in others.iter().filter(|taken| taken.len() == given.len()) {
                let deal = (alice - given) | taken;
                let changes = self.changes_of_hand(deal);
                if changes < now {
                    simpler.push((changes, deal));
                }
            }
        }
        simpler.sort_unstable();
        let _ = simpler.into_iter().try_for_each(|(_, deal)| visit(deal));
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Cards) -> Flow) -> Option<Flow> {
        let mut dealing = Dealing { deck: self, visit };
        Some(dealing.deal(0, Cards::NONE, measure))
    }

    fn total(&self) -> Option<u64> {
        let (cards, own) = (self.len() as u64, self.halves()[0] as u64);
        // C(cards, n + 1) from C(cards, n).
        (0..own).try_fold(1u64, |ways, n| Some(ways.checked_mul(cards - n)? / (n + 1)))
    }
}

/// Enumerates the deals with a given number of changes of hand.
struct Dealing<'a> {
    deck: &'a Deck,
    visit: &'a mut dyn FnMut(Cards) -> Flow,
}

impl Dealing<'_> {
    /// Deals the cards from `next` on, with exactly `changes` more changes.
    fn deal(&mut self, next: usize, alice: Cards, changes: u64) -> Flow {
        let [to_alice, to_bob] = self.deck.halves();
        let to_alice_left = to_alice - alice.len();
        let to_bob_left = to_bob - (next - alice.len());
        if next == self.deck.len() {
            return if changes == 0 {
                (self.visit)(alice)
            } else {
                CONTINUE
            };
        }
        let card = Card::new(next);
        let (_, rank) = self.deck.place(card);
        for (left, with) in [(to_alice_left, alice.with(card)), (to_bob_left, alice)] {
            if left == 0 {
                continue;
            }
            let is_own = with.contains(card);
            let changed = rank > 0 && alice.contains(Card::new(next - 1)) != is_own;
            if let Some(rest) = changes.checked_sub(u64::from(changed)) {
                self.deal(next + 1, with, rest)?;
            }
        }
        CONTINUE
    }
}
