//! nine: memoised search over sets of played cards.

use kibitz_bruteforce::nine::Card;
use kibitz_game::{Notation, RunContext};
use kibitz_games::nine::{Cards, Deck, Nine, Player};
use kibitz_solve::acyclic::DfsSolver;

use kibitz_bruteforce::Random;

use super::{CachedSolver, evaluation, outcome, rounds};

struct Kind {
    suits: &'static str,
    ranks: &'static str,
    opening: usize,
}

impl Kind {
    fn deck(&self) -> Deck {
        let opening = &self.ranks[self.opening..=self.opening];
        Deck::new(self.suits, self.ranks, opening).unwrap()
    }

    fn card(&self, number: usize) -> Card {
        Card {
            suit: number / self.ranks.len(),
            rank: number % self.ranks.len(),
        }
    }

    fn name(&self, card: Card) -> String {
        let rank = &self.ranks[card.rank..=card.rank];
        format!("{rank}{}", &self.suits[card.suit..=card.suit])
    }

    /// The position in kibitz's notation.
    fn position(&self, laid: &[Card], mover: usize) -> String {
        let mut text = String::new();
        for (suit, letter) in self.suits.chars().enumerate() {
            let ranks = laid.iter().filter(|c| c.suit == suit).map(|c| c.rank);
            let range = ranks.clone().min().zip(ranks.max());
            text += &match range {
                None => format!("{letter}:- "),
                Some((low, high)) => {
                    let rank = |r: usize| &self.ranks[r..=r];
                    format!("{letter}:{}-{} ", rank(low), rank(high))
                }
            };
        }
        text + ["Alice", "Bob"][mover]
    }
}

/// A random deal: Alice's cards and Bob's.
fn deal(kind: &Kind, dice: &mut Random) -> [Vec<Card>; 2] {
    let mut cards: Vec<Card> = (0..kind.deck().len()).map(|n| kind.card(n)).collect();
    for i in (1..cards.len()).rev() {
        cards.swap(i, dice.roll(i as u64 + 1) as usize);
    }
    let bob = cards.split_off(cards.len().div_ceil(2));
    [cards, bob]
}

fn agrees(kind: &Kind, hands: &[Vec<Card>; 2]) {
    let deck = kind.deck();
    let alice = hands[0].iter().fold(Cards::NONE, |set, card| {
        set.with(deck.card(kind.name(*card).as_bytes()).unwrap())
    });
    let game = Nine::new(deck, alice);
    let slices = [hands[0].as_slice(), hands[1].as_slice()];
    for first in [0, 1] {
        let solved = CachedSolver::new(DfsSolver);
        let start = game.start_of([Player::Alice, Player::Bob][first]);
        let reference =
            kibitz_bruteforce::nine::solve(slices, kind.ranks.len(), kind.opening, first);
        let found = evaluation(&solved, &game, &start);
        assert_eq!(outcome(&found), reference.outcome);
        assert_eq!(found.score, Some(reference.score.into()));
        for (laid, mover, expected) in reference.table.iter() {
            let text = kind.position(&laid, mover);
            let found = evaluation(&solved, &game, &game.parse(&text).unwrap());
            assert_eq!(outcome(&found), expected.outcome, "{text} {hands:?}");
            assert_eq!(found.score, Some(expected.score.into()), "{text} {hands:?}");
        }
    }
    let solved = CachedSolver::new(DfsSolver);
    let solution = solved.around(&game, &game.start_of(Player::Alice));
    let gain = solution.unwrap().first_move_gain(&game, &RunContext::new());
    let gain = gain.unwrap().unwrap();
    let expected = kibitz_bruteforce::nine::importance(slices, kind.ranks.len(), kind.opening);
    assert_eq!(gain.unsigned_abs(), u64::from(expected));
    // A player's score when moving first, minus that when moving second.
    let score = |first| {
        let solved = kibitz_bruteforce::nine::solve(slices, kind.ranks.len(), kind.opening, first);
        i64::from(solved.score)
    };
    assert_eq!(gain, score(0) - -score(1), "{hands:?}");
}

#[test]
fn every_position_of_small_decks_agrees() {
    let kinds = [
        ("C", "789", 1),
        ("CD", "6789T", 3),
        ("CD", "6789T", 0),
        ("CDS", "789T", 2),
        ("CDS", "89T", 1),
        ("CDSH", "89T", 2),
    ];
    let mut dice = Random(9);
    for (suits, ranks, opening) in kinds {
        let kind = Kind {
            suits,
            ranks,
            opening,
        };
        for _ in 0..rounds(40) {
            agrees(&kind, &deal(&kind, &mut dice));
        }
    }
}

#[test]
fn every_position_of_some_full_deals_agrees() {
    let kind = Kind {
        suits: "CDSH",
        ranks: "6789TJQKA",
        opening: 3,
    };
    let mut dice = Random(36);
    for _ in 0..kibitz_bruteforce::rounds(1, 40) {
        agrees(&kind, &deal(&kind, &mut dice));
    }
}
