//! Random decks and deals, and the contest's samples.

pub(crate) use kibitz_bruteforce::Random;
use kibitz_games::nine::{Cards, Deck};

use crate::nine::reference::Reference;

/// The samples of Codeforces 1769 D1 with their answers.
pub(crate) const SAMPLES: [(&str, &str); 5] = [
    (
        "JD 7S 9S JS 8S 9D 6D 8C 8D TH KS QD QH TD 6C AD KD AC\n\
         KH QC 9H 6H KC 9C JC TS 6S QS TC JH 7D 7H AS AH 7C 8H\n",
        "Alice\n",
    ),
    (
        "7S KD 8C AH QS AC KS JC 6C 7D 9H TS 7C 6D JH JD 6S KC\n\
         8D QD AS TD AD TH KH 9S JS 9C QC 8S 8H 7H TC QH 9D 6H\n",
        "Bob\n",
    ),
    (
        "6C 7S 6H KS 9C 6S QS 7C TS JD 8H KC 9D 8C 7H KD JC QC\n\
         6D TH TD AD JS 9H TC QD 8D AC JH AH KH AS 7D 8S 9S QH\n",
        "Alice\n",
    ),
    (
        "JS KS JD TH KH JC KC QD AS JH 6H 9H 7H 6C 9D AC 6D 9S\n\
         8D 8H 7C 7S KD 7D 6S QH 8C TS AD TD TC 9C QC 8S QS AH\n",
        "Bob\n",
    ),
    (
        "6S KC TD 8S AC 9S KD TS TH 7D 7C KH TC QC JH QD JC JD\n\
         QH AS 9H 6C 8C 9C 6D AH AD KS JS 7H 6H 8H 9D QS 7S 8D\n",
        "Bob\n",
    ),
];

/// Alice's cards of a sample.
pub(crate) fn sample(number: usize) -> Cards {
    let deal = SAMPLES[number].0.trim_end().replace('\n', "/");
    Deck::default().parse_deal(&deal).unwrap()
}

/// Half of the deck for Alice.
pub(crate) fn half(random: &mut Random, deck: &Deck) -> Cards {
    let mut cards: Vec<_> = deck.cards().iter().collect();
    random.shuffle(&mut cards);
    let hers = &cards[..deck.halves()[0]];
    hers.iter().fold(Cards::NONE, |set, &card| set.with(card))
}

/// The dimensions of a deck.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) suits: usize,
    pub(crate) ranks: usize,
    pub(crate) opening: usize,
}

impl Size {
    pub(crate) const USUAL: Size = Size {
        suits: 4,
        ranks: 9,
        opening: 3,
    };

    pub(crate) fn deck(self) -> Deck {
        let ranks = &"23456789TJQKAX"[..self.ranks];
        let opening = &ranks[self.opening..=self.opening];
        Deck::new(&"CDSHabcd"[..self.suits], ranks, opening).unwrap()
    }

    pub(crate) fn reference(self, alice: Cards) -> Reference {
        Reference {
            suits: self.suits,
            ranks: self.ranks,
            opening: self.opening,
            alice: alice.bits(),
            no_move_loses: false,
        }
    }

    /// All dimensions of decks with at most `cards` cards.
    pub(crate) fn all(cards: usize) -> impl Iterator<Item = Size> {
        (1..=8).flat_map(move |suits| {
            (1..=14)
                .filter(move |ranks| suits * ranks <= cards)
                .flat_map(move |ranks| {
                    (0..ranks).map(move |opening| Size {
                        suits,
                        ranks,
                        opening,
                    })
                })
        })
    }
}
