//! "Игра в Девятку": cards laid outwards from the nines.
//!
//! A position is the *set* of laid cards and the mover; every card of the
//! mover's hand is tested against the rule. The built-in game stores two
//! heights per suit in a mixed-radix number; that the laid cards of a suit are
//! contiguous around its nine is not used here. Result and score are computed
//! independently from the same successors.

use crate::Outcome;
use std::collections::HashMap;

/// A card; suits and ranks are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The suit.
    pub suit: usize,
    /// The rank, from the lowest.
    pub rank: usize,
}

/// The value of a position for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Result and distance.
    pub outcome: Outcome,
    /// The number of cards left in the loser's hand, maximised by the winner
    /// and minimised by the loser; negative if the mover loses, 0 for a draw.
    pub score: i32,
}

/// A deal, solved for one first mover.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Result and distance for the first mover.
    pub outcome: Outcome,
    /// The score for the first mover.
    pub score: i32,
    /// Every reachable position.
    pub table: Table,
}

/// The reachable positions of a deal.
#[derive(Clone, Debug)]
pub struct Table {
    deal: Deal,
    memo: HashMap<(Laid, usize), Value>,
}

impl Table {
    /// The value of the position with these cards laid, in any order, and this
    /// player (0 or 1) to move; `None` if it is not reachable.
    #[must_use]
    pub fn get(&self, laid: &[Card], mover: usize) -> Option<Value> {
        let mut set = Laid::default();
        for &card in laid {
            set = set.with(self.deal.place(card));
        }
        self.memo.get(&(set, mover)).copied()
    }

    /// Every position: the laid cards, sorted; the mover; and the value.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<Card>, usize, Value)> {
        self.memo.iter().map(|(&(laid, mover), &value)| {
            let cards = self.deal.hands.iter().flatten().copied();
            let lies = |card: &Card| laid.has(self.deal.place(*card));
            let mut cards: Vec<Card> = cards.filter(lies).collect();
            cards.sort_unstable();
            (cards, mover, value)
        })
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.memo.len()
    }
}

/// The laid cards, as a set of their indices in the pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Laid(u64);

impl Laid {
    fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    fn with(self, place: usize) -> Laid {
        Laid(self.0 | 1 << place)
    }
}

#[derive(Clone, Debug)]
struct Deal {
    hands: [Vec<Card>; 2],
    ranks: usize,
    opening: usize,
}

impl Deal {
    /// The index of a card in the pack.
    fn place(&self, card: Card) -> usize {
        card.suit * self.ranks + card.rank
    }

    /// Whether the rules allow laying this card.
    fn allowed(&self, card: Card, laid: Laid) -> bool {
        if card.rank == self.opening {
            return true;
        }
        let neighbour_rank = if card.rank < self.opening {
            card.rank + 1
        } else {
            card.rank - 1
        };
        let neighbour = Card {
            rank: neighbour_rank,
            ..card
        };
        laid.has(self.place(neighbour))
    }

    /// The cards still in a player's hand.
    fn held(&self, player: usize, laid: Laid) -> impl Iterator<Item = Card> {
        let hand = self.hands[player].iter().copied();
        hand.filter(move |&card| !laid.has(self.place(card)))
    }

    /// The cards that a player may lay.
    fn playable(&self, player: usize, laid: Laid) -> impl Iterator<Item = Card> {
        let held = self.held(player, laid);
        held.filter(move |&card| self.allowed(card, laid))
    }

    fn value(&self, laid: Laid, mover: usize, memo: &mut HashMap<(Laid, usize), Value>) -> Value {
        if let Some(&value) = memo.get(&(laid, mover)) {
            return value;
        }
        let value = self.compute(laid, mover, memo);
        memo.insert((laid, mover), value);
        value
    }

    fn compute(&self, laid: Laid, mover: usize, memo: &mut HashMap<(Laid, usize), Value>) -> Value {
        let other = 1 - mover;
        let left = |player| self.held(player, laid).count() as i32;
        if left(other) == 0 {
            return Value {
                outcome: Outcome::Loss(0),
                score: -left(mover),
            };
        }
        if left(mover) == 0 {
            return Value {
                outcome: Outcome::Win(0),
                score: left(other),
            };
        }

        let mut children = Vec::new();
        for card in self.playable(mover, laid) {
            children.push(self.value(laid.with(self.place(card)), other, memo));
        }
        if children.is_empty() {
            if self.playable(other, laid).next().is_none() {
                // Both players pass forever; impossible with a whole pack.
                return Value {
                    outcome: Outcome::Draw,
                    score: 0,
                };
            }
            children.push(self.value(laid, other, memo));
        }
        let outcomes: Vec<Outcome> = children.iter().map(|child| child.outcome).collect();
        let scores = children.iter().map(|child| -child.score);
        Value {
            outcome: Outcome::from_children(&outcomes),
            score: scores.max().expect("a card or a pass"),
        }
    }
}

/// Solves a deal. The ranks of a suit are `0..ranks`, `opening` is the rank
/// that starts a suit, and player `first` (0 or 1) moves first.
///
/// The hands need not form a whole pack: if a missing card leaves both players
/// without a card to lay, the position is a draw. A player dealt no cards has
/// already won.
///
/// # Panics
///
/// Panics if a card is dealt twice or does not exist, or if the pack has more
/// than 64 cards.
#[must_use]
pub fn solve(hands: [&[Card]; 2], ranks: usize, opening: usize, first: usize) -> Answer {
    assert!(opening < ranks, "the opening must be one of the ranks");
    assert!(first < 2, "there are two players");
    let deal = Deal {
        hands: hands.map(<[Card]>::to_vec),
        ranks,
        opening,
    };
    let mut pack = Laid::default();
    for &card in hands.iter().copied().flatten() {
        assert!(card.rank < ranks, "no such rank: {card:?}");
        assert!(deal.place(card) < 64, "no more than 64 cards: {card:?}");
        assert!(!pack.has(deal.place(card)), "dealt twice: {card:?}");
        pack = pack.with(deal.place(card));
    }
    let mut memo = HashMap::new();
    let Value { outcome, score } = deal.value(Laid::default(), first, &mut memo);
    Answer {
        outcome,
        score,
        table: Table { deal, memo },
    }
}

/// The first-move advantage: the difference of the scores with either player
/// first, both for player 0.
///
/// # Panics
///
/// As [`solve`].
#[must_use]
pub fn importance(hands: [&[Card]; 2], ranks: usize, opening: usize) -> u32 {
    let with_0_first = solve(hands, ranks, opening, 0).score;
    let with_1_first = -solve(hands, ranks, opening, 1).score;
    with_0_first.abs_diff(with_1_first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Loss, Win};

    /// Cards of one suit.
    fn suit(suit: usize, ranks: &[usize]) -> Vec<Card> {
        ranks.iter().map(|&rank| Card { suit, rank }).collect()
    }

    /// One suit of three ranks with the middle one as the opening.
    fn short(mine: &[usize], theirs: &[usize], first: usize) -> Answer {
        solve([&suit(0, mine), &suit(0, theirs)], 3, 1, first)
    }

    #[test]
    fn forced_pass_is_not_a_loss() {
        // The mover has no card to lay and passes, the opponent has to lay the
        // opening, and the mover's only card is next to it.
        let answer = short(&[2], &[0, 1], 0);
        assert_eq!((answer.outcome, answer.score), (Win(3), 1));
        // The same without the pass.
        let other = short(&[2], &[0, 1], 1);
        assert_eq!((other.outcome, other.score), (Loss(2), -1));
        let hands: [&[Card]; 2] = [&suit(0, &[2]), &suit(0, &[0, 1])];
        assert_eq!(importance(hands, 3, 1), 0);
    }

    #[test]
    fn playable_card_must_be_laid() {
        // The mover holds only the opening and has to lay it: a win in 1.
        let answer = short(&[1], &[0, 2], 0);
        assert_eq!((answer.outcome, answer.score), (Win(1), 2));
        assert_eq!(answer.table.positions(), 2);
        let laid = suit(0, &[1]);
        let value = answer.table.get(&laid, 1).expect("reached");
        assert_eq!((value.outcome, value.score), (Loss(0), -2));
        assert_eq!(answer.table.get(&laid, 0), None);
        // With the other player first: a pass, then the same.
        let answer = short(&[1], &[0, 2], 1);
        assert_eq!((answer.outcome, answer.score), (Loss(2), -2));
    }

    #[test]
    fn shorter_hand_wins_unless_it_has_to_pass() {
        // Each player holds a suit alone, three cards against two.
        let mine = suit(0, &[0, 1, 2]);
        let theirs = suit(1, &[1, 2]);
        let answer = solve([&mine, &theirs], 3, 1, 0);
        assert_eq!((answer.outcome, answer.score), (Loss(4), -1));
        // Without the opening of their suit the opponent never lays a card.
        let theirs = suit(1, &[0, 2]);
        let answer = solve([&mine, &theirs], 3, 1, 0);
        assert_eq!((answer.outcome, answer.score), (Win(5), 2));
        assert!(answer.table.iter().all(|(laid, _, _)| laid.len() <= 3));
    }

    #[test]
    fn missing_opening_card_makes_a_draw() {
        let answer = short(&[0], &[2], 0);
        assert_eq!((answer.outcome, answer.score), (Draw, 0));
        // One suit is blocked, the other is not: the player holding it wins.
        let mine = suit(1, &[1]);
        let answer = solve([&mine, &suit(0, &[2])], 3, 1, 1);
        assert_eq!((answer.outcome, answer.score), (Loss(2), -1));
    }

    #[test]
    fn empty_hand_is_a_win() {
        let answer = short(&[], &[0, 1], 0);
        assert_eq!((answer.outcome, answer.score), (Win(0), 2));
        let answer = short(&[], &[0, 1], 1);
        assert_eq!((answer.outcome, answer.score), (Loss(0), -2));
    }

    #[test]
    fn score_has_the_sign_of_the_outcome() {
        // Two suits of five, alternating cards.
        let pack = [suit(0, &[0, 1, 2, 3, 4]), suit(1, &[0, 1, 2, 3, 4])].concat();
        let (even, odd): (Vec<_>, Vec<_>) = pack.iter().partition(|c| c.rank % 2 == c.suit);
        let answer = solve([&even, &odd], 5, 2, 0);
        assert!(answer.table.positions() > 20);
        for (_, _, value) in answer.table.iter() {
            match value.outcome {
                Win(_) => assert!(value.score > 0),
                Loss(_) => assert!(value.score < 0),
                Draw => panic!("a whole pack has no draws"),
            }
        }
    }

    #[test]
    #[should_panic(expected = "dealt twice")]
    fn card_dealt_twice_panics() {
        let _ = short(&[0, 1], &[1, 2], 0);
    }
}
